import { LAST_CALL_MS, UNREAD_CALLS_AFTER_MS } from '../../shared/alarm.ts'
import { delayAlarmAt } from '../../shared/lateness.ts'
import { type Settings, USUAL_PREPARATION_MINUTES } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { projectTicket } from '../../shared/ticket-projection.ts'
import type { Ledger, OrderCache, OrderRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { DELAY_ALARM } from './alarms.ts'
import type { Board } from './board.ts'
import { createParsedOrders } from './parsed-orders.ts'
import { ticketSourceOf } from './ticket-source.ts'

const MINUTE_MS = 60_000

type ProjectionParts = {
  readonly ledger: Ledger
  readonly cache: OrderCache
  readonly board: Pick<Board, 'update' | 'tickets'>
  readonly clock: Pick<Clock, 'platform'>
  readonly settings: () => Settings
}

/** Which orders the board has, and their tickets as the databases hold them now. */
export type Projection = {
  /** Draws these orders' tickets afresh, in this order where they are new. */
  refresh(orderIds: readonly string[]): void
  orderIds(): readonly string[]
  /** Orders that time alone has changed: those whose start has come, finished ones that leave, those that begin to call. */
  due(): readonly string[]
  /** An order was put back on the board or away from it. */
  recallChanged(): void
}

/** What time alone makes call: a start that has come, the last minutes to accept, an order that stays unread. */
function beginsToCall(ticket: Ticket, now: number): boolean {
  if (ticket.alarm !== undefined) return false
  if (ticket.reading === 'loading') return now - ticket.createdAt >= UNREAD_CALLS_AFTER_MS
  return ticket.lane === 'scheduled' && ticket.confirmBy !== undefined && now >= ticket.confirmBy - LAST_CALL_MS
}

export function createProjection({ ledger, cache, board, clock, settings }: ProjectionParts): Projection {
  /** Orders on the board whose tickets leave it in time, and when each ended. */
  const leaving = new Map<string, number>()
  const orders = createParsedOrders(cache)
  /** Orders whose delay alarm is still to come, and when, by the platform's clock. */
  const delays = new Map<string, number>()
  let recalled: ReadonlySet<string> = new Set(ledger.recalledOrderIds())

  const endedSince = (): number => clock.platform() - settings().doneLaneMinutes * MINUTE_MS

  /** A stop that nobody has seen stays, and what staff put back stays until they put it away. */
  const staysUntilSeen = ({ orderId, status, cancellationAcknowledgedAt }: OrderRecord): boolean =>
    recalled.has(orderId) || (status === 'CANCELLED' && cancellationAcknowledgedAt === undefined)

  /** Adds the delay alarm, once per order: what the timeline holds was rung, or seen by staff after its moment. */
  const withDelay = (ticket: Ticket, now: number): Ticket => {
    const at = delayAlarmAt(ticket, settings())
    if (at === undefined || ticket.alarm !== undefined) return ticket
    if (now < at) {
      delays.set(ticket.orderId, at)
      return ticket
    }
    const quietedAt = ledger.alarmQuietedAt(ticket.orderId)
    const isOver = ledger.countOf(ticket.orderId, DELAY_ALARM) > 0 || (quietedAt !== undefined && quietedAt >= at)
    return isOver ? ticket : { ...ticket, alarm: 'delayed' }
  }

  const drawn = (orderId: string): Ticket | undefined => {
    const record = ledger.order(orderId)
    leaving.delete(orderId)
    delays.delete(orderId)
    if (!record) return undefined
    if (record.endedAt !== undefined && !staysUntilSeen(record)) {
      if (record.endedAt < endedSince()) return undefined
      leaving.set(orderId, record.endedAt)
    }
    const { dialect, confirmDeadlineMinutes, preparationMinutes = USUAL_PREPARATION_MINUTES } = settings()
    const around = { isRecalled: recalled.has(orderId) }
    const source = ticketSourceOf(record, ledger, orders.of(orderId), around)
    const now = clock.platform()
    return withDelay(projectTicket(source, { dialect, confirmDeadlineMinutes, preparationMinutes }, now), now)
  }

  const draw = (orderId: string): Ticket | undefined => {
    const ticket = drawn(orderId)
    if (ticket === undefined) orders.forget(orderId)
    return ticket
  }

  return {
    refresh: (orderIds) => board.update(new Map(orderIds.map((orderId) => [orderId, draw(orderId)]))),
    orderIds: () => [...new Set([...ledger.boardOrders(endedSince()).map(({ orderId }) => orderId), ...recalled])],
    due() {
      const now = clock.platform()
      const since = endedSince()
      const isDue = (ticket: Ticket): boolean => {
        if (beginsToCall(ticket, now) || now >= (delays.get(ticket.orderId) ?? Number.POSITIVE_INFINITY)) return true
        if (ticket.lane === 'scheduled') return ticket.startAt !== undefined && ticket.startAt <= now
        return (leaving.get(ticket.orderId) ?? since) < since
      }
      return board
        .tickets()
        .filter(isDue)
        .map(({ orderId }) => orderId)
    },
    recallChanged() {
      recalled = new Set(ledger.recalledOrderIds())
    },
  }
}
