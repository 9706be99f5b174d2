/**
 * ISO 8601 as platforms write it: with or without seconds, point or comma before the fraction, blank for `T`, slashes, `Z`,
 * an offset or none, a zone's name in brackets. A date alone is its first moment.
 */
const ISO =
  /^(?<year>\d{4})[-/]?(?<month>\d{2})[-/]?(?<day>\d{2})(?:[Tt_ ]\s*(?<hour>\d{1,2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?)?)?\s*(?<offset>[Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\[(?<zone>[\w+/-]{1,40})\])?$/
/** Epoch seconds, or a smaller unit. */
const EPOCH = /^\d{9,19}(?:\.\d+)?$/
/** JSON of older .NET programs. */
const NET_DATE = /^\/?Date\((\d{1,14})(?:[+-]\d{4})?\)\/?$/

/** The time of an HTTP header or a mail (RFC 9110, RFC 5322). */
const MAIL_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/

/** Programs write a time that they do not have as 0001-01-01, 1970-01-01 or 9999-12-31. */
const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
const SECONDS_END = 1e11
const UNIT_STEP = 1_000
const MINUTE_MS = 60_000

/** How a time without an offset is read: as UTC, or in the time zone of this computer. */
export type ZoneOfLocal = 'utc' | 'shop'

type Parts = Readonly<Record<string, string | undefined>>

/** Epoch ms of a number of seconds, milliseconds, microseconds or nanoseconds. */
function fromEpoch(sent: string): number {
  let value = Number(sent)
  if (value < SECONDS_END) return Math.round(value * UNIT_STEP)
  while (value >= SECONDS_END * UNIT_STEP) value /= UNIT_STEP
  return Math.round(value)
}

/** Offset in ms of a named time zone at a moment; `undefined` for an unknown zone. */
function offsetIn(zone: string, at: number): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? []
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
    return sign === '-' ? -size : size
  } catch {
    return undefined
  }
}

/** The parts as if they were UTC, or in the zone of this computer; NaN when they are no date. */
function civil(parts: Parts, zone: ZoneOfLocal): number {
  const { year, month, day, hour = '00', minute = '00', second = '00', fraction = '' } = parts
  // Not the 30th of February, which `Date` reads as a day of March.
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day)) return Number.NaN
  // A leap second.
  const seconds = second === '60' ? '59' : second
  const millis = fraction.padEnd(3, '0').slice(0, 3)
  return Date.parse(
    `${year}-${month}-${day}T${hour.padStart(2, '0')}:${minute}:${seconds}.${millis}${zone === 'utc' ? 'Z' : ''}`,
  )
}

const offsetMs = (offset: string): number => {
  if (!/^[+-]/.test(offset)) return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0)
  return (offset.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}

const partsOf = (text: string): Parts | undefined => ISO.exec(text.trim().replace('\u2212', '-'))?.groups

function epochOf(text: string, zoneOfLocal: ZoneOfLocal): number {
  const [, netDate] = NET_DATE.exec(text) ?? []
  if (netDate !== undefined) return Number(netDate)
  if (EPOCH.test(text)) return fromEpoch(text)
  if (MAIL_DATE.test(text)) return Date.parse(text)
  const parts = partsOf(text)
  if (!parts) return Number.NaN
  if (parts.offset !== undefined) return civil(parts, 'utc') - offsetMs(parts.offset)
  const local = civil(parts, 'utc')
  const named = parts.zone === undefined ? undefined : offsetIn(parts.zone, local)
  if (parts.zone === undefined || named === undefined) return civil(parts, zoneOfLocal)
  // The offset at that moment itself: it may have changed within the hours between the two.
  return local - (offsetIn(parts.zone, local - named) ?? named)
}

/**
 * Epoch milliseconds of a platform's timestamp; `undefined`: none, or outside this century. RFC 3339 (Open Delivery v2,
 * "Event"), other forms of ISO 8601, and numbers since 1970. A missing offset is UTC unless `zoneOfLocal` says otherwise, on
 * every machine.
 */
export function parseInstant(sent: unknown, zoneOfLocal: ZoneOfLocal = 'utc'): number | undefined {
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined
  const epoch = epochOf(String(sent).trim(), zoneOfLocal)
  return epoch >= EARLIEST && epoch < LATEST ? epoch : undefined
}

/** Whether a time states no offset from UTC, so that its moment depends on the reader. */
export function lacksOffset(text: string | undefined): boolean {
  const parts = text === undefined || EPOCH.test(text.trim()) ? undefined : partsOf(text)
  return parts !== undefined && parts.offset === undefined && parts.zone === undefined
}

/** Whether a text has the form of a time, so that a time outside this century is a program's default. */
export const isDefaultTime = (text: string): boolean => !Number.isNaN(epochOf(text.trim(), 'utc')) || Number(text) === 0
