/** A source of numbers in [0, 1), deterministic when it comes from a seed. */
export type Random = () => number

/** The generator mulberry32. The same seed gives the same numbers on every machine. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One element of a list that is not empty. */
export function pick<const List extends readonly [unknown, ...unknown[]]>(random: Random, from: List): List[number] {
  return from[Math.floor(random() * from.length)] ?? from[0]
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** True in `share` (0..1) of the calls. */
export function chance(random: Random, share: number): boolean {
  return random() < share
}

/** The same elements in random order. The given list is not changed. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

/** An identifier in the form of a version 4 UUID. */
export function identifier(random: Random): string {
  const hex = (digits: number) => {
    let text = ''
    while (text.length < digits) text += Math.floor(random() * 0x10000000).toString(16)
    return text.slice(0, digits)
  }
  const variant = (8 + Math.floor(random() * 4)).toString(16)
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`
}

const SAO_PAULO_OFFSET_MS = -3 * 3_600_000

/**
 * An instant in the forms that platforms use: RFC 3339 with 0 to 9 fraction digits, in UTC or with São Paulo's offset.
 * @param ms milliseconds since 1970
 */
export function wireTime(ms: number, random: Random): string {
  const inUtc = random() < 0.6
  const local = new Date(inUtc ? ms : ms + SAO_PAULO_OFFSET_MS).toISOString()
  const seconds = local.slice(0, 19)
  const digits = pick(random, [0, 1, 3, 3, 6, 7, 8, 9])
  const beyondMs = Math.floor(random() * 1_000_000)
    .toString()
    .padStart(6, '0')
  const fraction = digits === 0 ? '' : `.${(local.slice(20, 23) + beyondMs).slice(0, digits)}`
  return `${seconds}${fraction}${inUtc ? 'Z' : '-03:00'}`
}
