import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOver } from '../../shared/lifecycle.ts'
import { placesAfter, type SteadyPlaces } from '../places/steady-places.ts'
import { StopBar } from '../stop/stop-bar.tsx'
import { OpenedTicket } from '../ticket/opened-ticket.tsx'
import { OrderCard } from '../ticket/rail-card.tsx'
import { TicketCard } from '../ticket/ticket-card.tsx'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { HandOverCard } from './hand-over-card.tsx'
import { KitchenStrip } from './kitchen-strip.tsx'

/** Places of the orders: an order keeps its place until it leaves. The places are kept while the view is shown. */
function usePlaces(ids: readonly string[]): SteadyPlaces {
  const [places, setPlaces] = useState<SteadyPlaces>([])
  const next = placesAfter(places, ids)
  if (next !== places) setPlaces(next)
  return next
}

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
  return stops.map((orderId) => <TicketCard key={orderId} orderId={orderId} />)
}

function ReadyLane() {
  const { t } = useTranslation()
  const ready = useComanda((state) => state.board.lanes.ready)
  const stops = useComanda((state) => state.board.stops)
  const ids = ready.filter((id) => !stops.includes(id))
  const places = usePlaces(ids)
  return (
    <section className="counter-ready" aria-labelledby="counter-ready">
      <Head id="counter-ready" title={t('counter.ready')} count={ids.length} />
      <div className="counter-cards">
        {places.map((orderId, place) => {
          const key = orderId ?? `free ${place}`
          return orderId === undefined ? (
            <div key={key} className="handover-free" aria-hidden />
          ) : (
            <HandOverCard key={key} orderId={orderId} />
          )
        })}
        <Stops />
        {ids.length === 0 && stops.length === 0 ? <p className="counter-empty">{t('counter.readyEmpty')}</p> : null}
      </div>
    </section>
  )
}

/** Orders on their way: the courier or the customer may still need a code. */
function OutLane() {
  const { t } = useTranslation()
  const done = useComanda((state) => state.board.lanes.done)
  const orders = useComanda((state) => state.board.orders)
  const ids = done.filter((id) => {
    const ticket = orders[id]
    return ticket !== undefined && !ticket.cancelled && (!isOver(ticket.status) || ticket.recalled === true)
  })
  const places = usePlaces(ids)
  // An empty lane takes no width from the orders that are handed over.
  if (ids.length === 0) return null
  return (
    <section className="counter-out" aria-labelledby="counter-out">
      <Head id="counter-out" title={t('counter.out')} count={ids.length} />
      <div className="counter-list">
        {places.map((orderId) =>
          orderId === undefined ? null : <HandOverCard key={orderId} orderId={orderId} isSmall />,
        )}
      </div>
    </section>
  )
}

/** New orders can be accepted here too: at many counters the same person accepts and hands over. */
function NewLane() {
  const { t } = useTranslation()
  const ids = useComanda((state) => state.board.lanes.new)
  const places = usePlaces(ids)
  if (ids.length === 0) return null
  return (
    <section className="counter-new" aria-labelledby="counter-new">
      <Head id="counter-new" title={t('lane.new')} count={ids.length} />
      <div className="counter-new-cards">
        {places.map((orderId) => (orderId === undefined ? null : <OrderCard key={orderId} orderId={orderId} />))}
      </div>
    </section>
  )
}

/** The hand-over: ready orders, orders on their way, and orders in the kitchen. */
export function CounterView() {
  const { t } = useTranslation()
  return (
    <main className="counter" aria-label={t('counter.label')}>
      <div className="counter-frame">
        <StopBar />
        <NewLane />
        <div className="counter-hand">
          <div className="counter-lanes">
            <ReadyLane />
            <OutLane />
          </div>
          <KitchenStrip />
        </div>
        <OpenedTicket />
      </div>
    </main>
  )
}
