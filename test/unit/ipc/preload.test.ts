import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { CALLS, PUSHES } from '../../../shared/contract/calls.ts'
import type { Bridge } from '../../../shared/contract/contract.ts'
import { electron } from '../shell/fake-electron.ts'

/** @param path another query runs the script again, as another document does */
async function bridge(path = '../../../electron/preload.ts'): Promise<Bridge> {
  await import(path)
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

  it('asks for the board when the document begins, gives it to the first call, and keeps the changes until they are followed', async () => {
    const { call, on } = await bridge('../../../electron/preload.ts?another-document')
    expect(electron.invoked).toEqual([['board:text', null]])
    electron.renderer.emit('board:delta', { sender: 'ipcRenderer' }, { version: 2 })
    await call['board:text'](null)
    expect(electron.invoked).toEqual([['board:text', null]])
    const received: unknown[] = []
    const end = on['board:delta']((delta) => received.push(delta))
    electron.renderer.emit('board:delta', { sender: 'ipcRenderer' }, { version: 3 })
    expect(received).toEqual([{ version: 2 }, { version: 3 }])
    end()
    expect(electron.renderer.listenerCount('board:delta')).toBe(0)
    await call['board:text'](null)
    expect(electron.invoked).toHaveLength(2)
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
