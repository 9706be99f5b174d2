import { Banknote, Bike, CircleCheck, MapPin, Ticket as TicketIcon } from 'lucide-react'
import type { Ticket } from '../../shared/ticket.ts'
import { useFormats, useWords } from '../app/window-parts.ts'
import { methodWord } from './words.ts'

type Payment = NonNullable<Ticket['payment']>

function Collect({ payment }: { readonly payment: Payment }) {
  const t = useWords()
  const formats = useFormats()
  const currency = payment.total?.currency
  const pending = payment.methods.filter((method) => method.type !== 'PREPAID')
  const stated = pending.every((method) => method.value !== undefined) ? undefined : payment.total?.value
  const named = pending.map((method) => {
    const amount =
      method.value === undefined ? undefined : t('payment.collect', { amount: formats.amount(method.value, currency) })
    const name = method.method === undefined ? undefined : methodWord(t, method.method)
    const change =
      method.changeFor === undefined || method.changeFor === 0
        ? undefined
        : t('payment.changeFor', { amount: formats.amount(method.changeFor, currency) })
    return [amount, name, method.brand, change].filter((part) => part !== undefined).join(' · ')
  })
  const total = stated === undefined ? undefined : t('payment.collect', { amount: formats.amount(stated, currency) })
  const lines = [...(total === undefined ? [] : [total]), ...named].filter((line) => line !== '')
  return (
    <p className="fact" data-kind="collect">
      <Banknote aria-hidden />
      <span className="fact-lines">
        {(lines.length > 0 ? lines : [t('payment.collectUnknown')]).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>
    </p>
  )
}

export function PaymentFact({ payment }: { readonly payment: Payment }) {
  const t = useWords()
  switch (payment.state) {
    case 'prepaid':
      return (
        <p className="fact">
          <CircleCheck aria-hidden />
          {t('payment.prepaid')}
        </p>
      )
    case 'pending':
      return <Collect payment={payment} />
    case 'unknown':
      return null
  }
}

/** What the counter and the courier need; address and payment only once the food is ready. */
export function TicketFacts({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const isAtCounter = ticket.lane === 'ready' || ticket.lane === 'done'
  const { pickupCode, courier, deliverTo, payment } = ticket
  return (
    <div className="facts">
      {pickupCode === undefined ? null : (
        <p className="fact" data-kind="pickup-code">
          <TicketIcon aria-hidden />
          {t('ticket.pickupCode')} <strong>{pickupCode}</strong>
        </p>
      )}
      {courier === undefined ? null : (
        <p className="fact" data-kind="courier" data-courier={courier}>
          <Bike aria-hidden />
          {t(`courier.${courier}`)}
        </p>
      )}
      {isAtCounter && deliverTo !== undefined ? (
        <p className="fact">
          <MapPin aria-hidden />
          <span>
            <span className="visually-hidden">{t('ticket.deliverTo')}: </span>
            <bdi>{deliverTo}</bdi>
          </span>
        </p>
      ) : null}
      {payment === undefined ? null : <PaymentFact payment={payment} />}
    </div>
  )
}
