/** A value on its way between the page's world and the preload's: data as clones, functions and promises as numbers. */
export type Packed =
  | readonly ['value', unknown]
  | readonly ['error', string, string]
  | readonly ['function', number]
  | readonly ['promise', number]
  | readonly ['array', readonly Packed[]]
  | readonly ['object', readonly (readonly [string, Packed])[]]

/** Tells the other world how a promise of this one ended. */
type Settle = (target: number, rejected: boolean, value: Packed) => void
/** Calls a function of the other world. Throws when that world no longer exists. */
type Call = (target: number, args: readonly unknown[]) => Readonly<{ thrown: boolean; value: Packed }>

export type Packer = Readonly<{
  pack: (value: unknown) => Packed
  packError: (error: unknown) => Packed
  /** A function of this world that the other one calls. */
  functionOf: (target: number) => ((...args: unknown[]) => unknown) | undefined
}>

/** Packs values for the other world, as Electron's context bridge does. Self-contained, as the function below. */
export const createPacker = (settle: Settle): Packer => {
  const MAX_DEPTH = 1000
  const clone = structuredClone
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const functionIds = new WeakMap<object, number>()
  let lastId = 0

  const throwNotCloneable = (): never => {
    throw new Error('An object could not be cloned.')
  }
  const packError = (error: unknown): Packed =>
    error instanceof Error ? ['error', error.name, error.message] : packOrText(error)
  const packOrText = (value: unknown): Packed => {
    try {
      return pack(value)
    } catch {
      return ['error', 'Error', String(value)]
    }
  }
  const packPromise = (promise: Promise<unknown>): Packed => {
    lastId += 1
    const target = lastId
    promise.then(
      (value) => {
        try {
          settle(target, false, pack(value))
        } catch (error) {
          settle(target, true, packError(error))
        }
      },
      (error) => settle(target, true, packError(error)),
    )
    return ['promise', target]
  }
  const packFunction = (value: (...args: unknown[]) => unknown): Packed => {
    const known = functionIds.get(value)
    if (known !== undefined) return ['function', known]
    lastId += 1
    functionIds.set(value, lastId)
    functions.set(lastId, value)
    return ['function', lastId]
  }
  const packObject = (value: object, depth: number): Packed => {
    if (value instanceof Promise) return packPromise(value)
    if (value instanceof Error) return ['error', value.name, value.message]
    if (Array.isArray(value)) return ['array', value.map((item) => pack(item, depth + 1))]
    if (Object.prototype.toString.call(value) === '[object Object]') {
      const record = value as Record<string, unknown>
      return ['object', Object.keys(record).map((key) => [key, pack(record[key], depth + 1)] as const)]
    }
    try {
      clone(value)
      return ['value', value]
    } catch {
      return throwNotCloneable()
    }
  }
  const pack = (value: unknown, depth = 0): Packed => {
    if (depth > MAX_DEPTH) throw new Error('Electron contextBridge values exceeded the maximum recursion depth of 1000')
    if (typeof value === 'function') return packFunction(value as (...args: unknown[]) => unknown)
    if (typeof value === 'symbol') return throwNotCloneable()
    if (typeof value === 'object' && value !== null) return packObject(value, depth)
    return ['value', value]
  }
  return { pack, packError, functionOf: (target) => functions.get(target) }
}

export type Unpacker = Readonly<{ unpack: (packed: Packed) => unknown; settlePromise: Settle }>

/** The values of the other world in this one. */
export const createUnpacker = (call: Call): Unpacker => {
  const waiting = new Map<number, Readonly<{ resolve: (v: unknown) => void; reject: (e: unknown) => void }>>()

  const unpackError = (name: string, message: string): Error => {
    const error = new Error(message)
    if (name !== 'Error') Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
    return error
  }
  const remoteFunction =
    (target: number) =>
    (...args: unknown[]): unknown => {
      const response = call(target, args)
      const value = unpack(response.value)
      if (response.thrown) throw value
      return value
    }
  const unpack = (packed: Packed): unknown => {
    switch (packed[0]) {
      case 'value':
        return packed[1]
      case 'error':
        return unpackError(packed[1], packed[2])
      case 'function':
        return remoteFunction(packed[1])
      case 'promise':
        return new Promise((resolve, reject) => waiting.set(packed[1], { resolve, reject }))
      case 'array':
        return packed[1].map(unpack)
      case 'object': {
        const object: Record<string, unknown> = {}
        for (const [key, value] of packed[1])
          Object.defineProperty(object, key, {
            value: unpack(value),
            writable: true,
            enumerable: true,
            configurable: true,
          })
        return object
      }
    }
  }
  return {
    unpack,
    settlePromise(target, rejected, value) {
      const settled = waiting.get(target)
      waiting.delete(target)
      if (rejected) settled?.reject(unpack(value))
      else settled?.resolve(unpack(value))
    },
  }
}
