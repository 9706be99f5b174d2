import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { PAGE_BYTES } from '../../../electron/storage/file-image.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { type RecoveredLedger, recoverLedger } from '../../../electron/storage/repair/recover-ledger.ts'
import { orderIdsOf, readEverything, writeDay } from './kitchen-day.ts'
import { event, newTap, openTestLedger, tempFolder } from './test-ledger.ts'

export const NOW = Date.parse('2026-03-01T12:00:00Z')
/** New ledgers have pages of this size. */
export const PAGE = PAGE_BYTES
export const ORDER_COUNT = 60

export function openRecovered(path: string): RecoveredLedger {
  const result = recoverLedger(path, { now: NOW })
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  onTestFinished(() => result.value.ledger.close())
  return result.value
}

/** Expects that the ledger was intact and that no trouble is reported. */
export function expectNothingRepaired({ repair, trouble }: RecoveredLedger): void {
  expect(repair).toEqual({
    repaired: 'none',
    salvagedRows: 0,
    restoredRows: 0,
    lostRows: 0,
    cause: undefined,
    quarantine: undefined,
  })
  expect(trouble).toBeUndefined()
}

/** Expects that the ledger works: a new order and its tap are stored after the next start. */
export function expectUsable(path: string, { ledger }: RecoveredLedger): void {
  ledger.receiveEvents([event('fresh-event', 'fresh-order')], [], 'poll', NOW)
  ledger.addTap(newTap('fresh-tap', 'fresh-order', { tappedAt: NOW, holdUntil: NOW }))
  ledger.close()
  const next = openRecovered(path)
  expect(next.repair.repaired).toBe('none')
  expect(next.ledger.tap('fresh-tap')).toMatchObject({ state: 'queued' })
}

/** A ledger with a day of orders, closed normally. */
export function createClosedDay(): { readonly path: string; readonly story: string } {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  writeDay(ledger, ORDER_COUNT)
  const story = JSON.stringify(readEverything(ledger, orderIdsOf(ORDER_COUNT)))
  ledger.close()
  return { path, story }
}

/** The files of a ledger after a kill: the day is in the log. */
export function createKilledDay(orders = ORDER_COUNT): { readonly path: string; readonly ledger: Ledger } {
  const { ledger, path } = openTestLedger(join(tempFolder(), 'ledger.db'))
  writeDay(ledger, orders)
  const copy = join(tempFolder(), 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  return { path: copy, ledger }
}

export function changeBytes(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  change(bytes)
  writeFileSync(path, bytes)
}

export const tapIds = (ledger: Ledger): readonly string[] => ledger.openTaps().map(({ tapId }) => tapId)
