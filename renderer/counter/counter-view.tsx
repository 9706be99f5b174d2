import { Fragment, memo, type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOver } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { Notice } from '../header/announcements.tsx'
import { byDeadline, byWaiting, idsOf, shownLane } from '../places/board-orders.ts'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { type BoardState, mustStop, ownNames } from '../store/board-state.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import { OpenedTicket } from '../ticket/opened-ticket.tsx'
import { OrderTicket } from '../ticket/ticket.tsx'
import { useMostUrgent, useSteadyPlaces } from '../ticket/use-steady-places.ts'
import { statusWord } from '../ticket/words.ts'
import { useIsChecked, useUncheckedWords } from '../window/freshness-words.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { HandOverCard } from './hand-over-card.tsx'
import { PromisedTime } from './promised-time.tsx'
import { shortName } from './short-name.ts'
import './counter.css'

function Head({ id, title, count }: { readonly id: string; readonly title: string; readonly count: number }) {
  const formats = useFormats()
  const { t } = useTranslation()
  return (
    <h2 id={id} className="counter-head">
      {title}
      <span className="tab-count" aria-hidden>
        {formats.whole(count)}
      </span>
      <span className="visually-hidden">{t('board.orders', { count })}</span>
    </h2>
  )
}

/**
 * The tickets of cancelled orders of every lane, until they are acknowledged. They are behind the ready orders, so that they
 * move none of them: the bar above announces them.
 */
function Stops() {
  const stops = useComanda((state) => state.board.stops)
  return stops.map((orderId) => <OrderTicket key={orderId} orderId={orderId} form="whole" />)
}

type LaneProps = {
  readonly name: 'ready' | 'out' | 'new'
  readonly title: string
  readonly cards: string
  readonly ids: readonly string[]
  readonly card: (orderId: string) => ReactNode
  readonly isUrgent?: (orderId: string) => boolean
  /** Behind the orders. */
  readonly children?: ReactNode
}

/**
 * Orders in steady places. The place of an order that has left is free for the next one, and no other order moves. An empty
 * lane takes no width from the orders that are handed over.
 */
function Lane({ name, title, cards, ids, card, isUrgent, children }: LaneProps) {
  const { places, list } = useSteadyPlaces(ids, isUrgent)
  if (ids.length === 0 && children === undefined) return null
  return (
    <section className={`counter-${name}`} aria-labelledby={`counter-${name}`}>
      <Head id={`counter-${name}`} title={title} count={ids.length} />
      <div className={cards} ref={list}>
        {places.map((orderId, place) => {
          const key = orderId ?? `free ${place}`
          return (
            <Fragment key={key}>
              {orderId === undefined ? <div className="handover-free" aria-hidden /> : card(orderId)}
            </Fragment>
          )
        })}
        {children}
      </div>
    </section>
  )
}

const ticketsOf = ({ orders }: BoardState, ids: readonly string[]): readonly Ticket[] =>
  ids.flatMap((id) => orders[id] ?? [])

/** The hand-over: ready orders, and beside them new orders, orders on their way and those in the kitchen. */
function Lanes() {
  const { t } = useTranslation(['translation', 'handOver'])
  const board = useComanda((state) => state.board)
  const isChecked = useIsChecked()
  const unchecked = useUncheckedWords()
  const isUrgent = useMostUrgent()
  const { lanes, stops } = board
  const ready = idsOf(
    ticketsOf(
      board,
      lanes.ready.filter((id) => !stops.includes(id)),
    ).toSorted(byWaiting),
  )
  // Orders on their way: the courier or the customer may still need a code.
  const out = idsOf(
    ticketsOf(board, lanes.done).filter((one) => !one.cancelled && (!isOver(one.status) || one.recalled === true)),
  )
  // New orders can be accepted here too: at many counters the same person accepts and hands over.
  const waiting = ticketsOf(board, [...lanes.new, ...lanes.scheduled])
  const fresh = idsOf(waiting.filter((one) => !mustStop(one) && shownLane(one) === 'new').toSorted(byDeadline))
  const isOutWide = useOutWide(ready.length === 0 && stops.length === 0, out)
  return (
    <div className="counter-frame" data-wide={isOutWide ? 'out' : undefined}>
      <Lane name="new" title={t('lane.new')} cards="counter-new-cards" ids={fresh} card={newCard} isUrgent={isUrgent} />
      <Lane
        name="ready"
        title={t('handOver:ready')}
        cards="counter-cards"
        ids={ready}
        card={handOverCard}
        isUrgent={inSequence}
      >
        <Stops />
        {ready.length === 0 && stops.length === 0 ? (
          <p className="counter-empty">{isChecked ? t('handOver:readyEmpty') : unchecked}</p>
        ) : null}
      </Lane>
      <Lane name="out" title={t('lane.done')} cards="counter-list" ids={out} card={smallCard} />
      <KitchenStrip />
      <OpenedTicket />
    </div>
  )
}

/** Each ready order takes its place in the sequence when the counter is calm. */
const inSequence = (): boolean => true

const newCard = (orderId: string) => <OrderTicket orderId={orderId} form="strip" />
const handOverCard = (orderId: string) => <HandOverCard orderId={orderId} />
const smallCard = (orderId: string) => <HandOverCard orderId={orderId} isSmall />

export function CounterView() {
  const { t } = useTranslation(['translation', 'handOver'])
  return (
    <main className="counter" aria-label={t('handOver:label')}>
      <Lanes />
      <Notice />
    </main>
  )
}

const StripOrder = memo(function StripOrder({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation()
  const ticket = useComanda((state) => state.board.orders[orderId])
  const names = useComanda(({ board }) => (ticket ? ownNames(ticket, board) : ''))
  const severalChannels = useComanda(({ board }) => board.severalChannels)
  if (!ticket) return null
  return (
    <li className="strip-order" data-strip-order={orderId} data-lane={ticket.lane}>
      <span className="strip-head">
        <strong>
          <bdi>{ticket.displayId}</bdi>
        </strong>
        {ticket.customerName === undefined ? null : <bdi>{shortName(ticket.customerName)}</bdi>}
        {names === '' ? null : <bdi>{names}</bdi>}
        {ticket.channel === undefined || !severalChannels ? null : <ChannelBadge channel={ticket.channel} />}
      </span>{' '}
      <span className="strip-status">{statusWord(t, ticket.status)}</span>
      <PromisedTime ticket={ticket} />
    </li>
  )
})

/** The keys scroll a list that has nothing else to focus. */
const FOCUSABLE = { tabIndex: 0 } as const

/** The orders that are still in the kitchen, the oldest first, without buttons. It answers the question "how long?". */
function KitchenStrip() {
  const { t } = useTranslation(['translation', 'handOver'])
  const formats = useFormats()
  const isChecked = useIsChecked()
  const preparing = useComanda((state) => state.board.lanes.preparing)
  const fresh = useComanda((state) => state.board.lanes.new)
  const orders = useComanda((state) => state.board.orders)
  const ids = [...preparing, ...fresh]
    .filter((id) => orders[id]?.cancelled === undefined)
    .toSorted((a, b) => (orders[a]?.createdAt ?? 0) - (orders[b]?.createdAt ?? 0))
  return (
    <section className="strip" aria-labelledby="strip-title">
      <h2 id="strip-title" className="counter-head">
        {t('handOver:preparing')}
        <span className="tab-count" data-count={ids.length}>
          {formats.whole(ids.length)}
        </span>
      </h2>
      {ids.length === 0 && isChecked ? <p className="counter-empty">{t('handOver:preparingEmpty')}</p> : null}
      <ul className="strip-orders" {...FOCUSABLE}>
        {ids.map((orderId) => (
          <StripOrder key={orderId} orderId={orderId} />
        ))}
      </ul>
    </section>
  )
}

/**
 * Whether the orders on their way get the width that no ready order needs. The width changes only some time after the last
 * touch, because it moves these orders. Until then the first ready orders have a narrow lane.
 * @param out the orders that move
 */
function useOutWide(isReadyEmpty: boolean, out: readonly string[]): boolean {
  const guard = useBumpGuard()
  const [isWide, setIsWide] = useState(isReadyEmpty)
  const schedule = useSettleWhenCalm(() => {
    if (isReadyEmpty === isWide) return
    guard.moved(out)
    setIsWide(isReadyEmpty)
  })
  useLayoutEffect(() => {
    if (isReadyEmpty !== isWide) schedule()
  }, [isReadyEmpty, isWide, schedule])
  return isWide
}
