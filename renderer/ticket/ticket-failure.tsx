import { useComanda, useWords } from '../window/window-parts.ts'

/** The reason why the last tap on this ticket failed. */
export function TicketFailure({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const code = useComanda((state) => state.failures[orderId])
  if (code === undefined) return null
  return (
    <p className="failure" role="alert" data-failure={code}>
      {t(`failure.${code}`)}
    </p>
  )
}
