import { cpSync, rmSync, statSync, truncateSync } from 'node:fs'
import type { Storage } from '../../../electron/storage/storage.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { tempFolder } from './test-ledger.ts'

/** The files as a kill leaves them. */
export function killed(folder: string): string {
  const copy = tempFolder()
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** The orders that are to be read, sorted by id. */
export const idsDue = (now: number, { ledger }: Storage): readonly string[] =>
  readsDue(ledger, now, 100)
    .map(({ orderId }) => orderId)
    .toSorted()

/** Ways in which a write-ahead log loses commits. */
export const LOSSES_OF_LOG: Readonly<Record<string, (log: string) => void>> = {
  deleted: (log) => rmSync(log),
  'cut to 0 bytes': (log) => truncateSync(log, 0),
  'cut to its half': (log) => truncateSync(log, Math.floor(statSync(log).size / 2)),
}
