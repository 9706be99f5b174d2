import { Bike, CalendarClock, Check, ChefHat, Flame, Hourglass, type LucideIcon, Sigma, Sparkles } from 'lucide-react'
import type { Lane, Ticket } from '../../shared/ticket/ticket.ts'
import { deadlineUrgency } from '../../shared/ticket/urgency.ts'
import { countdown } from '../../shared/time/duration.ts'
import { type BoardFilter, KITCHEN_LANES, lanesShown } from '../places/board-orders.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import type { BoardState } from '../store/board-state.ts'
import { useComanda, useFormats, useTick, useWords } from '../ui/window/window-parts.ts'

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

/** The orders that must be accepted, the nearest deadline first. */
export const toAccept = ({ lanes, orders }: BoardState): readonly Ticket[] =>
  [...lanes.new, ...lanes.scheduled]
    .flatMap((id) => orders[id] ?? [])
    .filter(({ confirmBy }) => confirmBy !== undefined)
    .toSorted((a, b) => (a.confirmBy ?? 0) - (b.confirmBy ?? 0))

/** The time left for the order that must be accepted first, or how many are too late. */
export function Due() {
  const t = useWords()
  const sorted = useComanda(({ board }) => `${toAccept(board).map(({ confirmBy }) => confirmBy)}`)
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
function FilterTab({ filter, count }: { readonly filter: BoardFilter; readonly count: number }) {
  const places = usePlacesStore()
  const isChosen = usePlaces(
    (state) => state.filter === filter && (state.panel === undefined || state.panel === 'totals'),
  )
  return <Tab name={filter} count={count} isChosen={isChosen} choose={() => places.show(filter)} />
}

function PanelTab({ panel, count }: { readonly panel: (typeof PANELS)[number]; readonly count: number }) {
  const places = usePlacesStore()
  const isChosen = usePlaces((state) => state.panel === panel)
  if (count === 0 && !isChosen) return null
  return (
    <Tab name={panel} count={count} isChosen={isChosen} choose={() => places.showPanel(isChosen ? undefined : panel)} />
  )
}

/** Counts of the orders that this screen shows. A tap shows a lane alone. */
export function Tabs() {
  const t = useWords()
  const orders = useComanda(({ board }) => board.orders)
  const settings = useComanda((state) => state.settings)
  const lanes = lanesShown(orders, settings)
  const countOf = (wanted: readonly Lane[]): number => lanes.filter((lane) => wanted.includes(lane)).length
  return (
    <fieldset className="tabs">
      <legend className="visually-hidden">{t('board.view')}</legend>
      {FILTERS.map((filter) => (
        <FilterTab key={filter} filter={filter} count={countOf(filter === 'all' ? KITCHEN_LANES : [filter])} />
      ))}
      {PANELS.map((panel) => (
        <PanelTab key={panel} panel={panel} count={countOf([panel])} />
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
