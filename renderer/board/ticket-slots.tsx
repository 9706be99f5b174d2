import { useComanda, useSlots } from '../app/window-parts.ts'
import { keyOf, pageOf } from './slots.ts'
import { TicketSlot } from './ticket-slot.tsx'

/**
 * Every ticket, each told what concerns it: one listener for a whole board, however many tickets it has, and a change of
 * one order draws one ticket.
 */
export function TicketSlots() {
  const orders = useComanda((state) => state.board.orders)
  const failures = useComanda((state) => state.failures)
  const bumpBar = useComanda((state) => state.settings?.bumpBar ?? false)
  const ids = useSlots((state) => state.ids)
  const placements = useSlots((state) => state.placements)
  const supposed = useSlots((state) => state.supposed)
  const drawn = useSlots((state) => state.drawing.drawn)
  const trials = useSlots((state) => state.trials)
  const grid = useSlots((state) => state.grid)
  const page = useSlots((state) => state.page)
  const selected = useSlots((state) => state.selected)
  const usesKeys = useSlots((state) => state.usesKeys)
  const generation = useSlots((state) => state.generation)
  return ids.map((orderId) => {
    const ticket = orders[orderId]
    const slot = placements[orderId]
    if (!ticket || !slot) return null
    return (
      <TicketSlot
        key={orderId}
        orderId={orderId}
        ticket={ticket}
        failure={failures[orderId]}
        slot={slot}
        isSupposed={supposed.has(orderId)}
        isDrawn={drawn.has(orderId)}
        isInSight={pageOf(slot, grid) <= page && slot.column + slot.columns > page * grid.columns}
        trial={trials[orderId] ?? 1}
        isSelected={selected === orderId}
        keyNumber={bumpBar || usesKeys ? keyOf(slot, grid) : undefined}
        generation={generation}
      />
    )
  })
}
