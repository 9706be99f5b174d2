import { Play } from 'lucide-react'
import { memo } from 'react'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useWindowParts, useWords } from '../window/window-parts.ts'
import { ActionButtons } from './action-buttons.tsx'
import { HeldTap } from './held-tap.tsx'
import { RecalledMark } from './recalled-mark.tsx'
import { useTicketCall } from './ticket-call.ts'

/** Starts a scheduled order before its time. The platform is not informed. */
export function StartByHand({ orderId }: { readonly orderId: string }) {
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

type TicketFooterProps = { readonly ticket: Ticket; readonly beside?: readonly OrderAction[] }

/**
 * The held tap, or the next actions; those in `beside` are shown beside the next step instead of in the menu "⋯". The head of
 * the ticket shows the state of a sent tap.
 */
export const TicketFooter = memo(function TicketFooter({ ticket, beside = [] }: TicketFooterProps) {
  const { orderId, tap, pairedTap } = ticket
  return (
    <footer className="ticket-foot">
      {ticket.recalled ? <RecalledMark orderId={orderId} /> : null}
      {tap?.truth === 'held' ? (
        <HeldTap orderId={orderId} tap={tap} pairedTap={pairedTap} />
      ) : (
        <ActionButtons ticket={ticket} beside={beside} />
      )}
      {ticket.lane === 'scheduled' ? <StartByHand orderId={orderId} /> : null}
    </footer>
  )
})
