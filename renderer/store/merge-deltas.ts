import type { BoardDelta } from '../../shared/contract.ts'

export type ReceivedDelta = {
  readonly delta: BoardDelta
  /** Monotonic ms of this window. */
  readonly receivedAt: number
}

/**
 * One delta with the effect of several consecutive ones. Its time is that of the latest clock among them, because the clock
 * counts on from there.
 */
export function mergeDeltas(first: ReceivedDelta, ...later: readonly ReceivedDelta[]): ReceivedDelta {
  if (later.length === 0) return first
  const all = [first, ...later]
  const changed = new Map<string, BoardDelta['changed'][number]>()
  const removed = new Set<string>()
  let parts: Partial<BoardDelta> = {}
  for (const { delta } of all) {
    const { changed: tickets, removed: orderIds, ...rest } = delta
    for (const ticket of tickets) {
      changed.set(ticket.orderId, ticket)
      removed.delete(ticket.orderId)
    }
    for (const orderId of orderIds) {
      changed.delete(orderId)
      removed.add(orderId)
    }
    // A part that is absent did not change. A notice says something by being there.
    const told = Object.entries(rest).filter(([name, value]) => value !== undefined || name === 'notice')
    parts = { ...parts, ...Object.fromEntries(told) }
  }
  const last = all.findLast(({ delta }) => delta.clock !== undefined) ?? all.at(-1) ?? first
  const version = all.at(-1)?.delta.version ?? first.delta.version
  return {
    delta: { ...parts, version, changed: [...changed.values()], removed: [...removed] },
    receivedAt: last.receivedAt,
  }
}
