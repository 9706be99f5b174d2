import { z } from 'zod'
import { wrapsSchema } from './key-wrap.ts'

export const MAGIC = Buffer.from('COMANDA COPY 1\n')
/** Wraps and numbers: about 600 bytes. */
export const MAX_HEADER_BYTES = 4_096
/** A shop's ledger has a few MB. */
export const MAX_COPY_BYTES = 256 * 1_048_576

const count = z.number().int().min(0)

/** The header of a sealed copy, not encrypted. Each sealed piece authenticates the whole header. */
export const copyHeaderSchema = z.strictObject({
  /** The shop whose ledger it is: a random id that stays the same when the ledger moves to another machine. */
  shop: z.uuid(),
  /** How often the station's role has moved: a copy of a lower generation is from a former station. */
  generation: count,
  /** Counts the copies of one generation. */
  sequence: count,
  /** When the ledger was copied, epoch ms. */
  madeAt: count,
  /** Schema version of the ledger in the copy. */
  ledgerVersion: count,
  /** Size of the ledger in the copy, in bytes. */
  plainBytes: count,
  /**
   * Input for the key of this file, which is derived from the key of the shop: no two files share a key, so a counter
   * is a safe nonce.
   */
  salt: z.base64().max(64),
  wraps: wrapsSchema,
})
export type CopyHeader = z.infer<typeof copyHeaderSchema>

/** Identifies a copy among those of one shop, and its age. */
export type CopyOrder = Pick<CopyHeader, 'generation' | 'sequence'>

export const isNewer = (one: CopyOrder, other: CopyOrder): boolean =>
  one.generation === other.generation ? one.sequence > other.sequence : one.generation > other.generation
