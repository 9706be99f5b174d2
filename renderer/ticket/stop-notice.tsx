import { OctagonX } from 'lucide-react'
import { CANCELLATION_CODES, type CancellationCode } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { useFormats, useWindowParts, useWords } from '../app/window-parts.ts'
import { useTicketCall } from './ticket-call.ts'

const isKnownCode = (code: string): code is CancellationCode => (CANCELLATION_CODES as readonly string[]).includes(code)

/** Why an order was cancelled: the platform's words, else its code in words. */
export function CancelReason({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const { reason, code } = ticket.cancelled ?? {}
  const coded = code === undefined ? undefined : isKnownCode(code) ? t(`cancel.code.${code}`) : code
  return <bdi>{reason ?? coded ?? t('stop.noReason')}</bdi>
}

/** Tells the kitchen to stop cooking. Stays until somebody taps that they saw it. */
export function StopNotice({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const { bridge } = useWindowParts()
  const call = useTicketCall(ticket.orderId)
  const { orderId, displayId, cancelled } = ticket
  const acknowledge = (): void => {
    void call(() => bridge.call['order:acknowledge-cancellation']({ orderId }))
  }
  return (
    <section className="stop" role="alert">
      <p className="stop-title">
        <OctagonX aria-hidden />
        {t('stop.title')}
      </p>
      {cancelled ? (
        <p className="stop-body">{t('stop.body', { displayId, time: formats.time(cancelled.at) })}</p>
      ) : null}
      <button type="button" className="act act-primary stop-button" data-action="acknowledge" onClick={acknowledge}>
        {t('action.acknowledge')}
      </button>
    </section>
  )
}
