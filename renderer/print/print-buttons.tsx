import { Printer } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { useComanda, useWindowParts } from '../app/window-parts.ts'
import { useTicketCall } from '../ticket/ticket-call.ts'

/** To the tickets one by one. */
export function PrintButton() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <Button
      className="icon-button"
      aria-label={t('paper.open')}
      data-testid="open-print"
      onPress={() => openDialog({ kind: 'print', printsAll: false })}
    >
      <Printer aria-hidden />
    </Button>
  )
}

/** Every open ticket on paper, in one tap: for the moment when nobody trusts a screen any more. */
export function PrintOpenButton() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <Button
      className="button band-button"
      data-testid="print-open"
      onPress={() => openDialog({ kind: 'print', printsAll: true })}
    >
      {t('paper.printOpen')}
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
