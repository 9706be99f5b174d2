import type { ActArgs } from '../../shared/contract.ts'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import type { NewTap } from '../storage/ports.ts'

const SECOND_MS = 1_000
/** A screen states the age of its tap. No tap waits longer; a larger number would make a time that no window can show. */
const LONGEST_AGE_MS = 7 * 86_400_000

/** A screen's tap also has its age in ms and the name of the screen. */
export type TouchOrigin = {
  readonly tapId: string
  readonly ageMs?: number
  readonly by?: string
}

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

/** One row for the action. With `confirmStartsPreparation` an acceptance has a second row, which starts the preparation. */
export function rowsOfTouch(
  known: Ticket,
  { orderId, action, cancellation, preparationMinutes }: ActArgs,
  { tapId, ageMs: statedAgeMs = 0, by }: TouchOrigin,
  { settings, now, newId, isUnsupported }: TouchContext,
): Touch {
  const ageMs = Math.min(statedAgeMs, LONGEST_AGE_MS)
  const tappedAt = now - ageMs
  const undoLeftMs = settings.undoSeconds * SECOND_MS - ageMs
  const times = { orderId, tappedAt, holdUntil: undoLeftMs > 0 ? now + undoLeftMs : tappedAt }
  const minutes = preparationMinutes ?? settings.preparationMinutes
  const origin = by === undefined ? {} : { by }
  const args = {
    ...origin,
    ...(action === 'confirm' && minutes !== undefined ? { preparationMinutes: minutes } : {}),
    ...(action === 'requestCancellation' && cancellation ? { cancellation } : {}),
  }
  const tap: NewTap = { ...times, tapId, action, args }
  // A scheduled order is accepted only; to start it would have it cooked too early.
  const startsToo = settings.confirmStartsPreparation && action === 'confirm' && known.lane !== 'scheduled'
  if (!startsToo || isUnsupported?.('preparing')) return { taps: [tap], lastTapId: tapId }
  const next: NewTap = { ...times, tapId: newId(), action: 'preparing', args: { ...origin, follows: tapId } }
  return { taps: [tap, next], lastTapId: next.tapId }
}
