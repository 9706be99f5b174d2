import { type Order, type ParsedOrder, parseOrder } from '../../shared/order.ts'
import type { OrderCache } from '../storage/ports.ts'

/** Orders of the cache. Each text is parsed by the schema once: parsing costs more than the rest of a ticket. */
export type ParsedOrders = {
  of(orderId: string): ParsedOrder
  /** The order left the board. */
  forget(orderId: string): void
  /** The cache as the order reader uses it: an order that is saved together with its body is not parsed again. */
  readonly cache: OrderCache
}

export function createParsedOrders(cache: OrderCache): ParsedOrders {
  const known = new Map<string, { readonly text: string; readonly parsed: ParsedOrder }>()
  return {
    of(orderId) {
      const text = cache.text(orderId)
      if (text === undefined) {
        known.delete(orderId)
        return parseOrder(undefined)
      }
      const before = known.get(orderId)
      if (before?.text === text) return before.parsed
      const parsed = parseOrder(JSON.parse(text))
      known.set(orderId, { text, parsed })
      return parsed
    },
    forget: (orderId) => {
      known.delete(orderId)
    },
    cache: {
      ...cache,
      save(orderId, body, readAt, whole, order?: Order) {
        const text = cache.save(orderId, body, readAt, whole)
        if (order) known.set(orderId, { text, parsed: { ok: true, order } })
        return text
      },
    },
  }
}
