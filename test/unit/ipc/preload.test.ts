import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CALLS, PUSHES } from '../../../shared/channels.ts'
import type { Bridge } from '../../../shared/contract.ts'

const electron = vi.hoisted(() => ({
  exposed: new Map<string, unknown>(),
  invoked: [] as unknown[][],
  renderer: undefined as unknown,
}))

vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api) },
  ipcRenderer: {
    invoke: (...args: unknown[]) => {
      electron.invoked.push(args)
      return Promise.resolve({ ok: true, value: null })
    },
    on: (channel: string, listener: (...args: unknown[]) => void) => emitter().on(channel, listener),
    removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
      emitter().removeListener(channel, listener),
  },
}))

const emitter = (): EventEmitter => electron.renderer as EventEmitter

async function bridge(): Promise<Bridge> {
  await import('../../../electron/preload.ts')
  return electron.exposed.get('comanda') as Bridge
}

describe('the bridge', () => {
  beforeEach(() => {
    vi.resetModules()
    electron.exposed.clear()
    electron.invoked.length = 0
    electron.renderer = new EventEmitter()
  })

  it('is one plain function per channel and nothing else', async () => {
    const api = await bridge()
    expect([...electron.exposed.keys()]).toEqual(['comanda'])
    expect(Object.keys(api)).toEqual(['call', 'on'])
    expect(Object.keys(api.call)).toEqual([...CALLS])
    expect(Object.keys(api.on)).toEqual([...PUSHES])
    for (const part of [api, api.call, api.on]) expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
    for (const call of [...Object.values(api.call), ...Object.values(api.on)]) expect(typeof call).toBe('function')
  })

  it('calls its own channel with the arguments only', async () => {
    const { call } = await bridge()
    const undo = call['tap:undo'] as (...args: unknown[]) => Promise<unknown>
    await undo({ tapId: 't1' }, 'order:act', 'another')
    expect(electron.invoked).toEqual([['tap:undo', { tapId: 't1' }]])
  })

  it('passes the payload without the event to the listener, until the subscription ends', async () => {
    const { on } = await bridge()
    const received: unknown[][] = []
    const end = on['board:delta']((...args: unknown[]) => received.push(args))
    emitter().emit('board:delta', { sender: 'ipcRenderer' }, { version: 1 })
    expect(end()).toBeUndefined()
    emitter().emit('board:delta', { sender: 'ipcRenderer' }, { version: 2 })
    expect(received).toEqual([[{ version: 1 }]])
    expect(emitter().listenerCount('board:delta')).toBe(0)
  })
})
