import Database from 'better-sqlite3'
import { recoverLedger } from '../../electron/storage/repair/recover-ledger.ts'
import { verifyLedger } from '../../electron/storage/verify.ts'
import { type DurableStep, STATUSES, TAP_STATES } from './writer-messages.ts'

type Verdict = { readonly lost: readonly string[]; readonly broken: readonly string[] }

function problemsIn(path: string): readonly string[] {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    const orphans = db.prepare('PRAGMA foreign_key_check').all().length
    return [...verifyLedger(db, 'all'), ...(orphans > 0 ? [`${orphans} rows without their order`] : [])]
  } catch (error) {
    return [`${path} cannot be read: ${String(error)}`]
  } finally {
    db.close()
  }
}

/** The faults in the file of a finished backup. */
export const findBackupFaults = (path: string): readonly string[] => problemsIn(path)

type Rows = {
  readonly events: ReadonlyMap<string, string>
  readonly taps: ReadonlyMap<string, string>
  readonly statuses: ReadonlyMap<string, string | null>
  readonly struck: ReadonlySet<string>
}

function rowsOf(path: string): Rows {
  const db = new Database(path, { readonly: true })
  const pairs = <V>(sql: string) => new Map(db.prepare<[], [string, V]>(sql).raw().all())
  try {
    return {
      events: pairs('SELECT event_id, acknowledgment FROM events'),
      taps: pairs('SELECT tap_id, state FROM taps'),
      statuses: pairs('SELECT order_id, status FROM orders'),
      struck: new Set(db.prepare<[], string>("SELECT order_id || ' ' || line_id FROM struck_lines").pluck().all()),
    }
  } finally {
    db.close()
  }
}

const rankOf = (ranks: readonly string[], value: string | null | undefined): number => ranks.indexOf(value ?? '')

/** The reason why a step is missing; `undefined` when the step or a later one is in the ledger. */
function lossOf(step: DurableStep, rows: Rows): string | undefined {
  switch (step.kind) {
    case 'events': {
      if (!rows.statuses.has(step.orderId)) return `order ${step.orderId}`
      return step.eventIds.find((eventId) => !rows.events.has(eventId))
    }
    case 'acknowledged':
      return step.eventIds.find((eventId) => rows.events.get(eventId) !== 'done')
    case 'tap': {
      const state = rows.taps.get(step.tapId)
      const isThere = state === 'undone' || state === 'held' || rankOf(TAP_STATES, state) >= step.state
      return isThere ? undefined : `tap ${step.tapId}: ${state ?? 'gone'} instead of ${TAP_STATES[step.state]}`
    }
    case 'undone':
      return rows.taps.get(step.tapId) === 'undone' ? undefined : `undoing of ${step.tapId}`
    case 'read':
      return rankOf(STATUSES, rows.statuses.get(step.orderId)) >= step.status ? undefined : `read of ${step.orderId}`
    case 'struck':
      return rows.struck.has(`${step.orderId} ${step.lineId}`) ? undefined : `struck line ${step.lineId}`
    case 'purged':
      return step.orderIds.find((orderId) => rows.statuses.has(orderId))
    case 'backup':
      return undefined
  }
}

/** Opens the ledger as the product does, and compares it with what was reported as durable. */
export function checkLedger(path: string, steps: readonly DurableStep[]): Verdict {
  const damaged: string[] = []
  const onDamage = ({ table, key }: { readonly table: string; readonly key: string }) => damaged.push(`${table} ${key}`)
  const opened = recoverLedger(path, { now: Date.now(), onDamage })
  if (!opened.ok) return { lost: [], broken: [`${path} does not open: ${opened.code}: ${opened.message}`] }
  const { ledger, repair, trouble } = opened.value
  ledger.openTaps()
  ledger.close()
  if (trouble) return { lost: [], broken: [`${path} takes nothing: ${trouble}`] }
  // A cut soon after the creation may leave an unusable file. After a durable step the ledger must be in order.
  const mayBeFresh = steps.length === 0 && repair.repaired === 'fresh'
  if (repair.repaired !== 'none' && !mayBeFresh) damaged.push(`${path} had to be repaired: ${repair.cause}`)
  const rows = rowsOf(path)
  return { lost: steps.flatMap((step) => lossOf(step, rows) ?? []), broken: [...damaged, ...problemsIn(path)] }
}
