import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createIdentity, type Identity } from '../../../electron/pairing/identity.ts'
import type { JoinedStation } from '../../../electron/pairing/joined-station.ts'
import { type MdnsRecord, openMdns } from '../../../electron/pairing/mdns.ts'
import { answerSearches } from '../../../electron/pairing/search-responder.ts'
import {
  createStationConnector,
  SEARCH_AFTER_MS,
  type SearchStation,
} from '../../../electron/pairing/station-connector.ts'
import { searchJoinedStation } from '../../../electron/pairing/station-search.ts'
import type { StationAddress } from '../../../electron/pairing/tls-link.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { nextMessage, type OpenStation, pairTestScreen, startStation } from '../../fixtures/paired-link.ts'

/** The old address of the station: another loopback address of this machine, without a listener. */
const OLD_HOST = '127.0.0.3'

let screen: Identity
let station: OpenStation
beforeAll(async () => {
  screen = await createIdentity()
})
beforeEach(async () => {
  station = await startStation({ host: '127.0.0.2' })
})
afterEach(() => station.listener.stop())

const signal = () => new AbortController().signal

/** A screen whose station has moved from `old` to its present address. `find` returns the candidates. */
async function aMovedStation(find: SearchStation, old?: StationAddress) {
  let joined: JoinedStation = await pairTestScreen(station, screen)
  joined = { ...joined, ...(old ?? { host: OLD_HOST, port: joined.port }) }
  let now = 0
  const moved: JoinedStation[] = []
  let searches = 0
  const connect = createStationConnector({
    identity: screen,
    station: () => joined,
    onMoved: (found) => moved.push(found),
    search: {
      monotonicNow: () => now,
      find: (...args) => {
        searches += 1
        return find(...args)
      },
    },
  })
  return {
    connect: (until = signal()) => connect(until),
    moved,
    searches: () => searches,
    later: (ms: number) => {
      now += ms
    },
  }
}

it('a screen searches for its station, at a limited rate, after its address has failed for some time, and reports the new address', async () => {
  let isThere = false
  const { connect, moved, searches, later } = await aMovedStation(async (_station, onFound) => {
    if (isThere) onFound(station.address)
  })
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  expect(searches()).toBe(0)
  later(SEARCH_AFTER_MS)
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  expect(searches()).toBe(1)
  isThere = true
  later(SEARCH_AFTER_MS)
  const channel = await connect()
  channel.send('olá')
  expect(await nextMessage(channel)).toBe('got olá')
  expect(moved).toMatchObject([{ ...station.address, key: station.identity.fingerprint }])
})

it.each(['a station with another key', 'another kind of server', 'a server that accepts and never answers'])(
  'a screen finds its station although the old address and false answers lead to %s',
  async (kind) => {
    const stranger = await startStation({ host: '127.0.0.4' })
    onTestFinished(() => stranger.listener.stop())
    const silent = createServer((socket) => {
      socket.on('error', () => undefined)
      if (kind === 'another kind of server') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.5', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    const wrong = kind.includes('key') ? stranger.address : { host: '127.0.0.5', port }
    const { connect, moved, later } = await aMovedStation(async (_station, onFound) => {
      onFound(wrong)
      onFound({ ...wrong, host: OLD_HOST })
      onFound(station.address)
    }, wrong)
    // The attempt at the address without an answer would end after eight seconds.
    await expect(connect(AbortSignal.timeout(500))).rejects.toMatchObject({ name: 'LinkError' })
    later(SEARCH_AFTER_MS)
    // An address that does not answer does not delay the others.
    const channel = await connect(AbortSignal.timeout(7_000))
    channel.send('olá')
    expect(await nextMessage(channel)).toBe('got olá')
    expect(moved).toMatchObject([station.address])
    // The machine with another key received no byte from the screen.
    expect(stranger.channels).toHaveLength(0)
  },
)

it('a screen opens one channel when its station has several addresses', async () => {
  const everywhere = await startStation({ host: '0.0.0.0' })
  onTestFinished(() => everywhere.listener.stop())
  const joined = await pairTestScreen(everywhere, screen)
  let now = 0
  const connect = createStationConnector({
    identity: screen,
    station: () => joined,
    search: {
      monotonicNow: () => now,
      find: async (_station, onFound) => {
        for (const host of ['127.0.0.6', '127.0.0.7', '127.0.0.8']) onFound({ host, port: joined.port })
      },
    },
  })
  await expect(connect(AbortSignal.abort())).rejects.toMatchObject({ trouble: 'stopped' })
  now += SEARCH_AFTER_MS
  const channel = await connect(signal())
  channel.send('olá')
  expect(await nextMessage(channel)).toBe('got olá')
  expect(everywhere.channels).toHaveLength(1)
})

it('a screen that the station has removed does not search for it', async () => {
  const { connect, searches, later } = await aMovedStation(async () => undefined, station.address)
  for (const { id } of station.devices.list()) station.devices.revoke(id)
  await expect(connect()).rejects.toMatchObject({ trouble: 'not-paired' })
  later(SEARCH_AFTER_MS)
  await expect(connect()).rejects.toMatchObject({ trouble: 'not-paired' })
  expect(searches()).toBe(1)
})

/**
 * Real multicast on this machine, on another port than the port of the product: a station with one screen in its list.
 */
function aNetwork() {
  const port = 20_000 + randomInt(20_000)
  const log = createMemoryLog()
  const clock = createSystemClock()
  const open = () => openMdns(log, performance.now.bind(performance), port)
  const answering = answerSearches({
    openMdns: open,
    deviceIds: () => ['another screen', 'this screen'],
    port: 5_000,
    monotonicNow: clock.monotonic,
  })
  onTestFinished(answering.end)
  /** A program on the same network that receives every packet and can send any packet. */
  const neighbour = open()
  onTestFinished(neighbour.close)
  const search = async (deviceId: string): Promise<StationAddress[]> => {
    const found: StationAddress[] = []
    const onFound = (address: StationAddress): void => void found.push(address)
    await searchJoinedStation({ openMdns: open, setTimer: clock.setTimer, deviceId, signal: signal(), onFound })
    return found
  }
  return { neighbour, search }
}

it('a search on the network finds the station of this screen, and its packets contain neither the shop’s nor the program’s name', async () => {
  const { neighbour, search } = aNetwork()
  const packets: string[] = []
  neighbour.onPacket(({ questions, answers }) => packets.push(JSON.stringify({ questions, answers })))
  expect(await search('this screen')).toEqual([{ host: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/u), port: 5_000 }])
  expect(packets.length).toBeGreaterThan(1)
  expect(packets.join('')).not.toMatch(/comanda|screen|tela/iu)
  // All queries have different names, so that the screen cannot be recognised on the next day.
  const names = packets.flatMap((text) => (JSON.parse(text).questions as { name: string }[]).map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

it('a screen that is not in the list gets no answer', async () => {
  const { neighbour, search } = aNetwork()
  let answers = 0
  neighbour.onPacket((packet) => {
    answers += packet.answers.length
  })
  expect(await search('a removed screen')).toEqual([])
  expect(answers).toBe(0)
  expect(await search('this screen')).toHaveLength(1)
  expect(answers).toBeGreaterThan(0)
})

it('an answer without the proof is ignored', async () => {
  const { neighbour, search } = aNetwork()
  let answered = 0
  neighbour.onPacket(({ questions }) => {
    for (const { name } of questions) {
      answered += 1
      const data = { port: 6_000, target: 'station.local', priority: 0, weight: 0 }
      neighbour.answer([{ ttl: 1, class: 'IN', type: 'SRV', name, data } as MdnsRecord])
    }
  })
  const found = await search('this screen')
  expect(answered).toBeGreaterThan(0)
  expect(found.map(({ port }) => port)).toEqual([5_000])
})
