import { Play, Undo2 } from 'lucide-react'
import { memo } from 'react'
import type { TapView, Ticket } from '../../shared/ticket.ts'
import { useWindowParts, useWords } from '../app/window-parts.ts'
import { RecalledMark } from '../history/recalled-mark.tsx'
import { ActionButtons } from './action-buttons.tsx'
import { useTicketCall } from './ticket-call.ts'
import { TruthWords } from './truth-words.tsx'

/**
 * Stands where the button was that was tapped: the second tap of a nervous finger lands on the words, not on "undo".
 */
function HeldTap({
  orderId,
  tap,
  pairedTap,
}: {
  readonly orderId: string
  readonly tap: TapView
  readonly pairedTap: TapView | undefined
}) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const { tapId } = tap
  return (
    <div className="held" data-truth="held">
      <p className="held-words" role="status">
        <TruthWords tap={tap} with={pairedTap?.truth === 'held' ? pairedTap.action : undefined} />
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

/** How far the last tap has come. A refusal needs room and stands among the ticket's messages. */
function TruthMark({ tap }: { readonly tap: TapView }) {
  return (
    <div className="truth" data-truth={tap.truth} role="status">
      <TruthWords tap={tap} />
    </div>
  )
}

function StartByHand({ orderId }: { readonly orderId: string }) {
  const t = useWords()
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

function Tap({ ticket: { orderId, tap, pairedTap } }: { readonly ticket: Ticket }) {
  if (tap === undefined || tap.truth === 'conflict') return null
  if (tap.truth === 'held') return <HeldTap orderId={orderId} tap={tap} pairedTap={pairedTap} />
  const isPairOpen = pairedTap !== undefined && pairedTap.truth !== 'confirmed' && pairedTap.truth !== 'conflict'
  return (
    <>
      {isPairOpen ? <TruthMark tap={pairedTap} /> : null}
      <TruthMark tap={tap} />
    </>
  )
}

/** What became of the last tap, for a ticket on which nothing else can be done. */
export function LastTap({ ticket }: { readonly ticket: Ticket }) {
  if (ticket.tap === undefined || ticket.tap.truth === 'conflict') return null
  return (
    <footer className="ticket-foot">
      <Tap ticket={ticket} />
    </footer>
  )
}

/** What was done and what can be done next. The line of the last tap keeps its room when there is none. */
export const TicketFooter = memo(function TicketFooter({ ticket }: { readonly ticket: Ticket }) {
  const { orderId } = ticket
  return (
    <footer className="ticket-foot">
      {ticket.tap === undefined || ticket.tap.truth === 'conflict' ? (
        ticket.lane === 'done' ? null : (
          <div className="truth truth-none" />
        )
      ) : (
        <Tap ticket={ticket} />
      )}
      {ticket.recalled ? <RecalledMark orderId={orderId} /> : null}
      <ActionButtons ticket={ticket} />
      {ticket.lane === 'scheduled' ? <StartByHand orderId={orderId} /> : null}
    </footer>
  )
})
