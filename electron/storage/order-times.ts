import type { LedgerDatabase } from './ledger-database.ts'
import type { OrderRow } from './ledger-tables.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Corrects the times of orders that a wrong clock has written, after the platform's time stepped by `byMs` to `at`. A time in
 * the future would keep an ended order on the board and a new one silent. After a step forward of more than a day, open
 * orders keep their age: by an old clock they would count as forgotten, and the purge would delete them.
 */
export function orderTimes(ledger: LedgerDatabase): (byMs: number, at: number) => void {
  const future = ledger.orders.select<[number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open WHERE ended_at IS NULL AND first_seen_at > ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended WHERE ended_at > ?
  )`)
  const openBefore = ledger.orders.select<[number]>('WHERE ended_at IS NULL AND first_seen_at <= ?')

  return (byMs, at) => {
    const corrected = (time: number): number => (time > at ? Math.min(at, time + byMs) : time)
    const inFuture = future.all(at, at).map(
      (row): OrderRow => ({
        ...row,
        first_seen_at: corrected(row.first_seen_at),
        ended_at: row.ended_at === null ? null : corrected(row.ended_at),
      }),
    )
    const aged = byMs > DAY_MS ? openBefore.all(at - byMs) : []
    const younger = aged.map((row): OrderRow => ({ ...row, first_seen_at: row.first_seen_at + byMs }))
    for (const row of [...inFuture, ...younger]) ledger.orders.put(row)
  }
}
