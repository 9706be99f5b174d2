import { isDeepStrictEqual } from 'node:util'
import { EVENTS, LEDGER_TABLES, TAPS, TIMELINE } from '../ledger-tables.ts'
import { NOT_SENT } from '../outbox.ts'
import { type SealedShape, type SqlValue, valuesOf } from '../sealed-table.ts'
import type { WitnessedTap } from '../tap-witness.ts'
import { keyOf, type Rows, type Salvage } from './salvage.ts'

type Values = readonly SqlValue[]
type Table = ReadonlyMap<string, Values>

/** The taps of the cache by their id. */
export type Witness = ReadonlyMap<SqlValue, WitnessedTap>

const EMPTY: Table = new Map()
const NO_WITNESS: Witness = new Map()

/** States from which a tap may have been sent after the backup was made. */
const UNDECIDED: ReadonlySet<SqlValue> = new Set(['queued', 'sending', 'disputed'])

const columnOf = (shape: SealedShape, values: Values, column: string): SqlValue =>
  values[shape.columns.indexOf(column)] ?? null
const numberIn = (shape: SealedShape, values: Values, column: string): number =>
  Number(columnOf(shape, values, column) ?? 0)

const replaced = (shape: SealedShape, values: Values, column: string, value: SqlValue) =>
  values.with(shape.columns.indexOf(column), value)

/** When it ended is not known. */
function endedAs(values: Values, { state, reason, holdUntil }: WitnessedTap): Values {
  const end = [
    ['state', state],
    ['reason', reason ?? null],
    ['settled_at', holdUntil],
  ] as const
  return end.reduce<Values>((row, [column, value]) => replaced(TAPS, row, column, value), values)
}

/**
 * A held tap of rows that are not the newest. It may have been undone since, so it is not sent, unless the cache has it as
 * open: then it may have been sent, and its order is read first.
 */
function asNoLongerHeld(values: Values, witness: Witness): Values {
  const seen = witness.get(columnOf(TAPS, values, 'tap_id'))
  if (seen === undefined) return replaced(TAPS, values, 'state', 'undone')
  if (seen.state !== 'open') return endedAs(values, seen)
  return replaced(TAPS, replaced(TAPS, values, 'state', 'queued'), 'attempts', 1)
}

/** A tap as the backup has it. A queued or sent tap counts as sent: a read settles it, or it is sent again, which is safe. */
function asPossiblySent(shape: SealedShape, values: Values, witness: Witness): Values {
  if (shape.name !== 'taps') return values
  const state = columnOf(shape, values, 'state')
  if (state === 'held') return asNoLongerHeld(values, witness)
  return UNDECIDED.has(state) ? replaced(shape, values, 'state', 'sent') : values
}

/**
 * The rows of files that lack commits: a held tap may have been undone in these commits. Before any other open tap is sent, its order is read (`Ledger.resetAfterStart`).
 */
export function withoutHeldTaps(salvage: Salvage, witness: Witness = NO_WITNESS): Salvage {
  const taps = salvage.rows.get('taps')
  if (!taps) return salvage
  const settled = [...taps].map(([key, values]): [string, Values] => [
    key,
    columnOf(TAPS, values, 'state') === 'held' ? asNoLongerHeld(values, witness) : values,
  ])
  return { ...salvage, rows: new Map([...salvage.rows, ['taps', new Map(settled)]]) }
}

const NUMBERED: readonly SealedShape[] = [EVENTS, TAPS, TIMELINE]

/**
 * Whether the backup has commits that the salvaged rows lack, and not the reverse. New events, taps and entries of the
 * timeline get growing numbers. Commits without any of these cannot be ordered: then the salvaged rows count as newer.
 */
function isNewer(backup: Salvage, salvaged: Salvage): boolean {
  const leads = NUMBERED.map((shape) => {
    const last = ({ rows }: Salvage): number =>
      [...(rows.get(shape.name) ?? EMPTY).values()].reduce(
        (largest, values) => Math.max(largest, numberIn(shape, values, 'seq')),
        0,
      )
    return last(backup) - last(salvaged)
  })
  return leads.every((lead) => lead >= 0) && leads.some((lead) => lead > 0)
}

/** How often a row has changed, as far as it counts that itself. The count only grows. */
function changesOf(shape: SealedShape, values: Values): number {
  switch (shape.name) {
    case 'orders':
      return numberIn(shape, values, 'read_generation')
    case 'taps':
      // A tap is held first, and never again.
      return numberIn(shape, values, 'attempts') + (columnOf(shape, values, 'state') === 'held' ? 0 : 1)
    default:
      return 0
  }
}

/**
 * The salvaged rows, completed from a backup. A salvaged row is never older than its copy, unless the
 * files lack commits: then the newer of both rows is taken, by the row's own count, else by the newest commit of all rows.
 */
export function mergeBackup(
  salvaged: Salvage,
  backup: Salvage | undefined,
  lacksCommits: boolean,
  witness: Witness = NO_WITNESS,
): { salvage: Salvage; restored: number } {
  if (!backup) return { salvage: salvaged, restored: 0 }
  const isBackupNewer = lacksCommits && isNewer(backup, salvaged)
  const isOlder = (shape: SealedShape, values: Values, copy: Values): boolean => {
    const lead = changesOf(shape, copy) - changesOf(shape, values)
    return lead > 0 || (lead === 0 && isBackupNewer)
  }
  let restored = 0
  const tables = LEDGER_TABLES.map((shape): [string, Table] => {
    const all = salvaged.rows.get(shape.name) ?? EMPTY
    // A struck line that the newer backup lacks was restored. No step removes other rows of an open order.
    const isRestored = (key: string): boolean =>
      isBackupNewer && shape.name === 'struck_lines' && !backup.rows.get(shape.name)?.has(key)
    const found = new Map([...all].filter(([key]) => !isRestored(key)))
    const taken = [...(backup.rows.get(shape.name) ?? EMPTY)].filter(([key, copy]) => {
      const values = found.get(key)
      if (values === undefined) return true
      return lacksCommits && !isDeepStrictEqual(values, copy) && isOlder(shape, values, copy)
    })
    restored += taken.length
    const copies = taken.map(([key, values]) => [key, asPossiblySent(shape, values, witness)] as const)
    return [shape.name, new Map([...found, ...copies])]
  })
  const rows: Rows = new Map(tables)
  return { salvage: { ...salvaged, rows }, restored }
}

const NEW_TAP = {
  state: 'queued',
  attempts: 1,
  firstAttemptAt: undefined,
  lastAttemptAt: undefined,
  answeredAt: undefined,
  detail: undefined,
  settledAt: undefined,
} as const

const OPEN: ReadonlySet<SqlValue> = new Set(['held', ...UNDECIDED, 'sent'])

/**
 * The rows, completed by the taps of the cache. A tap whose row is lost may have been sent: its order is read first. A row
 * of the ledger stays, unless the cache knows that its tap was taken back or refused.
 */
export function withWitness(salvage: Salvage, witness: Witness): Salvage {
  const found = salvage.rows.get(TAPS.name) ?? EMPTY
  const ended = [...found].map(([key, values]): [string, Values] => {
    const seen = witness.get(columnOf(TAPS, values, 'tap_id'))
    const isOpen = OPEN.has(columnOf(TAPS, values, 'state'))
    return [key, seen && isOpen && NOT_SENT.has(seen.state) ? endedAs(values, seen) : values]
  })
  const taps = new Map(ended)
  let seq = [...found.values()].reduce((last, values) => Math.max(last, numberIn(TAPS, values, 'seq')), 0)
  for (const { state, ...tap } of witness.values()) {
    const missing = { ...NEW_TAP, ...tap, seq: seq + 1, nextAttemptAt: tap.tappedAt }
    const values = valuesOf(TAPS, missing)
    if (state !== 'open' || taps.has(keyOf(TAPS, values))) continue
    taps.set(keyOf(TAPS, values), values)
    seq += 1
  }
  return { ...salvage, rows: new Map([...salvage.rows, [TAPS.name, taps]]) }
}
