import { z } from 'zod'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Bytes of one part. A board message waits for at most one part. */
export const PART_BYTES = 49_152
const MAX_PART_CHARACTERS = 65_536

/** The facts of a sealed copy of the station's ledger, sent before its parts. */
const copyFactsSchema = z.strictObject({
  shop: z.uuid(),
  generation: count,
  sequence: count,
  /** Epoch ms. */
  madeAt: count,
  ledgerVersion: count,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
})

/** The newest copy on a screen's disk, after its check. */
export const heldCopySchema = copyFactsSchema.pick({ shop: true, generation: true, sequence: true, madeAt: true })
export type HeldCopy = Readonly<z.infer<typeof heldCopySchema>>

export const COPY_REFUSALS = ['older', 'too-large', 'damaged', 'disk'] as const

export const copyFromScreen = [
  /** Sent after the hello message and after each complete copy. Null: the screen holds none. */
  z.strictObject({ kind: z.literal('copy-held'), held: heldCopySchema.nullable() }),
  /** Requests the part of the announced copy at this offset. */
  z.strictObject({ kind: z.literal('copy-next'), sequence: count, offset: count }),
  z.strictObject({ kind: z.literal('copy-refused'), sequence: count, reason: z.enum(COPY_REFUSALS) }),
  /** The screen has opened the ledger and becomes the station after the answer. */
  z.strictObject({ kind: z.literal('role-taken') }),
] as const

export const copyFromStation = [
  z.strictObject({ kind: z.literal('copy-offer'), copy: copyFactsSchema }),
  /** The answer to `role-taken`. True: the station has stored durably that the screen has the role. */
  z.strictObject({ kind: z.literal('role-noted'), isYours: z.boolean() }),
  /** `data` in base64. */
  z.strictObject({
    kind: z.literal('copy-part'),
    sequence: count,
    offset: count,
    data: z.base64().max(MAX_PART_CHARACTERS),
  }),
] as const

export type CopyFromScreen = z.infer<(typeof copyFromScreen)[number]>
export type CopyFromStation = z.infer<(typeof copyFromStation)[number]>
