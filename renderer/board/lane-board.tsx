import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lane } from '../../shared/ticket.ts'
import { LazyAllDayPanel } from '../all-day/lazy-all-day-panel.tsx'
import { usePlaces } from '../places/places-context.ts'
import { LazyStationChoice } from '../station/lazy-station-choice.tsx'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { OpenedTicket } from '../ticket/opened-ticket.tsx'
import { OrderCard } from '../ticket/rail-card.tsx'
import { TicketCard } from '../ticket/ticket-card.tsx'
import { useMostUrgent, useSteadyPlaces } from '../ticket/use-steady-places.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { TotalsTab } from './board-bar.tsx'
import { PanelFrame } from './side-panels.tsx'
import { useLanesShown } from './use-lanes-shown.ts'

type LaneListProps = { readonly lane: Lane; readonly ids: readonly string[] }

/** Cards keep their place when another one leaves. A new one takes the first free place. */
function CardList({ lane, ids }: LaneListProps) {
  const { t } = useTranslation()
  const isMostUrgent = useMostUrgent()
  const { places, list } = useSteadyPlaces(ids, lane === 'new' ? isMostUrgent : undefined)
  return (
    <div className="lane-tickets" ref={list}>
      {ids.length === 0 ? <p className="lane-empty">{t('board.laneEmpty')}</p> : null}
      {places.map((orderId, place) => {
        const key = orderId ?? `free ${place}`
        return orderId === undefined ? (
          <div key={key} className="lane-free" aria-hidden />
        ) : (
          <OrderCard key={key} orderId={orderId} />
        )
      })}
    </div>
  )
}

/** Whole tickets have no common height, so they close up at once. For a moment those that have moved accept no tap. */
function TicketList({ ids }: LaneListProps) {
  const { t } = useTranslation()
  const guard = useBumpGuard()
  const before = useRef(ids)
  useLayoutEffect(() => {
    const known = before.current
    before.current = ids
    guard.moved(ids.filter((id, at) => known.includes(id) && known[at] !== id))
  }, [guard, ids])
  return (
    <div className="lane-tickets">
      {ids.length === 0 ? <p className="lane-empty">{t('board.laneEmpty')}</p> : null}
      {ids.map((orderId) => (
        <TicketCard key={orderId} orderId={orderId} />
      ))}
    </div>
  )
}

function LaneColumn({ lane }: { readonly lane: Lane }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const ids = useComanda((state) => state.board.lanes[lane])
  const List = lane === 'preparing' ? TicketList : CardList
  return (
    <section className="lane" data-lane-column={lane} aria-labelledby={`lane-${lane}`}>
      <div className="lane-head">
        <h2 id={`lane-${lane}`}>
          {t(`lane.${lane}`)}
          <span className="lane-count" data-count={ids.length}>
            <span aria-hidden>{formats.whole(ids.length)}</span>
            <span className="visually-hidden">{t('board.orders', { count: ids.length })}</span>
          </span>
        </h2>
        {lane === 'preparing' ? (
          <>
            <LazyStationChoice />
            <TotalsTab />
          </>
        ) : null}
      </div>
      <List lane={lane} ids={ids} />
    </section>
  )
}

/** A bar of a stop or a lane that comes or goes moves the lanes. For a moment no order accepts a tap meant for another one. */
function useRestAfterMove(lanes: string): void {
  const { store } = useWindowParts()
  const guard = useBumpGuard()
  const hasStop = useComanda((state) => state.board.stops.length > 0)
  const layout = `${hasStop} ${lanes}`
  const before = useRef(layout)
  useLayoutEffect(() => {
    if (before.current === layout) return
    before.current = layout
    guard.moved(Object.keys(store.getState().board.orders))
  }, [store, guard, layout])
}

/** One column for each lane: whole tickets for orders in preparation, cards for the others. */
export function LaneBoard() {
  const { t } = useTranslation()
  const lanes = useLanesShown()
  const names = lanes.join(' ')
  useRestAfterMove(names)
  const panel = usePlaces((state) => state.panel)
  return (
    <div className="wall lanes-wall">
      <div className="lanes" data-lanes={names}>
        {lanes.map((lane) => (
          <LaneColumn key={lane} lane={lane} />
        ))}
      </div>
      {panel === 'totals' ? (
        <aside className="side lanes-totals" data-over>
          <PanelFrame title={t('allDay.title')}>
            <LazyAllDayPanel />
          </PanelFrame>
        </aside>
      ) : null}
      <OpenedTicket />
    </div>
  )
}
