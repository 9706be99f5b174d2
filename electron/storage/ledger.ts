import type { Database } from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { OnDamage } from './damage.ts'
import { factRepository } from './fact-repository.ts'
import { inbox } from './inbox.ts'
import { kitchenMarks } from './kitchen-marks.ts'
import { ledgerDatabase } from './ledger-database.ts'
import { LEDGER_MIGRATIONS } from './migrations/ledger.ts'
import { type DatabaseSpec, type OpenFailure, openDatabase } from './open-database.ts'
import { orderReads } from './order-reads.ts'
import { orderRepository } from './order-repository.ts'
import { outbox } from './outbox.ts'
import type { Ledger } from './ports.ts'
import { readMarks } from './read-marks.ts'
import { timelineRepository } from './timeline-repository.ts'

export const LEDGER: DatabaseSpec = {
  name: 'ledger',
  /** "CMDL" */
  applicationId: 0x434d444c,
  migrations: LEDGER_MIGRATIONS,
}

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

/** Opens or creates the ledger at `path`. Failures as in `openDatabase`; nothing is repaired here. */
export function openLedger(path: string, options: LedgerOptions = {}): Result<Ledger, OpenFailure> {
  const opened = openDatabase(path, LEDGER)
  if (!opened.ok) return opened
  try {
    return ok(ledgerOn(opened.value, options))
  } catch (error) {
    opened.value.close()
    return fail('damaged', `The ledger's tables cannot be used: ${String(error)}`)
  }
}
