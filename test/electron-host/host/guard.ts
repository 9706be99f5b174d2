import { EventEmitter } from 'node:events'

// Asked for by await, JSON, module loaders and inspectors of values; an absent one is no gap of the host.
const SILENT: ReadonlySet<PropertyKey> = new Set([
  'then',
  'catch',
  'finally',
  'toJSON',
  'inspect',
  'nodeType',
  'tagName',
  '$$typeof',
  'asymmetricMatch',
  'domain',
  'default',
  '__esModule',
  'length',
  'name',
  'description',
  'className',
  'subtype',
])

const refuse = (name: string): never => {
  throw new Error(`electron-host: ${name} is not implemented`)
}

const trap = (label: string): ProxyHandler<object> => ({
  get(target, property, receiver) {
    if (typeof property === 'symbol' || property in target) return Reflect.get(target, property, receiver)
    return SILENT.has(property) ? undefined : refuse(`${label}.${property}`)
  },
})

/** The object itself, except that reading a property that it lacks throws by name. */
export const guard = <T extends object>(label: string, target: T): T => new Proxy(target, trap(label)) as T

/**
 * Makes every unknown property of a class's instances (and of the class) throw by name. The guard stands at the end of
 * the prototype chain, so private fields and known members work as usual.
 */
export const guardClass = (label: string, type: abstract new (...args: never[]) => object): void => {
  const parent: object = Object.getPrototypeOf(type.prototype)
  Object.setPrototypeOf(type.prototype, new Proxy(parent, trap(label)))
  Object.setPrototypeOf(type, new Proxy(Object.getPrototypeOf(type), trap(label)))
}

/** As Electron's objects whose native half is gone: everything but `surviving` and the emitter's own throws. */
export const retire = (object: EventEmitter, surviving: readonly string[]): void => {
  const alive = new Set<PropertyKey>([...surviving, 'isDestroyed', 'constructor'])
  const handler: ProxyHandler<object> = {
    get(target, property, receiver) {
      if (
        typeof property === 'symbol' ||
        alive.has(property) ||
        property in EventEmitter.prototype ||
        SILENT.has(property)
      )
        return Reflect.get(target, property, receiver)
      throw new TypeError('Object has been destroyed')
    },
  }
  Object.setPrototypeOf(object, new Proxy(Object.getPrototypeOf(object), handler))
}

/** An event emitter on which listening to an event that the host never emits throws by name. */
export class HostEmitter extends EventEmitter {
  constructor(label: string, events: readonly string[]) {
    super()
    const known = new Set<string | symbol>([...events, 'newListener', 'removeListener', 'error'])
    super.on('newListener', (event: string | symbol) => {
      if (typeof event === 'string' && !known.has(event)) refuse(`${label}.on('${event}')`)
    })
  }
}

export type HostEvent<Fields extends object = object> = Fields & {
  preventDefault: () => void
  readonly defaultPrevented: boolean
}

/** Electron's event object: fields of the event, and a `preventDefault` that is remembered. */
export const createEvent = <Fields extends object>(fields: Fields): HostEvent<Fields> => {
  let prevented = false
  return Object.defineProperties(fields, {
    preventDefault: { value: () => (prevented = true), enumerable: true },
    defaultPrevented: { get: () => prevented, enumerable: true },
  }) as HostEvent<Fields>
}
