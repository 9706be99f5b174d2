import type { FailureCode } from '../../shared/contract.ts'

export type CodeOutcome =
  | { readonly kind: 'checking' | 'valid' | 'invalid' }
  | { readonly kind: 'failed'; readonly code: FailureCode }

/** What the code pad shows. `outcome` always belongs to the code that is shown. */
export type CodeEntry = { readonly code: string; readonly outcome: CodeOutcome | undefined }

export const MAX_CODE_LENGTH = 32
export const EMPTY_ENTRY: CodeEntry = { code: '', outcome: undefined }

/** The platform has judged the shown code: the next character begins another code. */
export const isJudged = ({ outcome }: CodeEntry): boolean => outcome?.kind === 'valid' || outcome?.kind === 'invalid'

const unjudged = (code: string): CodeEntry => ({ code: code.slice(0, MAX_CODE_LENGTH), outcome: undefined })

/** A key of the pad. A code that was not judged, for example without a network, is continued. */
export const keyTyped = (entry: CodeEntry, key: string): CodeEntry => unjudged(isJudged(entry) ? key : entry.code + key)

/** The eraser corrects the last character of a refused code too. */
export const lastErased = (entry: CodeEntry): CodeEntry => unjudged(entry.code.slice(0, -1))

/** The text of the field after a physical keyboard wrote into it. */
export const fieldEdited = (text: string): CodeEntry => unjudged(text)

export const checkBegun = ({ code }: CodeEntry): CodeEntry => ({ code, outcome: { kind: 'checking' } })

/** The answer for `asked`. It is dropped when another code is shown by now, or the same one was typed anew. */
export const answered = (entry: CodeEntry, asked: string, outcome: CodeOutcome): CodeEntry =>
  entry.outcome?.kind === 'checking' && entry.code.trim() === asked ? { code: entry.code, outcome } : entry
