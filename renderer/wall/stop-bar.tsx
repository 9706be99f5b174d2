import { OctagonX, WifiOff } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { shortId } from '../../shared/ticket/short-id.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { shownLines } from '../../shared/ticket/ticket-cut.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { CancelReason, useAcknowledgment } from '../ticket/stop-notice.tsx'
import { useComanda, useFormats, useIsCut, useItemName, useWords } from '../ui/window/window-parts.ts'

/** Characters of an id that the bar has room for. */
const MAX_ID = 12
/** Letters are taller than their line, but not by a further line. */
const LINE_SLACK_PX = 8

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

/** What the bar tells about an order, the most first: 0 reason and dishes, 1 reason and how many dishes, 2 how many. */
const LEAST = 2

/** The first of the levels whose text fits its box. `text`: another one is tried from the first level on. */
function useFittingLevel(text: string): readonly [level: number, box: RefObject<HTMLSpanElement | null>] {
  const box = useRef<HTMLSpanElement>(null)
  const [level, setLevel] = useState(0)
  const fitted = useRef(text)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let width = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      setLevel(0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (fitted.current !== text) {
      fitted.current = text
      setLevel(0)
      return
    }
    const { current } = box
    if (current === null || level === LEAST) return
    const isTooHigh = current.scrollHeight > current.clientHeight + LINE_SLACK_PX
    if (isTooHigh || current.scrollWidth > current.clientWidth + 1) setLevel(level + 1)
  }, [text, level])
  return [level, box]
}

/** The reason and all dishes of a cancelled order; never a part of them. Its ticket on the wall has the rest. */
function About({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const nameOf = useItemName()
  const { shown, more } = shownLines(ticket.lines, ticket)
  const dishes = shown.map(({ name, quantity, unit }) => `${formats.quantity(quantity, unit)}\u00a0${nameOf(name)}`)
  const { reason, code } = ticket.cancelled ?? {}
  const [level, box] = useFittingLevel([reason, code, ticket.cancellationAnnounced, more, ...dishes].join('\n'))
  const isComplete = level === 0 && more === 0
  return (
    <span className="stop-bar-about" ref={box} data-level={level}>
      {level < LEAST ? (
        <span className="stop-bar-reason">
          <CancelReason ticket={ticket} />
        </span>
      ) : ticket.cancellationAnnounced ? (
        <span className="stop-bar-reason">{t('stop.unverified')}</span>
      ) : null}
      {dishes.length + more === 0 ? null : (
        <span className="stop-bar-lines">
          {isComplete ? dishes.join(' · ') : t('stop.dishes', { count: dishes.length + more })}
        </span>
      )}
    </span>
  )
}

/** The cancelled order that the bar is about. A tap on its text shows its ticket; the button acknowledges it. */
function Stop({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const bringTicket = useBringTicket()
  const { orderId, displayId } = ticket
  const { isCoolingDown, acknowledge } = useAcknowledgment(orderId)
  return (
    <div className="stop-bar-order">
      <button
        type="button"
        className="stop-bar-show"
        data-stop-order={orderId}
        data-alarm-order={orderId}
        onClick={() => bringTicket(orderId)}
      >
        <span className="visually-hidden">{t('alarm.stopShow', { displayId })}</span>
        <strong aria-hidden>
          <bdi>{shortId(displayId, MAX_ID)}</bdi>
        </strong>
        <About ticket={ticket} />
      </button>
      <button
        type="button"
        className="act stop-button"
        data-command="acknowledge-stop"
        aria-disabled={isCoolingDown || undefined}
        onClick={acknowledge}
      >
        {t('action.acknowledge')}
      </button>
    </div>
  )
}

/** A further cancelled order. A tap shows its ticket, and then the bar is about it. */
function OtherStop({ ticket, choose }: { readonly ticket: Ticket; readonly choose: () => void }) {
  const t = useWords()
  const bringTicket = useBringTicket()
  const { orderId, displayId, cancellationAnnounced } = ticket
  return (
    <button
      type="button"
      className="announcement-chip"
      data-stop-order={orderId}
      data-alarm-order={orderId}
      onClick={() => {
        choose()
        bringTicket(orderId)
      }}
    >
      <span className="visually-hidden">{t('alarm.stopShow', { displayId })}</span>
      <bdi aria-hidden>{shortId(displayId, MAX_ID)}</bdi>{' '}
      {cancellationAnnounced ? <span className="stop-bar-unverified">{t('stop.unverified')}</span> : null}
    </button>
  )
}

/**
 * The cancelled orders that were not acknowledged, one after the other; the others are named and counted. They take the
 * header's place, above every dialog, so that nothing moves. Bad freshness stays in it.
 */
export function StopBar() {
  const t = useWords()
  const formats = useFormats()
  const stops = useComanda((state) => state.board.stops)
  const orders = useComanda((state) => state.board.orders)
  const [chosen, choose] = useState<string>()
  const tickets = stops.flatMap((orderId) => orders[orderId] ?? [])
  const shown = tickets.find(({ orderId }) => orderId === chosen) ?? tickets[0]
  if (shown === undefined) return null
  const others = tickets.filter((one) => one !== shown)
  return createPortal(
    <div className="stop-bar announcements" data-testid="stop-strip" data-react-aria-top-layer="true" role="alert">
      <strong className="stop-bar-word">
        <OctagonX aria-hidden />
        {t('stop.title')}
        <span className="visually-hidden">{t('board.stops', { count: tickets.length })}</span>
      </strong>
      {/* With another list the stop takes another place: it is a new element, so that its button rests. */}
      <Stop key={`${stops.join(' ')} ${shown.orderId}`} ticket={shown} />
      {others.length === 0 ? null : (
        <>
          <span className="stop-bar-count">
            {t('stop.position', {
              position: formats.whole(tickets.indexOf(shown) + 1),
              total: formats.whole(tickets.length),
            })}
          </span>
          <div className="stop-bar-others">
            {others.map((ticket) => (
              <OtherStop key={ticket.orderId} ticket={ticket} choose={() => choose(ticket.orderId)} />
            ))}
          </div>
        </>
      )}
      <CutMark />
    </div>,
    document.body,
  )
}
