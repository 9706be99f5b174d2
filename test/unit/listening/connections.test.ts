import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { expect, it } from 'vitest'
import { capConnections } from '../../../electron/listening/limited-server.ts'

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
  capConnections(server as Server, { perAddress: 4, total: 8 })
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
