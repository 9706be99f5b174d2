import { ChevronLeft, ChevronRight, Sigma } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useComanda, useFormats, useSlots, useWindowParts } from '../app/window-parts.ts'
import { StationChoice } from '../station/station-choice.tsx'
import type { ComandaState } from '../store/comanda-store.ts'
import type { BoardFilter, SectionKind } from './arrangement.ts'
import type { SlotState } from './slot-store.ts'
import { pageOf } from './slots.ts'
import { turnTo } from './turn-pages.ts'

const FILTERS: readonly BoardFilter[] = ['all', 'new', 'preparing', 'ready', 'scheduled', 'done']

const countOf = ({ board: { lanes } }: ComandaState, filter: BoardFilter): number =>
  filter === 'all' ? lanes.new.length + lanes.preparing.length + lanes.ready.length : lanes[filter].length

function FilterTab({ filter }: { readonly filter: BoardFilter }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { slots } = useWindowParts()
  const isChosen = useSlots((state) => state.filter === filter)
  const count = useComanda((state) => countOf(state, filter))
  return (
    <button
      type="button"
      className="tab"
      data-filter={filter}
      data-count={count}
      aria-pressed={isChosen}
      onClick={() => slots.show(filter)}
    >
      {filter === 'all' ? t('board.kitchen') : t(`lane.${filter}`)}
      <span className="tab-count" aria-hidden>
        {formats.whole(count)}
      </span>
      <span className="visually-hidden">{t('board.orders', { count })}</span>
    </button>
  )
}

/** How many tickets lie on the pages before (-1) or behind (1) the one in sight. */
function away(state: SlotState, side: -1 | 1, ids: readonly string[]): number {
  return ids.filter((id) => {
    const slot = state.placements[id]
    if (!slot) return false
    const first = pageOf(slot, state.grid)
    const last = Math.floor((slot.column + slot.columns - 1) / state.grid.columns)
    return side === -1 ? last < state.page : first > state.page
  }).length
}

/** Turns the page, and says what lies there; loud while a new order or a stop lies out of sight. */
function PageButton({ side }: { readonly side: -1 | 1 }) {
  const { t } = useTranslation()
  const fresh = useComanda((state) => state.board.lanes.new)
  const stops = useComanda((state) => state.board.stops)
  const page = useSlots((state) => state.page)
  const count = useSlots((state) => away(state, side, state.ids))
  const news = useSlots((state) => away(state, side, fresh))
  const stopped = useSlots((state) => away(state, side, stops))
  const isEnd = useSlots((state) => (side === -1 ? state.page <= 0 : state.page >= state.pages - 1))
  return (
    <button
      type="button"
      className="page-button"
      data-turn={side === -1 ? 'previous' : 'next'}
      data-loud={stopped > 0 ? 'stop' : news > 0 ? 'new' : undefined}
      aria-disabled={isEnd || undefined}
      onClick={() => (isEnd ? undefined : turnTo(page + side))}
    >
      {side === -1 ? <ChevronLeft aria-hidden /> : null}
      <span className="visually-hidden">{t(side === -1 ? 'board.previous' : 'board.next')}</span>
      <span className="page-words">
        {count > 0 ? <span>{t('board.more', { count })}</span> : null}
        {stopped > 0 ? <strong>{t('stop.title')}</strong> : null}
        {stopped === 0 && news > 0 ? <strong>{t('board.newBehind', { count: news })}</strong> : null}
      </span>
      {side === 1 ? <ChevronRight aria-hidden /> : null}
    </button>
  )
}

function sectionOf(state: SlotState): SectionKind | undefined {
  return state.sections.findLast((section) => section.firstPage <= state.page)?.kind
}

function Pager() {
  const { t } = useTranslation()
  const formats = useFormats()
  const page = useSlots((state) => Math.min(state.page, state.pages - 1))
  const pages = useSlots((state) => state.pages)
  const section = useSlots(sectionOf)
  return (
    <nav className="pager" aria-label={t('board.page', { page: page + 1, pages })}>
      <PageButton side={-1} />
      <span className="page-number" data-page={page + 1} data-pages={pages}>
        <span aria-hidden>
          {formats.whole(page + 1)}/{formats.whole(pages)}
        </span>
        {section === undefined || section === 'kitchen' ? null : <small>{t(`lane.${section}`)}</small>}
      </span>
      <PageButton side={1} />
    </nav>
  )
}

/** What is shown, where one is, and what lies elsewhere. */
export function BoardBar({ layout }: { readonly layout: 'grid' | 'lanes' }) {
  const { t } = useTranslation()
  const { slots } = useWindowParts()
  const showsAllDay = useSlots((state) => state.showsAllDay)
  return (
    <div className="board-bar">
      {layout === 'grid' ? (
        <fieldset className="tabs">
          <legend className="visually-hidden">{t('board.view')}</legend>
          {FILTERS.map((filter) => (
            <FilterTab key={filter} filter={filter} />
          ))}
        </fieldset>
      ) : null}
      <span className="header-space" />
      <StationChoice />
      <button
        type="button"
        className="tab"
        data-testid="all-day-toggle"
        aria-pressed={showsAllDay}
        onClick={slots.toggleAllDay}
      >
        <Sigma aria-hidden />
        {t('allDay.show')}
      </button>
      {layout === 'grid' ? <Pager /> : null}
    </div>
  )
}
