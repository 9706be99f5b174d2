import { z } from 'zod'

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Bytes of one part: a change of the board waits for no more than this. */
export const PART_BYTES = 49_152
const MOST_PART_CHARACTERS = 65_536

/** A sealed copy of the station's ledger, as it is announced. */
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

/** The newest copy that a screen holds, checked as it lies on its disk. */
export const heldCopySchema = copyFactsSchema.pick({ shop: true, generation: true, sequence: true, madeAt: true })
export type HeldCopy = Readonly<z.infer<typeof heldCopySchema>>

export const COPY_REFUSALS = ['older', 'too-large', 'damaged', 'disk'] as const

export const copyFromScreen = [
  /** After the greeting, and after each copy that is complete. Null: it holds none. */
  z.strictObject({ kind: z.literal('copy-held'), held: heldCopySchema.nullable() }),
  /** Wants the part of the announced copy from here on. */
  z.strictObject({ kind: z.literal('copy-next'), sequence: count, offset: count }),
  z.strictObject({ kind: z.literal('copy-refused'), sequence: count, reason: z.enum(COPY_REFUSALS) }),
  /** Has opened the ledger that was handed to it, and becomes the station once this is noted. */
  z.strictObject({ kind: z.literal('role-taken') }),
] as const

export const copyFromStation = [
  z.strictObject({ kind: z.literal('copy-offer'), copy: copyFactsSchema }),
  /** The answer to `role-taken`: it is durable here that the role is that screen's, or it is not to be. */
  z.strictObject({ kind: z.literal('role-noted'), isYours: z.boolean() }),
  /** `data` in base64. */
  z.strictObject({
    kind: z.literal('copy-part'),
    sequence: count,
    offset: count,
    data: z.base64().max(MOST_PART_CHARACTERS),
  }),
] as const

export type CopyFromScreen = z.infer<(typeof copyFromScreen)[number]>
export type CopyFromStation = z.infer<(typeof copyFromStation)[number]>
