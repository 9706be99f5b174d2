import { Bike, CalendarClock, Sigma } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Lane } from '../../shared/ticket.ts'
import { type BoardFilter, KITCHEN_LANES } from '../places/board-orders.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import type { Panel } from '../places/places-state.ts'
import { LazyStationChoice } from '../station/lazy-station-choice.tsx'
import { StopBar } from '../stop/stop-bar.tsx'
import type { BoardState } from '../store/board-state.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { Pager } from './pager.tsx'
import { RailMore } from './rail-more.tsx'

const FILTERS: readonly BoardFilter[] = ['all', 'new', 'preparing', 'ready']
const PANELS = ['scheduled', 'done'] as const

/** The orders of a lane. A scheduled order that waits to be accepted counts as new, because it is shown with the new ones. */
function countOf({ lanes, orders }: BoardState, lane: Lane): number {
  const waiting = lanes.scheduled.filter((id) => orders[id]?.status === 'CREATED').length
  if (lane === 'new') return lanes.new.length + waiting
  return lane === 'scheduled' ? lanes.scheduled.length - waiting : lanes[lane].length
}

type TabProps = {
  readonly name: BoardFilter | 'scheduled' | 'done'
  readonly count: number
  readonly isChosen: boolean
  readonly choose: () => void
}

function Tab({ name, count, isChosen, choose }: TabProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <button
      type="button"
      className="tab"
      data-filter={name}
      data-count={count}
      aria-pressed={isChosen}
      onClick={choose}
    >
      {name === 'scheduled' ? <CalendarClock aria-hidden /> : name === 'done' ? <Bike aria-hidden /> : null}
      <span className={name === 'scheduled' || name === 'done' ? 'tab-words' : undefined}>
        {name === 'all' ? t('board.kitchen') : t(`lane.${name}`)}
      </span>
      <span className="tab-count" aria-hidden>
        {formats.whole(count)}
      </span>
      <span className="visually-hidden">{t('board.orders', { count })}</span>
    </button>
  )
}

/** Shows the orders of a lane as whole tickets. The first tab always leads to the first page of the kitchen. */
function FilterTab({ filter }: { readonly filter: BoardFilter }) {
  const places = usePlacesStore()
  const isChosen = usePlaces((state) => state.filter === filter)
  const count = useComanda(({ board }) =>
    filter === 'all' ? KITCHEN_LANES.reduce((sum, lane) => sum + countOf(board, lane), 0) : countOf(board, filter),
  )
  return <Tab name={filter} count={count} isChosen={isChosen} choose={() => places.show(filter)} />
}

function PanelTab({ panel }: { readonly panel: 'scheduled' | 'done' }) {
  const places = usePlacesStore()
  const isChosen = usePlaces((state) => state.panel === panel)
  const count = useComanda(({ board }) => countOf(board, panel))
  return (
    <Tab name={panel} count={count} isChosen={isChosen} choose={() => places.showPanel(isChosen ? undefined : panel)} />
  )
}

export function TotalsTab() {
  const { t } = useTranslation()
  const places = usePlacesStore()
  const panel: Panel = 'totals'
  const isChosen = usePlaces((state) => state.panel === panel)
  return (
    <button
      type="button"
      className="tab"
      data-testid="all-day-toggle"
      aria-pressed={isChosen}
      onClick={() => places.showPanel(isChosen ? undefined : panel)}
    >
      <Sigma aria-hidden />
      <span className="tab-words">{t('allDay.show')}</span>
    </button>
  )
}

/**
 * Chooses what the board shows. Shows the page in sight and the number of orders on other pages. Cancelled orders cover the
 * choices; the way to the other orders stays in sight.
 */
export function BoardBar() {
  const { t } = useTranslation()
  return (
    <div className="board-bar">
      <div className="board-choice">
        <fieldset className="tabs">
          <legend className="visually-hidden">{t('board.view')}</legend>
          {FILTERS.map((filter) => (
            <FilterTab key={filter} filter={filter} />
          ))}
          {PANELS.map((panel) => (
            <PanelTab key={panel} panel={panel} />
          ))}
        </fieldset>
        <span className="header-space" />
        <LazyStationChoice />
        <TotalsTab />
        <StopBar />
      </div>
      <Pager />
      <RailMore />
    </div>
  )
}
