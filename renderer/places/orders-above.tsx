import { BellRing, OctagonX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { useBringTicket } from './bring-ticket.ts'

/** At most this many orders are named; the others are counted, to save space. */
const MAX_CHIPS = 8
/** Taps are ignored for this time, because a finger may have aimed at the button that was here before. */
const LATE_TAP_MS = 700

function Chip({ orderId }: { readonly orderId: string }) {
  const { store } = useWindowParts()
  const bringTicket = useBringTicket()
  const displayId = useComanda((state) => state.board.orders[orderId]?.displayId) ?? orderId
  const [shownAt] = useState(monotonicNow)
  const show = (): void => {
    if (monotonicNow() - shownAt < LATE_TAP_MS) return
    store.getState().hideDialog()
    // In the next frame the page is closed, and the ticket can take the focus.
    requestAnimationFrame(() => bringTicket(orderId))
  }
  return (
    <button type="button" className="announcement-chip" data-alarm-order={orderId} onClick={show}>
      <bdi>{displayId}</bdi>
    </button>
  )
}

function Row({ orderIds, isStop }: { readonly orderIds: readonly string[]; readonly isStop: boolean }) {
  const { t } = useTranslation()
  if (orderIds.length === 0) return null
  const Icon = isStop ? OctagonX : BellRing
  const count = orderIds.length
  return (
    <div className="announcement-orders" role={isStop ? 'alert' : 'status'} data-above={isStop ? 'stops' : 'new'}>
      <strong className="announcement-words">
        <Icon aria-hidden />
        {isStop ? t('board.stops', { count }) : t('alarm.ringing', { count })}
      </strong>
      {orderIds.slice(0, MAX_CHIPS).map((orderId) => (
        <Chip key={orderId} orderId={orderId} />
      ))}
      {count > MAX_CHIPS ? <strong>+{count - MAX_CHIPS}</strong> : null}
    </div>
  )
}

/**
 * Shown above every page of settings or dialogs: the cancelled and new orders that the page hides. A tap closes the page and
 * shows the ticket. Taps in the first moment are ignored, because the row appears where other buttons were.
 */
export function OrdersAbove() {
  const stops = useComanda((state) => state.board.stops)
  const fresh = useComanda((state) => state.board.lanes.new)
  const isPage = useComanda(({ dialog }) => dialog !== undefined && dialog.kind !== 'cancel' && dialog.kind !== 'code')
  if (!isPage || stops.length + fresh.length === 0) return null
  return (
    <div className="announcements orders-above" data-testid="orders-above" data-stop={stops.length > 0 || undefined}>
      <Row orderIds={stops} isStop />
      <Row orderIds={fresh} isStop={false} />
    </div>
  )
}
