import { Bike, CalendarClock, Check, ChefHat, Flame, Hourglass, type LucideIcon, Sigma, Sparkles } from 'lucide-react'
import type { Lane } from '../../shared/ticket/ticket.ts'
import { deadlineUrgency } from '../../shared/ticket/urgency.ts'
import { countdown } from '../../shared/time/duration.ts'
import { type BoardFilter, KITCHEN_LANES } from '../places/board-orders.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import type { BoardState } from '../store/board-state.ts'
import { useComanda, useFormats, useTick, useWords } from '../window/window-parts.ts'

const FILTERS: readonly BoardFilter[] = ['all', 'new', 'preparing', 'ready']
const PANELS = ['scheduled', 'done'] as const
const ICONS: Readonly<Record<BoardFilter | (typeof PANELS)[number], LucideIcon>> = {
  all: ChefHat,
  new: Sparkles,
  preparing: Flame,
  ready: Check,
  scheduled: CalendarClock,
  done: Bike,
}

/** The orders of a lane. A scheduled order that waits to be accepted counts as new, because it is shown with the new ones. */
function countOf({ lanes, orders }: BoardState, lane: Lane): number {
  const waiting = lanes.scheduled.filter(
    (id) => orders[id]?.status === 'CREATED' && orders[id]?.heldUntil === undefined,
  ).length
  if (lane === 'new') return lanes.new.length + waiting
  return lane === 'scheduled' ? lanes.scheduled.length - waiting : lanes[lane].length
}

/** Until when the new orders must be accepted, the nearest first. */
const deadlinesOf = ({ lanes, orders }: BoardState): string =>
  [...lanes.new, ...lanes.scheduled]
    .flatMap((id) => orders[id]?.confirmBy ?? [])
    .toSorted((a, b) => a - b)
    .join()

/** The time left for the order that must be accepted first, or how many are too late. */
export function Due() {
  const t = useWords()
  const sorted = useComanda(({ board }) => deadlinesOf(board))
  const deadlines = sorted === '' ? [] : sorted.split(',').map(Number)
  const [nearest] = deadlines
  const expired = useTick((now) => deadlines.filter((at) => at <= now).length)
  const urgency = useTick((now) => (nearest === undefined ? undefined : deadlineUrgency(nearest, now)))
  const left = useTick((now) => (nearest === undefined ? '' : countdown(Math.max(0, nearest - now))))
  if (urgency === undefined) return null
  return (
    <span className="due" data-testid="nearest-deadline" data-urgency={urgency}>
      {expired > 0 ? (
        <span className="due-expired">· {t('board.expired', { count: expired })}</span>
      ) : (
        <>
          <Hourglass aria-hidden />
          <span className="visually-hidden">{t('board.nearestDeadline', { time: left })}</span>
          <span aria-hidden>{left}</span>
        </>
      )}
    </span>
  )
}

type TabProps = {
  readonly name: BoardFilter | (typeof PANELS)[number]
  readonly count: number
  readonly isChosen: boolean
  readonly choose: () => void
}

function Tab({ name, count, isChosen, choose }: TabProps) {
  const t = useWords()
  const formats = useFormats()
  const Icon = ICONS[name]
  return (
    <button
      type="button"
      className="tab"
      data-filter={name}
      data-count={count}
      aria-pressed={isChosen}
      onClick={choose}
    >
      <Icon aria-hidden />
      <span className="tab-words">{name === 'all' ? t('counter.kitchen') : t(`lane.${name}`)}</span>
      <span className="tab-due">
        <span className="tab-count" aria-hidden>
          {formats.whole(count)}
        </span>
        {name === 'new' ? <Due /> : null}
      </span>
      <span className="visually-hidden">{t('board.orders', { count })}</span>
    </button>
  )
}

/** Shows the orders of a lane alone. The first tab always leads to the first page of the kitchen. */
function FilterTab({ filter }: { readonly filter: BoardFilter }) {
  const places = usePlacesStore()
  const isChosen = usePlaces(
    (state) => state.filter === filter && (state.panel === undefined || state.panel === 'totals'),
  )
  const count = useComanda(({ board }) =>
    filter === 'all' ? KITCHEN_LANES.reduce((sum, lane) => sum + countOf(board, lane), 0) : countOf(board, filter),
  )
  return <Tab name={filter} count={count} isChosen={isChosen} choose={() => places.show(filter)} />
}

function PanelTab({ panel }: { readonly panel: (typeof PANELS)[number] }) {
  const places = usePlacesStore()
  const isChosen = usePlaces((state) => state.panel === panel)
  const count = useComanda(({ board }) => countOf(board, panel))
  if (count === 0 && !isChosen) return null
  return (
    <Tab name={panel} count={count} isChosen={isChosen} choose={() => places.showPanel(isChosen ? undefined : panel)} />
  )
}

/** Counts of the orders of the wall. A tap shows a lane alone. */
export function Tabs() {
  const t = useWords()
  return (
    <fieldset className="tabs">
      <legend className="visually-hidden">{t('board.view')}</legend>
      {FILTERS.map((filter) => (
        <FilterTab key={filter} filter={filter} />
      ))}
      {PANELS.map((panel) => (
        <PanelTab key={panel} panel={panel} />
      ))}
    </fieldset>
  )
}

export function TotalsButton() {
  const t = useWords()
  const places = usePlacesStore()
  const isChosen = usePlaces((state) => state.panel === 'totals')
  return (
    <button
      type="button"
      className="tab"
      data-testid="all-day-toggle"
      aria-pressed={isChosen}
      onClick={() => places.showPanel(isChosen ? undefined : 'totals')}
    >
      <Sigma aria-hidden />
      <span className="tab-words">{t('allDay.title')}</span>
    </button>
  )
}
