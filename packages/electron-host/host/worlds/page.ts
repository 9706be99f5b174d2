import type { OpenBridgeEnd } from './bridge.ts'

/** Functions for the host's own code in the page's world. The page itself has no access to them. */
export type HostServices = Readonly<{
  requestPermission: (permission: string, details: object) => Promise<boolean>
  closeWindow: () => void
}>

/**
 * Runs in the page's world before any script of the page. It receives the objects that the preload exposes. It replaces
 * the page's functions that need the app (permissions, window.close). The function is self-contained.
 */
export const installPageWorld = (token: string, openBridgeEnd: OpenBridgeEnd): void => {
  let services: HostServices | undefined
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const key of Object.keys(value)) freeze((value as Record<string, unknown>)[key])
      Object.freeze(value)
    }
    return value
  }
  const end = openBridgeEnd(token, 'page', (key, packed) => {
    if (key === '') {
      services = end.unpack(packed) as HostServices
      return
    }
    const value = freeze(end.unpack(packed))
    Object.defineProperty(window, key, { value, enumerable: true, writable: false, configurable: false })
  })

  const requestPermission = async (permission: string, details: object = {}): Promise<boolean> =>
    (await services?.requestPermission(permission, details)) ?? false
  const replace = (owner: object | undefined, name: string, make: (original: Callable) => Callable): void => {
    const original = (owner as Record<string, unknown> | undefined)?.[name]
    if (owner === undefined || typeof original !== 'function') return
    const value = make(original as Callable)
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true })
  }
  type Callable = (this: unknown, ...args: unknown[]) => unknown
  const denied = () => new DOMException('Permission denied', 'NotAllowedError')
  /** Requests the permission from the app first. Then the native call uses the app's decision. */
  const afterPermission =
    (permission: string, detailsOf: (args: readonly unknown[]) => object = () => ({})) =>
    (original: Callable): Callable =>
      async function (this: unknown, ...args) {
        if (!(await requestPermission(permission, detailsOf(args)))) throw denied()
        return original.apply(this, args)
      }
  const mediaTypes = (args: readonly unknown[]) => {
    const constraints = (args[0] ?? {}) as { audio?: unknown; video?: unknown }
    return { mediaTypes: [...(constraints.video ? ['video'] : []), ...(constraints.audio ? ['audio'] : [])] }
  }
  const protoOf = (name: string): object | undefined =>
    (globalThis as unknown as Record<string, { prototype: object } | undefined>)[name]?.prototype

  replace(protoOf('MediaDevices'), 'getUserMedia', afterPermission('media', mediaTypes))
  replace(protoOf('MediaDevices'), 'getDisplayMedia', afterPermission('display-capture'))
  replace(protoOf('Clipboard'), 'read', afterPermission('clipboard-read'))
  replace(protoOf('Clipboard'), 'readText', afterPermission('clipboard-read'))
  replace(protoOf('Element'), 'requestFullscreen', afterPermission('fullscreen'))
  replace(protoOf('Element'), 'requestPointerLock', afterPermission('pointerLock'))
  replace(protoOf('Navigator'), 'requestMIDIAccess', afterPermission('midi'))
  replace(
    globalThis.Notification as unknown as object | undefined,
    'requestPermission',
    (original) =>
      async function (this: unknown, ...args) {
        await requestPermission('notifications')
        return original.apply(this, args)
      },
  )
  for (const name of ['getCurrentPosition', 'watchPosition'])
    replace(
      protoOf('Geolocation'),
      name,
      (original) =>
        function (this: unknown, ...args) {
          void requestPermission('geolocation').then(() => original.apply(this, args))
          return 0
        },
    )
  window.close = () => services?.closeWindow()
}
