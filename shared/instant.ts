const RFC3339 =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt ](?<time>\d{2}:\d{2}:\d{2})(?:\.(?<fraction>\d+))?(?<zone>[Zz]|[+-]\d{2}:?\d{2})?$/

/** Programs write a time that they do not have as 0001-01-01, 1970-01-01 or 9999-12-31. */
const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/**
 * Epoch milliseconds of a platform timestamp, or `undefined` when it is none or lies outside this century.
 *
 * The platform writes RFC 3339 with any number of fraction digits, `Z` or an offset (Open Delivery v2, "Event").
 * A missing offset is read as UTC: the same instant on every machine, whatever its time zone.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const parts = RFC3339.exec(text.trim())?.groups
  if (!parts) return undefined
  const millis = (parts.fraction ?? '').padEnd(3, '0').slice(0, 3)
  const zone = (parts.zone ?? 'Z').toUpperCase()
  const offset = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const epoch = Date.parse(`${parts.date}T${parts.time}.${millis}${offset}`)
  return epoch >= EARLIEST && epoch < LATEST ? epoch : undefined
}
