import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOver } from '../../shared/order/lifecycle.ts'
import { bagRows } from '../../shared/ticket/bag-check.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { byDeadline, byWaiting, idsOf, shownLane } from '../places/board-orders.ts'
import { useSettleWhenCalm } from '../places/use-settle-when-calm.ts'
import { type BoardState, mustStop } from '../store/board-state.ts'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { OpenedTicket } from '../ticket/opened-ticket.tsx'
import { OrderTicket } from '../ticket/ticket.tsx'
import { useIsChecked } from '../ui/window/freshness-words.ts'
import { useComanda, useFormats } from '../ui/window/window-parts.ts'
import { Notice } from '../wall/announcements.tsx'
import { UncheckedBoard } from '../wall/unchecked-board.tsx'
import { HandOverCard } from './hand-over-card.tsx'
import { KitchenRows } from './kitchen-rows.tsx'
import { NewOrders } from './new-orders.tsx'
import { rowsOfOrder } from './order-rows.ts'
import { PlacedCards } from './placed-cards.tsx'
import { useHeight } from './use-height.ts'
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
  readonly count: number
  /** Called when its height has changed. */
  readonly onHeight?: () => void
  readonly children: ReactNode
}

/** A lane without orders takes no width from the orders that are handed over. */
function Lane({ name, title, count, onHeight, children }: LaneProps) {
  const lane = useHeight<HTMLElement>((_, before) => (before === undefined ? undefined : onHeight?.()))
  return (
    <section ref={lane} className={`counter-${name}`} aria-labelledby={`counter-${name}`}>
      <Head id={`counter-${name}`} title={title} count={count} isHidden={name === 'new'} />
      {children}
    </section>
  )
}

/** Each ready order takes its place in the sequence when the counter is calm. */
const inSequence = (): boolean => true

/** Rows of text of an order at the counter. */
function useRowsOf(isSmall: boolean): (orderId: string) => number {
  const orders = useComanda((state) => state.board.orders)
  const words = kitchenWordsOf(useComanda((state) => state.settings))
  return (orderId) => {
    const ticket = orders[orderId]
    return ticket === undefined ? 0 : rowsOfOrder(ticket, isSmall ? [] : bagRows(ticket, words))
  }
}

/** The ready orders in columns, the longest waiting first; cancelled ones stand behind them in the last columns, so that they move none. */
function ReadyOrders({ ids, stops }: { readonly ids: readonly string[]; readonly stops: readonly string[] }) {
  const { t } = useTranslation('handOver')
  const isChecked = useIsChecked()
  const isEmpty = ids.length === 0 && stops.length === 0
  return (
    <section className="counter-ready" aria-labelledby="counter-ready">
      <Head id="counter-ready" title={t('ready')} count={ids.length} isHidden />
      <PlacedCards
        className="counter-cards"
        ids={ids}
        rowsOf={useRowsOf(false)}
        isUrgent={inSequence}
        card={readyCard}
        below={(column, columns) =>
          stops.map((orderId, at) =>
            columns - 1 - (at % columns) === column ? (
              <OrderTicket key={orderId} orderId={orderId} form="whole" />
            ) : null,
          )
        }
        empty={isEmpty ? <div className="counter-empty">{isChecked ? t('readyEmpty') : <UncheckedBoard />}</div> : null}
      />
    </section>
  )
}

const ticketsOf = ({ orders }: BoardState, ids: readonly string[]): readonly Ticket[] =>
  ids.flatMap((id) => orders[id] ?? [])

/** The hand-over: ready orders, and beside them new orders, orders on their way and those in the kitchen. */
function Lanes() {
  const { t } = useTranslation(['translation', 'handOver'])
  const guard = useBumpGuard()
  const board = useComanda((state) => state.board)
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
  const isReadyEmpty = ready.length === 0 && stops.length === 0
  const wide = useUntilCalm(isReadyEmpty ? widest(out, fresh) : undefined, out.length === 0 ? fresh : out)
  const hadNew = useUntilCalm(fresh.length > 0, out)
  const hadOut = useUntilCalm(out.length > 0, [])
  const rowsOfOut = useRowsOf(true)
  return (
    <div className="counter-frame" data-wide={wide}>
      {hadNew || fresh.length > 0 ? (
        // The orders on their way stand below it.
        <Lane name="new" title={t('lane.new')} count={fresh.length} onHeight={() => guard.moved(out)}>
          <NewOrders ids={fresh} isWide={wide === 'new'} />
        </Lane>
      ) : null}
      <ReadyOrders ids={ready} stops={stops} />
      {hadOut || out.length > 0 ? (
        <Lane name="out" title={t('lane.done')} count={out.length}>
          <PlacedCards className="counter-list" ids={out} rowsOf={rowsOfOut} card={smallCard} />
        </Lane>
      ) : null}
      <KitchenRows />
      <OpenedTicket />
    </div>
  )
}

const readyCard = (orderId: string) => <HandOverCard orderId={orderId} />
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

/** The lane that gets the width that no ready order needs. */
const widest = (out: readonly string[], fresh: readonly string[]): 'out' | 'new' | undefined =>
  out.length > 0 ? 'out' : fresh.length > 0 ? 'new' : undefined

/**
 * A value of the layout. It changes only some time after the last touch, because it moves orders: until then the first ready
 * orders have a narrow lane, and a lane whose last order has left keeps its room.
 * @param moved the orders that move
 */
function useUntilCalm<Value>(wanted: Value, moved: readonly string[]): Value {
  const guard = useBumpGuard()
  const [shown, setShown] = useState(wanted)
  const schedule = useSettleWhenCalm(() => {
    if (wanted === shown) return
    guard.moved(moved)
    setShown(wanted)
  })
  useLayoutEffect(() => {
    if (wanted !== shown) schedule()
  }, [wanted, shown, schedule])
  return shown
}
