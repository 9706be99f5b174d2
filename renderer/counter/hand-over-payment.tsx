import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { useFormats } from '../app/window-parts.ts'
import { PaymentFact } from '../ticket/ticket-facts.tsx'
import { changeDue } from './change-due.ts'

type Payment = NonNullable<Ticket['payment']>

/** Paid, or what to collect; and the change, so that nobody has to reckon with a queue before them. */
export function HandOverPayment({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div className="handover-payment" data-payment={payment.state}>
      <PaymentFact payment={payment} />
      {changeDue(payment).map((change) => (
        <p key={change} className="fact handover-change">
          <Banknote aria-hidden />
          {t('counter.change', { amount: formats.amount(change, payment.total?.currency) })}
        </p>
      ))}
    </div>
  )
}
