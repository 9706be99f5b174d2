export type Codec = Readonly<{ encode: (value: unknown) => string; decode: (text: string) => unknown }>

type Node = null | boolean | number | string | readonly unknown[]

/**
 * Structured clone as JSON text: cycles, shared references, Date, Map, Set, RegExp, Error, binary data, BigInt,
 * undefined and the special numbers. A value that structured clone rejects throws "An object could not be cloned.".
 * The function is self-contained: its source text also runs inside the page.
 */
export const createCodec = (): Codec => {
  const views = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array }
  const moreViews = { Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView }
  const viewTypes: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = { ...views, ...moreViews }
  const errorTypes: Record<string, new (message: string) => Error> = {
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  }
  const tagOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)
  const throwNotCloneable = (): never => {
    const error = new Error('An object could not be cloned.')
    error.name = 'Error'
    throw error
  }
  const toBase64 = (bytes: Uint8Array): string => {
    const step = 0x8000
    let binary = ''
    for (let at = 0; at < bytes.length; at += step) binary += String.fromCharCode(...bytes.subarray(at, at + step))
    return btoa(binary)
  }
  const fromBase64 = (text: string): ArrayBuffer => {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes.buffer
  }

  const encode = (root: unknown): string => {
    const heap: Node[] = []
    const seen = new Map<object, number>()
    const bytesOf = (value: ArrayBufferView): Uint8Array =>
      new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    const content = (value: object): Node => {
      if (Array.isArray(value)) return ['array', ...Array.from(value, visit)]
      if (ArrayBuffer.isView(value)) return ['view', tagOf(value), toBase64(bytesOf(value))]
      switch (tagOf(value)) {
        case 'Object':
          return ['object', ...Object.keys(value).map((key) => [key, visit((value as Record<string, unknown>)[key])])]
        case 'Date':
          return ['date', (value as Date).getTime()]
        case 'Map':
          return ['map', ...Array.from(value as Map<unknown, unknown>, ([key, entry]) => [visit(key), visit(entry)])]
        case 'Set':
          return ['set', ...Array.from(value as Set<unknown>, visit)]
        case 'RegExp':
          return ['regexp', (value as RegExp).source, (value as RegExp).flags]
        case 'Error':
          return ['error', (value as Error).name, (value as Error).message, (value as Error).stack ?? '']
        case 'ArrayBuffer':
          return ['buffer', toBase64(new Uint8Array(value as ArrayBuffer))]
        case 'Boolean':
        case 'Number':
        case 'String':
          return ['boxed', visit(value.valueOf())]
        default:
          return throwNotCloneable()
      }
    }
    const visit = (value: unknown): Node => {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0)
            ? value
            : ['number', Object.is(value, -0) ? '-0' : String(value)]
        case 'undefined':
          return ['undefined']
        case 'bigint':
          return ['bigint', String(value)]
        case 'object': {
          if (value === null) return null
          const known = seen.get(value)
          if (known !== undefined) return ['ref', known]
          const place = heap.length
          seen.set(value, place)
          heap.push(null)
          heap[place] = content(value)
          return ['ref', place]
        }
        default:
          return throwNotCloneable()
      }
    }
    const node = visit(root)
    return JSON.stringify({ node, heap })
  }

  const decode = (text: string): unknown => {
    const { node, heap } = JSON.parse(text) as { node: Node; heap: (readonly unknown[])[] }
    const built = new Map<number, unknown>()
    const keep = <T>(place: number, value: T): T => {
      built.set(place, value)
      return value
    }
    const build = (place: number): unknown => {
      const [kind, ...rest] = heap[place] ?? ['undefined']
      const [first, second, third] = rest as [unknown, unknown, unknown]
      switch (kind) {
        case 'array': {
          const array: unknown[] = keep(place, [])
          for (const item of rest) array.push(revive(item as Node))
          return array
        }
        case 'object': {
          const object = keep(place, {})
          for (const [key, entry] of rest as [string, Node][])
            Object.defineProperty(object, key, {
              value: revive(entry),
              writable: true,
              enumerable: true,
              configurable: true,
            })
          return object
        }
        case 'map': {
          const map = keep(place, new Map<unknown, unknown>())
          for (const [key, entry] of rest as [Node, Node][]) map.set(revive(key), revive(entry))
          return map
        }
        case 'set': {
          const set = keep(place, new Set<unknown>())
          for (const item of rest) set.add(revive(item as Node))
          return set
        }
        case 'date':
          return keep(place, new Date((first as number | null) ?? Number.NaN))
        case 'regexp':
          return keep(place, new RegExp(first as string, second as string))
        case 'error': {
          const error = new (errorTypes[first as string] ?? Error)(second as string)
          Object.defineProperty(error, 'stack', { value: third, writable: true, configurable: true })
          return keep(place, error)
        }
        case 'buffer':
          return keep(place, fromBase64(first as string))
        case 'view': {
          const View = viewTypes[first as string]
          return keep(place, View === undefined ? undefined : new View(fromBase64(second as string)))
        }
        case 'boxed':
          return keep(place, Object(revive(first as Node)))
        default:
          return undefined
      }
    }
    const revive = (part: Node): unknown => {
      if (!Array.isArray(part)) return part
      const [kind, value] = part as [string, unknown]
      if (kind === 'ref') return built.has(value as number) ? built.get(value as number) : build(value as number)
      if (kind === 'number') return Number(value)
      if (kind === 'bigint') return BigInt(value as string)
      return undefined
    }
    return revive(node)
  }
  return { encode, decode }
}
