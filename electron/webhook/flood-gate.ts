export type FloodRule = {
  /** Charges that may come at once. */
  readonly burst: number
  readonly perSecond: number
}

/** Far above what one credential delivers, far below what one core takes notice of. */
const FLOOD_RULE: FloodRule = { burst: 100, perSecond: 50 }
/** Addresses that are remembered; the one that was charged longest ago is forgotten first. */
const MOST_ADDRESSES = 256

export type FloodGate = {
  isOpen(address: string): boolean
  charge(address: string): void
}

/**
 * Counts what each address costs: forged signatures and large bodies. It is charged after the form of the signature was
 * checked, so that requests without one, which cost nothing, close it for no one.
 * @param monotonicNow milliseconds of the monotonic clock
 */
export function createFloodGate(monotonicNow: () => number, rule: FloodRule = FLOOD_RULE): FloodGate {
  const levels = new Map<string, { readonly level: number; readonly at: number }>()
  const levelOf = (address: string): number => {
    const known = levels.get(address)
    if (known === undefined) return rule.burst
    return Math.min(rule.burst, known.level + ((monotonicNow() - known.at) / 1_000) * rule.perSecond)
  }
  return {
    isOpen: (address) => levelOf(address) >= 1,
    charge(address) {
      const level = Math.max(0, levelOf(address) - 1)
      levels.delete(address)
      levels.set(address, { level, at: monotonicNow() })
      const [oldest] = levels.keys()
      if (levels.size > MOST_ADDRESSES && oldest !== undefined) levels.delete(oldest)
    },
  }
}
