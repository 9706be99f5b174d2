import type { CSSProperties, ReactElement } from 'react'
import { useComanda, useSlots } from '../app/window-parts.ts'
import { countedTo } from './counted-to.ts'
import { keyOf, pageOf } from './slots.ts'
import { TicketPlaceholder, TicketSlot } from './ticket-slot.tsx'

/**
 * Every ticket on its page, each told what concerns it: one listener for a whole board, however many tickets it has, and
 * a change of one order draws one ticket. A page that is out of sight is passed over as a whole by the browser.
 */
export function TicketPages() {
  const orders = useComanda((state) => state.board.orders)
  const failures = useComanda((state) => state.failures)
  const bumpBar = useComanda((state) => state.settings?.bumpBar ?? false)
  const ids = useSlots((state) => state.ids)
  const placements = useSlots((state) => state.placements)
  const supposed = useSlots((state) => state.supposed)
  const drawn = useSlots((state) => state.drawing.drawn)
  const trials = useSlots((state) => state.trials)
  const grid = useSlots((state) => state.grid)
  const count = useSlots((state) => state.pages)
  const page = useSlots((state) => state.page)
  const selected = useSlots((state) => state.selected)
  const usesKeys = useSlots((state) => state.usesKeys)
  const generation = useSlots((state) => state.generation)

  const pages = countedTo(count).map((number) => ({ number, isOverrun: false, tickets: [] as ReactElement[] }))
  for (const orderId of ids) {
    const ticket = orders[orderId]
    const slot = placements[orderId]
    const own = slot && pages[pageOf(slot, grid)]
    if (!ticket || !own) continue
    own.isOverrun ||= slot.columns > grid.columns
    if (!drawn.has(orderId)) {
      own.tickets.push(<TicketPlaceholder key={orderId} ticket={ticket} slot={slot} pageColumns={grid.columns} />)
      continue
    }
    own.tickets.push(
      <TicketSlot
        key={orderId}
        orderId={orderId}
        ticket={ticket}
        failure={failures[orderId]}
        slot={slot}
        pageColumns={grid.columns}
        isSupposed={supposed.has(orderId)}
        isInSight={pageOf(slot, grid) <= page && slot.column + slot.columns > page * grid.columns}
        trial={trials[orderId] ?? slot.columns}
        isSelected={selected === orderId}
        keyNumber={bumpBar || usesKeys ? keyOf(slot, grid) : undefined}
        generation={generation}
      />,
    )
  }
  return pages.map(({ number, isOverrun, tickets }) => (
    <div
      key={number}
      className="page"
      data-overrun={isOverrun || undefined}
      style={{ '--page': number - 1 } as CSSProperties}
    >
      {tickets}
    </div>
  ))
}
