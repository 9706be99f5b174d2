import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { useComanda, useTick } from '../app/window-parts.ts'
import { mustStop } from '../store/projection.ts'
import { StopNotice } from './stop-notice.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { LastTap, TicketFooter } from './ticket-footer.tsx'
import { TicketHeader } from './ticket-header.tsx'
import { TicketLines } from './ticket-lines.tsx'
import { urgencyOf } from './urgency.ts'
import { orderTypeWord, statusWord } from './words.ts'

function Body({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation()
  if (ticket.reading !== 'read') {
    return (
      <p className="ticket-unread" role="status">
        {t(ticket.reading === 'loading' ? 'ticket.loading' : 'ticket.unreadable')}
      </p>
    )
  }
  // The counter looks for code, courier and money first; the kitchen for the food.
  const isAtCounter = ticket.lane === 'ready' || ticket.lane === 'done'
  return (
    <>
      {isAtCounter ? <TicketFacts ticket={ticket} /> : null}
      <TicketLines ticket={ticket} />
      {isAtCounter ? null : <TicketFacts ticket={ticket} />}
    </>
  )
}

function Card({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation()
  const ageMinutes = useComanda((state) => state.settings?.ageMinutes)
  const urgency = useTick((now) => urgencyOf(ticket, ageMinutes, now))
  const { orderId, displayId, status, lane, orderType } = ticket
  const stops = mustStop(ticket)
  return (
    <article
      className="ticket"
      data-order-id={orderId}
      data-status={status}
      data-lane={lane}
      data-reading={ticket.reading}
      data-urgency={urgency}
      data-stop={stops || undefined}
      aria-label={t('ticket.label', {
        displayId,
        type: orderTypeWord(t, orderType),
        status: statusWord(t, status),
      })}
    >
      {stops ? <StopNotice ticket={ticket} /> : null}
      <TicketHeader ticket={ticket} urgency={urgency} />
      <Body ticket={ticket} />
      {stops ? <LastTap ticket={ticket} /> : <TicketFooter ticket={ticket} />}
    </article>
  )
}

/** One order. It follows its own order alone: a change of another order does not draw it again. */
export const TicketCard = memo(function TicketCard({ orderId }: { readonly orderId: string }) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  return ticket ? <Card ticket={ticket} /> : null
})
