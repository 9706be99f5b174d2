import { z } from 'zod'

/**
 * Whether the system can restart the program. `not-here`: not on this system; `not-installed`: only for an installed
 * package; `no-service`: the machine lacks the service; `failed`: the service refused.
 */
const WATCHDOG_STATES = ['ready', 'not-here', 'not-installed', 'no-service', 'failed'] as const
export type WatchdogState = (typeof WATCHDOG_STATES)[number]

/**
 * A display, identified by its name and pixels, the longer side first. `nth`: its number from the left among equal displays.
 */
export const displayChoiceSchema = z.strictObject({
  label: z.string().max(120),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  nth: z.number().int().min(0).max(100),
})
export type DisplayChoice = z.infer<typeof displayChoiceSchema>

export const computerStatusSchema = z.object({
  watchdog: z.enum(WATCHDOG_STATES),
  /** The displays that are connected now. */
  displays: z.array(displayChoiceSchema),
})
export type ComputerStatus = z.infer<typeof computerStatusSchema>
