import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOver } from '../../shared/order/lifecycle.ts'
import { bagRows } from '../../shared/ticket/bag-check.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { Notice } from '../header/announcements.tsx'
import { UncheckedBoard } from '../header/unchecked-board.tsx'
import { byDeadline, byWaiting, idsOf, shownLane } from '../places/board-orders.ts'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { type BoardState, mustStop } from '../store/board-state.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { OpenedTicket } from '../ticket/opened-ticket.tsx'
import { OrderTicket } from '../ticket/ticket.tsx'
import { useMostUrgent, useSteadyPlaces } from '../ticket/use-steady-places.ts'
import { useIsChecked } from '../window/freshness-words.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { HandOverCard } from './hand-over-card.tsx'
import { columnsAfter, NO_COLUMNS, rowsOfOrder } from './hand-over-columns.ts'
import { KitchenRows } from './kitchen-rows.tsx'
import './counter.css'

type HeadProps = {
  readonly id: string
  readonly title: string
  readonly count: number
  /** The orders say what they are: only assistive technology reads it. */
  readonly isHidden?: boolean
}

function Head({ id, title, count, isHidden }: HeadProps) {
  const formats = useFormats()
  const { t } = useTranslation()
  return (
    <h2 id={id} className={isHidden ? 'visually-hidden' : 'counter-head'}>
      {title}
      <span className="tab-count" aria-hidden>
        {formats.whole(count)}
      </span>
      <span className="visually-hidden">{t('board.orders', { count })}</span>
    </h2>
  )
}

type LaneProps = {
  readonly name: 'out' | 'new'
  readonly title: string
  readonly cards: string
  readonly ids: readonly string[]
  readonly card: (orderId: string) => ReactNode
  readonly isUrgent?: (orderId: string) => boolean
}

/**
 * Orders in steady places. The place of an order that has left is free for the next one, and no other order moves. An empty
 * lane takes no width from the orders that are handed over.
 */
function Lane({ name, title, cards, ids, card, isUrgent }: LaneProps) {
  const { places, list } = useSteadyPlaces(ids, isUrgent)
  if (ids.length === 0) return null
  return (
    <section className={`counter-${name}`} aria-labelledby={`counter-${name}`}>
      <Head id={`counter-${name}`} title={title} count={ids.length} isHidden={name === 'new'} />
      <div className={cards} ref={list}>
        {places.map((orderId, place) => {
          const key = orderId ?? `free ${place}`
          return (
            <Fragment key={key}>
              {orderId === undefined ? <div className="handover-free" aria-hidden /> : card(orderId)}
            </Fragment>
          )
        })}
      </div>
    </section>
  )
}

/** Each ready order takes its place in the sequence when the counter is calm. */
const inSequence = (): boolean => true

/** The columns that the style sheet gives the list, which depend on its width. */
function useColumnCount(list: RefObject<HTMLDivElement | null>): number {
  const [count, setCount] = useState(1)
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    const measure = (): void => setCount(getComputedStyle(element).gridTemplateColumns.split(' ').length)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return count
}

/** The ready orders in columns, the longest waiting first; cancelled ones stand behind them in the last columns, so that they move none. */
function ReadyOrders({ ids, stops }: { readonly ids: readonly string[]; readonly stops: readonly string[] }) {
  const { t } = useTranslation('handOver')
  const isChecked = useIsChecked()
  const orders = useComanda((state) => state.board.orders)
  const words = kitchenWordsOf(useComanda((state) => state.settings))
  const { places, list } = useSteadyPlaces(ids, inSequence)
  const count = useColumnCount(list)
  const [kept, setKept] = useState(NO_COLUMNS)
  const rowsOf = (orderId: string): number => {
    const ticket = orders[orderId]
    return ticket === undefined ? 0 : rowsOfOrder(ticket, bagRows(ticket, words))
  }
  const isKept = kept.places === places && kept.count === count
  const columns = isKept ? kept : columnsAfter(kept, count, places, rowsOf)
  if (!isKept) setKept(columns)
  return (
    <section className="counter-ready" aria-labelledby="counter-ready">
      <Head id="counter-ready" title={t('ready')} count={ids.length} isHidden />
      <div className="counter-cards" ref={list}>
        {Array.from({ length: count }, (_, column) => (
          // A column is its position.
          // biome-ignore lint/suspicious/noArrayIndexKey: columns are never reordered
          <div key={column} className="counter-column">
            {places.map((orderId, place) =>
              columns.at[place] !== column ? null : orderId === undefined ? (
                // Free places have no order.
                // biome-ignore lint/suspicious/noArrayIndexKey: a place is its position
                <div key={`free ${place}`} className="handover-free" aria-hidden />
              ) : (
                <HandOverCard key={orderId} orderId={orderId} />
              ),
            )}
            {stops.map((orderId, at) =>
              count - 1 - (at % count) === column ? <OrderTicket key={orderId} orderId={orderId} form="whole" /> : null,
            )}
          </div>
        ))}
        {ids.length === 0 && stops.length === 0 ? (
          <div className="counter-empty">{isChecked ? t('readyEmpty') : <UncheckedBoard />}</div>
        ) : null}
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
      <ReadyOrders ids={ready} stops={stops} />
      <Lane name="out" title={t('lane.done')} cards="counter-list" ids={out} card={smallCard} />
      <KitchenRows />
      <OpenedTicket />
    </div>
  )
}

const newCard = (orderId: string) => <OrderTicket orderId={orderId} form="strip" />
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
