import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { CALLS, PUSHES } from '../../../shared/contract/calls.ts'
import type { Bridge } from '../../../shared/contract/contract.ts'
import { electron } from '../shell/fake-electron.ts'

async function bridge(): Promise<Bridge> {
  await import('../../../electron/preload.ts')
  return electron.exposed.get('comanda') as Bridge
}

describe('the bridge', () => {
  beforeEach(() => {
    electron.invoked.length = 0
    electron.renderer = new EventEmitter()
  })

  it('is one plain function per call and nothing else', async () => {
    const api = await bridge()
    expect([...electron.exposed.keys()]).toEqual(['comanda'])
    expect(Object.keys(api)).toEqual(['call', 'on'])
    expect(Object.keys(api.call)).toEqual([...CALLS])
    expect(Object.keys(api.on)).toEqual([...PUSHES])
    for (const part of [api, api.call, api.on]) expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
    for (const call of [...Object.values(api.call), ...Object.values(api.on)]) expect(typeof call).toBe('function')
  })

  it('calls its own call with the arguments only', async () => {
    const { call } = await bridge()
    const undo = call['tap:undo'] as (...args: unknown[]) => Promise<unknown>
    await undo({ tapId: 't1' }, 'order:act', 'another')
    expect(electron.invoked).toEqual([['tap:undo', { tapId: 't1' }]])
  })

  it('passes the payload without the event to the listener, until the subscription ends', async () => {
    const { on } = await bridge()
    const received: unknown[][] = []
    const end = on['board:delta']((...args: unknown[]) => received.push(args))
    electron.renderer.emit('board:delta', { sender: 'ipcRenderer' }, { version: 1 })
    expect(end()).toBeUndefined()
    electron.renderer.emit('board:delta', { sender: 'ipcRenderer' }, { version: 2 })
    expect(received).toEqual([[{ version: 1 }]])
    expect(electron.renderer.listenerCount('board:delta')).toBe(0)
  })
})
