const SECOND_MS = 1_000
/** Longer waits are not honoured: a shop must not be without orders for longer. Staff can retry at once. */
export const LONGEST_WAIT_MS = 10 * 60 * SECOND_MS

/**
 * Milliseconds that a `Retry-After` header asks to wait, or `undefined` when it is not readable.
 * Both forms of RFC 9110 are read; a date is taken relative to the answer's own `Date`, so that a wrong clock here does
 * not shorten the wait. @param now epoch ms of this machine, used only when the answer carries no date
 */
export function parseRetryAfter(text: string | null, answeredAt: number | undefined, now: number): number | undefined {
  const value = text?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * SECOND_MS), LONGEST_WAIT_MS)
  const until = parseHttpDate(value)
  if (until === undefined) return undefined
  return Math.min(Math.max(0, until - (answeredAt ?? now)), LONGEST_WAIT_MS)
}

/** Epoch ms of an HTTP date. Only texts that begin with a weekday: `Date.parse` would take many things for a date. */
export function parseHttpDate(text: string | null): number | undefined {
  if (text === null || !/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text.trim())) return undefined
  const epoch = Date.parse(text)
  return Number.isNaN(epoch) ? undefined : epoch
}
