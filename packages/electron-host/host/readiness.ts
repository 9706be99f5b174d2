/** As in Electron (lib/browser/api/screen.ts), an object that cannot be used at all before the app is ready. */
export const usableWhenReady = <T extends object>(object: T, isReady: () => boolean, message: string): T =>
  new Proxy(object, {
    get(target, name) {
      if (!isReady()) throw new Error(message)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** A class whose objects cannot be made before the app is ready. */
export const constructibleWhenReady = <T extends new (...args: never[]) => object>(
  made: T,
  isReady: () => boolean,
  message: string,
): T =>
  new Proxy(made, {
    construct(target, args, newTarget) {
      if (!isReady()) throw new Error(message)
      return Reflect.construct(target, args, newTarget) as object
    },
  })
