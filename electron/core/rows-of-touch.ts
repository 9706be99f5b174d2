import type { ActArgs } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { isWishAnswer, type OrderAction } from '../../shared/order/lifecycle.ts'
import { fittingOffer } from '../../shared/order/moves/offer.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import type { Lane, Ticket } from '../../shared/ticket/ticket.ts'
import { acceptanceFacts } from '../../shared/ticket/ticket-handling.ts'
import type { NewTap } from '../storage/ports.ts'

const SECOND_MS = 1_000
/** A screen states the age of its tap. No tap waits longer; a larger number would make a time that no window can show. */
const LONGEST_AGE_MS = 7 * 86_400_000

/** A screen's tap also has its age in ms and the name of the screen. */
export type TouchOrigin = { readonly tapId: string; readonly ageMs?: number; readonly by?: string }

/** The outbox rows of one touch, and the id of the last one. */
export type Touch = { readonly taps: readonly [NewTap, ...NewTap[]]; readonly lastTapId: string }

type TouchContext = {
  readonly settings: Settings
  /** Platform time, epoch ms. */
  readonly now: number
  readonly newId: () => string
  /** Actions that the platform declares as unsupported. */
  readonly isUnsupported?: ((action: OrderAction) => boolean) | undefined
}

/** Why the order goes on, with the code that fits its state (docs/protocol.md, "Open Delivery 1.x"). */
function denialOf(lane: Lane | undefined, { locale }: Settings) {
  const { action, wish } = LANGUAGES[locale]
  return lane === 'done'
    ? { code: 'OUT_FOR_DELIVERY', reason: wish.onItsWay }
    : { code: 'DISH_ALREADY_DONE', reason: action.denyCancellation }
}

/** The reason that the platform wants with an acceptance is the first of its list. */
const acceptanceOf = (wish: Ticket['wish']) =>
  wish?.acceptReason === undefined ? {} : { cancellation: { code: wish.acceptReason, reason: wish.acceptReason } }

/** One row for the action. With `confirmStartsPreparation` an acceptance has a second row, which starts the preparation. */
export function rowsOfTouch(
  known: Pick<Ticket, 'lane' | 'hereOnly' | 'createdAt' | 'wish'> | undefined,
  { orderId, action, cancellation, preparationMinutes, offer }: ActArgs,
  { tapId, ageMs: statedAgeMs = 0, by }: TouchOrigin,
  { settings, now, newId, isUnsupported }: TouchContext,
): Touch {
  const ageMs = Math.min(statedAgeMs, LONGEST_AGE_MS)
  const tappedAt = now - ageMs
  const undoLeftMs = settings.undoSeconds * SECOND_MS - ageMs
  const times = { orderId, tappedAt, holdUntil: undoLeftMs > 0 ? now + undoLeftMs : tappedAt }
  const minutes = preparationMinutes ?? settings.preparationMinutes
  const origin = by === undefined ? {} : { by }
  const isHere = (one: OrderAction): boolean => known?.hereOnly?.includes(one) === true
  const args = {
    ...origin,
    ...(isHere(action) ? { here: true as const } : {}),
    ...(action === 'confirm' ? acceptanceFacts(known) : {}),
    ...(isWishAnswer(action) && known?.wish ? { wish: known.wish.id } : {}),
    ...(action === 'denyCancellation' ? { cancellation: denialOf(known?.lane, settings) } : {}),
    ...(action === 'acceptCancellation' ? acceptanceOf(known?.wish) : {}),
    ...(action === 'offer' ? { offer: fittingOffer(offer, known?.wish?.offers ?? []) } : {}),
    ...(action === 'confirm' && minutes !== undefined ? { preparationMinutes: minutes } : {}),
    ...(action === 'requestCancellation' && cancellation ? { cancellation } : {}),
  }
  const tap: NewTap = { ...times, tapId, action, args }
  // A scheduled order is accepted only; to start it would have it cooked too early.
  const startsToo =
    settings.confirmStartsPreparation && action === 'confirm' && (known?.lane ?? 'scheduled') !== 'scheduled'
  if (!startsToo || isUnsupported?.('preparing')) return { taps: [tap], lastTapId: tapId }
  const here = isHere('preparing') ? { here: true as const } : {}
  const next: NewTap = { ...times, tapId: newId(), action: 'preparing', args: { ...origin, ...here, follows: tapId } }
  return { taps: [tap, next], lastTapId: next.tapId }
}
