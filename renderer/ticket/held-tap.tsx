import { SendHorizontal, Undo2 } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { TapView } from '../../shared/ticket.ts'
import { useWindowParts, useWords } from '../window/window-parts.ts'
import { useBumpGuard } from './board-parts.tsx'
import { HeldText } from './tap-status-text.tsx'
import { useTicketCall } from './ticket-call.ts'

/** Undo and "send now" for a tap that was not sent yet. */
export function HeldButtons({ orderId, tap: { tapId } }: { readonly orderId: string; readonly tap: TapView }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const guard = useBumpGuard()
  // The buttons of the order's steps take their place: a finger that is on its way to "undo" must not make the next step.
  useLayoutEffect(() => () => guard.moved([orderId]), [guard, orderId])
  return (
    <div className="held-buttons">
      <button
        type="button"
        className="act"
        data-command="undo"
        aria-label={t('action.undo')}
        onClick={() => void call(() => bridge.call['tap:undo']({ tapId }))}
      >
        <Undo2 aria-hidden />
      </button>
      <button
        type="button"
        className="act"
        data-command="send-now"
        aria-label={t('action.sendNow')}
        onClick={() => void call(() => bridge.call['tap:send-now']({ tapId }))}
      >
        <SendHorizontal aria-hidden />
      </button>
    </div>
  )
}

/** Shown in place of the tapped button. The second tap of a double tap hits its text, not "undo". */
export function HeldTap({
  orderId,
  tap,
  pairedTap,
}: {
  readonly orderId: string
  readonly tap: TapView
  readonly pairedTap: TapView | undefined
}) {
  return (
    <div className="held" data-truth="held">
      <p className="held-words" role="status">
        <HeldText tap={tap} with={pairedTap?.truth === 'held' ? pairedTap.action : undefined} />
      </p>
      <HeldButtons orderId={orderId} tap={tap} />
    </div>
  )
}
