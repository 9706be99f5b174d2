import { useWords } from '../window/window-parts.ts'
import { useBoardFacts } from './ticket-settings.ts'

/** The reason why the last tap on this ticket failed. */
export function TicketFailure({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const code = useBoardFacts().failures[orderId]
  if (code === undefined) return null
  return (
    <p className="failure" role="alert" data-failure={code}>
      {t(`failure.${code}`)}
    </p>
  )
}
