import type { Shift, ShiftQuery } from '../../shared/contract/history.ts'
import { addSums, countedOrder, figuresOf, ordersIn, type Sums, sumsOf } from '../../shared/history/shift-sums.ts'
import { businessDate, businessDay, type InstantRange } from '../../shared/time/business-day.ts'
import { mapInTurns, turn } from '../liveness/turns.ts'
import type { Ledger, OrderCache } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { NO_STUCK_ORDERS, type StuckOrders } from './stuck-orders.ts'

export type ShiftParts = {
  readonly stuck?: StuckOrders | undefined
  readonly ledger: Pick<Ledger, 'ordersSeen' | 'timeline' | 'sumsOfDay'>
  readonly cache: Pick<OrderCache, 'body'>
  readonly clock: Pick<Clock, 'platform'>
}

/** Orders that are read from the databases in one turn of the main loop. */
export const ORDERS_IN_A_TURN = 50

const WEEK_DAYS = 7

/** The days with which a span is compared begin this many days earlier: those before it, or the same weekday. */
const earlier = (days: number): number => Math.max(WEEK_DAYS, days)

/** The figures of business days: of the orders that are stored, and of the sums of those that were deleted. */
export function createShiftFigures({ ledger, cache, clock, stuck = NO_STUCK_ORDERS }: ShiftParts) {
  const daysOf = ({ daysAgo, days = 1 }: ShiftQuery): readonly InstantRange[] =>
    Array.from({ length: days }, (_, index) => businessDay(clock.platform(), daysAgo + index))
  const deletedOf = ({ from }: InstantRange): Sums => ledger.sumsOfDay(businessDate(from))

  /** The sums of orders that are stored. */
  const storedIn = async ({ from, until }: InstantRange): Promise<Sums> =>
    addSums(
      await mapInTurns(ledger.ordersSeen(from, until), ORDERS_IN_A_TURN, (record) =>
        stuck.during(record.orderId, () =>
          sumsOf(countedOrder(record, cache.body(record.orderId), ledger.timeline(record.orderId))),
        ),
      ),
    )
  const ordersOf = (day: InstantRange): number =>
    ordersIn(deletedOf(day)) + ledger.ordersSeen(day.from, day.until).length

  return {
    /** Lets other work run between some orders, and between two days. */
    async shift(query: ShiftQuery): Promise<Shift> {
      const days = daysOf(query)
      const sums: Sums[] = []
      for (const day of days) {
        sums.push(deletedOf(day), await storedIn(day))
        await turn()
      }
      const before = daysOf({ ...query, daysAgo: query.daysAgo + earlier(query.days ?? 1) }).reduce(
        (count, day) => count + ordersOf(day),
        0,
      )
      return {
        from: days.at(-1)?.from ?? 0,
        until: days[0]?.until ?? 0,
        ordersBefore: before === 0 ? undefined : before,
        ...figuresOf(addSums(sums)),
      }
    },
  }
}
