import { OctagonX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBringTicket } from '../places/bring-ticket.ts'
import { CancelReason, useAcknowledgment } from '../ticket/stop-notice.tsx'
import { useItemName } from '../window/item-name.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'

/** One cancelled order. A tap on its text shows its ticket; the button acknowledges it. */
function Stop({ orderId, isAlone }: { readonly orderId: string; readonly isAlone: boolean }) {
  const { t } = useTranslation()
  const bringTicket = useBringTicket()
  const formats = useFormats()
  const nameOf = useItemName()
  const { isCoolingDown, acknowledge } = useAcknowledgment(orderId)
  const ticket = useComanda((state) => state.board.orders[orderId])
  if (!ticket) return null
  const { displayId, lines } = ticket
  return (
    <div className="stop-bar-order" data-alone={isAlone || undefined}>
      <button
        type="button"
        className="stop-bar-show"
        data-stop-order={orderId}
        data-alarm-order={orderId}
        onClick={() => bringTicket(orderId)}
      >
        <span className="visually-hidden">{t('alarm.stopShow', { displayId })}</span>
        <strong aria-hidden>
          <bdi>{displayId}</bdi>
        </strong>
        {isAlone ? (
          <span className="stop-bar-about">
            <CancelReason ticket={ticket} />
            <s>
              {lines
                .map(({ name, quantity, unit }) => `${formats.quantity(quantity, unit)} ${nameOf(name)}`)
                .join(' · ')}
            </s>
          </span>
        ) : null}
      </button>
      <button
        type="button"
        className="act stop-button"
        data-command="acknowledge-stop"
        aria-disabled={isCoolingDown || undefined}
        onClick={acknowledge}
      >
        {t(isAlone ? 'action.acknowledge' : 'actionShort.acknowledge')}
      </button>
    </div>
  )
}

/**
 * The cancelled orders that were not acknowledged, above all tickets. It covers the choices of the board and moves no
 * ticket. The way to other pages stays free, because orders there may be ringing.
 */
export function StopBar() {
  const { t } = useTranslation()
  const stops = useComanda((state) => state.board.stops)
  if (stops.length === 0) return null
  // With another list each stop takes another place: it is a new element, so that its button rests.
  const list = stops.join(' ')
  return (
    <div className="stop-bar announcements" data-testid="stop-strip" role="alert">
      <strong className="stop-bar-word">
        <OctagonX aria-hidden />
        {t('stop.title')}
        <span className="visually-hidden">{t('board.stops', { count: stops.length })}</span>
      </strong>
      {stops.map((orderId) => (
        <Stop key={`${list} ${orderId}`} orderId={orderId} isAlone={stops.length === 1} />
      ))}
    </div>
  )
}
