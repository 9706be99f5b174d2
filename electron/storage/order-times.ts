import type { LedgerDatabase } from './ledger-database.ts'

const DAY_MS = 24 * 60 * 60_000
const OF_OPEN_ORDER = 'order_id IN (SELECT order_id FROM orders INDEXED BY orders_open WHERE ended_at IS NULL)'

/**
 * Corrects what a wrong clock has written about orders, after the platform's time stepped by `byMs` to `at`. Instants in the
 * future would keep an ended order on the board and the alarms of an open one silent. After a step forward of more than a
 * day, open orders keep their age: by an old clock they would count as forgotten, and the purge would delete them.
 */
export function orderTimes(ledger: LedgerDatabase): (byMs: number, at: number) => void {
  const { orders, events, taps, timeline } = ledger
  const futureOrders = orders.select<[number, number]>(`WHERE rowid IN (
    SELECT rowid FROM orders INDEXED BY orders_open WHERE ended_at IS NULL AND first_seen_at > ?
    UNION SELECT rowid FROM orders INDEXED BY orders_ended WHERE ended_at > ?
  )`)
  const futureEvents = events.select<[number]>(`WHERE ${OF_OPEN_ORDER} AND received_at > ?`)
  const futureTaps = taps.select<[number]>(`WHERE ${OF_OPEN_ORDER} AND tapped_at > ?`)
  const futureEntries = timeline.select<[number]>(`WHERE ${OF_OPEN_ORDER} AND at > ?`)
  const openSince = orders.select<[number]>('WHERE ended_at IS NULL AND first_seen_at <= ?')

  const correctFuture = (byMs: number, at: number): void => {
    const corrected = (time: number): number => (time > at ? Math.min(at, time + byMs) : time)
    for (const row of futureEvents.all(at)) events.put({ ...row, received_at: corrected(row.received_at) })
    for (const row of futureTaps.all(at)) taps.put({ ...row, tapped_at: corrected(row.tapped_at) })
    for (const row of futureEntries.all(at)) timeline.put({ ...row, at: corrected(row.at) })
    for (const row of futureOrders.all(at, at)) {
      const { first_seen_at, ended_at } = row
      orders.put({
        ...row,
        first_seen_at: corrected(first_seen_at),
        ended_at: ended_at === null ? null : corrected(ended_at),
      })
    }
  }

  return (byMs, at) => {
    if (byMs < 0) correctFuture(byMs, at)
    if (byMs <= DAY_MS) return
    for (const row of openSince.all(at - byMs)) orders.put({ ...row, first_seen_at: row.first_seen_at + byMs })
  }
}
