import { useContext, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { perColumnOf } from '../places/board-grid.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { RailCard } from '../ticket/rail-card.tsx'
import { SightContext, useComanda } from '../window/window-parts.ts'
import { Placeholder } from './ticket-slot.tsx'
import { useIdleValue } from './use-idle-value.ts'

/** The rail, on every page: new orders at the top, ready orders at the bottom. */
export function RailCardList() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const wasDown = useRef(false)
  const places = usePlacesStore()
  const isInSight = useContext(SightContext)
  const railPage = usePlaces((all) => all.railPage)
  // The page in sight and, once the browser was idle, the next one. Cards further down are not drawn yet.
  const lastDrawnPage = Math.max(railPage, useIdleValue(railPage + 1) ?? 0)
  const orders = useComanda((state) => state.board.orders)
  const bumpBar = useComanda((state) => state.settings?.bumpBar ?? false)
  const state = usePlaces((all) => all)
  const { rail, hiddenPlaces, grid, columnWidth, railColumns, crowdColumns, selected, opened } = state
  const before = state.ids.filter((id) => state.places.get(id)?.page === state.page).length
  const shown = [...rail].toSorted(([, a], [, b]) => a - b)
  const perColumn = perColumnOf(grid)
  const step = grid.card + grid.gap
  const styleOf = (column: number, row: number, page: number): React.CSSProperties => ({
    left: `${column * columnWidth}px`,
    top: `${page * grid.height + row * step}px`,
    width: `${columnWidth - grid.gap}px`,
    height: `${grid.card}px`,
  })
  // The column of a crowded rail comes on the left, after the others have their cards: no card moves for it.
  const placeOf = (slot: number, page: number) =>
    styleOf((Math.floor(slot / perColumn) + crowdColumns) % Math.max(1, railColumns), slot % perColumn, page)
  useLayoutEffect(() => {
    // The first time nothing is scrolled yet, and scrolling would cost a layout.
    if (railPage > 0 || wasDown.current) scroller.current?.scrollTo({ top: railPage * grid.height })
    wasDown.current = railPage > 0
  }, [railPage, grid.height])
  const showsKeys = bumpBar || state.usesKeys
  return (
    <div
      className="rail-cards"
      ref={scroller}
      onScroll={({ currentTarget }) => places.turnRail(Math.round(currentTarget.scrollTop / Math.max(1, grid.height)))}
    >
      {[...shown, ...hiddenPlaces.map((id) => [id, -1] as const)].map(([orderId, slot], index) => {
        const ticket = orderId === undefined ? undefined : orders[orderId]
        const page = slot === -1 ? 1 + Math.floor((index - shown.length) / Math.max(1, grid.slots)) : 0
        const style = placeOf(slot === -1 ? index - shown.length : slot, page)
        if (ticket && page > lastDrawnPage)
          return <Placeholder key={orderId} ticket={ticket} kind="card" style={style} />
        return ticket ? (
          <SightContext key={orderId} value={isInSight && page === railPage}>
            <RailCard
              ticket={ticket}
              style={style}
              isSelected={selected === orderId}
              isOpened={opened === orderId}
              keyNumber={showsKeys ? before + index + 1 : undefined}
            />
          </SightContext>
        ) : null
      })}
      {shown.length + hiddenPlaces.length === 0 ? <p className="rail-empty">{t('board.railEmpty')}</p> : null}
    </div>
  )
}
