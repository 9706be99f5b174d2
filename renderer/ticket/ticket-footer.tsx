import { Ban, Hourglass, Play, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TapView, Ticket } from '../../shared/ticket.ts'
import { useWindowParts } from '../app/window-parts.ts'
import { ActionButtons } from './action-buttons.tsx'
import { CancelReason } from './stop-notice.tsx'
import { useTicketCall } from './ticket-call.ts'
import { TicketFailure } from './ticket-failure.tsx'
import { TruthWords } from './truth-words.tsx'

/**
 * Stands where the button was that was tapped: the second tap of a nervous finger lands on the words, not on "undo".
 */
function HeldTap({ orderId, tap }: { readonly orderId: string; readonly tap: TapView }) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const { tapId } = tap
  return (
    <div className="held" data-truth="held">
      <p className="held-words" role="status">
        <TruthWords tap={tap} />
      </p>
      <div className="held-buttons">
        <button
          type="button"
          className="act"
          data-command="undo"
          onClick={() => void call(() => bridge.call['tap:undo']({ tapId }))}
        >
          <Undo2 aria-hidden />
          {t('action.undo')}
        </button>
        <button
          type="button"
          className="act"
          data-command="send-now"
          onClick={() => void call(() => bridge.call['tap:send-now']({ tapId }))}
        >
          {t('action.sendNow')}
        </button>
      </div>
    </div>
  )
}

/** How far the last tap has come; a refusal says why, in our words and in the platform's. */
function TruthMark({ tap }: { readonly tap: TapView }) {
  const { t } = useTranslation()
  return (
    <div className="truth" data-truth={tap.truth} role={tap.truth === 'conflict' ? 'alert' : 'status'}>
      <TruthWords tap={tap} />
      {tap.reason === undefined || tap.truth !== 'conflict' ? null : (
        <p className="truth-reason">{t(`conflict.${tap.reason}`)}</p>
      )}
      {tap.detail === undefined || tap.truth !== 'conflict' ? null : <p className="truth-detail">{tap.detail}</p>}
    </div>
  )
}

function CancellationState({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation()
  if (ticket.cancelled) {
    return (
      <p className="cancellation">
        <Ban aria-hidden />
        <span>
          {t('status.CANCELLED')}: <CancelReason ticket={ticket} />
        </span>
      </p>
    )
  }
  // The refused tap says it already.
  const isSaid = ticket.tap?.truth === 'conflict' && ticket.tap.reason === 'cancellation-denied'
  if (ticket.cancellationRequest === undefined || isSaid) return null
  return (
    <p className="cancellation" data-cancellation={ticket.cancellationRequest} role="status">
      {ticket.cancellationRequest === 'waiting' ? <Hourglass aria-hidden /> : <Ban aria-hidden />}
      <span>
        {ticket.cancellationRequest === 'waiting' ? t('ticket.cancellationWaiting') : t('ticket.cancellationDenied')}
      </span>
    </p>
  )
}

function StartByHand({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  return (
    <button
      type="button"
      className="act"
      data-command="start-by-hand"
      onClick={() => void call(() => bridge.call['order:start-by-hand']({ orderId }))}
    >
      <Play aria-hidden />
      {t('action.startByHand')}
    </button>
  )
}

function Tap({ ticket: { orderId, tap } }: { readonly ticket: Ticket }) {
  if (tap === undefined) return null
  return tap.truth === 'held' ? <HeldTap orderId={orderId} tap={tap} /> : <TruthMark tap={tap} />
}

/** What became of the last tap, for a ticket on which nothing else can be done. */
export function LastTap({ ticket }: { readonly ticket: Ticket }) {
  return (
    <footer className="ticket-foot">
      <Tap ticket={ticket} />
    </footer>
  )
}

/** What was done and what can be done next. */
export function TicketFooter({ ticket }: { readonly ticket: Ticket }) {
  const { orderId } = ticket
  return (
    <footer className="ticket-foot">
      <CancellationState ticket={ticket} />
      <Tap ticket={ticket} />
      <ActionButtons ticket={ticket} />
      {ticket.lane === 'scheduled' ? <StartByHand orderId={orderId} /> : null}
      <TicketFailure orderId={orderId} />
    </footer>
  )
}
