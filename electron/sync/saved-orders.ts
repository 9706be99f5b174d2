import { hasBegun, isOver } from '../../shared/order/lifecycle.ts'
import { type Order, parseOrder } from '../../shared/order/order.ts'
import { isSameOrder } from '../../shared/order/order-changes.ts'
import type { OrderCache } from '../storage/ports.ts'

/** A stored order that was still open; an ended one has lost its names and notes. */
function orderIn(text: string | undefined): Order | undefined {
  const parsed = text === undefined ? undefined : parseOrder(JSON.parse(text))
  return parsed?.ok && !isOver(parsed.order.status) ? parsed.order : undefined
}

/** The parts of the times that decide when the kitchen starts. */
const startOf = ({ timing: { orderTiming, schedule, preparationStartDateTime } = {} }: Order): string =>
  JSON.stringify([
    orderTiming,
    schedule?.scheduledDateTimeStart,
    schedule?.scheduledDateTimeEnd,
    preparationStartDateTime,
  ])

/** An order in work keeps the times by which it began, so that its age does not jump when the platform moves them. */
function withBegan(order: Order, before: Order | undefined): Order {
  if (before === undefined) return order
  const { comandaBegan, ...timing } = before.timing ?? {}
  const isMoved = hasBegun(order.status) && startOf(before) !== startOf(order)
  if (comandaBegan === undefined && !isMoved) return order
  const isAtOnce = timing.schedule === undefined && timing.preparationStartDateTime === undefined
  const began = comandaBegan ?? (isAtOnce ? { orderTiming: 'INSTANT' } : timing)
  return { ...order, timing: { ...order.timing, comandaBegan: began } }
}

/** A later read without items does not take the known ones away. The ticket says that a part cannot be read. */
const withKnownItems = (order: Order, before: Order | undefined): Order =>
  order.items.length === 0 && before !== undefined && before.items.length > 0
    ? { ...order, items: before.items, comandaUnread: (order.comandaUnread ?? 0) + 1 }
    : order

export type CacheOfReads = Pick<OrderCache, 'inTransaction' | 'text' | 'earlier' | 'saveEarlier'> & {
  /** Receives a body together with the order that was parsed from it. */
  save(orderId: string, body: unknown, readAt: number, whole: string | undefined, order: Order): void
}

/** `whole`: the text of the answer, if more of it is shown than the order has. */
type SavedRead = {
  readonly orderId: string
  readonly read: Order
  readonly whole: string | undefined
  readonly readAt: number
}

export type OrderChange = { readonly orderId: string; readonly before: Order; readonly now: Order }

/**
 * Saves the order of a read beside what staff have seen before. Returns the change, when lines or notes differ from those before
 * and the order was still open.
 */
export function saveOrder(
  cache: CacheOfReads,
  { orderId, read, whole, readAt }: SavedRead,
  at: number,
): OrderChange | undefined {
  const text = cache.text(orderId)
  const earlier = cache.earlier(orderId)
  const before = orderIn(text)
  const now = withKnownItems(read, before)
  const order = withBegan(now, before)
  cache.save(orderId, order, readAt, whole, order)
  if (text === undefined || before === undefined || isSameOrder(before, order)) return undefined
  const seen = orderIn(earlier?.text) ?? before
  const isAsSeen = isSameOrder(seen, order)
  cache.saveEarlier(orderId, isAsSeen ? undefined : { text: earlier?.text ?? text, changedAt: at })
  return { orderId, before, now }
}
