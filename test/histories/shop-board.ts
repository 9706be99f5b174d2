import type { Kitchen } from '../../electron/kitchen/kitchen.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'

/** The board as one connection has it: its own orders, by the ids of its platform. */
export interface ShopBoard {
  tickets(): readonly Ticket[]
  onChanged(listener: (tickets: readonly Ticket[]) => void): void
  /** How the kitchen names an order of this connection. Written here again: a defect there must not change the check. */
  keyOf(orderId: string): string
}

const isOf = (slot: Slot, key: string): boolean => (slot === 1 ? !key.startsWith('@') : key.startsWith(`@${slot}:`))

const prefixOf = (slot: Slot): string => (slot === 1 ? '' : `@${slot}:`)

/** The orders of one connection, by the ids of its platform. */
export const ownOf = <T extends { readonly orderId: string }>(all: readonly T[], slot: Slot): readonly T[] =>
  all
    .filter(({ orderId }) => isOf(slot, orderId))
    .map((one) => ({ ...one, orderId: one.orderId.slice(prefixOf(slot).length) }))

export function shopBoard(kitchen: Pick<Kitchen, 'tickets' | 'onDelta'>, slot: Slot): ShopBoard {
  const own = (tickets: readonly Ticket[]): readonly Ticket[] => ownOf(tickets, slot)
  return {
    tickets: () => own(kitchen.tickets()),
    onChanged: (listener) => void kitchen.onDelta(({ changed }) => listener(own(changed))),
    keyOf: (orderId) => prefixOf(slot) + orderId,
  }
}
