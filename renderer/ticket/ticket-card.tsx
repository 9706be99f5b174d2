import { memo, type ReactNode, type Ref, useContext } from 'react'
import type { Ticket } from '../../shared/ticket.ts'
import { urgencyOf } from '../../shared/urgency.ts'
import { mustStop } from '../store/board-state.ts'
import { SightContext, useComanda, useTick, useWords } from '../window/window-parts.ts'
import { RolePartsContext } from './role-parts.ts'
import { StopNotice } from './stop-notice.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketFooter } from './ticket-footer.tsx'
import { LongLabels, TicketHeader } from './ticket-header.tsx'
import { TicketLines } from './ticket-lines.tsx'
import { TicketMessages } from './ticket-messages.tsx'
import { TicketSettingsContext } from './ticket-settings.ts'
import { useReportDrawn } from './use-report-drawn.ts'
import { orderTypeWord, statusWord } from './words.ts'

/** What the board adds to a ticket: its position, its size and its marks. */
export type TicketFrame = {
  readonly ref?: Ref<HTMLElement>
  readonly className?: string
  readonly style?: React.CSSProperties
  /** How its lines are divided: into adjacent columns, or into parts that the user turns. */
  readonly flow?: 'columns' | 'turned' | undefined
  /** Whether it reserves space for the button that turns it. */
  readonly turns?: boolean
  readonly isSelected?: boolean
  /** Another element represents the order in the document. */
  readonly isCopy?: boolean
  /** The key of the bump bar that selects it. */
  readonly keyNumber?: number | undefined
  /** Shown between its head and its lines. */
  readonly parts?: ReactNode
}

/** The content of a ticket. It is drawn again when the order changes, not when the ticket moves. */
const Content = memo(function Content({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  useReportDrawn(ticket)
  if (ticket.reading !== 'read') {
    return (
      <p className="ticket-unread" role="status">
        {t(ticket.reading === 'loading' ? 'ticket.loading' : 'ticket.unreadable')}
      </p>
    )
  }
  // The counter needs code, courier and payment first; the kitchen needs the items.
  const isAtCounter = ticket.lane === 'ready' || ticket.lane === 'done'
  return (
    <>
      {isAtCounter ? <TicketFacts ticket={ticket} /> : null}
      <TicketLines ticket={ticket} />
      <LongLabels ticket={ticket} />
    </>
  )
})

/** A ticket without its buttons: for the board's tickets and the preview in the settings. */
export function TicketFace({ ticket, frame }: { readonly ticket: Ticket; readonly frame?: TicketFrame | undefined }) {
  const settings = useComanda((state) => state.settings)
  const urgency = useTick((now) => urgencyOf(ticket, settings?.ageMinutes, now))
  return (
    <TicketSettingsContext value={settings}>
      {mustStop(ticket) ? <StopNotice ticket={ticket} /> : null}
      <TicketHeader ticket={ticket} urgency={urgency} keyNumber={frame?.keyNumber} />
      {frame?.parts}
      <div className="ticket-body">
        <div className="ticket-flow">
          <TicketMessages ticket={ticket} />
          <Content ticket={ticket} />
        </div>
      </div>
    </TicketSettingsContext>
  )
}

/**
 * Whether the ticket flashes: its alarm rings and it is visible. A hidden ticket does not flash, because the animation would
 * make the browser draw every frame.
 */
export function useFlash({ alarm, cancelled }: Ticket): true | undefined {
  const isInSight = useContext(SightContext)
  return (alarm !== undefined && cancelled === undefined && isInSight) || undefined
}

/** An order's ticket with its content and its buttons. */
export function TicketArticle({
  ticket,
  frame,
}: {
  readonly ticket: Ticket
  readonly frame?: TicketFrame | undefined
}) {
  const t = useWords()
  const { orderId, displayId, status, lane, orderType } = ticket
  const { Footer = TicketFooter } = useContext(RolePartsContext)
  const flashes = useFlash(ticket)
  const stops = mustStop(ticket)
  return (
    <article
      ref={frame?.ref}
      className={`ticket ${frame?.className ?? ''}`}
      style={frame?.style}
      tabIndex={-1}
      {...(frame?.isCopy ? { 'aria-hidden': true } : { 'data-order-id': orderId })}
      data-status={status}
      data-lane={lane}
      data-reading={ticket.reading}
      data-stop={stops || undefined}
      data-flash={flashes}
      data-selected={frame?.isSelected || undefined}
      data-flow={frame?.flow}
      data-turns={frame?.turns || undefined}
      aria-label={t('ticket.label', {
        displayId,
        type: orderTypeWord(t, orderType),
        status: statusWord(t, status),
      })}
    >
      <TicketFace ticket={ticket} frame={frame} />
      {stops ? null : <Footer ticket={ticket} />}
    </article>
  )
}

/** One order. It subscribes to its own order: a change of another order does not draw it again. */
export const TicketCard = memo(function TicketCard({ orderId }: { readonly orderId: string }) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  return ticket ? <TicketArticle ticket={ticket} /> : null
})
