import { isOver } from '../../shared/order/lifecycle.ts'
import { endOfDispute, isReplied, openWish, undeniedWishes } from '../../shared/order/moves/moves.ts'
import { wishFactsOf, wishIdOf } from '../../shared/order/moves/wish.ts'
import { foldedWord } from '../../shared/order/vocabulary.ts'
import type { StoredEvent, Tap, TapChange } from '../storage/ports.ts'
import { POLLED_WITHIN_MS, type Reading, refusedBy } from './reading.ts'

const isOpen = (status: string, events: readonly StoredEvent[], id: string | undefined): boolean => {
  const wish = openWish(status, events)
  return wish !== undefined && wishIdOf(wish) === id
}

/** The end of a dispute that each answer wants. An offer is made before the end, which is the customer's. */
const WANTED: Readonly<Record<string, string>> = { denyCancellation: 'REJECTED', acceptCancellation: 'ACCEPTED' }

/** Whether the end of a dispute is what this answer wanted. */
const isSaidBy = (action: Tap['action'], end: string): boolean => foldedWord(end) === WANTED[action]

/** An offer was made, and the customer did not take it. */
export const settleMadeOffer = (tap: Tap, reading: Reading, events: readonly StoredEvent[]): TapChange | undefined => {
  const end = endOfDispute(tap.args.wish ?? '', events)?.metadata?.reason
  return end === undefined || foldedWord(end) === 'ACCEPTED' ? undefined : refusedBy(reading, tap, 'offer-refused')
}

/**
 * What a read means for the answer to a customer who asks to cancel (docs/protocol.md, "Open Delivery 1.x"). An answer to a
 * wish that is over or was replaced is withdrawn. The platform answers at once, so an accepted denial needs no event.
 */
export function settleWishAnswer(tap: Tap, reading: Reading, events: readonly StoredEvent[]): TapChange | undefined {
  const { tapId, state, action, args } = tap
  const { status, beganAt, at } = reading
  const confirmed: TapChange = { tapId, state: 'confirmed', settledAt: at, onlyFrom: [state] }
  const isDenial = action === 'denyCancellation'
  const isOffer = action === 'offer'
  if (status === 'CANCELLED') return isDenial || isOffer ? refusedBy(reading, tap, 'order-cancelled') : confirmed
  const isUnsent = state === 'held' || (state === 'queued' && tap.attempts === 0)
  if (isUnsent) {
    return isOpen(status, events, args.wish) ? undefined : refusedBy(reading, tap, 'wish-over')
  }
  if (isOffer && (state === 'sent' || isReplied(args.wish ?? '', events)))
    return settleMadeOffer(tap, reading, events) ?? confirmed
  const end = endOfDispute(args.wish ?? '', events)?.metadata?.reason
  if (end !== undefined) return isSaidBy(action, end) ? confirmed : refusedBy(reading, tap, 'wish-over')
  const wish = undeniedWishes(events).find((event) => wishIdOf(event) === args.wish)
  const isDispute = wish !== undefined && wishFactsOf(wish) !== undefined
  const isDenied = wish === undefined
  if (isDenied || (!isDispute && isOver(status))) return isDenial ? confirmed : refusedBy(reading, tap, 'wish-over')
  const isAnsweredBefore = beganAt >= (tap.answeredAt ?? Number.POSITIVE_INFINITY)
  if (state === 'sent') return (isDenial || isDispute) && isAnsweredBefore ? confirmed : undefined
  const isPatienceOver = beganAt >= (tap.answeredAt ?? Number.POSITIVE_INFINITY) + POLLED_WITHIN_MS
  return state === 'disputed' && isPatienceOver ? refusedBy(reading, tap, 'invalid-transition') : undefined
}
