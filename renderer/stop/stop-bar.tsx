import { OctagonX, WifiOff } from 'lucide-react'
import { createPortal } from 'react-dom'
import { shownLines } from '../../shared/ticket/ticket-cut.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { CancelReason, useAcknowledgment } from '../ticket/stop-notice.tsx'
import { useComanda, useFormats, useIsCut, useItemName, useWords } from '../window/window-parts.ts'

/** That the connection is bad, while its message is covered. */
function CutMark() {
  const t = useWords()
  const isCut = useIsCut()
  return isCut ? (
    <span className="stop-bar-cut">
      <WifiOff aria-hidden />
      <span className="visually-hidden">{t('freshness.offlineNever')}</span>
    </span>
  ) : null
}

/** One cancelled order. A tap on its text shows its ticket; the button acknowledges it. */
function Stop({ orderId, isAlone }: { readonly orderId: string; readonly isAlone: boolean }) {
  const t = useWords()
  const bringTicket = useBringTicket()
  const formats = useFormats()
  const nameOf = useItemName()
  const { isCoolingDown, acknowledge } = useAcknowledgment(orderId)
  const ticket = useComanda((state) => state.board.orders[orderId])
  if (!ticket) return null
  const { displayId } = ticket
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
            <span>
              <CancelReason ticket={ticket} />
            </span>
            <span className="stop-bar-lines">
              {shownLines(ticket.lines, ticket).shown.map(({ lineId, name, quantity, unit }, index) => (
                <span key={lineId}>
                  {index === 0 ? null : ' · '}
                  {formats.quantity(quantity, unit)} {nameOf(name)}
                </span>
              ))}
            </span>
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
 * The cancelled orders that were not acknowledged. They take the header's place, above every dialog, so that nothing moves. Bad
 * freshness stays in it.
 */
export function StopBar() {
  const t = useWords()
  const stops = useComanda((state) => state.board.stops)
  if (stops.length === 0) return null
  // With another list each stop takes another place: it is a new element, so that its button rests.
  const list = stops.join(' ')
  return createPortal(
    <div className="stop-bar announcements" data-testid="stop-strip" data-react-aria-top-layer="true" role="alert">
      <strong className="stop-bar-word">
        <OctagonX aria-hidden />
        {t('stop.title')}
        <span className="visually-hidden">{t('board.stops', { count: stops.length })}</span>
      </strong>
      {stops.map((orderId) => (
        <Stop key={`${list} ${orderId}`} orderId={orderId} isAlone={stops.length === 1} />
      ))}
      <CutMark />
    </div>,
    document.body,
  )
}
