export type FloodRule = {
  /** Number of charges that are allowed at once. */
  readonly burst: number
  readonly perSecond: number
}

/** Number of addresses in memory. The one with the oldest charge is dropped first. */
const MAX_ADDRESSES = 256

export type FloodGate = {
  isOpen(address: string): boolean
  charge(address: string): void
}

/**
 * Counts the cost of each address: forged signatures and large bodies. The charge comes after the form of the signature was
 * checked: requests without a signature cost nothing, so they cannot close the gate.
 * @param monotonicNow milliseconds of the monotonic clock
 */
export function createFloodGate(monotonicNow: () => number, rule: FloodRule): FloodGate {
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
      if (levels.size > MAX_ADDRESSES && oldest !== undefined) levels.delete(oldest)
    },
  }
}
