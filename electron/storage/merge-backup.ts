import type { SqlValue } from './checksum.ts'
import { type SealedShape, TABLES_BY_VERSION } from './ledger-tables.ts'
import type { Rows, Salvage } from './salvage.ts'

type Table = ReadonlyMap<string, readonly SqlValue[]>

const EMPTY: Table = new Map()

/** States from which a tap may have been sent after the backup was made. */
const UNDECIDED = new Set<SqlValue>(['queued', 'sending', 'disputed'])

const replaced = (shape: SealedShape, values: readonly SqlValue[], column: string, value: SqlValue) =>
  values.with(shape.columns.indexOf(column), value)

/**
 * A tap that is only in the backup. A held tap may have been undone since, so it is not sent; the next read shows
 * whether it was sent. A queued or sent tap counts as sent: a read settles it, or it is sent again, which is safe.
 */
function asPossiblySent(shape: SealedShape, values: readonly SqlValue[]): readonly SqlValue[] {
  if (shape.name !== 'taps') return values
  const state = values[shape.columns.indexOf('state')] ?? null
  if (state === 'held') return replaced(shape, values, 'state', 'undone')
  return UNDECIDED.has(state) ? replaced(shape, values, 'state', 'sent') : values
}

/**
 * The rows of files that lack commits. A held tap may have been undone in these commits, so it is not sent, as
 * in a backup. Before any other open tap is sent, its order is read (`Ledger.resetAfterStart`).
 */
export function withoutHeldTaps(salvage: Salvage): Salvage {
  const shape = (TABLES_BY_VERSION.get(salvage.version) ?? []).find(({ name }) => name === 'taps')
  const taps = salvage.rows.get('taps')
  if (!shape || !taps) return salvage
  const settled = [...taps].map(([key, values]): [string, readonly SqlValue[]] => [
    key,
    values[shape.columns.indexOf('state')] === 'held' ? replaced(shape, values, 'state', 'undone') : values,
  ])
  return { ...salvage, rows: new Map([...salvage.rows, ['taps', new Map(settled)]]) }
}

/** The salvaged rows, completed from a backup of the same version. A salvaged row is never older than its copy. */
export function mergeBackup(salvaged: Salvage, backup: Salvage | undefined): { salvage: Salvage; restored: number } {
  if (!backup) return { salvage: salvaged, restored: 0 }
  let restored = 0
  const tables = (TABLES_BY_VERSION.get(salvaged.version) ?? []).map((shape): [string, Table] => {
    const found = salvaged.rows.get(shape.name) ?? EMPTY
    const missing = [...(backup.rows.get(shape.name) ?? EMPTY)].filter(([key]) => !found.has(key))
    restored += missing.length
    return [
      shape.name,
      new Map([...missing.map(([key, values]) => [key, asPossiblySent(shape, values)] as const), ...found]),
    ]
  })
  const rows: Rows = new Map(tables)
  return { salvage: { ...salvaged, rows }, restored }
}
