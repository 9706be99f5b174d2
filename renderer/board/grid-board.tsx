import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useComanda, useSlots, useWindowParts } from '../app/window-parts.ts'
import { countedTo } from './counted-to.ts'
import { createLooks, LooksContext } from './looks.ts'
import { TicketSlot } from './ticket-slot.tsx'
import { useSteadyPage } from './use-steady-page.ts'

/** Tells the board's places how large a page is, before a ticket is drawn and whenever the window changes. */
function usePageSize(pages: React.RefObject<HTMLElement | null>): void {
  const { slots } = useWindowParts()
  const tokens = useSlots((state) => state.tokens)
  const showsAllDay = useSlots((state) => state.showsAllDay)
  const locale = useComanda((state) => state.settings?.locale)
  const station = useComanda((state) => state.settings?.station)
  useLayoutEffect(() => {
    const element = pages.current
    if (!element || !tokens) return
    const take = (): void => {
      const columns = Math.max(1, tokens.columns - (showsAllDay ? 1 : 0))
      const { clientWidth, clientHeight } = element
      slots.takeGrid({ columns, rows: tokens.rows }, clientHeight, {
        geometry: [Math.round(clientWidth / columns), clientHeight, tokens.item, tokens.touch].join(' '),
        wording: [locale, station].join(' '),
      })
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
  const ids = useSlots((state) => state.ids)
  const grid = useSlots((state) => state.grid)
  const count = useSlots((state) => state.pages)
  const isReady = useSlots((state) => state.pageHeight > 0)
  const looks = useMemo(() => createLooks(slots), [slots])
  usePageSize(pages)
  useSteadyPage(pages)
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
            '--page-rows': grid.rows,
          } as React.CSSProperties
        }
      >
        <h2 className="visually-hidden" id="pages-title">
          {t('board.label')}
        </h2>
        {countedTo(count).map((page) => (
          <div
            key={page}
            className="page"
            aria-hidden
            style={{ gridColumn: `${(page - 1) * grid.columns + 1} / span ${grid.columns}` }}
          />
        ))}
        {isReady ? ids.map((orderId) => <TicketSlot key={orderId} orderId={orderId} />) : null}
        {isReady && ids.length === 0 ? <p className="board-empty">{t('board.laneEmpty')}</p> : null}
      </section>
    </LooksContext>
  )
}
