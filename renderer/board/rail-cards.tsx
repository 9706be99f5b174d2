import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useComanda, usePlaces, useWindowParts } from '../app/window-parts.ts'
import { RailCard } from '../ticket/rail-card.tsx'
import { perColumnOf } from './places-store.ts'

/** New orders on top, ready orders below, on every page. */
export function RailCards() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { places } = useWindowParts()
  const isDown = usePlaces((all) => all.isRailDown)
  const orders = useComanda((state) => state.board.orders)
  const bumpBar = useComanda((state) => state.settings?.bumpBar ?? false)
  const state = usePlaces((all) => all)
  const { rail, hidden, grid, columnWidth, railColumns, selected, opened } = state
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
  const placeOf = (slot: number, page: number) =>
    styleOf(Math.floor(slot / perColumn) % Math.max(1, railColumns), slot % perColumn, page)
  useEffect(() => {
    scroller.current?.scrollTo({ top: isDown ? grid.height : 0 })
  }, [isDown, grid.height])
  const showsKeys = bumpBar || state.usesKeys
  return (
    <div
      className="rail-cards"
      ref={scroller}
      onScroll={({ currentTarget }) => places.turnRail(currentTarget.scrollTop >= grid.height / 2)}
    >
      {[...shown, ...hidden.map((id) => [id, -1] as const)].map(([orderId, slot], index) => {
        const ticket = orders[orderId]
        return ticket ? (
          <RailCard
            key={orderId}
            ticket={ticket}
            style={
              slot === -1
                ? placeOf(index - shown.length, 1 + Math.floor((index - shown.length) / Math.max(1, grid.slots)))
                : placeOf(slot, 0)
            }
            isSelected={selected === orderId}
            isOpened={opened === orderId}
            keyNumber={showsKeys ? before + index + 1 : undefined}
          />
        ) : null
      })}
      {shown.length + hidden.length === 0 ? <p className="rail-empty">{t('board.railEmpty')}</p> : null}
    </div>
  )
}
