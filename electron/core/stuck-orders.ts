import { orderIn } from '../../shared/order/order.ts'
import { partsOfKey, type Slot, ticketKey } from '../../shared/ticket/ticket-key.ts'
import { type DuringOrder, unmarked, type WorkMark } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { ReadBody, ShapedBody } from '../platform/shaped-body.ts'
import type { Facts, Ledger, OrderCache } from '../storage/ports.ts'

/** Ends of the program during work on an order after which it is shown by its number alone. */
const ENDS = 2
/** An end because the main loop stood is no accident. */
const ENDS_OF_A_HANG = ENDS
const MAX_REMEMBERED = 50

/** Orders whose data ended the program. */
export type StuckOrders = { readonly during: DuringOrder; readonly has: (orderId: string) => boolean }

export const NO_STUCK_ORDERS: StuckOrders = { during: unmarked, has: () => false }

/** The mark for the orders of one connection. The file names them by their keys. */
export function markOfSlot(
  { left, during }: Pick<WorkMark, 'left' | 'during'>,
  slot: Slot,
): Pick<WorkMark, 'left' | 'during'> {
  const named = left?.orderId === undefined ? undefined : partsOfKey(left.orderId)
  return {
    left: (named?.slot ?? 1) === slot ? left && { ...left, orderId: named?.orderId } : undefined,
    during: (orderId, work) => during(ticketKey(slot, orderId), work),
  }
}

/**
 * Remembers the order during whose work the last run ended, over restarts and until another version of the program may be able to
 * read it. Its stored text is dropped, and of its later reads only the status is kept.
 */
export function openStuckOrders(parts: {
  readonly mark: Pick<WorkMark, 'left' | 'during'>
  readonly stored: Facts['stuckOrders']
  readonly cache: Pick<OrderCache, 'save' | 'saveEarlier'>
  readonly ledger: Pick<Ledger, 'order'>
  readonly version: string
  readonly log: Pick<Log, 'error'>
}): StuckOrders {
  const { mark, stored, cache, ledger, version, log } = parts
  const before = stored.get()
  const known = (before.version === version ? before.orders : []).filter(({ orderId }) => ledger.order(orderId))
  const { left } = mark
  const orderId = left?.orderId
  if (left !== undefined) log.error(left.isHung ? 'main-loop-hung' : 'work-not-ended', { orderId })
  const isKnown = orderId !== undefined && ledger.order(orderId) !== undefined
  const earlier = known.find((one) => one.orderId === orderId)?.ends ?? 0
  const orders = isKnown
    ? [
        ...known.filter((one) => one.orderId !== orderId),
        { orderId, ends: earlier + (left?.isHung ? ENDS_OF_A_HANG : 1) },
      ].slice(-MAX_REMEMBERED)
    : known
  if (isKnown || orders.length !== before.orders.length) stored.set({ version, orders })
  const stuck = new Set(orders.flatMap((one) => (one.ends >= ENDS ? [one.orderId] : [])))
  if (isKnown && stuck.has(orderId)) {
    log.error('order-stuck', { orderId })
    // No read happened at this time: the order is read again.
    cache.save(orderId, { id: orderId }, 0)
    cache.saveEarlier(orderId, undefined)
  }
  return { during: mark.during, has: (one) => stuck.has(one) }
}

function statusAlone(body: ShapedBody): ShapedBody {
  if (body.kind !== 'json') return body
  const order = orderIn(body.value)
  const textOf = (name: string): unknown => {
    const value: unknown = order instanceof Object ? Object.getOwnPropertyDescriptor(order, name)?.value : undefined
    return typeof value === 'string' ? value : undefined
  }
  return { kind: 'json', value: { id: textOf('id'), status: textOf('status') } }
}

/** Reads the bodies of orders under their mark, and of a stuck one nothing but its id and its status. */
export const guardedBodies =
  (read: ReadBody, stuck: StuckOrders): ReadBody =>
  async (text, contentType, shape, orderId) => {
    if (orderId === undefined) return read(text, contentType, shape)
    if (stuck.has(orderId)) return statusAlone(await read(text, contentType, undefined))
    return stuck.during(orderId, () => read(text, contentType, shape))
  }
