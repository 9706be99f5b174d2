import { usePlaces } from '../places/places-context.ts'
import { RailCard } from '../ticket/rail-card.tsx'
import { SightContext, useComanda } from '../window/window-parts.ts'
import { Placeholder, styleOf, TicketSlot } from './ticket-slot.tsx'

/** Pages so near to the one in sight are drawn. */
const NEAR_PAGES = 1

/** Every ticket on its page. One listener for the whole board: a change of one order draws one ticket. */
export function TicketPages() {
  const orders = useComanda((state) => state.board.orders)
  const failures = useComanda((state) => state.failures)
  const bumpBar = useComanda((state) => state.settings?.bumpBar ?? false)
  const state = usePlaces((all) => all)
  const { ids, places, cards, estimated, measuring, trials, grid, columnWidth, page, pages, generation } = state
  const showsKeys = bumpBar || state.usesKeys
  const frame = { columnWidth, gap: grid.gap }
  const inSight = ids.filter((id) => places.get(id)?.page === page)

  // Keys by kind: an order may stand as a card while its whole ticket is measured on the same page, and React loses one of two
  // children with the same key. It would stay on the board for ever.
  const slotOf = (orderId: string, isMeasuredHere: boolean) => {
    const ticket = orders[orderId]
    const place = places.get(orderId)
    if (!ticket) return null
    if (cards.has(orderId) && !isMeasuredHere) {
      return place ? (
        <SightContext key={`card ${orderId}`} value={place.page === page}>
          <RailCard
            ticket={ticket}
            style={styleOf(place, frame)}
            isSelected={state.selected === orderId}
            keyNumber={showsKeys ? inSight.indexOf(orderId) + 1 : undefined}
            isOpened={state.opened === orderId}
          />
        </SightContext>
      ) : null
    }
    const isNear = place !== undefined && Math.abs(place.page - page) <= NEAR_PAGES
    const isDrawn = measuring.has(orderId) || (isNear && !estimated.has(orderId))
    if (!isDrawn) {
      return place ? (
        <Placeholder key={`slot ${orderId}`} ticket={ticket} kind="slot" style={styleOf(place, frame)} />
      ) : null
    }
    const isPlaced = place !== undefined && !estimated.has(orderId)
    if (isMeasuredHere !== !isPlaced) return null
    return (
      <TicketSlot
        key={`slot ${orderId}`}
        ticket={ticket}
        failure={failures[orderId]}
        place={isPlaced ? place : undefined}
        trial={trials.get(orderId)}
        frame={frame}
        isInSight={isPlaced && place.page === page}
        isSelected={state.selected === orderId}
        keyNumber={showsKeys ? inSight.indexOf(orderId) + 1 : undefined}
        generation={generation}
        isCopy={state.rail.has(orderId) || cards.has(orderId)}
      />
    )
  }

  const beingMeasured = [...measuring].filter((id) => estimated.has(id))
  return (
    <>
      {Array.from({ length: pages }, (_, index) => index).map((number) => (
        <div key={number} className="page" style={{ left: `${number * 100}%` }}>
          {[
            ...ids.filter((id) => places.get(id)?.page === number).map((id) => slotOf(id, false)),
            ...(number === page ? beingMeasured.map((id) => slotOf(id, true)) : []),
          ]}
        </div>
      ))}
    </>
  )
}
