import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AllDayPanel } from '../all-day/all-day-panel.tsx'
import { SightContext, useComanda, useFormats, usePlaces, useWindowParts } from '../app/window-parts.ts'
import { mustStop } from '../store/projection.ts'
import { OrderCard } from '../ticket/rail-card.tsx'
import { standingLane } from './arrangement.ts'
import type { Panel } from './places-store.ts'
import { RailCards } from './rail-cards.tsx'

const PANES: readonly (Panel | undefined)[] = [undefined, 'done', 'scheduled', 'totals']

function PanelFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const { places } = useWindowParts()
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

/** The orders of a lane that is looked up rather than cooked from. */
function LanePanel({ lane }: { readonly lane: 'done' | 'scheduled' }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const ids = useComanda((state) => state.board.lanes[lane])
  const orders = useComanda((state) => state.board.orders)
  const shown = ids.filter((id) => {
    const ticket = orders[id]
    return ticket !== undefined && standingLane(ticket) === lane && !mustStop(ticket)
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
      return <RailCards />
    case 'done':
    case 'scheduled':
      return <LanePanel lane={panel} />
    case 'totals':
      return (
        <PanelFrame title={t('allDay.title')}>
          <AllDayPanel />
        </PanelFrame>
      )
  }
}

/** The rail, and beside it, out of sight until asked for, what can lie over it. No ticket of the pages moves for that. */
export function Side() {
  const { t } = useTranslation()
  const panes = useRef<HTMLElement>(null)
  const { places } = useWindowParts()
  const panel = usePlaces((state) => state.panel)
  const width = usePlaces((state) => Math.max(1, state.railColumns) * state.columnWidth)
  const hasRail = usePlaces((state) => state.railColumns > 0)
  useLayoutEffect(() => {
    const element = panes.current
    if (element) element.scrollLeft = PANES.indexOf(panel) * element.clientWidth
  }, [panel])
  if (!hasRail && panel === undefined) return null
  return (
    <aside
      ref={panes}
      className="side"
      data-panel={panel}
      data-over={!hasRail || undefined}
      style={{ width: `${width}px` }}
      aria-label={t('board.rail')}
      onScroll={({ currentTarget, target }) => {
        // Focus and assistive technology bring a pane into sight by themselves.
        const pane = PANES[Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth))]
        if (target === currentTarget && pane !== panel) places.showPanel(pane)
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
