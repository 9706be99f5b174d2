import { callSafely } from '../ui/window/call-safely.ts'
import type { WindowParts } from '../ui/window/window-parts.ts'
import type { PlacesStore } from './places-store.ts'
import { showTicket } from './show-ticket.ts'

type RecallParts = Pick<WindowParts, 'bridge' | 'store'> & { readonly places: PlacesStore }

/** Recalls the ticket that left the kitchen last. The platform is not informed. */
export function recallLast({ places, store, bridge }: RecallParts): void {
  const { lastBumped: orderId } = places.getState()
  if (orderId === undefined) return
  void callSafely(() => bridge.call['history:recall']({ orderId, recalled: true })).then((answer) => {
    if (!answer.ok) store.getState().showFailure(orderId, answer.code)
    // An order that was not recalled is in the panel of the finished ones.
    if (store.getState().board.orders[orderId]) showTicket(places, orderId, answer.ok ? undefined : 'done')
  })
}
