import { Banknote, Bike, CircleAlert, CircleCheckBig, Copy, OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BagRow } from '../../shared/ticket/bag-check.ts'
import type { Payment, Ticket } from '../../shared/ticket/ticket.ts'
import { twinsOf } from '../../shared/ticket/twins.ts'
import { ownNames } from '../store/board-state.ts'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import { CourierFact } from '../ticket/courier-fact.tsx'
import { PlatformName } from '../ticket/platform-mark.tsx'
import { PaymentFact } from '../ticket/ticket-facts.tsx'
import { Held } from '../ticket/ticket-head.tsx'
import { TicketMessages } from '../ticket/ticket-messages.tsx'
import { CourierClock, useStandingUrgency } from '../ticket/waiting-clocks.tsx'
import { useComanda, useFormats, useTick, useTicks, useWords } from '../ui/window/window-parts.ts'
import { PromisedTime } from './promised-time.tsx'

type FactProps = { readonly ticket: Ticket }

/** The payment, the amount to collect, and the change to give back. */
function HandOverPayment({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation('handOver')
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
            <span>{t('change', { amount: formats.amount(change.value, change.currency) })}</span>
          </p>
        ),
      )}
    </div>
  )
}

function Courier({ ticket: { courier, courierSince } }: FactProps) {
  const { t } = useTranslation('courier')
  if (courierSince !== undefined) return <CourierClock since={courierSince} />
  if (courier === undefined) return null
  return (
    <p className="fact handover-courier" data-courier={courier} role="status">
      <Bike aria-hidden />
      <span>{t(courier)}</span>
    </p>
  )
}

/** Since when the order is ready. With much time it is shown as late. */
function ReadySince({ ticket, since }: FactProps & { readonly since: number }) {
  const t = useWords()
  const formats = useFormats()
  const urgencyOf = useStandingUrgency()
  const [urgency, age] = useTicks((now) => [urgencyOf(ticket, now), formats.minutes(now - since)])
  const Icon = urgency === 'calm' ? CircleCheckBig : CircleAlert
  return (
    <p className="fact handover-standing" data-urgency={urgency}>
      <Icon aria-hidden />
      <span>
        {t('ticket.readyFor')} {age}
      </span>
    </p>
  )
}

/** Late, or for how long it is ready; else when it was promised. */
function Times({ ticket }: FactProps) {
  const { tap, pairedTap, dueAt, readySince } = ticket
  const isLate = useTick((now) => dueAt !== undefined && now >= dueAt)
  if (tap?.truth === 'held') return <Held tap={tap} pairedTap={pairedTap} />
  return (
    <>
      {isLate || readySince === undefined ? <PromisedTime ticket={ticket} /> : null}
      {readySince === undefined ? null : <ReadySince ticket={ticket} since={readySince} />}
    </>
  )
}

/** Another ready order has the same number or name. */
function ReadyTwins({ ticket: { orderId, displayId } }: FactProps) {
  const { t } = useTranslation('handOver')
  const others = useComanda(({ board }) => {
    const twins = twinsOf(board.orders).get(orderId)
    const hasReadyTwin = board.lanes.ready.some((id) => id !== orderId && board.orders[id]?.displayId === displayId)
    const numbers = [...(hasReadyTwin && twins?.hasSameNumber ? [displayId] : []), ...(twins?.names ?? [])]
    return numbers.join(', ')
  })
  if (others === '') return null
  return (
    <p className="fact handover-twins" role="note" data-twins>
      <Copy aria-hidden />
      <span>{t('twin', { displayId: others })}</span>
    </p>
  )
}

/** The platform, the shop, the brand and the channel, where there are several. */
function Origin({ ticket }: FactProps) {
  const names = useComanda(({ board }) => ownNames(ticket, board))
  const severalChannels = useComanda(({ board }) => board.severalChannels)
  const channel = severalChannels ? ticket.channel : undefined
  const { connection } = ticket
  if (names === '' && channel === undefined && connection === undefined) return null
  return (
    <span className="handover-origin">
      {connection === undefined ? null : <PlatformName connection={connection} />}{' '}
      {names === '' ? null : <bdi>{names}</bdi>} {channel === undefined ? null : <ChannelBadge channel={channel} />}
    </span>
  )
}

/** What the counter must know of an order, one fact a row. */
export function HandOverFacts({ ticket, rows }: FactProps & { readonly rows: readonly BagRow[] }) {
  const { t } = useTranslation('handOver')
  const { payment, deliverTo, courierNotes } = ticket
  const isPending = payment?.state === 'pending'
  return (
    <div className="handover-about">
      {isPending ? <HandOverPayment payment={payment} /> : null}
      <ReadyTwins ticket={ticket} />
      <Times ticket={ticket} />
      <Courier ticket={ticket} />
      <div className="handover-short">
        {payment === undefined || isPending ? null : <HandOverPayment payment={payment} />}
        <Origin ticket={ticket} />
      </div>
      <CourierFact deliverTo={deliverTo} courierNotes={courierNotes} className="fact handover-address" />
      <TicketMessages ticket={ticket} hasTwins={false} />
      {rows.some(({ warns }) => warns) ? (
        <p className="handover-allergy">
          <OctagonAlert aria-hidden />
          <span>{t('allergy')}</span>
        </p>
      ) : null}
    </div>
  )
}
