import { cpSync, rmSync, statSync, truncateSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { RowDamage } from '../../../electron/storage/sealed-table.ts'
import { openStorage, type Storage } from '../../../electron/storage/storage.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { NOW } from './ledger-recovery.ts'
import { event, tempFolder } from './test-ledger.ts'

/** The storage in this folder. It is closed after the test. */
export function openedIn(folder: string, now = NOW, damages: RowDamage[] = []): Storage {
  const result = openStorage(folder, { now, onDamage: (damage) => damages.push(damage) })
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  onTestFinished(() => result.value.close())
  return result.value
}

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

/** The events are received and acknowledged. The read of their orders has failed. */
export function receiveUnread({ ledger }: Storage, orderIds: readonly string[], at: number): void {
  const eventIds = orderIds.map((_, number) => `${at}-${number}`)
  const events = orderIds.map((orderId, number) => event(`${at}-${number}`, orderId))
  ledger.receiveEvents(events, [], 'poll', at)
  ledger.markAcknowledged(eventIds, at)
  for (const orderId of orderIds) ledger.recordReadFailure({ orderId, at, nextReadAt: at + 60_000 })
  // A durable step: the failed reads are stored with it.
  ledger.facts.lastPollAt.set(at)
}
