/** So many accepted codes of one length, one after the other, tell the length of the next one. */
const ALIKE = 3

const keyOf = (source: string): string => `code-lengths ${source}`
/** The lengths of the codes that were accepted last. */
const storedFor = (source: string): readonly string[] => localStorage.getItem(keyOf(source))?.split(' ') ?? []

const isNumber = (code: string): boolean => /^\d+$/.test(code)

/**
 * Remembers the length of a code that the platform accepted, until the program ends: the session of the pages is in memory.
 * A code with letters has none.
 */
export function recordAccepted(source: string, code: string): void {
  const length = isNumber(code) ? String(code.length) : 'none'
  localStorage.setItem(keyOf(source), [...storedFor(source), length].slice(-ALIKE).join(' '))
}

/** The number of digits of the source's codes; `undefined` until the last ones were alike. The protocol states no length. */
export function lengthOfCodes(source: string): number | undefined {
  const stored = storedFor(source)
  const length = Number(stored[0])
  return stored.length === ALIKE && new Set(stored).size === 1 && length > 0 ? length : undefined
}

/** Whether `code` has the awaited number of digits. */
export const isComplete = (code: string, length: number | undefined): boolean =>
  code.length === length && isNumber(code)
