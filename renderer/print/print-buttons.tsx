import { Printer } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'

/** Every open ticket on paper, in one tap: for the moment when the screen is not trusted any more. */
export function PrintOpenButton() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <Button className="button header-button" data-testid="print-open" onPress={() => openDialog({ kind: 'print' })}>
      <Printer aria-hidden />
      <span className="header-words">{t('paper.printOpen')}</span>
    </Button>
  )
}

/** One ticket; a failure is told on it. */
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
