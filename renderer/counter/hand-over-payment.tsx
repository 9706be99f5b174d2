import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../shared/ticket.ts'
import { PaymentFact } from '../ticket/ticket-facts.tsx'
import { useFormats } from '../window/window-parts.ts'

/** The payment, the amount to collect, and the change to give back. */
export function HandOverPayment({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div className="handover-payment" data-payment={payment.state}>
      <PaymentFact payment={payment} />
      {payment.parts.map(({ change }, place) =>
        change === undefined ? null : (
          // Parts have no id, so their position is the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of one order's parts is never reordered
          <p key={place} className="fact handover-change">
            <Banknote aria-hidden />
            {t('counter.change', { amount: formats.amount(change.value, change.currency) })}
          </p>
        ),
      )}
    </div>
  )
}
