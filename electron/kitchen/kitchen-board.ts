import type { BoardDelta, BoardSnapshot } from '../../shared/contract/contract.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { type Slot, ticketKey } from '../../shared/ticket/ticket-key.ts'
import { FRESHNESS_SEVERITY, type Freshness } from '../../shared/time/freshness.ts'
import type { Versions } from '../core/board.ts'
import { clockGap, type KitchenConnection, SAME_CLOCK_MS, ticketInKitchen } from './connection.ts'

const isPaused = ({ trouble }: Freshness): boolean => trouble === 'connection-paused'

/** One that staff have paused is no trouble. */
const isWorse = (one: Freshness, other: Freshness): boolean =>
  isPaused(one) !== isPaused(other)
    ? isPaused(other)
    : FRESHNESS_SEVERITY[one.state] === FRESHNESS_SEVERITY[other.state]
      ? (one.checkedAt ?? Number.NEGATIVE_INFINITY) < (other.checkedAt ?? Number.NEGATIVE_INFINITY)
      : FRESHNESS_SEVERITY[one.state] > FRESHNESS_SEVERITY[other.state]

/** The freshness of the connection that is worst off, with a list of all. */
function freshnessOf(
  all: readonly { readonly name: string; readonly notice: string | undefined; readonly freshness: Freshness }[],
): Freshness {
  const [first, ...others] = all
  if (first === undefined || others.length === 0) return first?.freshness ?? { state: 'stale' }
  const worst = others.reduce((found, one) => (isWorse(one.freshness, found.freshness) ? one : found), first)
  return {
    ...worst.freshness,
    connection: worst.freshness.state === 'fresh' ? undefined : worst.name,
    connections: all.map(({ name, notice, freshness }) => ({ ...freshness, name, notice })),
  }
}

type About = Pick<BoardSnapshot, 'freshness' | 'unsettledTaps' | 'notice'>

/** What a connection says of itself. A further one whose storage does not answer leaves the others their board. */
function aboutOf({ slot, core }: KitchenConnection): About {
  try {
    return core.about()
  } catch (error) {
    if (slot === 1) throw error
    return { freshness: { state: 'stale', trouble: 'storage' }, unsettledTaps: 0 }
  }
}

/** Of the board: read once from each connection. */
function aboutAll(connections: readonly KitchenConnection[], boardNow: () => number): About {
  const all = connections.map((connection) => ({ connection, about: aboutOf(connection) }))
  const freshness = freshnessOf(
    all.map(({ connection, about: { notice, freshness: own } }) => {
      const { checkedAt, storeRiskAt } = own
      const gapMs = clockGap(connection, boardNow)
      return {
        name: connection.mark().name,
        notice: notice === '' ? undefined : notice,
        freshness: {
          ...own,
          checkedAt: checkedAt === undefined ? undefined : checkedAt + gapMs,
          storeRiskAt: storeRiskAt === undefined ? undefined : storeRiskAt + gapMs,
        },
      }
    }),
  )
  return {
    freshness,
    unsettledTaps: all.reduce((sum, { about }) => sum + about.unsettledTaps, 0),
    notice: all.map(({ about }) => about.notice).find((one) => one !== undefined && one !== ''),
  }
}

/** The sales channels of all connections, each once. */
export const channelsOf = (connections: readonly KitchenConnection[]): string[] => [
  ...new Set(connections.flatMap(({ core }) => core.channels())),
]

/**
 * One board over the boards of all connections. Their deltas share one count of versions, so each is passed on once.
 * @param connections changes while the kitchen works
 */
export function createKitchenBoard(
  connections: readonly KitchenConnection[],
  first: KitchenConnection,
  versions: Versions,
) {
  const listeners = new Set<(delta: BoardDelta) => void>()
  const isOnly = (): boolean => connections.length === 1
  const boardNow = first.core.platformNow

  const shown = (ticket: Ticket, connection: KitchenConnection): Ticket =>
    ticketInKitchen(ticket, connection, { isOnly: isOnly(), gapMs: clockGap(connection, boardNow) })
  /** By how much the tickets of a connection were shifted when they were last passed on. */
  const shiftedBy = new Map<Slot, number>()
  /** The tickets of further connections whose clock has moved against that of the board since. */
  const withNewInstants = (): readonly Ticket[] =>
    connections.flatMap((connection) => {
      const gapMs = clockGap(connection, boardNow)
      if (Math.abs(gapMs - (shiftedBy.get(connection.slot) ?? 0)) < SAME_CLOCK_MS) return []
      shiftedBy.set(connection.slot, gapMs)
      return connection.core.tickets().map((ticket) => shown(ticket, connection))
    })
  const ticketsBy = (of: (connection: KitchenConnection) => readonly Ticket[]): readonly Ticket[] =>
    connections.flatMap((connection) => of(connection).map((ticket) => shown(ticket, connection)))

  /** Clock, settings and test of the sound are those of the first connection: the kitchen's. */
  function deltaOf(connection: KitchenConnection, delta: BoardDelta): BoardDelta {
    const { version, changed, removed, clock, settings, soundTestedAt } = delta
    const kitchens = connection === first ? { clock, settings, soundTestedAt } : {}
    const hasNotice = delta.notice !== undefined
    const isAbout = delta.freshness !== undefined || delta.unsettledTaps !== undefined || hasNotice
    const about = isAbout ? aboutAll(connections, boardNow) : undefined
    const parts = {
      ...kitchens,
      freshness: delta.freshness !== undefined || (hasNotice && !isOnly()) ? about?.freshness : undefined,
      unsettledTaps: delta.unsettledTaps === undefined ? undefined : about?.unsettledTaps,
      notice: hasNotice ? (about?.notice ?? '') : undefined,
    }
    const own = changed.map((ticket) => shown(ticket, connection))
    const moved = withNewInstants().filter(({ orderId }) => !own.some((ticket) => ticket.orderId === orderId))
    return {
      version,
      changed: [...own, ...moved],
      removed: removed.map((orderId) => ticketKey(connection.slot, orderId)),
      // An absent part did not change.
      ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    }
  }

  const publish = (delta: BoardDelta): void => {
    for (const listener of listeners) listener(delta)
  }

  return {
    tickets: (): readonly Ticket[] => ticketsBy(({ core }) => core.tickets()),
    /** In full, also those in quarantine. */
    fullTickets: (): readonly Ticket[] => ticketsBy(({ core }) => core.fullTickets()),
    snapshot(): BoardSnapshot {
      const channels = channelsOf(connections)
      return {
        ...first.core.snapshot(),
        tickets: [...ticketsBy(({ core }) => core.tickets())],
        ...aboutAll(connections, boardNow),
        channels: channels.length > 0 ? channels : undefined,
      }
    },
    onDelta(listener: (delta: BoardDelta) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Passes on the deltas of a connection. Returns the function that ends it. */
    follow: (connection: KitchenConnection): (() => void) =>
      connection.core.onDelta((delta) => publish(deltaOf(connection, delta))),
    /** The list of connections changed: every ticket says where it is from, or no longer does. */
    connectionsChanged(removed: readonly string[]): void {
      const { freshness, unsettledTaps } = aboutAll(connections, boardNow)
      publish({
        version: versions.next(),
        changed: [...ticketsBy(({ core }) => core.tickets())],
        removed: [...removed],
        freshness,
        unsettledTaps,
      })
    },
  }
}
