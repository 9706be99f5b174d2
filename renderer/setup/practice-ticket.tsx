import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { type BoardParts, BoardPartsProvider } from '../ticket/board-parts.tsx'
import { OrderTicket } from '../ticket/ticket.tsx'

/** The practice order, drawn as on the board; `fallback` until the order exists. */
export function PracticeTicket({
  practice,
  fallback,
}: {
  readonly practice: BoardParts
  readonly fallback: ReactNode
}) {
  const orderId = useStore(practice.window.store, (state) => Object.keys(state.board.orders)[0])
  if (orderId === undefined) return fallback
  return (
    <BoardPartsProvider parts={practice}>
      <OrderTicket orderId={orderId} form="whole" />
    </BoardPartsProvider>
  )
}
