import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { OpenedTicket } from '../ticket/opened-ticket.tsx'
import { LocaleContext, useComanda } from '../window/window-parts.ts'
import { Side } from './side-panels.tsx'
import { TicketPages } from './ticket-pages.tsx'
import { createTicketSizes, TicketSizesContext } from './ticket-sizes.ts'
import { useIdleBoard } from './use-idle-board.ts'
import { useIdleMeasuring } from './use-idle-measuring.ts'

/** Reports the size of the board before a ticket is drawn and whenever the window changes. */
function useBoardSize(wall: React.RefObject<HTMLElement | null>): void {
  const places = usePlacesStore()
  const tokens = usePlaces((state) => state.tokens)
  const locale = useContext(LocaleContext)
  const settings = useComanda((state) => state.settings)
  const { station, newOrders, readyOrders, bumpBar } = settings ?? {}
  const wording = [locale, station, newOrders, readyOrders, bumpBar].join(' ')
  useLayoutEffect(() => {
    const element = wall.current
    if (!element || !tokens) return
    const take = (): void => places.takeSize({ width: element.clientWidth, height: element.clientHeight }, wording)
    take()
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => observer.disconnect()
  }, [wall, places, tokens, wording])
}

/** Scrolls to the store's page; a swipe changes the store's page. */
function usePaging(pages: React.RefObject<HTMLElement | null>): void {
  const places = usePlacesStore()
  const page = usePlaces((state) => state.page)
  useLayoutEffect(() => {
    const element = pages.current
    if (element) element.scrollLeft = page * element.clientWidth
  }, [pages, page])
  useEffect(() => {
    const element = pages.current
    if (!element) return
    const turned = (): void => places.turnTo(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener('scroll', turned, { passive: true })
    return () => element.removeEventListener('scroll', turned)
  }, [pages, places])
}

/** Pages of whole tickets, with the rail beside them on every page. */
export function WallBoard() {
  const { t } = useTranslation()
  const places = usePlacesStore()
  const wall = useRef<HTMLDivElement>(null)
  const pages = useRef<HTMLElement>(null)
  const isReady = usePlaces((state) => state.columnWidth > 0)
  const isEmpty = usePlaces((state) => state.ids.length === 0 && state.rail.size === 0)
  const width = usePlaces((state) => state.grid.columns * state.columnWidth)
  const count = usePlaces((state) => state.pages)
  const isMeasured = usePlaces((state) => state.unmeasured.length === 0)
  const ticketSizes = useMemo(() => createTicketSizes(places), [places])
  useBoardSize(wall)
  usePaging(pages)
  useIdleMeasuring()
  useIdleBoard()
  return (
    <TicketSizesContext value={ticketSizes}>
      <div className="wall" ref={wall}>
        <section
          ref={pages}
          className="pages"
          data-pages={count}
          data-measured={isMeasured || undefined}
          style={{ width: isReady ? `${width}px` : '100%' }}
          aria-labelledby="pages-title"
        >
          <h2 className="visually-hidden" id="pages-title">
            {t('board.label')}
          </h2>
          {isReady ? <TicketPages /> : null}
          {isReady && isEmpty ? <p className="board-empty">{t('board.laneEmpty')}</p> : null}
        </section>
        {isReady ? <Side /> : null}
        <OpenedTicket />
      </div>
    </TicketSizesContext>
  )
}
