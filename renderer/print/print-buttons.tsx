import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { HeaderButton } from '../controls/header-button.tsx'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/** Opens the print dialog, which prints every open ticket at once: for the case that the screen fails. */
export function PrintOpenButton() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <HeaderButton
      testId="print-open"
      Icon={Printer}
      words={t('paper.printOpen')}
      onClick={() => openDialog({ kind: 'print' })}
    />
  )
}

/** Prints one ticket. A failure is shown on the ticket. */
export function PrintTicketButton({ orderId, displayId }: { readonly orderId: string; readonly displayId: string }) {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  return (
    <button
      type="button"
      className="icon-button"
      data-command="print"
      aria-label={`${t('paper.print')}: ${displayId}`}
      onClick={() => void call(() => bridge.call['print:tickets']({ orderId }))}
    >
      <Printer aria-hidden />
    </button>
  )
}
