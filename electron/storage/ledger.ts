import type { Database } from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { OnDamage } from './damage.ts'
import { factRepository } from './fact-repository.ts'
import { inbox } from './inbox.ts'
import { inspectLedger } from './inspect-ledger.ts'
import { kitchenMarks } from './kitchen-marks.ts'
import { ledgerDatabase } from './ledger-database.ts'
import { LEDGER } from './ledger-spec.ts'
import { type OpenFailure, openDatabase } from './open-database.ts'
import { orderReads } from './order-reads.ts'
import { orderRepository } from './order-repository.ts'
import { outbox } from './outbox.ts'
import type { Ledger } from './ports.ts'
import { readMarks } from './read-marks.ts'
import { timelineRepository } from './timeline-repository.ts'
import { storageTroubleOf } from './trouble.ts'

export { LEDGER }

export type LedgerOptions = {
  /** Told of every row whose checksum fails; the row is left out of the answer. */
  readonly onDamage?: OnDamage
}

/** Composes the repositories on an open database. */
export function ledgerOn(db: Database, options: LedgerOptions = {}): Ledger {
  const ledger = ledgerDatabase(db, options.onDamage ?? (() => undefined))
  const timeline = timelineRepository(ledger)
  const orders = orderRepository(ledger)
  const marks = readMarks(ledger, orders)
  const { releaseTaps, ...taps } = outbox(ledger, orders, timeline)
  return {
    ...timeline,
    order: orders.order,
    boardOrders: orders.boardOrders,
    ...inbox(ledger, orders, timeline),
    ...marks,
    ...taps,
    resetAfterStart: (at) =>
      ledger.atomically(() => {
        releaseTaps(at)
        marks.hurryReads(at)
      }),
    ...orderReads(ledger, orders, taps.changeTaps, timeline),
    ...kitchenMarks(ledger, orders, timeline),
    ...factRepository(ledger),
    close: () => {
      db.close()
    },
  }
}

/**
 * Opens or creates the ledger at `path` once it has passed its checks. Failures as in `openDatabase`; nothing is repaired
 * here, and a file that is refused stays as it is.
 */
export function openLedger(path: string, options: LedgerOptions = {}): Result<Ledger, OpenFailure> {
  const inspected = inspectLedger(path)
  if (!inspected.ok) return inspected
  const opened = openDatabase(path, LEDGER)
  if (!opened.ok) return opened
  try {
    touchIdentity(opened.value)
    return ok(ledgerOn(opened.value, options))
  } catch (error) {
    opened.value.close()
    return fail(storageTroubleOf(error) ?? 'damaged', `The ledger cannot be used: ${String(error)}`)
  }
}

/** Each run's log begins with the page that says whose ledger it is: a log left behind by another is known by it. */
function touchIdentity(db: Database): void {
  db.prepare("UPDATE facts SET value = value WHERE name = 'ledger_id'").run()
}
