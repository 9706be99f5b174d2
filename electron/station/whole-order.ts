import type { CallResult } from '../../shared/contract.ts'
import { kitchenWordsOf } from '../../shared/kitchen-words.ts'
import { wholeOrderText, withOwnRemovals } from '../../shared/order-whole.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Settings } from '../../shared/settings.ts'
import type { OrderCache } from '../storage/ports.ts'
import type { Board } from './board.ts'

/** Characters of a long text that a window draws at once. */
const PART_CHARACTERS = 3_000

/** Returns one part of the text of an order that is larger than its ticket. `parts`: how many there are. */
export const createWholeOrder =
  (board: Pick<Board, 'ticket'>, cache: Pick<OrderCache, 'body' | 'whole'>, settings: () => Settings) =>
  (orderId: string, part: number): CallResult<{ readonly text: string; readonly parts: number }> => {
    if (board.ticket(orderId) === undefined) return fail('unknown-order', 'No such order on the board')
    const stored = cache.whole(orderId) ?? wholeOrderText(cache.body(orderId))
    const text = withOwnRemovals(stored, kitchenWordsOf(settings()).removal)
    return ok({
      text: text.slice(part * PART_CHARACTERS, (part + 1) * PART_CHARACTERS).toWellFormed(),
      parts: Math.ceil(text.length / PART_CHARACTERS),
    })
  }
