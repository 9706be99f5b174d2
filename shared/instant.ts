const RFC3339 =
  /^(?<date>\d{4}-\d{2}-\d{2})[Tt ](?<time>\d{2}:\d{2}:\d{2})(?:\.(?<fraction>\d+))?(?<zone>[Zz]|[+-]\d{2}:?\d{2})?$/

/**
 * Epoch milliseconds of a platform timestamp, or `undefined` when it is none.
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
  return Number.isNaN(epoch) ? undefined : epoch
}
