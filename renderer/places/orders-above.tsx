import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { monotonicNow } from '../store/monotonic-now.ts'
import { isOfOneOrder } from '../store/state.ts'
import { useComanda, useWords } from '../ui/window/window-parts.ts'
import { useBringTicket } from './bring-ticket.ts'

/** At most this many orders are named, and of these those that fit; the words count all. */
const MAX_CHIPS = 8
/** Taps are ignored for this time, because a finger may have aimed at the button that was here before. */
const LATE_TAP_MS = 700

function Chip({ orderId }: { readonly orderId: string }) {
  const bringTicket = useBringTicket()
  const displayId = useComanda((state) => state.board.orders[orderId]?.displayId) ?? orderId
  const [shownAt] = useState(monotonicNow)
  const show = (): void => {
    if (monotonicNow() - shownAt >= LATE_TAP_MS) bringTicket(orderId)
  }
  return (
    <button type="button" className="announcement-chip" data-alarm-order={orderId} onClick={show}>
      <bdi>{displayId}</bdi>
    </button>
  )
}

/**
 * The new orders that a page of settings or a dialog hides. A tap closes the page and shows the ticket. Taps in the first
 * moment are ignored: other buttons were there.
 */
export function OrdersAbove() {
  const t = useWords()
  const stops = useComanda((state) => state.board.stops)
  const fresh = useComanda((state) => state.board.lanes.new).filter((orderId) => !stops.includes(orderId))
  const isPage = useComanda(({ dialog }) => dialog !== undefined && !isOfOneOrder(dialog))
  const count = fresh.length
  if (!isPage || count === 0) return null
  return (
    <div className="announcements orders-above" data-testid="orders-above" role="status">
      <strong className="announcement-words">
        <BellRing aria-hidden />
        {t('alarm.ringing', { count })}
      </strong>
      <div className="announcement-chips">
        {fresh.slice(0, MAX_CHIPS).map((orderId) => (
          <Chip key={orderId} orderId={orderId} />
        ))}
      </div>
    </div>
  )
}
