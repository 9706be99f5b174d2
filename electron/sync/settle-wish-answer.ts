import { isOver } from '../../shared/order/lifecycle.ts'
import { openWish, undeniedWishes } from '../../shared/order/moves/moves.ts'
import type { StoredEvent, Tap, TapChange } from '../storage/ports.ts'
import { POLLED_WITHIN_MS, type Reading, refusedBy } from './reading.ts'

/**
 * What a read means for the answer to a customer who asks to cancel (docs/protocol.md, "Open Delivery 1.x"). An answer to a
 * wish that is over or was replaced is withdrawn. The platform answers at once, so an accepted denial needs no event.
 */
export function settleWishAnswer(tap: Tap, reading: Reading, events: readonly StoredEvent[]): TapChange | undefined {
  const { tapId, state, action, args } = tap
  const { status, beganAt, at } = reading
  const confirmed: TapChange = { tapId, state: 'confirmed', settledAt: at, onlyFrom: [state] }
  const isDenial = action === 'denyCancellation'
  if (status === 'CANCELLED') return isDenial ? refusedBy(reading, tap, 'order-cancelled') : confirmed
  const isUnsent = state === 'held' || (state === 'queued' && tap.attempts === 0)
  if (isUnsent) {
    const isWanted = !isOver(status) && openWish(status, events)?.eventId === args.wish
    return isWanted ? undefined : refusedBy(reading, tap, 'wish-over')
  }
  const isDenied = !undeniedWishes(events).some(({ eventId }) => eventId === args.wish)
  if (isDenied || isOver(status)) return isDenial ? confirmed : refusedBy(reading, tap, 'wish-over')
  const isAnsweredBefore = beganAt >= (tap.answeredAt ?? Number.POSITIVE_INFINITY)
  if (state === 'sent') return isDenial && isAnsweredBefore ? confirmed : undefined
  const isPatienceOver = beganAt >= (tap.answeredAt ?? Number.POSITIVE_INFINITY) + POLLED_WITHIN_MS
  return state === 'disputed' && isPatienceOver ? refusedBy(reading, tap, 'invalid-transition') : undefined
}
