import {
  Banknote,
  Bike,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  type LucideIcon,
  MapPin,
  Ticket as TicketIcon,
  Zap,
} from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentLines, SEPARATOR } from '../../shared/order/payment.ts'
import type { FeatureTexts } from '../../shared/texts/texts.ts'
import type { Payment, Ticket } from '../../shared/ticket/ticket.ts'
import { useFormats, useTick } from '../ui/window/window-parts.ts'
import { CourierFact } from './courier-fact.tsx'

const PAYMENT_ICONS: Readonly<Record<Payment['state'], LucideIcon>> = {
  prepaid: CircleCheck,
  pending: Banknote,
  unknown: CircleQuestionMark,
}

/** The payment and the amount to collect, by the rules of `shared/order/payment.ts`. */
export function PaymentFact({ payment }: { readonly payment: Payment }) {
  const { t, i18n } = useTranslation('payment')
  const isKnownMethod = (method: string): method is keyof FeatureTexts['payment']['method'] =>
    i18n.exists(`payment:method.${method}`)
  const isKnownBearer = (name: string): name is keyof FeatureTexts['payment']['bearer'] =>
    i18n.exists(`payment:bearer.${name}`)
  const formats = useFormats()
  const Icon = PAYMENT_ICONS[payment.state]
  const lines = paymentLines(payment, {
    prepaid: t('prepaid'),
    unknown: t('unknown'),
    collectUnknown: t('collectUnknown'),
    collect: (amount) => t('collect', { amount }),
    changeFor: (amount) => t('changeFor', { amount }),
    method: (method) => (isKnownMethod(method) ? t(`method.${method}`) : method),
    coupon: (amount) => t('coupon', { amount }),
    couponPaidBy: (name, amount) =>
      t('couponPaidBy', { name: isKnownBearer(name) ? t(`bearer.${name}`) : name, amount }),
    amount: formats.amount,
  })
  return (
    <p className="fact" data-kind={payment.state === 'pending' ? 'collect' : undefined}>
      <Icon aria-hidden />
      <span className="fact-lines">
        {[...new Set(lines)].map((line) => (
          <span key={line}>
            {line.split(SEPARATOR).map((part, index) => (
              <Fragment key={part}>
                {/* No row begins with it. */}
                {index === 0 ? null : <span className="unbroken"> ·</span>}
                {index === 0 ? part : ` ${part}`}
              </Fragment>
            ))}
          </span>
        ))}
      </span>
    </p>
  )
}

/** What the counter and the courier need. The address is shown only when the order is ready. */
export function TicketFacts({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation(['translation', 'courier'])
  const isAtCounter = ticket.lane === 'ready' || ticket.lane === 'done'
  const formats = useFormats()
  const { pickupCode, pickupArea, isStatusUntold, tap, courier, deliverTo, courierNotes, payment, dueAt } = ticket
  const due = useTick((now) => (dueAt === undefined ? undefined : formats.when(dueAt, now)))
  return (
    <div className="facts">
      {due === undefined ? null : (
        <p className="fact" data-kind="due">
          <Clock aria-hidden />
          {t('ticket.due', { time: due })}
        </p>
      )}
      {ticket.acceptedAutomatically ? (
        <p className="fact" data-kind="automatic">
          <Zap aria-hidden />
          {t('ticket.acceptedAutomatically')}
        </p>
      ) : null}
      {pickupCode === undefined ? null : (
        <p className="fact" data-kind="pickup-code">
          <TicketIcon aria-hidden />
          {t('ticket.pickupCode')} <strong>{pickupCode}</strong>
        </p>
      )}
      {pickupArea === undefined ? null : (
        <p className="fact" data-kind="pickup-area">
          <MapPin aria-hidden />
          {t('ticket.pickupArea', { area: pickupArea })}
        </p>
      )}
      {isStatusUntold || (tap?.here && tap.truth === 'confirmed') ? (
        <p className="fact" data-kind={isStatusUntold ? 'status-untold' : 'here-only'}>
          <CircleQuestionMark aria-hidden />
          {isStatusUntold ? t('ticket.statusUntold') : t('ticket.hereOnly')}
        </p>
      ) : null}
      {courier === undefined ? null : (
        <p className="fact" data-kind="courier" data-courier={courier}>
          <Bike aria-hidden />
          {t(`courier:${courier}`)}
        </p>
      )}
      <CourierFact deliverTo={isAtCounter ? deliverTo : undefined} courierNotes={courierNotes} />
      {isAtCounter && payment !== undefined ? <PaymentFact payment={payment} /> : null}
    </div>
  )
}
