import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createConnectionCap, createFloodGate } from '../../../electron/listening/limited-server.ts'

class FakeSocket extends EventEmitter {
  isOpen = true
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  destroy(): void {
    this.isOpen = false
    // As in Node: the event comes later.
    setImmediate(() => this.emit('close'))
  }
}

function capped() {
  const server = new EventEmitter()
  server.on('connection', createConnectionCap({ perAddress: 4, total: 8 }))
  const connect = (address: string, count = 1): readonly FakeSocket[] =>
    Array.from({ length: count }, () => {
      const socket = new FakeSocket(address)
      server.emit('connection', socket)
      return socket
    })
  return connect
}
const open = (sockets: readonly FakeSocket[]): readonly boolean[] => sockets.map(({ isOpen }) => isOpen)

it('the oldest connection of an address with too many is closed, also within one turn, and no connection of another address', () => {
  const connect = capped()
  const genuine = connect('192.0.2.1')
  expect(open(connect('192.0.2.66', 7))).toEqual([false, false, false, true, true, true, true])
  expect(open(genuine)).toEqual([true])
})

it('a new address gets a place: a connection of the address with the most connections is closed', () => {
  const connect = capped()
  const crowd = connect('192.0.2.66', 4)
  const others = [2, 3, 4, 5].flatMap((host) => connect(`192.0.2.${host}`))
  const genuine = connect('192.0.2.1')
  expect(open(genuine)).toEqual([true])
  expect(open(others)).toEqual([true, true, true, true])
  expect(open(crowd)).toEqual([false, true, true, true])
})

it('a closed connection is no longer counted', async () => {
  const connect = capped()
  for (const socket of connect('192.0.2.1', 4)) socket.destroy()
  await new Promise(setImmediate)
  const next = connect('192.0.2.1', 4)
  expect(open(next)).toEqual([true, true, true, true])
})

it('a flood gate accepts a burst, then its rate, and never more than the burst at once', () => {
  let now = 0
  const gate = createFloodGate(() => now, { burst: 3, perSecond: 10 })
  const isLetIn = (address = '192.0.2.1'): boolean => {
    const isOpen = gate.isOpen(address)
    if (isOpen) gate.charge(address)
    return isOpen
  }
  const tried = (times: number): number => Array.from({ length: times }, () => isLetIn()).filter(Boolean).length
  expect(tried(5)).toBe(3)
  // An address that exceeds its rate does not close the gate for another address.
  expect(isLetIn('192.0.2.2')).toBe(true)
  now += 100
  expect(tried(5)).toBe(1)
  now += 3_600_000
  expect(tried(10)).toBe(3)
  let letIn = 0
  for (let request = 0; request < 1_000; request += 1) {
    now += 1
    letIn += Number(isLetIn())
  }
  expect(letIn).toBe(10)
})
