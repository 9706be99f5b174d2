import type { TapView, Ticket } from './ticket.ts'

/** The state of the last request to cancel; `undefined` when none is open or denied. */
export function cancellationRequestOf(taps: readonly TapView[], isCancelled: boolean): Ticket['cancellationRequest'] {
  const request = taps.findLast((tap) => tap.action === 'requestCancellation')
  if (!request || isCancelled) return undefined
  if (request.reason === 'cancellation-denied') return 'denied'
  return request.truth === 'sent' ? 'waiting' : undefined
}

/** The first tap of a touch that made two; `undefined` when the last tap was made alone. */
export const pairedTapOf = (taps: readonly TapView[]): TapView | undefined => {
  const follows = taps.at(-1)?.follows
  return follows === undefined ? undefined : taps.find((tap) => tap.tapId === follows)
}
