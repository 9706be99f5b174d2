/** A value on its way between the page's world and the preload's: data as clones, functions and promises as numbers. */
export type Packed =
  | readonly ['value', unknown]
  | readonly ['error', string, string]
  | readonly ['function', number]
  | readonly ['promise', number]
  | readonly ['array', readonly Packed[]]
  | readonly ['object', readonly (readonly [string, Packed])[]]

export type BridgeMessage =
  | Readonly<{ kind: 'expose'; key: string; value: Packed }>
  | Readonly<{ kind: 'call'; target: number; args: readonly Packed[] }>
  | Readonly<{ kind: 'return'; thrown: boolean; value: Packed }>
  | Readonly<{ kind: 'settle'; target: number; rejected: boolean; value: Packed }>

export type BridgeEnd = Readonly<{
  pack: (value: unknown) => Packed
  unpack: (packed: Packed) => unknown
  send: (message: BridgeMessage) => void
}>

/**
 * One end of the bridge between two worlds of a page. Both ends run the same code. A call is synchronous: the other end
 * dispatches an event with the result before the `dispatchEvent` of the call returns. Chromium clones an event's
 * `detail` for the other world, so no object is ever shared. The function is self-contained: its source text runs
 * inside the page.
 */
export const createBridgeEnd = (
  token: string,
  side: 'page' | 'preload',
  onExpose: (key: string, value: Packed) => void,
): BridgeEnd => {
  const MAX_DEPTH = 1000
  const Carrier = CustomEvent
  const dispatch = window.dispatchEvent.bind(window)
  const clone = structuredClone
  const other = side === 'page' ? 'preload' : 'page'
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const functionIds = new WeakMap<object, number>()
  const waiting = new Map<number, Readonly<{ resolve: (v: unknown) => void; reject: (e: unknown) => void }>>()
  let lastId = 0
  let returned: Readonly<{ thrown: boolean; value: Packed }> | undefined

  const send = (message: BridgeMessage): void => {
    dispatch(new Carrier(`${token}:${other}`, { detail: message }))
  }
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
    const settle = (rejected: boolean, value: Packed) => send({ kind: 'settle', target, rejected, value })
    promise.then(
      (value) => {
        try {
          settle(false, pack(value))
        } catch (error) {
          settle(true, packError(error))
        }
      },
      (error) => settle(true, packError(error)),
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
  const unpackError = (name: string, message: string): Error => {
    const error = new Error(message)
    if (name !== 'Error') Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
    return error
  }
  const remoteFunction =
    (target: number) =>
    (...args: unknown[]): unknown => {
      send({ kind: 'call', target, args: args.map((argument) => pack(argument)) })
      const response = returned
      returned = undefined
      if (response === undefined) throw new Error('The context of this function no longer exists')
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
  const answerCall = (target: number, args: readonly Packed[]): void => {
    let thrown = false
    let value: Packed
    try {
      const callee = functions.get(target)
      if (callee === undefined) throw new Error('No such function')
      value = pack(callee(...args.map(unpack)))
    } catch (error) {
      thrown = true
      value = packError(error)
    }
    send({ kind: 'return', thrown, value })
  }
  window.addEventListener(
    `${token}:${side}`,
    (event) => {
      event.stopImmediatePropagation()
      const message = (event as CustomEvent<BridgeMessage>).detail
      switch (message.kind) {
        case 'expose':
          onExpose(message.key, message.value)
          return
        case 'call':
          answerCall(message.target, message.args)
          return
        case 'return':
          returned = message
          return
        case 'settle': {
          const settled = waiting.get(message.target)
          waiting.delete(message.target)
          if (message.rejected) settled?.reject(unpack(message.value))
          else settled?.resolve(unpack(message.value))
        }
      }
    },
    true,
  )
  return { pack, unpack, send }
}
