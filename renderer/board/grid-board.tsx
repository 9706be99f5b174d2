import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LocaleContext, useComanda, useSlots, useWindowParts } from '../app/window-parts.ts'
import { useIdleDrawing } from './idle-drawing.ts'
import { createLooks, LooksContext } from './looks.ts'
import { TicketPages } from './ticket-pages.tsx'
import { useSteadyPage } from './use-steady-page.ts'

/** Tells the board's places how large a page is, before a ticket is drawn and whenever the window changes. */
function usePageSize(pages: React.RefObject<HTMLElement | null>): void {
  const { slots } = useWindowParts()
  const tokens = useSlots((state) => state.tokens)
  const showsAllDay = useSlots((state) => state.showsAllDay)
  const locale = useContext(LocaleContext)
  const station = useComanda((state) => state.settings?.station)
  useLayoutEffect(() => {
    const element = pages.current
    if (!element || !tokens) return
    const take = (): void => {
      const columns = Math.max(1, tokens.columns - (showsAllDay ? 1 : 0))
      const { clientWidth, clientHeight } = element
      slots.takeGrid(
        { columns, rows: tokens.rows },
        { width: clientWidth, height: clientHeight },
        {
          geometry: [Math.round(clientWidth / columns), clientHeight, tokens.item, tokens.touch].join(' '),
          wording: [locale, station].join(' '),
        },
      )
    }
    take()
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => observer.disconnect()
  }, [pages, slots, tokens, showsAllDay, locale, station])
}

/** Pages of tickets side by side, turned by a swipe, by keys or by the pager. No ticket moves while it is worked on. */
export function GridBoard() {
  const { t } = useTranslation()
  const { slots } = useWindowParts()
  const pages = useRef<HTMLElement>(null)
  const isEmpty = useSlots((state) => state.ids.length === 0)
  const grid = useSlots((state) => state.grid)
  const width = useSlots((state) => state.pageWidth)
  const count = useSlots((state) => state.pages)
  const isReady = useSlots((state) => state.pageHeight > 0)
  const looks = useMemo(() => createLooks(slots), [slots])
  usePageSize(pages)
  useSteadyPage(pages)
  useIdleDrawing()
  useEffect(() => {
    const element = pages.current
    if (!element) return
    const turned = (): void => slots.turnedTo(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener('scroll', turned, { passive: true })
    return () => element.removeEventListener('scroll', turned)
  }, [slots])
  return (
    <LooksContext value={looks}>
      <section
        ref={pages}
        className="pages"
        data-pages={count}
        aria-labelledby="pages-title"
        style={
          {
            '--page-columns': grid.columns,
            // Not the container's own unit: with it, each change of one ticket has the styles of all looked at again.
            '--page-width': `${width}px`,
            '--page-rows': grid.rows,
          } as React.CSSProperties
        }
      >
        <h2 className="visually-hidden" id="pages-title">
          {t('board.label')}
        </h2>
        {isReady ? <TicketPages /> : null}
        {isReady && isEmpty ? <p className="board-empty">{t('board.laneEmpty')}</p> : null}
      </section>
    </LooksContext>
  )
}
