import { EventEmitter } from 'node:events'
import type Electron from 'electron'

// `await`, JSON, module loaders and inspectors read these properties of any object. A missing one is not a missing API.
const PROBED_PROPERTIES: ReadonlySet<PropertyKey> = new Set([
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
  // Node looks for an address in an object that it prints, also in the warning about many listeners.
  'href',
])

const throwNotImplemented = (name: string): never => {
  throw new Error(`electron-host: ${name} is not implemented`)
}

const trap = (label: string): ProxyHandler<object> => ({
  get(target, property, receiver) {
    if (typeof property === 'symbol' || property in target) return Reflect.get(target, property, receiver)
    return PROBED_PROPERTIES.has(property) ? undefined : throwNotImplemented(`${label}.${property}`)
  },
})

/** Wraps an object so that reading a missing property throws an error with the property's name. */
export const guard = <T extends object>(label: string, target: T): T => new Proxy(target, trap(label)) as T

/**
 * Makes every missing property of a class and of its instances throw an error with its name. The guard is at the end of
 * the prototype chain, so private fields and existing members work as usual.
 */
export const guardClass = (label: string, type: abstract new (...args: never[]) => object): void => {
  const parent: object = Object.getPrototypeOf(type.prototype)
  Object.setPrototypeOf(type.prototype, new Proxy(parent, trap(label)))
  Object.setPrototypeOf(type, new Proxy(Object.getPrototypeOf(type), trap(label)))
}

/** Makes an object behave as Electron's destroyed objects: only `usableMembers` and EventEmitter's members work. */
export const markUnusable = (object: EventEmitter, usableMembers: readonly string[]): void => {
  const usable = new Set<PropertyKey>([...usableMembers, 'isDestroyed', 'constructor'])
  const handler: ProxyHandler<object> = {
    get(target, property, receiver) {
      if (
        typeof property === 'symbol' ||
        usable.has(property) ||
        property in EventEmitter.prototype ||
        PROBED_PROPERTIES.has(property)
      )
        return Reflect.get(target, property, receiver)
      throw new TypeError('Object has been destroyed')
    },
  }
  Object.setPrototypeOf(object, new Proxy(Object.getPrototypeOf(object), handler))
}

/** An event emitter. Adding a listener to an event outside the list throws an error with the event's name. */
export class HostEmitter extends EventEmitter {
  constructor(label: string, events: readonly string[]) {
    super()
    const known = new Set<string | symbol>([...events, 'newListener', 'removeListener', 'error'])
    super.on('newListener', (event: string | symbol) => {
      if (typeof event === 'string' && !known.has(event)) throwNotImplemented(`${label}.on('${event}')`)
    })
  }
}

export type HostEvent<Fields extends object = object> = Fields & {
  preventDefault: () => void
  readonly defaultPrevented: boolean
}

/** Electron's event object: the fields of the event, `preventDefault` and `defaultPrevented`. */
export const createEvent = <Fields extends object>(fields: Fields): HostEvent<Fields> => {
  let prevented = false
  return Object.defineProperties(fields, {
    preventDefault: { value: () => (prevented = true), enumerable: true },
    defaultPrevented: { get: () => prevented, enumerable: true },
  }) as HostEvent<Fields>
}

/** Throws for preferences that the host does not support. */
export const rejectUnsupportedPreferences = (preferences: Electron.WebPreferences = {}): void => {
  for (const name of [
    'nodeIntegration',
    'nodeIntegrationInSubFrames',
    'nodeIntegrationInWorker',
    'webviewTag',
  ] as const)
    if (preferences[name] === true) throw new Error(`electron-host: webPreferences.${name} is not implemented`)
  if (preferences.contextIsolation === false)
    throw new Error('electron-host: webPreferences.contextIsolation: false is not implemented')
}
