import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  announce,
  broadcastOf,
  computerIn,
  createSecondLimit,
  type Datagrams,
  findComputers,
  type Sender,
} from '../../../electron/screens/pairing/discovery.ts'

const SCREEN: Sender = { address: '192.168.0.30', port: 50_123 }
const answerOf = (comanda: unknown, port: unknown = 47_180): string => JSON.stringify({ comanda, port })

/** A network on which only this program runs. */
function aNetwork() {
  let listener: Parameters<Datagrams['onText']>[0] = () => undefined
  const sent: [string, Sender][] = []
  const asked: string[] = []
  let closed = 0
  let now = 0
  const datagrams: Datagrams = {
    onText: (given) => {
      listener = given
    },
    send: (text, to) => void sent.push([text, to]),
    broadcast: (text) => void asked.push(text),
    close: () => {
      closed += 1
    },
  }
  return {
    open: () => datagrams,
    monotonicNow: () => now,
    receive: (text: string, from: Sender | string = SCREEN): void =>
      listener(text, typeof from === 'string' ? { address: from, port: 47_180 } : from),
    sent,
    asked,
    closed: () => closed,
    later: (ms: number): void => {
      now += ms
    },
  }
}

/** Timers that a test runs by hand. */
function timers() {
  const due: { readonly at: number; readonly task: () => void }[] = []
  return {
    setTimer: (at: number, task: () => void) => {
      due.push({ at, task })
      return () => undefined
    },
    runUntil: (ms: number): void => {
      for (const timer of due.toSorted((one, other) => one.at - other.at)) if (timer.at <= ms) timer.task()
    },
  }
}

describe('a main computer that is announced', () => {
  const announced = (name = 'Caixa', isOpen = () => true) => {
    const network = aNetwork()
    announce({ ...network, name, port: 5_000, isOpen })
    return network
  }

  it('answers the question of a screen, to this screen, with its name and port, and nothing else', () => {
    const { receive, sent } = announced()
    for (const text of ['', 'comanda', 'comanda? ', answerOf('Caixa'), randomBytes(400).toString()]) receive(text)
    expect(sent).toEqual([])
    receive('comanda?')
    const [[text, to] = ['', SCREEN]] = sent
    expect(to).toEqual(SCREEN)
    expect(computerIn(text, '10.0.0.2')).toEqual({ name: 'Caixa', address: '10.0.0.2:5000' })
  })

  it('answers ten questions of a flood in a second, and so floods nobody', () => {
    const { receive, sent, later } = announced()
    for (let packet = 0; packet < 2_000; packet += 1) receive('comanda?')
    expect(sent).toHaveLength(10)
    later(1_000)
    receive('comanda?')
    expect(sent).toHaveLength(11)
  })

  it('closes its socket instead of an answer when the pairing has ended', () => {
    const { receive, sent, closed } = announced('Caixa', () => false)
    receive('comanda?')
    expect([sent, closed()]).toEqual([[], 1])
  })

  it.each([
    ['x'.repeat(300), 'x'.repeat(40)],
    ['ç'.repeat(90), 'ç'.repeat(40)],
    ['', 'Comanda'],
    ['Caixa "1" 😀', 'Caixa "1" 😀'],
  ])('is found under the name %j', (name, shown) => {
    const { receive, sent } = announced(name)
    receive('comanda?')
    expect(computerIn(sent[0]?.[0] ?? '', '10.0.0.2')?.name).toBe(shown)
  })
})

describe('a search for main computers', () => {
  it('asks three times, and lists a main computer once, at most three of an address and eight in all', async () => {
    const network = aNetwork()
    const clock = timers()
    const search = findComputers({ ...network, setTimer: clock.setTimer })
    for (let number = 0; number < 600; number += 1) {
      network.later(100)
      network.receive(answerOf(`A${number}`), '192.168.0.65')
      network.receive(answerOf(`A${number}`, 1_000 + number), '192.168.0.66')
      network.receive(answerOf(`B${number}`), `10.0.${number % 250}.1`)
    }
    clock.runUntil(3_000)
    const found = await search
    expect(network.asked).toEqual(['comanda?', 'comanda?', 'comanda?'])
    expect(found).toHaveLength(8)
    const of = (host: string) => found.filter(({ address }) => address.startsWith(host))
    expect(of('192.168.0.65')).toEqual([{ name: 'A0', address: '192.168.0.65' }])
    expect(of('192.168.0.66')).toHaveLength(3)
    expect(network.closed()).toBe(1)
  })

  it('reads a hundred packets of a flood in a second', async () => {
    const network = aNetwork()
    const clock = timers()
    const search = findComputers({ ...network, setTimer: clock.setTimer })
    for (let packet = 0; packet < 100; packet += 1) network.receive('rubbish', '10.0.0.1')
    network.receive(answerOf('A'), '10.0.0.2')
    network.later(1_000)
    network.receive(answerOf('B'), '10.0.0.3')
    clock.runUntil(3_000)
    expect(await search).toEqual([{ name: 'B', address: '10.0.0.3' }])
  })

  it.each([
    ['a name that has only control and direction characters', answerOf('\u202e\u0007\u200b')],
    ['a port that is a text', answerOf('A', 'x')],
    ['port 0', answerOf('A', 0)],
    ['a port above the highest one', answerOf('A', 65_536)],
    ['a broken port', answerOf('A', 1.5)],
    ['a name that is not a text', answerOf(7)],
    ['another object', '{"port":1}'],
    ['no JSON', 'Caixa'],
    ['a list', '['.repeat(400)],
    ['more characters than a name and a port need', `${answerOf('A')}${' '.repeat(500)}`],
  ])('finds nothing in %s', (_what, text) => {
    expect(computerIn(text, '192.168.0.10')).toBeUndefined()
  })

  it('reads no random bytes, and does not throw', () => {
    for (let times = 0; times < 500; times += 1)
      expect(computerIn(randomBytes(times).toString(), '10.0.0.1')).toBeUndefined()
  })

  it('shows a name in one line of forty characters, and uses only the address of the sender', () => {
    const found = computerIn(
      JSON.stringify({ comanda: `Caixa\n\u202e${'x'.repeat(150)}`, port: 47_180, address: '6.6.6.6' }),
      '192.168.0.10',
    )
    expect(found?.address).toBe('192.168.0.10')
    expect(found?.name).toMatch(/^Caixa x{34}$/)
    expect(computerIn(answerOf('A'), 'fe80::1')).toBeUndefined()
  })
})

it.each([
  ['192.168.0.10', '255.255.255.0', '192.168.0.255'],
  ['10.1.2.3', '255.0.0.0', '10.255.255.255'],
  ['172.16.5.4', '255.255.240.0', '172.16.15.255'],
])('the network of %s with the mask %s is reached at %s', (address, netmask, broadcast) => {
  expect(broadcastOf({ address, netmask })).toBe(broadcast)
})

it('a limit begins anew with each second', () => {
  let now = 0
  const may = createSecondLimit(2, () => now)
  const allowed = (): number => Array.from({ length: 5 }, () => may()).filter(Boolean).length
  expect(allowed()).toBe(2)
  now += 1_000
  expect(allowed()).toBe(2)
})
