import type { FailureCode } from '../../shared/contract/contract.ts'

export type CodeOutcome =
  | { readonly kind: 'checking' | 'valid' | 'invalid' }
  | { readonly kind: 'failed'; readonly code: FailureCode }

/** The state of the code pad. `outcome` always belongs to `code`. */
export type CodeEntry = { readonly code: string; readonly outcome: CodeOutcome | undefined }

/** Most characters of a delivery code. */
export const MAX_CODE_LENGTH = 32
export const EMPTY_ENTRY: CodeEntry = { code: '', outcome: undefined }

/** The platform has checked the shown code: the next character begins another code. */
export const isChecked = ({ outcome }: CodeEntry): boolean => outcome?.kind === 'valid' || outcome?.kind === 'invalid'

const uncheckedEntry = (code: string): CodeEntry => ({ code: code.slice(0, MAX_CODE_LENGTH), outcome: undefined })

/** After a key of the pad. A code that was not checked, for example without a network, is continued. */
export const keyTyped = (entry: CodeEntry, key: string): CodeEntry =>
  uncheckedEntry(isChecked(entry) ? key : entry.code + key)

/** After the eraser. It also removes the last character of a refused code. */
export const lastErased = (entry: CodeEntry): CodeEntry => uncheckedEntry(entry.code.slice(0, -1))

/** The text of the field after a physical keyboard wrote into it. */
export const fieldEdited = (text: string): CodeEntry => uncheckedEntry(text)

export const checkBegun = ({ code }: CodeEntry): CodeEntry => ({ code, outcome: { kind: 'checking' } })

/** After the answer for `code`. The answer is dropped when another code is shown now, or the same code was typed again. */
export const answered = (entry: CodeEntry, code: string, outcome: CodeOutcome): CodeEntry =>
  entry.outcome?.kind === 'checking' && entry.code.trim() === code ? { code: entry.code, outcome } : entry

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
