import { z } from 'zod'
import { parseJsonText } from '../../shared/json-text.ts'
import type { Fact } from '../storage/facts.ts'
import { pinHashSchema } from './pin-hash.ts'

const recordSchema = z.object({
  /** `none`: no PIN is set. Null: the record cannot be read. It stays a lock, which no PIN opens. */
  pin: z.union([pinHashSchema, z.literal('none')]).nullable(),
  failures: z.object({ count: z.number().int().min(0), at: z.number() }),
})
export type LockRecord = z.infer<typeof recordSchema>

export const NO_FAILURES: LockRecord['failures'] = { count: 0, at: 0 }
const NO_PIN: LockRecord = { pin: 'none', failures: NO_FAILURES }

/** In the ledger: unlike a keychain it is always available, and each write is durable when it returns. */
export type LockRecordStore = Fact<string | undefined>

export function readLockRecord(store: Pick<LockRecordStore, 'get'>): LockRecord {
  const text = store.get()
  if (text === undefined) return NO_PIN
  const parsed = recordSchema.safeParse(parseJsonText(text))
  return parsed.success ? parsed.data : { pin: null, failures: NO_FAILURES }
}

export const writeLockRecord = (store: Pick<LockRecordStore, 'set'>, record: LockRecord): void =>
  store.set(JSON.stringify(record))

/** Identifies the PIN of the record; `undefined` without a PIN. */
export const saltOf = ({ pin }: LockRecord): string | undefined =>
  pin === null || pin === 'none' ? undefined : pin.salt
