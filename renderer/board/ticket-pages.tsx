import { memo, useMemo } from 'react'
import type { Ticket } from '../../shared/ticket.ts'
import { usePlaces } from '../places/places-context.ts'
import { isSameCard, RailCard } from '../ticket/rail-card.tsx'
import { SightContext, useComanda } from '../window/window-parts.ts'
import { type Frame, Placeholder, styleOf, TicketSlot, type TicketSlotProps } from './ticket-slot.tsx'
import { useIdleValue } from './use-idle-value.ts'

/** Pages within this distance of the page in sight are drawn, so that a change of page shows them at once. */
const NEAR_PAGES = 1

type CardProps = React.ComponentProps<typeof RailCard>

/** One order on a page, and how it is drawn there. */
type Drawn =
  | { readonly kind: 'card'; readonly props: CardProps }
  | { readonly kind: 'placeholder'; readonly props: { readonly ticket: Ticket; readonly style: React.CSSProperties } }
  | { readonly kind: 'ticket'; readonly props: TicketSlotProps }

type PageProps = { readonly number: number; readonly isInSight: boolean; readonly drawn: readonly Drawn[] }

/** Memoised: a page without changes is not drawn again. */
const isSamePage = (a: PageProps, b: PageProps): boolean =>
  a.number === b.number &&
  a.isInSight === b.isInSight &&
  a.drawn.length === b.drawn.length &&
  a.drawn.every(({ kind, props }, index) => {
    const other = b.drawn[index]
    return kind === other?.kind && isSameCard(props, other.props)
  })

// The key contains the kind: an order may be shown as a card while its whole ticket is measured on the same page. With two
// equal keys React would lose one of them, which would stay on the board for ever.
function draw({ kind, props }: Drawn, isInSight: boolean) {
  const { orderId } = props.ticket
  switch (kind) {
    case 'card':
      return (
        <SightContext key={`card ${orderId}`} value={isInSight}>
          <RailCard {...props} />
        </SightContext>
      )
    case 'placeholder':
      return <Placeholder key={`slot ${orderId}`} kind="slot" {...props} />
    case 'ticket':
      return <TicketSlot key={`slot ${orderId}`} {...props} />
  }
}

const Page = memo(function Page({ number, isInSight, drawn }: PageProps) {
  return (
    <div className="page" style={{ left: `${number * 100}%` }}>
      {drawn.map((one) => draw(one, isInSight))}
    </div>
  )
}, isSamePage)

/** All pages of tickets. One subscription serves the whole board: a change of one order draws one ticket. */
export function TicketPages() {
  const orders = useComanda((state) => state.board.orders)
  const failures = useComanda((state) => state.failures)
  const bumpBar = useComanda((state) => state.settings?.bumpBar ?? false)
  const state = usePlaces((all) => all)
  const { ids, places, sizes, cards, estimated, measuring, trials, grid, columnWidth, page, pages, generation } = state
  // The page whose neighbours are drawn.
  const centre = useIdleValue(page)
  const showsKeys = bumpBar || state.usesKeys
  const frame: Frame = useMemo(() => ({ columnWidth, gap: grid.gap }), [columnWidth, grid.gap])
  const idsOfPages = Map.groupBy(ids, (id) => places.get(id)?.page ?? 0)
  const inSight = idsOfPages.get(page) ?? []

  const drawnOf = (orderId: string, isMeasuredHere: boolean): readonly Drawn[] => {
    const ticket = orders[orderId]
    const place = places.get(orderId)
    if (!ticket) return []
    const isSelected = state.selected === orderId
    const keyNumber = showsKeys ? inSight.indexOf(orderId) + 1 : undefined
    if (cards.has(orderId) && !isMeasuredHere) {
      const isOpened = state.opened === orderId
      return place
        ? [{ kind: 'card', props: { ticket, style: styleOf(place, frame), isSelected, keyNumber, isOpened } }]
        : []
    }
    const isNear = place !== undefined && (place.page === page || Math.abs(place.page - (centre ?? page)) <= NEAR_PAGES)
    // A ticket out of sight is drawn only after it was measured, so that the page in sight is painted first.
    const isReady = sizes.has(orderId) || place?.page === page
    const isDrawn = measuring.has(orderId) || (isNear && isReady && !estimated.has(orderId))
    if (!isDrawn) return place ? [{ kind: 'placeholder', props: { ticket, style: styleOf(place, frame) } }] : []
    const isPlaced = place !== undefined && !estimated.has(orderId)
    if (isMeasuredHere !== !isPlaced) return []
    const props = {
      ticket,
      failure: failures[orderId],
      place: isPlaced ? place : undefined,
      trial: trials.get(orderId),
      frame,
      isInSight: isPlaced && place.page === page,
      isSelected,
      keyNumber,
      generation,
      isCopy: state.rail.has(orderId) || cards.has(orderId),
    }
    return [{ kind: 'ticket', props }]
  }

  const beingMeasured = [...measuring].filter((id) => estimated.has(id))
  return (
    <>
      {Array.from({ length: pages }, (_, index) => index).map((number) => {
        if (number !== page && centre === undefined) return null
        const drawn = (idsOfPages.get(number) ?? []).flatMap((id) => drawnOf(id, false))
        const measured = number === page ? beingMeasured.flatMap((id) => drawnOf(id, true)) : []
        return <Page key={number} number={number} isInSight={number === page} drawn={[...drawn, ...measured]} />
      })}
    </>
  )
}
