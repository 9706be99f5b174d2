import { type CSSProperties, memo, startTransition, useDeferredValue, useEffect, useState } from 'react'
import type { Place, Places } from '../places/place.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { TicketArticle } from '../ticket/ticket.tsx'
import { useTicketSettings } from '../ticket/ticket-settings.ts'
import { EDGE_GAPS } from '../ui/design/tokens.ts'
import { ticketHooks } from '../ui/window/ticket-element.ts'
import { SightContext, useComanda, useIdleMoments, useWords } from '../ui/window/window-parts.ts'

type SlotProps = {
  readonly orderId: string
  readonly place: Place
  readonly columnWidth: number
  readonly gap: number
  /** False on a page that is far from the one in sight, or waits to be drawn. */
  readonly isDrawn: boolean
  readonly isCovered: boolean
  readonly isSelected: boolean
  readonly keyNumber: number | undefined
}

/** A ticket at its place. It is drawn again when its own order or place changes. */
const Slot = memo(function Slot({ orderId, place, columnWidth, gap, isDrawn, ...marks }: SlotProps) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  if (!ticket) return null
  if (!isDrawn)
    return (
      <article
        className="ticket"
        {...ticketHooks(ticket)}
        data-status={ticket.status}
        data-lane={ticket.lane}
        aria-label={ticket.displayId}
      />
    )
  const { column, y, span, height, form, isLong, isPart } = place
  const style: CSSProperties = {
    transform: `translate(${EDGE_GAPS * gap + column * columnWidth}px, ${y}px)`,
    width: `${span * columnWidth - gap}px`,
    height: `${height}px`,
  }
  return (
    <TicketArticle ticket={ticket} form={form} span={span} isLong={isLong} isPart={isPart} style={style} {...marks} />
  )
})

type MoreOrdersProps = { readonly page: number; readonly isLast: boolean; readonly count: number }

/** The slot at the end of a page: how many orders are on further pages. */
function MoreOrders({ page, isLast, count }: MoreOrdersProps) {
  const t = useWords()
  const places = usePlacesStore()
  return (
    <button
      type="button"
      className="more-orders"
      data-testid="more-orders"
      data-count={count}
      onClick={() => places.turnTo(isLast ? 0 : page + 1)}
    >
      {isLast ? t('board.firstPage') : t('board.more', { count })}
    </button>
  )
}

type PageProps = {
  readonly page: number
  readonly tickets: readonly (readonly [orderId: string, place: Place])[]
  /** Orders on further pages; absent where there is one page. */
  readonly after: number | undefined
  readonly columnWidth: number
  readonly gap: number
  readonly isInSight: boolean
  readonly isLive: boolean
  readonly isDrawn: boolean
  /** If they are on this page. */
  readonly opened: string | undefined
  readonly selected: string | undefined
  readonly numbered: readonly string[]
}

function TicketPage(props: PageProps) {
  const { page, tickets, after, columnWidth, gap, isInSight, isLive, isDrawn, opened, selected, numbered } = props
  return (
    <div
      className="page"
      style={{ left: `${page * 100}%` }}
      data-in-sight={isInSight || undefined}
      data-live={isLive || undefined}
    >
      <SightContext value={isInSight}>
        {tickets.map(([orderId, place]) => (
          <Slot
            key={orderId}
            orderId={orderId}
            place={place}
            columnWidth={columnWidth}
            gap={gap}
            isDrawn={isDrawn}
            isCovered={opened === orderId}
            isSelected={selected === orderId}
            keyNumber={numbered.indexOf(orderId) + 1 || undefined}
          />
        ))}
        {after === undefined ? null : <MoreOrders page={page} isLast={after === 0} count={after} />}
      </SightContext>
    </div>
  )
}

const isSameList = (a: PageProps['tickets'], b: PageProps['tickets']): boolean =>
  a.length === b.length && a.every(([id, place], index) => id === b[index]?.[0] && place === b[index]?.[1])

/** A page is drawn again when one of its own tickets has changed. */
const MemoPage = memo(
  TicketPage,
  ({ tickets: before, ...rest }, { tickets, ...others }) =>
    isSameList(before, tickets) && Object.entries(rest).every(([name, value]) => Reflect.get(others, name) === value),
)

/** Longest wait for an idle moment, in ms. */
const MAX_WAIT_MS = 1_000

/** Counts up to `steps` in idle moments: what is out of sight waits, each part alone, so that no tap waits for long. */
export function useIdleSteps(steps: number): number {
  const [done, setDone] = useState(0)
  const idle = useIdleMoments()
  useEffect(() => {
    const next = (): void => setDone(done + 1)
    // The first step adds empty tickets. Each further one draws a page, piece by piece.
    if (done < steps) return idle.whenIdle(() => (done === 0 ? next() : startTransition(next)), MAX_WAIT_MS)
    return undefined
  }, [idle, done, steps])
  return done
}

/** Each order at its place, or out of sight at its former one. */
function withFormer(places: Places, former: Places, pages: number, inSight: number): Places {
  if (places === former) return places
  const isOut = (place: Place | undefined): place is Place =>
    place !== undefined && place.page !== inSight && place.page < pages
  return new Map(
    [...places].map(([id, place]) => {
      const before = former.get(id)
      return [id, isOut(place) && isOut(before) ? before : place]
    }),
  )
}

/** More pages have empty tickets while they are far away, so that work does not grow with the open orders. */
const MOST_DRAWN = 8

/** The pages that are drawn: those that the next touch may show go first. */
const drawnPages = (page: number, pages: number): readonly number[] =>
  [...new Set([page, page + 1, page - 1, 0, ...Array.from({ length: pages }, (_, one) => one)])]
    .filter((one) => one >= 0 && one < pages)
    .slice(0, MOST_DRAWN)

const NO_KEYS: readonly string[] = []

/** The pages of the wall. */
export function Pages() {
  const places = usePlaces((state) => state.places)
  // What is out of sight is drawn afterwards, piece by piece: an arrangement may move hundreds of tickets.
  const former = useDeferredValue(places)
  const sizes = usePlaces((state) => state.tokens?.steps[state.layout.step])
  const pages = usePlaces((state) => state.layout.pages.length)
  const inSight = usePlaces((state) => state.page)
  const near = drawnPages(useDeferredValue(inSight), pages)
  const opened = usePlaces((state) => state.opened)
  const selected = usePlaces((state) => state.selected)
  const bumpBar = useTicketSettings()?.bumpBar ?? false
  const numbered = usePlaces((state) => (bumpBar || state.usesKeys ? state.numbered : NO_KEYS))
  const ready = useIdleSteps(near.length)
  if (!sizes) return null
  const byPage = Map.groupBy(withFormer(places, former, pages, inSight), ([, { page }]) => page)
  let after = places.size
  const all = Array.from({ length: pages }, (_, page) => page)
  return all.map((page) => {
    const isInSight = page === inSight
    const tickets = byPage.get(page) ?? []
    after -= tickets.length
    // After the first picture every order has its element: an empty one takes little time.
    if (!isInSight && ready === 0) return null
    const ifHere = (id: string | undefined) => (id !== undefined && places.get(id)?.page === page ? id : undefined)
    return (
      <MemoPage
        key={page}
        page={page}
        tickets={tickets}
        after={pages > 1 ? after : undefined}
        columnWidth={sizes.columnWidth}
        gap={sizes.gap}
        isInSight={isInSight}
        isLive={ready > 0}
        isDrawn={isInSight || near.slice(0, ready).includes(page)}
        opened={ifHere(opened)}
        selected={ifHere(selected)}
        numbered={isInSight ? numbered : NO_KEYS}
      />
    )
  })
}
