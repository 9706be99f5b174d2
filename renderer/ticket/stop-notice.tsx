import { CANCELLATION_CODES, type CancellationCode } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { useTicketCall } from './ticket-call.ts'
import { useCooldownAfterAppearing } from './use-action.ts'

const isKnownCode = (code: string): code is CancellationCode => (CANCELLATION_CODES as readonly string[]).includes(code)

/** The reason of a cancellation: the platform's text, or a text for its code. Then, if no read has shown it, that. */
export function CancelReason({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const { reason, code } = ticket.cancelled ?? {}
  const coded = code === undefined ? undefined : isKnownCode(code) ? t(`cancel.code.${code}`) : code
  return (
    <>
      <bdi>{reason ?? coded ?? t('stop.noReason')}</bdi>
      {ticket.cancellationAnnounced ? ` · ${t('stop.unverified')}` : null}
    </>
  )
}

/** For a button that acknowledges a cancellation. */
export function useAcknowledgment(orderId: string): {
  readonly isCoolingDown: boolean
  readonly acknowledge: () => void
} {
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const { isCoolingDown, accepts } = useCooldownAfterAppearing(orderId)
  return {
    isCoolingDown,
    acknowledge() {
      if (accepts()) void call(() => bridge.call['order:acknowledge-cancellation']({ orderId }))
    },
  }
}

/** Acknowledges the cancellation. */
export function AcknowledgeButton({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const { isCoolingDown, acknowledge } = useAcknowledgment(orderId)
  return (
    <button
      type="button"
      className="act stop-button"
      data-action="acknowledge"
      aria-disabled={isCoolingDown || undefined}
      onClick={acknowledge}
    >
      {t('action.acknowledge')}
    </button>
  )
}
