import { describe, expect, it } from 'vitest'
import { announce, computerIn, findComputers, labelOf, SERVICE } from '../../../electron/screens/pairing/discovery.ts'
import type { Mdns, MdnsListener, MdnsPacket, MdnsRecord } from '../../../electron/screens/pairing/mdns.ts'

const QUESTION: MdnsPacket = { questions: [{ name: SERVICE, type: 'PTR' }], answers: [], additionals: [] }

const service = (name: string, port: unknown = 47_180, type = 'SRV'): MdnsRecord => ({
  type,
  name: `${name}.${SERVICE}`,
  data: { port, target: 'somewhere.local' },
})
const answerOf = (...answers: readonly MdnsRecord[]): MdnsPacket => ({ questions: [], answers, additionals: [] })

/** A network on which only this program runs. */
function aNetwork() {
  let listener: MdnsListener = () => undefined
  const asked: string[] = []
  const answered: (readonly MdnsRecord[])[] = []
  let closed = 0
  const mdns: Mdns = {
    onPacket: (given) => {
      listener = given
    },
    ask: (name) => void asked.push(name),
    answer: (records) => void answered.push(records),
    close: () => {
      closed += 1
    },
  }
  const receive = (packet: MdnsPacket, from = '192.168.0.10'): void => listener(packet, from)
  return { openMdns: () => mdns, receive, asked, answered, closed: () => closed }
}

/** Timers that a test runs by hand. */
function timers() {
  const due: { readonly at: number; readonly task: () => void; isCancelled: boolean }[] = []
  const setTimer = (at: number, task: () => void) => {
    const timer = { at, task, isCancelled: false }
    due.push(timer)
    return () => {
      timer.isCancelled = true
    }
  }
  const runUntil = (ms: number): void => {
    for (const timer of due.toSorted((one, other) => one.at - other.at))
      if (timer.at <= ms && !timer.isCancelled) timer.task()
  }
  return { setTimer, runUntil }
}

describe('a main computer that is announced', () => {
  const announced = (isOpen: () => boolean = () => true) => {
    const network = aNetwork()
    let now = 0
    announce({ ...network, name: 'Caixa.local', port: 5_000, isOpen, monotonicNow: () => now })
    const later = (ms: number): void => {
      now += ms
    }
    return { ...network, later }
  }

  it('answers a question for its kind of service with its name and port, and no other question', () => {
    const { receive, answered } = announced()
    receive({ ...QUESTION, questions: [{ name: '_ipp._tcp.local', type: 'PTR' }] })
    receive({ ...QUESTION, questions: [{ name: SERVICE, type: 'TXT' }] })
    expect(answered).toEqual([])
    receive(QUESTION)
    expect(computerIn(answerOf(...(answered[0] ?? [])), '10.0.0.2')).toEqual({
      name: 'Caixa local',
      address: '10.0.0.2:5000',
    })
  })

  it('answers a flood once a second', () => {
    const { receive, answered, later } = announced()
    for (let packet = 0; packet < 2_000; packet += 1) receive(QUESTION)
    expect(answered).toHaveLength(1)
    later(1_000)
    receive(QUESTION)
    expect(answered).toHaveLength(2)
  })

  it.each([
    ['x'.repeat(300), 'x'.repeat(63)],
    ['ç'.repeat(40), 'ç'.repeat(31)],
    ['', 'Comanda'],
    ['...', 'Comanda'],
  ])('converts the name %j into one valid label', (name, label) => {
    expect(labelOf(name)).toBe(label)
  })
})

describe('a search for main computers', () => {
  it('lists a main computer once, at most three of an address and eight in all', async () => {
    const network = aNetwork()
    const clock = timers()
    const search = findComputers({ ...network, setTimer: clock.setTimer })
    for (let number = 0; number < 600; number += 1) {
      network.receive(answerOf(service(`A${number}`)), '192.168.0.65')
      network.receive(answerOf(service(`A${number}`, 1_000 + number)), '192.168.0.66')
      network.receive(answerOf(service(`B${number}`)), `10.0.${number % 250}.1`)
    }
    clock.runUntil(3_000)
    const found = await search
    expect(found).toHaveLength(8)
    const of = (host: string) => found.filter(({ address }) => address.startsWith(host))
    expect(of('192.168.0.65')).toEqual([{ name: 'A0', address: '192.168.0.65' }])
    expect(of('192.168.0.66')).toHaveLength(3)
    expect(network.closed()).toBeGreaterThan(0)
  })

  it.each([
    ['a name that has only control and direction characters', answerOf(service('\u202e\u0007\u200b'))],
    ['no port', answerOf(service('A', 'x'))],
    ['port 0', answerOf(service('A', 0))],
    ['a port above the highest one', answerOf(service('A', 65_536))],
    ['no data', answerOf({ type: 'SRV', name: `A.${SERVICE}` })],
    ['a name that is not a text', answerOf({ type: 'SRV', name: 7 as unknown as string, data: { port: 1 } })],
    ['another kind of service', answerOf({ type: 'SRV', name: 'A._ipp._tcp.local', data: { port: 1 } })],
    ['another kind of record', answerOf(service('A', 1, 'TXT'))],
    [
      'thousands of records before it',
      answerOf(...Array.from({ length: 5_000 }, () => service('x', 1, 'TXT')), service('A')),
    ],
  ])('finds nothing in %s', (_what, packet) => {
    expect(computerIn(packet, '192.168.0.10')).toBeUndefined()
  })

  it('shows a name in one line of forty characters, and uses only the address of the packet’s sender', () => {
    const packet = answerOf(service(`Caixa\n\u202e${'x'.repeat(150)}`), {
      type: 'A',
      name: 'somewhere.local',
      data: '6.6.6.6',
    })
    const found = computerIn(packet, '192.168.0.10')
    expect(found?.address).toBe('192.168.0.10')
    expect(found?.name).toMatch(/^Caixa x{34}$/)
    expect(computerIn(packet, 'fe80::1')).toBeUndefined()
  })
})
