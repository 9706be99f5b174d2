import { Banknote, Bike } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Payment, Ticket } from '../../shared/ticket/ticket.ts'
import { shownLines } from '../../shared/ticket/ticket-cut.ts'
import { type Food, foodInside, piecesOf } from '../../shared/ticket/ticket-food.ts'
import { isPieces } from '../../shared/ticket/ticket-tree.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { PrintTicketButton } from '../print/print-buttons.tsx'
import { ownNames } from '../store/board-state.ts'
import { ActionButton } from '../ticket/action-buttons.tsx'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import { CourierFact } from '../ticket/courier-fact.tsx'
import { HeadStep } from '../ticket/head-step.tsx'
import { PaymentFact } from '../ticket/ticket-facts.tsx'
import { Held, TapMark } from '../ticket/ticket-head.tsx'
import { TicketMessages } from '../ticket/ticket-messages.tsx'
import { useReportDrawn } from '../ticket/use-report-drawn.ts'
import { CourierClock, StandingClock, useWaitingMinutes } from '../ticket/waiting-clocks.tsx'
import { orderTypeWord, statusWord } from '../ticket/words.ts'
import { useComanda, useFormats, useItemName } from '../window/window-parts.ts'
import { PromisedTime } from './promised-time.tsx'
import { shortName } from './short-name.ts'
import './hand-over.css'

/** A longer code gets a smaller font, so that all of it is visible. */
const lengthOf = (code: string): string => {
  const { length } = [...code]
  if (length <= 4) return 'short'
  if (length <= 7) return 'middle'
  return length <= 14 ? 'long' : 'endless'
}

/** The code that the customer or the courier says, or the order's number. The font is as large as the length allows. */
function Code({ ticket: { pickupCode, displayId } }: { readonly ticket: Ticket }) {
  const { t } = useTranslation(['translation', 'handOver'])
  const code = pickupCode ?? displayId
  return (
    <div className="handover-code">
      <p className="visually-hidden">{t(pickupCode === undefined ? 'handOver:order' : 'ticket.pickupCode')}</p>
      <p
        className="handover-number"
        data-kind={pickupCode === undefined ? 'display-id' : 'pickup-code'}
        data-length={lengthOf(code)}
      >
        <bdi>{code}</bdi>
      </p>
    </div>
  )
}

function Recipient({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation(['translation', 'courier'])
  const { displayId, pickupCode, customerName, orderType, courier, channel, tap, payment } = ticket
  const severalChannels = useComanda(({ board }) => board.severalChannels)
  const names = useComanda(({ board }) => ownNames(ticket, board))
  return (
    <>
      <div className="handover-who">
        {pickupCode === undefined ? null : (
          <h3 className="handover-id">
            <bdi>{displayId}</bdi>
          </h3>
        )}
        {customerName === undefined ? null : <bdi className="handover-name">{shortName(customerName)}</bdi>}
        <TapMark ticket={ticket} />
      </div>
      <div className="handover-about">
        {tap?.truth === 'held' ? <Held tap={tap} pairedTap={ticket.pairedTap} /> : <PromisedTime ticket={ticket} />}
        <span className="chip" data-kind="type" data-value={orderType}>
          <bdi>{orderTypeWord(t, orderType)}</bdi>
        </span>
        {names === '' ? null : (
          <span className="chip">
            <bdi>{names}</bdi>
          </span>
        )}
        {channel === undefined || !severalChannels ? null : <ChannelBadge channel={channel} />}
        {ticket.courierSince === undefined ? null : <CourierClock since={ticket.courierSince} />}
        {ticket.readySince === undefined ? null : <StandingClock ticket={ticket} since={ticket.readySince} />}
        {courier === undefined || ticket.courierSince !== undefined ? null : (
          <span className="handover-courier" data-courier={courier} role="status">
            <Bike aria-hidden />
            {t(`courier:${courier}`)}
          </span>
        )}
        {payment === undefined || payment.state === 'pending' ? null : <HandOverPayment payment={payment} />}
      </div>
      {payment?.state === 'pending' ? <HandOverPayment payment={payment} /> : null}
    </>
  )
}

/** What is in a combo: "Suco · 2× Batata". */
function BagOptions({ food }: { readonly food: readonly Food[] }) {
  const formats = useFormats()
  const nameOf = useItemName()
  if (food.length === 0) return null
  const texts = food.map(
    ({ name, unit, quantity }) =>
      `${quantity === 1 && isPieces({ unit }) ? '' : `${formats.quantity(quantity, unit)}\u00a0`}${nameOf(name)}`,
  )
  return (
    <span className="handover-options">
      {' + '}
      <bdi>{texts.join(' · ')}</bdi>
    </span>
  )
}

/** The content of the bag, with the drinks of combos. Its number of pieces is first: a list that is cut still shows it. */
function Bag({ ticket }: { readonly ticket: Ticket }) {
  const words = kitchenWordsOf(useComanda((state) => state.settings))
  const { t } = useTranslation()
  const formats = useFormats()
  const nameOf = useItemName()
  const { shown, more } = shownLines(ticket.lines, ticket)
  return (
    <ul className="handover-bag">
      <li className="handover-items">{t('counter.items', { count: piecesOf(ticket.lines) })}</li>
      {shown.map((line) => (
        <li key={line.lineId}>
          {formats.quantity(line.quantity, line.unit)}
          {'\u00a0'}
          <bdi>{nameOf(line.name)}</bdi>
          <BagOptions food={foodInside(line, words)} />
        </li>
      ))}
      {more > 0 ? <li>{t('whole.moreLines', { number: formats.whole(more) })}</li> : null}
    </ul>
  )
}

/** A guest who collects the order has the code that the order names. Of a delivery the platform does not say whether it has one. */
const hasNoCode = ({ orderType, pickupCode }: Ticket): boolean =>
  pickupCode === undefined && (orderType === 'TAKEOUT' || orderType === 'INDOOR')

/** Beside each other below the order: the check of a code, in words where the order may have one, and the print. */
function Foot({ ticket }: { readonly ticket: Ticket }) {
  const { orderId, displayId, tap, actions, cancelled } = ticket
  return (
    <div className="handover-foot">
      {tap?.truth !== 'held' && !cancelled && actions.includes('validateCode') ? (
        <ActionButton ticket={ticket} action="validateCode" isPrimary={false} isSign={hasNoCode(ticket)} />
      ) : null}
      <PrintTicketButton orderId={orderId} displayId={displayId} />
    </div>
  )
}

function Card({ ticket, isSmall }: { readonly ticket: Ticket; readonly isSmall: boolean }) {
  const { t } = useTranslation()
  const { orderId, displayId, status, lane, orderType } = ticket
  const places = usePlacesStore()
  const isOpened = usePlaces((state) => state.opened === orderId)
  const waiting = useWaitingMinutes(ticket)
  return (
    <article
      className={isSmall ? 'handover handover-small' : 'handover'}
      tabIndex={-1}
      {...(isOpened ? { inert: true } : { 'data-order-id': orderId })}
      data-status={status}
      data-lane={lane}
      data-courier={ticket.courier}
      {...waiting}
      data-selected={isOpened || undefined}
      aria-label={t('ticket.label', { displayId, type: orderTypeWord(t, orderType), status: statusWord(t, status) })}
    >
      <div className="handover-top">
        <Code ticket={ticket} />
        <div className="handover-steps">
          <HeadStep ticket={ticket} />
        </div>
      </div>
      <div className="handover-body">
        <Recipient ticket={ticket} />
        <TicketMessages ticket={ticket} />
        <CourierFact
          deliverTo={ticket.deliverTo}
          courierNotes={ticket.courierNotes}
          className="fact handover-address"
        />
        {isSmall ? null : <Bag ticket={ticket} />}
      </div>
      <Foot ticket={ticket} />
      <button
        type="button"
        className="card-open"
        aria-label={t('ticket.open', { displayId })}
        aria-haspopup="dialog"
        aria-expanded={isOpened}
        data-command="open"
        onClick={() => places.open(isOpened ? undefined : orderId)}
      />
    </article>
  )
}

/** An order at the counter, or on its way. It is drawn again only when its own order changes. */
export const HandOverCard = memo(function HandOverCard({
  orderId,
  isSmall = false,
}: {
  readonly orderId: string
  readonly isSmall?: boolean
}) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  useReportDrawn(ticket)
  return ticket ? <Card ticket={ticket} isSmall={isSmall} /> : null
})

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
            {t('change', { amount: formats.amount(change.value, change.currency) })}
          </p>
        ),
      )}
    </div>
  )
}
