import type { BoardDelta } from '../../shared/contract.ts'

export type ReceivedDelta = {
  readonly delta: BoardDelta
  /** Monotonic ms of this window. */
  readonly receivedAt: number
}

/** One delta with the effect of two consecutive ones. Its time belongs to the latest clock reading. */
export function mergeDeltas(first: ReceivedDelta, second: ReceivedDelta): ReceivedDelta {
  const [before, after] = [first.delta, second.delta]
  const touched = new Set([...after.changed.map(({ orderId }) => orderId), ...after.removed])
  // An absent part did not change. A present notice is a new notice.
  const told = Object.entries(after).filter(([name, value]) => value !== undefined || name === 'notice')
  return {
    delta: {
      ...before,
      ...Object.fromEntries(told),
      version: after.version,
      changed: [...before.changed.filter(({ orderId }) => !touched.has(orderId)), ...after.changed],
      removed: [...before.removed.filter((orderId) => !touched.has(orderId)), ...after.removed],
    },
    receivedAt: (after.clock || !before.clock ? second : first).receivedAt,
  }
}
