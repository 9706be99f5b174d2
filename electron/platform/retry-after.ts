import { parseInstant } from '../../shared/time/instant.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Longer waits are not honoured: a shop must not be without orders for longer. Staff can retry at once. */
export const LONGEST_WAIT_MS = 10 * MINUTE_MS
/** First pause after a wait that is not readable; it doubles while such answers follow each other. */
const UNREADABLE_WAIT_MS = 5 * SECOND_MS

/** Headers that state a wait, with the ms of their unit. Some hosts send the second one instead of the standard. */
const HEADERS: readonly (readonly [name: string, unitMs: number])[] = [
  ['retry-after', SECOND_MS],
  ['retry-after-ms', 1],
]
/** Characters of a header that are read. */
const MAX_HEADER = 200
const WAIT = /^"?(\d{1,15}(?:\.\d{1,15})?) ?([a-z]{0,12})"?$/i
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, milliseconds: 1, h: 60 * MINUTE_MS }
const WEEKDAY = /^"?(?:mon|tue|wed|thu|fri|sat|sun)/i

/** Ms of a unit as hosts write it: `6s`, `6 sec`, `6 seconds`, `1m`, `2 min`. */
function unitOf(word: string, absentMs: number): number | undefined {
  const unit = word.toLowerCase()
  if (unit === '') return absentMs
  if (Object.hasOwn(UNITS_MS, unit)) return UNITS_MS[unit]
  if (/^s(?:ecs?|econds?)?$/.test(unit)) return SECOND_MS
  return /^m(?:ins?|inutes?)?$/.test(unit) ? MINUTE_MS : undefined
}

/** A header that was sent several times arrives joined by commas. The comma after the weekday of a date separates nothing. */
const SEPARATOR = /,(?! ?\d{1,2}[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i

const valuesIn = (text: string): readonly string[] =>
  text
    .slice(0, MAX_HEADER)
    .split(SEPARATOR)
    .map((value) => value.trim())

function waitOf(value: string, unitMs: number, answeredAt: number): number | undefined {
  const [, number, word = ''] = WAIT.exec(value) ?? []
  const unit = unitOf(word, unitMs)
  if (number !== undefined) return unit === undefined ? undefined : Math.ceil(Number(number) * unit)
  const date = value.replaceAll('"', '')
  const until = parseHttpDate(date) ?? parseInstant(date)
  return until === undefined ? undefined : Math.max(0, until - answeredAt)
}

/**
 * Milliseconds that a `Retry-After` asks to wait; `undefined`: not readable. Dates are relative to the answer's own `Date`:
 * a wrong clock shortens no wait. The longest of several counts.
 * @param now epoch ms, for an answer without a date
 */
export function parseRetryAfter(
  text: string | null,
  answeredAt: number | undefined,
  now: number,
  unitMs = SECOND_MS,
): number | undefined {
  const waits = valuesIn(text ?? '').flatMap((value) => waitOf(value, unitMs, answeredAt ?? now) ?? [])
  return waits.length === 0 ? undefined : Math.min(Math.max(...waits), LONGEST_WAIT_MS)
}

/**
 * Reads the waits in the headers of answers. One that is not readable is a pause of five seconds; while such answers to the
 * same call follow each other, each pause is twice as long as the one before it.
 */
export function createWaitReader(monotonicNow: () => number) {
  const pauses = new Map<string, { readonly waitMs: number; readonly until: number }>()

  const unreadableWait = (route: string): number => {
    const last = pauses.get(route)
    const now = monotonicNow()
    // Several calls were under way when the pause began: their answers do not lengthen it.
    if (last !== undefined && now < last.until) return Math.max(UNREADABLE_WAIT_MS, last.until - now)
    const waitMs = Math.min(Math.max(UNREADABLE_WAIT_MS, (last?.waitMs ?? 0) * 2), LONGEST_WAIT_MS)
    pauses.set(route, { waitMs, until: now + waitMs })
    return waitMs
  }

  /** The wait in ms; `undefined`: none was sent. */
  return (
    route: string,
    header: (name: string) => string | null,
    answeredAt: number | undefined,
    now: number,
  ): number | undefined => {
    const sent = HEADERS.filter(([name]) => header(name)?.trim())
    const waits = sent.flatMap(([name, unitMs]) => parseRetryAfter(header(name), answeredAt, now, unitMs) ?? [])
    if (sent.length > 0 && waits.length === 0) return unreadableWait(route)
    pauses.delete(route)
    return waits.length === 0 ? undefined : Math.max(...waits)
  }
}

/** Epoch ms of an HTTP date. Only texts that begin with a weekday: `Date.parse` would take many things for a date. */
export function parseHttpDate(text: string | null): number | undefined {
  if (text === null || !WEEKDAY.test(text.trim())) return undefined
  const epoch = Date.parse(text)
  return Number.isNaN(epoch) ? undefined : epoch
}
