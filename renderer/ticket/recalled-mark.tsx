import { Undo2 } from 'lucide-react'
import { useWindowParts, useWords } from '../window/window-parts.ts'
import { useTicketCall } from './ticket-call.ts'

/** Marks a recalled ticket, with a button that puts it away. */
export function RecalledMark({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  return (
    <div className="recalled" data-recalled>
      <p>
        <Undo2 aria-hidden /> {t('history.recalled')}
      </p>
      <button
        type="button"
        className="act"
        data-command="put-away"
        onClick={() => void call(() => bridge.call['history:recall']({ orderId, recalled: false }))}
      >
        {t('history.putAway')}
      </button>
    </div>
  )
}
