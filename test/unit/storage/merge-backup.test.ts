import { expect, test } from 'vitest'
import { FACTS, ORDERS, STRUCK_LINES, TAPS, TIMELINE } from '../../../electron/storage/ledger-tables.ts'
import { newOrderRow } from '../../../electron/storage/order-repository.ts'
import type { Tap, TapState } from '../../../electron/storage/ports.ts'
import { mergeBackup, withoutHeldTaps } from '../../../electron/storage/repair/merge-backup.ts'
import { keyOf, type Rows, type Salvage } from '../../../electron/storage/repair/salvage.ts'
import { type SqlValue, valuesOf } from '../../../electron/storage/sealed-table.ts'

const tapValues = (tapId: string, state: TapState, attempts = 0): readonly SqlValue[] => {
  const tap: Tap = {
    tapId,
    seq: 1,
    orderId: 'o1',
    action: 'confirm',
    args: {},
    state,
    tappedAt: 1,
    holdUntil: 1,
    attempts,
    firstAttemptAt: undefined,
    lastAttemptAt: undefined,
    answeredAt: undefined,
    nextAttemptAt: 1,
    reason: undefined,
    detail: undefined,
    settledAt: undefined,
  }
  return valuesOf(TAPS, tap)
}

const salvageOf = (taps: readonly (readonly SqlValue[])[]): Salvage => {
  const rows: Rows = new Map([['taps', new Map(taps.map((values) => [keyOf(TAPS, values), values]))]])
  return { rows, counts: new Map() }
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
  const { salvage, restored } = mergeBackup(salvageOf([]), salvageOf([tapValues('t1', then)]), false)
  expect(restored).toBe(1)
  expect(stateOf(salvage, 't1')).toBe(now)
})

test('a row that was salvaged is never replaced by its older copy', () => {
  const { salvage, restored } = mergeBackup(
    salvageOf([tapValues('t1', 'confirmed')]),
    salvageOf([tapValues('t1', 'held')]),
    false,
  )
  expect(restored).toBe(0)
  expect(stateOf(salvage, 't1')).toBe('confirmed')
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

type Table = readonly [
  typeof ORDERS | typeof TAPS | typeof TIMELINE | typeof FACTS | typeof STRUCK_LINES,
  readonly (readonly SqlValue[])[],
]

const salvageWith = (...tables: readonly Table[]): Salvage => ({
  rows: new Map(
    tables.map(([shape, rows]) => [shape.name, new Map(rows.map((values) => [keyOf(shape, values), values]))]),
  ),
  counts: new Map(),
})
const entries = (last: number): Table => [
  TIMELINE,
  Array.from({ length: last }, (_, index) => [index + 1, 'o1', 1, 'read', null]),
]
const setting = (value: string): Table => [FACTS, [['settings', value]]]
const order = (readGeneration: number, status: string): Table => [
  ORDERS,
  [valuesOf(ORDERS, { ...newOrderRow('o1', 5), readGeneration, status })],
]
const tap = (state: TapState, attempts: number): Table => [TAPS, [tapValues('t1', state, attempts)]]

const statusOf = (salvage: Salvage) => salvage.rows.get('orders')?.get('["o1"]')?.[ORDERS.columns.indexOf('status')]
const settingOf = (salvage: Salvage) => salvage.rows.get('facts')?.get('["settings"]')?.[1]

test('from files that lack commits, a row is taken from a backup that has later commits', () => {
  const salvaged = salvageWith(entries(1), setting('old'), order(1, 'CONFIRMED'), tap('sent', 1))
  const backup = salvageWith(entries(2), setting('new'), order(1, 'CANCELLED'), tap('confirmed', 1))
  const { salvage, restored } = mergeBackup(salvaged, backup, true)
  expect([settingOf(salvage), statusOf(salvage), stateOf(salvage, 't1')]).toEqual(['new', 'CANCELLED', 'confirmed'])
  expect(salvage.rows.get('timeline')?.size).toBe(2)
  expect(restored).toBe(4)
})

test.each([
  ['has fewer commits', entries(2), entries(1)],
  ['cannot be ordered', entries(1), entries(1)],
])('from files that lack commits, rows stay when the backup %s', (_, last, lastOfBackup) => {
  const salvaged = salvageWith(last, setting('a'), order(1, 'CANCELLED'), tap('confirmed', 1))
  const backup = salvageWith(lastOfBackup, setting('b'), order(1, 'CONFIRMED'), tap('sent', 1))
  const { salvage, restored } = mergeBackup(salvaged, backup, true)
  expect([settingOf(salvage), statusOf(salvage), stateOf(salvage, 't1')]).toEqual(['a', 'CANCELLED', 'confirmed'])
  expect(restored).toBe(0)
})

test('the own count of an order and of a tap decides before the commits of all rows', () => {
  const older = [order(1, 'CONFIRMED'), tap('held', 0)]
  const newer = [order(2, 'CANCELLED'), tap('undone', 0)]
  for (const [salvaged, backup] of [
    [salvageWith(entries(1), ...newer), salvageWith(entries(2), ...older)],
    [salvageWith(entries(2), ...older), salvageWith(entries(1), ...newer)],
  ] as const) {
    const { salvage } = mergeBackup(salvaged, backup, true)
    expect([statusOf(salvage), stateOf(salvage, 't1')]).toEqual(['CANCELLED', 'undone'])
  }
  const again = mergeBackup(salvageWith(entries(2), tap('sent', 1)), salvageWith(entries(1), tap('sending', 2)), true)
  expect(stateOf(again.salvage, 't1')).toBe('sent')
  expect(again.restored).toBe(1)
})

test('a struck line stays restored if the backup that lacks it has later commits', () => {
  const struck: Table = [STRUCK_LINES, [['o1', 'line', 1]]]
  const linesAfter = (last: number) =>
    mergeBackup(salvageWith(entries(2), struck), salvageWith(entries(last)), true).salvage.rows.get('struck_lines')
  expect(linesAfter(3)?.size).toBe(0)
  expect(linesAfter(2)?.size).toBe(1)
})
