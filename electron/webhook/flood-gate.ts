export type FloodRule = {
  /** Requests that may come at once. */
  readonly burst: number
  readonly perSecond: number
}

/** Far above what one credential delivers, far below what one core takes notice of. */
const FLOOD_RULE: FloodRule = { burst: 100, perSecond: 50 }

/**
 * Whether one more request is looked at. For all senders together: behind a tunnel every one of them has the same address.
 * Genuine deliveries that a flood keeps out come by polling.
 * @param monotonicNow ms of a clock that nobody sets
 */
export function createFloodGate(monotonicNow: () => number, rule: FloodRule = FLOOD_RULE): () => boolean {
  let level = rule.burst
  let at = monotonicNow()
  return () => {
    const now = monotonicNow()
    level = Math.min(rule.burst, level + ((now - at) / 1_000) * rule.perSecond)
    at = now
    if (level < 1) return false
    level -= 1
    return true
  }
}
