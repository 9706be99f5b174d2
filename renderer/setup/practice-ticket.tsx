import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { type WindowParts, WindowPartsContext } from '../app/window-parts.ts'
import { TicketCard } from '../ticket/ticket-card.tsx'

/** The practice order as the board would show it, or what stands in for it until it is there. */
export function PracticeTicket({
  practice,
  fallback,
}: {
  readonly practice: WindowParts
  readonly fallback: ReactNode
}) {
  const orderId = useStore(practice.store, (state) => Object.keys(state.board.orders)[0])
  if (orderId === undefined) return fallback
  return (
    <WindowPartsContext value={practice}>
      <TicketCard orderId={orderId} />
    </WindowPartsContext>
  )
}
