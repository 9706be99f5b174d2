import { expect, test } from 'vitest'
import type { SqlValue } from '../../../electron/storage/checksum.ts'
import { ORDERS, TAPS, TIMELINE } from '../../../electron/storage/ledger-tables.ts'
import { mergeBackup, withoutHeldTaps } from '../../../electron/storage/merge-backup.ts'
import { newOrderRow } from '../../../electron/storage/order-repository.ts'
import type { Tap, TapState } from '../../../electron/storage/ports.ts'
import { keyOf, type Rows, type Salvage } from '../../../electron/storage/salvage.ts'
import { toRow } from '../../../electron/storage/tap-row.ts'

const tapValues = (tapId: string, state: TapState): readonly SqlValue[] => {
  const tap: Tap = {
    tapId,
    seq: 1,
    orderId: 'o1',
    action: 'confirm',
    args: {},
    state,
    tappedAt: 1,
    holdUntil: 1,
    attempts: 0,
    firstAttemptAt: undefined,
    lastAttemptAt: undefined,
    answeredAt: undefined,
    nextAttemptAt: 1,
    reason: undefined,
    detail: undefined,
    settledAt: undefined,
  }
  const row = toRow(tap)
  return TAPS.columns.map((column) => row[column])
}

const salvageOf = (taps: readonly (readonly SqlValue[])[]): Salvage => {
  const rows: Rows = new Map([['taps', new Map(taps.map((values) => [keyOf(TAPS, values), values]))]])
  return { version: 30, rows, counts: new Map() }
}

const stateOf = (salvage: Salvage, tapId: string): SqlValue | undefined =>
  salvage.rows.get('taps')?.get(JSON.stringify([tapId]))?.[TAPS.columns.indexOf('state')]

test.each<[TapState, TapState]>([
  // The tap may have been undone since the backup, so it is not sent.
  ['held', 'undone'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['disputed', 'sent'],
  ['sent', 'sent'],
  ['confirmed', 'confirmed'],
  ['conflict', 'conflict'],
  ['undone', 'undone'],
])('a tap that is only in the backup, as %s, is restored as %s', (then, now) => {
  const { salvage, restored } = mergeBackup(salvageOf([]), salvageOf([tapValues('t1', then)]))
  expect(restored).toBe(1)
  expect(stateOf(salvage, 't1')).toBe(now)
})

test('a row that was salvaged is never replaced by its older copy', () => {
  const { salvage, restored } = mergeBackup(
    salvageOf([tapValues('t1', 'confirmed')]),
    salvageOf([tapValues('t1', 'held')]),
  )
  expect(restored).toBe(0)
  expect(stateOf(salvage, 't1')).toBe('confirmed')
})

test('other rows are restored as they were; without a backup nothing is restored', () => {
  const row = newOrderRow('o1', 5)
  const order = ORDERS.columns.map((column) => row[column])
  const backup: Salvage = {
    version: 30,
    rows: new Map([['orders', new Map([[keyOf(ORDERS, order), order]])]]),
    counts: new Map(),
  }
  expect(
    mergeBackup(salvageOf([]), backup)
      .salvage.rows.get('orders')
      ?.get(JSON.stringify(['o1'])),
  ).toEqual(order)
  expect(mergeBackup(salvageOf([]), undefined).restored).toBe(0)
  expect(keyOf(TIMELINE, [7, 'o1', 1, 'read', null])).toBe('[7]')
})

test('in rows that lack their last commits only a held tap changes: it may have been undone', () => {
  const states: readonly TapState[] = [
    'held',
    'queued',
    'sending',
    'sent',
    'disputed',
    'confirmed',
    'conflict',
    'undone',
  ]
  const salvage = withoutHeldTaps(salvageOf(states.map((state) => tapValues(state, state))))
  expect(states.map((state) => stateOf(salvage, state))).toEqual(['undone', ...states.slice(1)])
})

test('rows without a table of taps stay as they are', () => {
  const salvage: Salvage = { version: 30, rows: new Map(), counts: new Map() }
  expect(withoutHeldTaps(salvage)).toBe(salvage)
})
