import type { CallResult } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { type Order, type ParsedOrder, parseOrder } from '../../shared/order/order.ts'
import { partsOf, wholeOrderText, withOwnRemovals } from '../../shared/order/order-whole.ts'
import { fail, ok } from '../../shared/result.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import { type DuringOrder, unmarked } from '../liveness/work-mark.ts'
import type { OrderCache } from '../storage/ports.ts'
import type { Board } from './board.ts'

/** Returns one part of the text of an order that is larger than its ticket. `parts`: how many there are. */
export const createWholeOrder =
  (
    board: Pick<Board, 'ticket'>,
    cache: Pick<OrderCache, 'body' | 'whole'>,
    settings: () => Settings,
    duringOrder: DuringOrder = unmarked,
  ) =>
  (orderId: string, part: number): CallResult<{ readonly text: string; readonly parts: number }> => {
    if (board.ticket(orderId) === undefined) return fail('unknown-order', 'No such order on the board')
    return duringOrder(orderId, () => {
      const stored = cache.whole(orderId) ?? wholeOrderText(cache.body(orderId))
      const parts = partsOf(stored)
      const text = parts[part]?.trimEnd() ?? ''
      return ok({ text: withOwnRemovals(text, kitchenWordsOf(settings()).removal), parts: parts.length })
    })
  }

/** Orders of the cache. Each text is parsed by the schema once: parsing costs more than the rest of a ticket. */
export interface ParsedOrders {
  of(orderId: string): ParsedOrder
  /** The order left the board. */
  forget(orderId: string): void
  /** The cache as the order reader uses it: an order that is saved together with its body is not parsed again. */
  readonly cache: Omit<OrderCache, 'save'> & {
    save(orderId: string, body: unknown, readAt: number, whole?: string, order?: Order): string
  }
}

export function createParsedOrders(cache: OrderCache, duringOrder: DuringOrder = unmarked): ParsedOrders {
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
      const parsed = duringOrder(orderId, () => parseOrder(JSON.parse(text)))
      known.set(orderId, { text, parsed })
      return parsed
    },
    forget: (orderId) => {
      known.delete(orderId)
    },
    cache: {
      ...cache,
      save(orderId: string, body: unknown, readAt: number, whole?: string, order?: Order): string {
        const text = cache.save(orderId, body, readAt, whole)
        if (order) known.set(orderId, { text, parsed: { ok: true, order } })
        return text
      },
    },
  }
}
