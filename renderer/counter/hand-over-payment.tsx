import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { useFormats } from '../app/window-parts.ts'
import { PaymentFact } from '../ticket/ticket-facts.tsx'

type Payment = NonNullable<Ticket['payment']>

/** What to give back, by the amounts as they were sent; one for each way of paying that asks for change. */
export const changeDue = ({ methods }: Payment): readonly number[] =>
  methods.flatMap(({ type, value, changeFor }) =>
    type !== 'PREPAID' && value !== undefined && changeFor !== undefined && changeFor > value
      ? [changeFor - value]
      : [],
  )

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
