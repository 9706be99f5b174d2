import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useWindowParts } from '../window/window-parts.ts'

/** Prints one ticket. A failure is shown on the ticket. */
export function PrintTicketButton({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation('paper')
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  return (
    <button
      type="button"
      className="icon-button"
      data-command="print"
      aria-label={`${t('print')}: ${displayId}`}
      onClick={() => void call(() => bridge.call['print:tickets']({ orderId }))}
    >
      <Printer aria-hidden />
    </button>
  )
}
