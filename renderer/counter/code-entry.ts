import type { FailureCode } from '../../shared/contract.ts'

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
