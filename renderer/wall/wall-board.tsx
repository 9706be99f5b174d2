import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { OrderTicket } from '../ticket/ticket.tsx'
import { DialogBoundary } from '../ui/window/dialog-boundary.tsx'
import { useIsChecked, useUncheckedWords } from '../ui/window/freshness-words.ts'
import { lazyComponent } from '../ui/window/lazy-component.tsx'
import {
  LocaleContext,
  SightContext,
  useComanda,
  useFormats,
  useIdleMoments,
  useWords,
} from '../ui/window/window-parts.ts'
import { FreeColumn } from './free-column.tsx'
import { LazyAllDayPanel } from './lazy-all-day-panel.tsx'
import { MeasuredTickets } from './measured-tickets.tsx'
import { Pages, useIdleSteps } from './pages.tsx'
import { useIdleBoard } from './use-idle-board.ts'
import { useSlide } from './use-slide.ts'

const loadOpened = async () => (await import('../ticket/opened-ticket.tsx')).OpenedTicket
const OpenedTicket = lazyComponent(loadOpened)
const EmptyWall = lazyComponent(async () => (await import('./empty-wall.tsx')).EmptyWall)

/** The files of this build, whose names contain a hash: heights of another one may differ. */
const BUILD = [...document.querySelectorAll('head > [src], head > [rel="stylesheet"]')]
  .map((one) => one.getAttribute('src') ?? one.getAttribute('href'))
  .join(' ')

/** Reports the height of the wall before a ticket is drawn and whenever the window changes. */
function useWallSize(wall: React.RefObject<HTMLElement | null>): void {
  const places = usePlacesStore()
  const tokens = usePlaces((state) => state.tokens)
  const locale = useContext(LocaleContext)
  const settings = useComanda((state) => state.settings)
  const shops = useComanda((state) => state.board.shops)
  const severalBrands = useComanda((state) => state.board.severalBrands)
  const severalChannels = useComanda((state) => state.board.severalChannels)
  const { station, stations, role, allergyWords, removalWords, channelColors } = settings ?? {}
  const wording = JSON.stringify([
    ...[BUILD, locale, station, stations, role, allergyWords, removalWords, channelColors],
    ...[[...shops.values()], severalBrands, severalChannels],
  ])
  useLayoutEffect(() => {
    const element = wall.current
    if (!element || !tokens) return
    const take = (): void => places.takeSize(element.clientHeight, wording)
    take()
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => observer.disconnect()
  }, [wall, places, tokens, wording])
}

/** Panes beside the pages, in the sequence of the document. A pane is one width of the wall. */
const PANES = ['scheduled', 'done'] as const

/** Scrolls to the page or the pane of the store; a scroll changes the store. */
function usePaging(wall: React.RefObject<HTMLElement | null>): void {
  const places = usePlacesStore()
  const page = usePlaces((state) => state.page)
  const panel = usePlaces((state) => state.panel)
  const pages = usePlaces((state) => Math.max(1, state.layout.pages.length))
  const pane = panel === undefined || panel === 'totals' ? -1 : PANES.indexOf(panel)
  const at = pane === -1 ? page : pages + pane
  useLayoutEffect(() => {
    const element = wall.current
    // At first nothing is scrolled, and scrolling would cost a layout.
    if (element && (at > 0 || element.dataset.at !== undefined)) {
      element.dataset.at = `${at}`
      element.scrollLeft = at * element.clientWidth
    }
  }, [wall, at])
  useEffect(() => {
    const element = wall.current
    if (!element) return
    const rests = (): void => void delete element.dataset.scrolls
    const turned = (): void => {
      element.dataset.scrolls = ''
      const reached = Math.round(element.scrollLeft / Math.max(1, element.clientWidth))
      if (reached === at) return
      if (reached < pages) places.turnTo(reached)
      else places.showPanel(PANES[reached - pages])
    }
    element.addEventListener('scroll', turned, { passive: true })
    element.addEventListener('scrollend', rests)
    return () => {
      element.removeEventListener('scroll', turned)
      element.removeEventListener('scrollend', rests)
    }
  }, [wall, places, pages, at])
}

/** The orders of a lane that staff look up but do not cook from, as strips. */
function Pane({ lane, at }: { readonly lane: 'scheduled' | 'done'; readonly at: number }) {
  const t = useWords()
  const formats = useFormats()
  const ids = useComanda((state) => state.board.lanes[lane])
  const onWall = usePlaces((state) => state.places)
  const isInSight = usePlaces((state) => state.panel === lane)
  const hasBeenIdle = useIdleSteps(1) > 0
  const shown = ids.filter((id) => !onWall.has(id))
  return (
    <section className="pane" data-pane={lane} style={{ left: `${at * 100}%` }} aria-labelledby={`pane-${lane}`}>
      <h2 id={`pane-${lane}`} className="pane-title">
        {t(`lane.${lane}`)} {formats.whole(shown.length)}
      </h2>
      <SightContext value={isInSight}>
        <div className="pane-strips">
          {(isInSight || hasBeenIdle ? shown : []).map((orderId) => (
            <OrderTicket key={orderId} orderId={orderId} form="strip" />
          ))}
        </div>
      </SightContext>
    </section>
  )
}

/** The opened ticket. Its code is loaded while the window is idle, after every order has its element: its style sheet takes 12 ms. */
function Opened() {
  const places = usePlacesStore()
  const isOpened = usePlaces((state) => state.opened !== undefined)
  const idle = useIdleMoments()
  const hasBeenIdle = useIdleSteps(1) > 0
  useEffect(
    () => (hasBeenIdle ? idle.whenIdle(() => void loadOpened().catch(() => undefined)) : undefined),
    [idle, hasBeenIdle],
  )
  return isOpened ? (
    <DialogBoundary onBroken={() => places.open(undefined)}>
      <OpenedTicket />
    </DialogBoundary>
  ) : null
}

/** What the kitchen has to make, over the last column, until a new order needs the room. */
function Totals() {
  const t = useWords()
  const width = usePlaces((state) => state.tokens?.steps[state.layout.step].columnWidth)
  return (
    <aside
      className="side"
      data-panel="totals"
      data-over
      style={{ width: `${width ?? 0}px` }}
      aria-label={t('allDay.title')}
    >
      <LazyAllDayPanel />
    </aside>
  )
}

/** A filter without orders. */
function EmptyLane() {
  const t = useWords()
  const isChecked = useIsChecked()
  const unchecked = useUncheckedWords()
  return <p className="board-empty">{isChecked ? t('board.laneEmpty') : unchecked}</p>
}

/** The wall: pages of tickets, and beside them the panes of orders for later and of those that are out. */
export function WallBoard() {
  const t = useWords()
  const wall = useRef<HTMLDivElement>(null)
  const step = usePlaces((state) => state.layout.step)
  const pages = usePlaces((state) => Math.max(1, state.layout.pages.length))
  const page = usePlaces((state) => state.page)
  const isMeasured = usePlaces((state) => state.measuring === undefined)
  const isEmpty = usePlaces((state) => state.height > 0 && state.measuring === undefined && state.line.length === 0)
  const isAll = usePlaces((state) => state.filter === 'all')
  const panel = usePlaces((state) => state.panel)
  useWallSize(wall)
  usePaging(wall)
  useSlide(wall)
  useIdleBoard()
  return (
    <>
      <div className="wall-frame" data-step={step}>
        <div className="wall" ref={wall}>
          <section
            className="pages"
            data-page={page + 1}
            data-pages={pages}
            data-measured={isMeasured || undefined}
            aria-labelledby="pages-title"
          >
            <h2 className="visually-hidden" id="pages-title">
              {t('board.label')}
            </h2>
            <Pages />
            {isEmpty ? isAll ? <EmptyWall /> : <EmptyLane /> : <FreeColumn />}
          </section>
          {PANES.map((lane, index) => (
            <Pane key={lane} lane={lane} at={pages + index} />
          ))}
        </div>
        {panel === 'totals' ? <Totals /> : null}
        <Opened />
      </div>
      {/* Outside the frame, whose step may be another one. */}
      <MeasuredTickets />
    </>
  )
}
