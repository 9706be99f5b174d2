import type { BridgeEnd, Packed } from './bridge.ts'

/** What the host offers to its own code in the page's world; the page itself never gets hold of it. */
export type HostServices = Readonly<{
  requestPermission: (permission: string, details: object) => Promise<boolean>
  closeWindow: () => void
}>

/**
 * Runs in the page's world before any script of the page: receives what the preload exposes, and puts the questions
 * that Electron would ask the app (permissions, window.close) on the way to it. Self-contained.
 */
export const installPageWorld = (
  token: string,
  createBridgeEnd: (
    token: string,
    side: 'page' | 'preload',
    onExpose: (key: string, value: Packed) => void,
  ) => BridgeEnd,
): void => {
  let services: HostServices | undefined
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const key of Object.keys(value)) freeze((value as Record<string, unknown>)[key])
      Object.freeze(value)
    }
    return value
  }
  const end = createBridgeEnd(token, 'page', (key, packed) => {
    if (key === '') {
      services = end.unpack(packed) as HostServices
      return
    }
    const value = freeze(end.unpack(packed))
    Object.defineProperty(window, key, { value, enumerable: true, writable: false, configurable: false })
  })

  const ask = async (permission: string, details: object = {}): Promise<boolean> =>
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
  /** The request is asked of the app first; then the native call sees what was decided. */
  const guarded =
    (permission: string, detailsOf: (args: readonly unknown[]) => object = () => ({})) =>
    (original: Callable): Callable =>
      async function (this: unknown, ...args) {
        if (!(await ask(permission, detailsOf(args)))) throw denied()
        return original.apply(this, args)
      }
  const mediaTypes = (args: readonly unknown[]) => {
    const wanted = (args[0] ?? {}) as { audio?: unknown; video?: unknown }
    return { mediaTypes: [...(wanted.video ? ['video'] : []), ...(wanted.audio ? ['audio'] : [])] }
  }
  const protoOf = (name: string): object | undefined =>
    (globalThis as unknown as Record<string, { prototype: object } | undefined>)[name]?.prototype

  replace(protoOf('MediaDevices'), 'getUserMedia', guarded('media', mediaTypes))
  replace(protoOf('MediaDevices'), 'getDisplayMedia', guarded('display-capture'))
  replace(protoOf('Clipboard'), 'read', guarded('clipboard-read'))
  replace(protoOf('Clipboard'), 'readText', guarded('clipboard-read'))
  replace(protoOf('Element'), 'requestFullscreen', guarded('fullscreen'))
  replace(protoOf('Element'), 'requestPointerLock', guarded('pointerLock'))
  replace(protoOf('Navigator'), 'requestMIDIAccess', guarded('midi'))
  replace(
    globalThis.Notification as unknown as object | undefined,
    'requestPermission',
    (original) =>
      async function (this: unknown, ...args) {
        await ask('notifications')
        return original.apply(this, args)
      },
  )
  for (const name of ['getCurrentPosition', 'watchPosition'])
    replace(
      protoOf('Geolocation'),
      name,
      (original) =>
        function (this: unknown, ...args) {
          void ask('geolocation').then(() => original.apply(this, args))
          return 0
        },
    )
  window.close = () => services?.closeWindow()
}
