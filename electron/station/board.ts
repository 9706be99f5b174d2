import { isDeepStrictEqual } from 'node:util'
import type { BoardDelta, BoardSnapshot } from '../../shared/contract/contract.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

type BoardParts = Omit<BoardSnapshot, 'version' | 'tickets'>

/** The tickets in memory: a projection of the databases, rebuilt from them at every start, changed only after a commit. */
export type Board = {
  /** Takes over projected tickets (`undefined`: the order left the board) and sends listeners only real changes. */
  update(tickets: ReadonlyMap<string, Ticket | undefined>): void
  /** Sends listeners the parts of the board other than tickets. */
  announce(parts: Partial<BoardParts>): void
  ticket(orderId: string): Ticket | undefined
  tickets(): readonly Ticket[]
  version(): number
  onDelta(listener: (delta: BoardDelta) => void): () => void
}

export function createBoard(): Board {
  const tickets = new Map<string, Ticket>()
  const listeners = new Set<(delta: BoardDelta) => void>()
  let version = 0

  const publish = (content: Omit<BoardDelta, 'version'>): void => {
    version += 1
    const delta: BoardDelta = { version, ...content }
    for (const listener of listeners) listener(delta)
  }

  return {
    update(projected) {
      const changed: Ticket[] = []
      const removed: string[] = []
      for (const [orderId, ticket] of projected) {
        const known = tickets.get(orderId)
        if (ticket === undefined) {
          if (tickets.delete(orderId)) removed.push(orderId)
        } else if (!isDeepStrictEqual(known, ticket)) {
          tickets.set(orderId, ticket)
          changed.push(ticket)
        }
      }
      if (changed.length > 0 || removed.length > 0) publish({ changed, removed })
    },
    announce: (parts) => publish({ ...parts, changed: [], removed: [] }),
    ticket: (orderId) => tickets.get(orderId),
    tickets: () => [...tickets.values()],
    version: () => version,
    onDelta(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
