import { Ban, Hourglass, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { TapView, Ticket } from '../../shared/ticket/ticket.ts'
import { type TicketWarning, warningsOf } from '../../shared/ticket/ticket-warnings.ts'
import { mustStop } from '../store/board-state.ts'
import { useWords } from '../ui/window/window-parts.ts'
import { CancelReason } from './stop-notice.tsx'
import { TapStatusText } from './tap-status-text.tsx'
import { useBoardFacts } from './ticket-settings.ts'
import { TwinWords } from './twin-words.tsx'

/** The reason why a tap was refused or dropped: the program's text and the platform's. */
function Conflict({ tap }: { readonly tap: TapView }) {
  const t = useWords()
  return (
    <div className="tap-status" data-conflict role="alert">
      <TapStatusText tap={tap} />
      {tap.reason === undefined ? null : <p>{t(`conflict.${tap.reason}`)}</p>}
      {tap.detail === undefined ? null : <p>{tap.detail}</p>}
    </div>
  )
}

function CancellationState({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  if (ticket.cancelled) {
    return (
      <p className="cancellation">
        <Ban aria-hidden />
        <span>
          {mustStop(ticket) ? null : `${t('status.CANCELLED')}: `}
          <CancelReason ticket={ticket} />
        </span>
      </p>
    )
  }
  // The message of the refused tap already states it.
  const isAlreadyShown = ticket.tap?.truth === 'conflict' && ticket.tap.reason === 'cancellation-denied'
  if (ticket.cancellationRequest === undefined || isAlreadyShown) return null
  return (
    <p className="cancellation" data-cancellation={ticket.cancellationRequest} role="status">
      {ticket.cancellationRequest === 'waiting' ? <Hourglass aria-hidden /> : <Ban aria-hidden />}
      <span>
        {ticket.cancellationRequest === 'waiting' ? t('ticket.cancellationWaiting') : t('ticket.cancellationDenied')}
      </span>
    </p>
  )
}

function Warning({ name }: { readonly name: TicketWarning | 'changed' }) {
  const t = useWords()
  return (
    <p className="outdated" role="alert" data-warning={name}>
      <TriangleAlert aria-hidden />
      {t(`ticket.${name}`)}
    </p>
  )
}

/** The problems of an order. They come before its lines. */
export const TicketMessages = memo(function TicketMessages({
  ticket,
  hasTwins = true,
}: {
  readonly ticket: Ticket
  /** The counter names other ready orders itself. */
  readonly hasTwins?: boolean
}) {
  return (
    <div className="messages">
      <TicketFailure orderId={ticket.orderId} />
      {hasTwins ? <TwinWords ticket={ticket} /> : null}
      {warningsOf(ticket).map((name) => (
        <Warning key={name} name={name} />
      ))}
      {ticket.changes ? <Warning name="changed" /> : null}
      {[ticket.pairedTap, ticket.tap].map((tap) =>
        tap?.truth === 'conflict' ? <Conflict key={tap.tapId} tap={tap} /> : null,
      )}
      <CancellationState ticket={ticket} />
    </div>
  )
})

/** The reason why the last tap on this ticket failed. */
function TicketFailure({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const code = useBoardFacts().failures[orderId]
  if (code === undefined) return null
  return (
    <p className="failure" role="alert" data-failure={code}>
      {t(`failure.${code}`)}
    </p>
  )
}
