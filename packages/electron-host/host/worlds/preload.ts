import type { OpenBridgeEnd } from './bridge.ts'
import type { Codec } from './codec.ts'

export type MessageFromWindow =
  | Readonly<{ kind: 'invoke'; id: number; channel: string; args: unknown }>
  | Readonly<{ kind: 'send'; channel: string; args: unknown }>
  | Readonly<{ kind: 'permission'; id: number; permission: string; details: unknown }>
  | Readonly<{ kind: 'close' }>
  | Readonly<{ kind: 'preload-error'; message: string; stack: string }>

export type MessageToWindow =
  | Readonly<{ kind: 'message'; channel: string; args: unknown }>
  | Readonly<{ kind: 'result'; id: number; ok: true; value: unknown }>
  | Readonly<{ kind: 'result'; id: number; ok: false; reason: string }>

export type PreloadOptions = Readonly<{
  token: string
  path: string
  process: Readonly<Record<string, unknown>>
}>

type Listener = (event: object, ...args: unknown[]) => void

/** The preload's way to the host. */
export type HostChannel = Readonly<{
  send: (message: MessageFromWindow) => void
  /** Sends a message and waits for its result. */
  request: (make: (id: number) => MessageFromWindow) => Promise<unknown>
}>

/** Sends on the host's binding and receives its messages. The function is self-contained, as the two below. */
export const createHostChannel = (
  codec: Codec,
  onMessage: (channel: string, args: readonly unknown[]) => void,
): HostChannel => {
  const binding = '__electronHostSend'
  const world = globalThis as unknown as Record<string, unknown>
  const callBinding = world[binding] as (text: string) => void
  delete world[binding]
  const pending = new Map<number, Readonly<{ resolve: (value: unknown) => void; reject: (error: unknown) => void }>>()
  let lastId = 0
  const send = (message: MessageFromWindow): void => callBinding(JSON.stringify(message))
  Object.defineProperty(world, '__electronHostReceive', {
    value: (text: string): void => {
      const message = JSON.parse(text) as MessageToWindow
      if (message.kind === 'message') {
        onMessage(message.channel, codec.decode(message.args) as unknown[])
        return
      }
      const waiting = pending.get(message.id)
      pending.delete(message.id)
      if (message.ok) waiting?.resolve(codec.decode(message.value))
      else waiting?.reject(new Error(message.reason))
    },
  })
  return {
    send,
    request: (make) =>
      new Promise((resolve, reject) => {
        lastId += 1
        const message = make(lastId)
        pending.set(lastId, { resolve, reject })
        send(message)
      }),
  }
}

export type IpcRenderer = Readonly<{ emit: (channel: string, ...args: unknown[]) => boolean }>

/** Fails for members that the host does not have. */
type Guard = <T extends object>(label: string, target: T) => T

/** Electron's `ipcRenderer`. */
export const createIpcRenderer = (codec: Codec, host: () => HostChannel, guard: Guard): IpcRenderer => {
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  const emit = (channel: string, ...args: readonly unknown[]): boolean => {
    const registered = [...(listeners.get(channel) ?? [])]
    for (const entry of registered) {
      if (entry.once) remove(channel, entry.listener)
      try {
        entry.listener({ sender: ipcRenderer, ports: [] }, ...args)
      } catch (error) {
        // A listener that throws must not stop the message for the other listeners.
        setTimeout(() => {
          throw error
        })
      }
    }
    return registered.length > 0
  }
  const add = (channel: string, listener: Listener, once: boolean): unknown => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
    return ipcRenderer
  }
  const remove = (channel: string, listener: Listener): unknown => {
    const kept = [...(listeners.get(channel) ?? [])]
    const at = kept.findLastIndex((entry) => entry.listener === listener)
    if (at >= 0) kept.splice(at, 1)
    listeners.set(channel, kept)
    return ipcRenderer
  }
  const on = (channel: string, listener: Listener) => add(channel, listener, false)
  const ipcRenderer = guard('ipcRenderer', {
    async invoke(channel: string, ...args: unknown[]) {
      const packed = codec.encode(args)
      return host().request((id) => ({ kind: 'invoke', id, channel, args: packed }))
    },
    send: (channel: string, ...args: unknown[]) => host().send({ kind: 'send', channel, args: codec.encode(args) }),
    on,
    addListener: on,
    once: (channel: string, listener: Listener) => add(channel, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
    listeners: (channel: string) => (listeners.get(channel) ?? []).map((entry) => entry.listener),
    eventNames: () => [...listeners.keys()].filter((name) => listeners.get(name)?.length),
    emit,
  })
  return ipcRenderer
}

/** What the preload's world is made of: functions as source text. */
export type PreloadMakers = Readonly<{
  createCodec: () => Codec
  openBridgeEnd: OpenBridgeEnd
  createHostChannel: typeof createHostChannel
  createIpcRenderer: typeof createIpcRenderer
}>

/**
 * Runs in the preload's isolated world. It creates `ipcRenderer` and `contextBridge` on the host's binding. Then it
 * runs the preload script with the variables of a sandboxed preload.
 */
export const installPreloadWorld = (
  options: PreloadOptions,
  { createCodec, openBridgeEnd, createHostChannel, createIpcRenderer }: PreloadMakers,
  runPreload: ((scope: Readonly<Record<string, unknown>>) => void) | undefined,
): void => {
  const codec = createCodec()
  const missing = (name: string): never => {
    throw new Error(`electron-host: ${name} is not implemented`)
  }
  const guard: Guard = (label, target) =>
    new Proxy(target, {
      get: (owner, property, receiver) =>
        typeof property === 'symbol' || property in owner || property === 'then' || property === 'default'
          ? Reflect.get(owner, property, receiver)
          : property === '__esModule' || property === 'toJSON'
            ? undefined
            : missing(`${label}.${property}`),
    })
  const ipcRenderer = createIpcRenderer(codec, () => host, guard)
  const host: HostChannel = createHostChannel(codec, (channel, args) => ipcRenderer.emit(channel, ...args))

  const end = openBridgeEnd(options.token, 'preload', () => {})
  end.send({
    kind: 'expose',
    key: '',
    value: end.pack({
      requestPermission: (permission: string, details: object) =>
        host.request((id) => ({ kind: 'permission', id, permission, details: codec.encode(details) })),
      closeWindow: () => host.send({ kind: 'close' }),
    }),
  })
  const exposed = new Set<string>()
  const contextBridge = guard('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown): void => {
      if (exposed.has(key))
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`)
      exposed.add(key)
      end.send({ kind: 'expose', key, value: end.pack(api) })
    },
  })

  // As in Electron's default, sub-frames have no preload.
  if (runPreload === undefined || window.parent !== window || location.protocol === 'chrome-error:') return
  const electron = guard('electron (in a preload)', { contextBridge, ipcRenderer })
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer' || name === 'electron/common') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  try {
    runPreload({ require, module, exports: module.exports, process: Object.freeze({ ...options.process }) })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    host.send({ kind: 'preload-error', message, stack: stack ?? message })
    console.error(`Unable to load preload script: ${options.path}`)
    console.error(error)
  }
}
