export type Codec = Readonly<{ encode: (value: unknown) => unknown; decode: (packed: unknown) => unknown }>

/**
 * Values for a message, which is written as JSON once. Plain data, `undefined` and the special numbers are as after
 * structured clone. Anything else throws "An object could not be cloned.". The function is self-contained: its source
 * text also runs inside the page.
 */
export const createCodec = (): Codec => {
  const mapped = (value: object, change: (entry: unknown) => unknown): object =>
    Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, change(entry)]))
  const packed = (value: unknown): unknown => {
    if (value === undefined) return ['undefined']
    if (typeof value === 'number' && !(Number.isFinite(value) && !Object.is(value, -0)))
      return ['number', Object.is(value, -0) ? '-0' : String(value)]
    if (value === null || ['string', 'boolean', 'number'].includes(typeof value)) return value
    if (Array.isArray(value)) return ['array', ...Array.from(value, packed)]
    if (typeof value === 'object' && Object.prototype.toString.call(value) === '[object Object]')
      return mapped(value, packed)
    throw new Error('An object could not be cloned.')
  }
  const unpacked = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) return mapped(value, unpacked)
    const [kind, ...rest] = value
    if (kind === 'array') return rest.map(unpacked)
    return kind === 'number' ? Number(rest[0]) : undefined
  }
  return { encode: packed, decode: unpacked }
}
