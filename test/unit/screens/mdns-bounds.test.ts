import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPacketGate, isBounded } from '../../../electron/screens/pairing/mdns.ts'

const header = (questions: number, answers = 0): Buffer => {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(questions, 4)
  bytes.writeUInt16BE(answers, 6)
  return bytes
}
const nameOf = (text: string): Buffer =>
  Buffer.concat([
    ...text.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.alloc(1),
  ])
const record = (type: number, name: string, data: Buffer): Buffer =>
  Buffer.concat([nameOf(name), Buffer.from([0, type, 0, 1, 0, 0, 0, 10, 0, data.length]), data])
const SERVICE = '_comanda._tcp.local'
const INSTANCE = `Cozinha.${SERVICE}`
const QUESTION = Buffer.concat([header(1), nameOf(SERVICE), Buffer.from([0, 12, 0, 1])])
const SRV = Buffer.concat([Buffer.from([0, 0, 0, 0, 19, 136]), nameOf('comanda-station.local')])
const ANSWER = Buffer.concat([header(0, 2), record(12, SERVICE, nameOf(INSTANCE)), record(33, INSTANCE, SRV)])

/** Questions whose names each refer to the name before. */
const chain = (questions: number): Buffer => {
  const names = Array.from({ length: questions - 1 }, (_, at) => {
    const reference = Buffer.alloc(6)
    reference.writeUInt16BE(0xc000 | (at === 0 ? 12 : 11 + 6 * at + 1), 0)
    return reference
  })
  return Buffer.concat([header(questions), Buffer.from([1, 97, 0, 0, 12, 0, 1]), ...names])
}

/** A question whose name is read through this many references, which follow it. */
const references = (count: number): Buffer => {
  const list = Array.from({ length: count - 1 }, (_, at) => [0xc0, 18 + (at === 0 ? 0 : 2 * at - 1)])
  return Buffer.concat([header(1), Buffer.from([0xc0, 18 + 2 * count - 3, 0, 12, 0, 1, 0, ...list.flat()])])
}

it.each([
  ['a question', QUESTION],
  ['a name of few references', references(16)],
  ['an answer', ANSWER],
  ['names that refer to others', chain(16)],
])('%s is decoded', (_what, packet) => expect(isBounded(packet)).toBe(true))

it.each([
  ['more bytes than a frame of the network', Buffer.concat([QUESTION, Buffer.alloc(1_500)])],
  ['too many questions', chain(17)],
  ['too many records', Buffer.concat([header(0, 33), Buffer.alloc(33 * 11)])],
  ['a name that refers to itself', Buffer.concat([header(1), Buffer.from([0xc0, 12, 0, 12, 0, 1])])],
  ['a name of too many references', references(17)],
  ['fewer bytes than it states', ANSWER.subarray(0, -3)],
  ['a record of another type', Buffer.concat([header(0, 1), record(5, 'a', nameOf('b'))])],
  ['no header', Buffer.alloc(3)],
])('a packet with %s is dropped', (_what, packet) => expect(isBounded(packet)).toBe(false))

it('no bytes of the network throw', () => {
  for (let times = 0; times < 2_000; times += 1) expect(() => isBounded(randomBytes(times % 300))).not.toThrow()
})

it('of a flood a hundred packets are decoded in a second', () => {
  let now = 0
  const admits = createPacketGate(() => now)
  const admitted = (): number => Array.from({ length: 500 }, () => admits(QUESTION)).filter(Boolean).length
  expect(admitted()).toBe(100)
  now += 1_000
  expect(admitted()).toBe(100)
})
