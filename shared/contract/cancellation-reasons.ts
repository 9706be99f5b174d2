import { z } from 'zod'

/** A reason that the platform accepts for one order, in its own words. */
const cancellationReasonSchema = z.object({ code: z.string(), text: z.string() })
export type CancellationReason = z.infer<typeof cancellationReasonSchema>

/** Those of one order now. Empty: the order cannot be cancelled now. */
export const cancellationReasonsSchema = z.object({ reasons: z.array(cancellationReasonSchema).readonly() })
