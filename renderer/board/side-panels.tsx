import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyAllDayPanel } from '../all-day/lazy-all-day-panel.tsx'
import { shownLane } from '../places/board-orders.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import type { Panel } from '../places/places-state.ts'
import { mustStop } from '../store/board-state.ts'
import { OrderCard } from '../ticket/rail-card.tsx'
import { SightContext, useComanda, useFormats } from '../window/window-parts.ts'
import { RailCardList } from './rail-card-list.tsx'

const PANES: readonly (Panel | undefined)[] = [undefined, 'done', 'scheduled', 'totals']

/** Share of a pane's width. A scroll that ends further from the next pane than this came from inside the pane. */
const PANE_REACHED = 0.25

export function PanelFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const places = usePlacesStore()
  return (
    <>
      <div className="panel-head">
        <h2>{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('action.close')}
          onClick={() => places.showPanel(undefined)}
        >
          <X aria-hidden />
        </button>
      </div>
      {children}
    </>
  )
}

/** The orders of a lane that staff look up but do not cook from. */
function LanePanel({ lane }: { readonly lane: 'done' | 'scheduled' }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const ids = useComanda((state) => state.board.lanes[lane])
  const orders = useComanda((state) => state.board.orders)
  const shown = ids.filter((id) => {
    const ticket = orders[id]
    return ticket !== undefined && shownLane(ticket) === lane && !mustStop(ticket)
  })
  return (
    <PanelFrame title={`${t(`lane.${lane}`)} ${formats.whole(shown.length)}`}>
      <div className="panel-cards">
        {shown.map((orderId) => (
          <OrderCard key={orderId} orderId={orderId} />
        ))}
        {shown.length === 0 ? <p className="rail-empty">{t('board.laneEmpty')}</p> : null}
      </div>
    </PanelFrame>
  )
}

function Pane({ panel }: { readonly panel: Panel | undefined }) {
  const { t } = useTranslation()
  switch (panel) {
    case undefined:
      return <RailCardList />
    case 'done':
    case 'scheduled':
      return <LanePanel lane={panel} />
    case 'totals':
      return (
        <PanelFrame title={t('allDay.title')}>
          <LazyAllDayPanel />
        </PanelFrame>
      )
  }
}

function show(panes: HTMLElement, panel: Panel | undefined): void {
  panes.scrollLeft = PANES.indexOf(panel) * panes.clientWidth
}

/** The rail and, hidden beside it, the panels that can cover it. They move no ticket on the pages. */
export function Side() {
  const { t } = useTranslation()
  const panes = useRef<HTMLElement>(null)
  const places = usePlacesStore()
  const panel = usePlaces((state) => state.panel)
  const width = usePlaces((state) => Math.max(1, state.railColumns) * state.columnWidth)
  const hasRail = usePlaces((state) => state.railColumns > 0)
  const hasSide = hasRail || panel !== undefined
  useLayoutEffect(() => {
    if (hasSide && width > 0 && panes.current) show(panes.current, panel)
  }, [hasSide, panel, width])
  if (!hasSide) return null
  return (
    <aside
      ref={panes}
      className="side"
      data-panel={panel}
      data-over={!hasRail || undefined}
      style={{ width: `${width}px` }}
      aria-label={t('board.rail')}
      onFocus={({ target }) => {
        const pane = PANES.find((one) => (one ?? 'rail') === target.closest<HTMLElement>('.pane')?.dataset.pane)
        if (pane !== panel) places.showPanel(pane)
      }}
      onScroll={({ currentTarget, target }) => {
        if (target !== currentTarget) return
        // Assistive technology may scroll a pane into sight without a tap.
        const { scrollLeft, clientWidth } = currentTarget
        const pane = PANES[Math.floor(scrollLeft / Math.max(1, clientWidth) + PANE_REACHED)]
        if (pane !== panel) places.showPanel(pane)
        else if (scrollLeft !== PANES.indexOf(panel) * clientWidth) show(currentTarget, panel)
      }}
    >
      {PANES.map((one, index) => (
        <div key={one ?? 'rail'} className="pane" data-pane={one ?? 'rail'} style={{ left: `${index * 100}%` }}>
          <SightContext value={one === panel}>
            {one === 'totals' && panel !== 'totals' ? null : <Pane panel={one} />}
          </SightContext>
        </div>
      ))}
    </aside>
  )
}
