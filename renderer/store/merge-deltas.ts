import type { BoardDelta } from '../../shared/contract.ts'

export type ReceivedDelta = {
  readonly delta: BoardDelta
  /** Monotonic ms of this window. */
  readonly receivedAt: number
}

/** Merges two consecutive deltas into one with the same effect. Its time belongs to the latest clock reading. */
export function mergeDeltas(first: ReceivedDelta, second: ReceivedDelta): ReceivedDelta {
  const [before, after] = [first.delta, second.delta]
  const touched = new Set([...after.changed.map(({ orderId }) => orderId), ...after.removed])
  // An absent field did not change. A present `notice`, also `undefined`, is a new notice.
  const changes = Object.entries(after).filter(([name, value]) => value !== undefined || name === 'notice')
  return {
    delta: {
      ...before,
      ...Object.fromEntries(changes),
      version: after.version,
      changed: [...before.changed.filter(({ orderId }) => !touched.has(orderId)), ...after.changed],
      removed: [...before.removed.filter((orderId) => !touched.has(orderId)), ...after.removed],
    },
    receivedAt: (after.clock || !before.clock ? second : first).receivedAt,
  }
}
