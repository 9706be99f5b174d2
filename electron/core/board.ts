import { isDeepStrictEqual } from 'node:util'
import type { BoardDelta, BoardSnapshot } from '../../shared/contract/contract.ts'
import { forgetTexts } from '../../shared/text/folded-text.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

type BoardParts = Omit<BoardSnapshot, 'version' | 'tickets'>

/** The tickets in memory: a projection of the databases, rebuilt from them at every start, changed only after a commit. */
export interface Board {
  /** Takes over projected tickets (`undefined`: the order left the board) and sends listeners only real changes. */
  update(projected: ReadonlyMap<string, Ticket | undefined>): void
  /** Sends listeners the parts of the board other than tickets. */
  announce(parts: Partial<BoardParts>): void
  ticket(orderId: string): Ticket | undefined
  tickets(): readonly Ticket[]
  version(): number
  onDelta(listener: (delta: BoardDelta) => void): () => void
}

/** Counts the versions of a board, or of all boards of a kitchen: its windows see one sequence. */
export function createVersions(): Versions {
  let last = 0
  return {
    last: () => last,
    next() {
      last += 1
      return last
    },
  }
}
export interface Versions {
  last(): number
  next(): number
}

export function createBoard(versions: Versions = createVersions()): Board {
  const tickets = new Map<string, Ticket>()
  const listeners = new Set<(delta: BoardDelta) => void>()

  const publish = (content: Omit<BoardDelta, 'version'>): void => {
    const delta: BoardDelta = { version: versions.next(), ...content }
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
      if (removed.length > 0) forgetTexts()
      if (changed.length > 0 || removed.length > 0) publish({ changed, removed })
    },
    announce: (parts) => publish({ ...parts, changed: [], removed: [] }),
    ticket: (orderId) => tickets.get(orderId),
    tickets: () => [...tickets.values()],
    version: versions.last,
    onDelta(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
