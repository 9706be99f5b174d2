import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect } from 'node:tls'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ScreenChannel } from '../../../electron/screens/link/link-messages.ts'
import { createIdentity, type Identity } from '../../../electron/screens/pairing/identity.ts'
import { createMainConnector } from '../../../electron/screens/pairing/main-computer.ts'
import { SCREEN_PATH } from '../../../electron/screens/pairing/pairing-messages.ts'
import { closeReasonOf, type OpenMain, pairTestScreen, startMain } from '../../fixtures/paired-link.ts'
import { frameOf, headOf, openRawLink } from '../../fixtures/raw-link.ts'

let screen: Identity
let attacker: Identity
let main: OpenMain
let channel: ScreenChannel
let received: string[]
beforeAll(async () => {
  screen = await createIdentity()
  attacker = await createIdentity()
})
afterEach(() => main.listener.stop())

/** A screen of the shop that is used during the flood. */
async function openShop(choices: Parameters<typeof startMain>[0] = {}): Promise<void> {
  main = await startMain(choices)
  const joined = await pairTestScreen(main, screen)
  channel = await createMainConnector({ identity: screen, main: () => joined })(new AbortController().signal)
  received = []
  channel.onMessage((text) => received.push(text))
}

async function tapIsAnswered(text: string): Promise<void> {
  channel.send(text)
  await expect.poll(() => received.at(-1), { interval: 5 }).toBe(`got ${text}`)
}

const gone = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

/** Far less than the queue of 511 connections that the system keeps for a listener. */
const BATCH = 100

beforeEach(() => openShop())

/** Opens connections, at most one full queue of the system at a time. Resolves when all are open. */
async function openMany(count: number, open: () => Socket): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - sockets.length) }, () =>
      open().on('error', () => undefined),
    )
    await Promise.all(
      batch.map((socket) => Promise.race([once(socket, 'connect').catch(() => undefined), gone(socket)])),
    )
    sockets.push(...batch)
  }
  return sockets
}

it('many connections that send nothing do not disturb the main computer and its screens', async () => {
  const sockets = await openMany(600, () => connectTcp(main.address))
  // All except a few that may wait are closed at once. The time limit that closes the others is much longer.
  const isOpen = (socket: Socket): boolean => !socket.destroyed
  await expect.poll(() => sockets.filter(isOpen).length).toBeLessThanOrEqual(32)
  await tapIsAnswered('tap')
  expect(main.listener.connected()).toHaveLength(1)
  // A flood writes one line per minute to the log.
  expect(main.log.lines.filter(({ event }) => event === 'connection-refused')).toHaveLength(1)
  for (const socket of sockets) socket.destroy()
})

it('the main computer performs only a part of many TLS handshakes', async () => {
  const { key, certificate: cert } = attacker
  let handshakes = 0
  const beganAt = performance.now()
  const sockets = await openMany(400, () => {
    const socket = connect({ ...main.address, key, cert, rejectUnauthorized: false, servername: '' })
    socket.resume()
    socket.once('secureConnect', () => {
      handshakes += 1
      socket.write(`GET ${SCREEN_PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    })
    return socket
  })
  await tapIsAnswered('tap')
  await Promise.all(sockets.map((socket) => (socket.closed ? undefined : gone(socket))))
  expect(handshakes).toBeGreaterThan(10)
  // 48 at once and 8 per second for one address.
  expect(handshakes).toBeLessThan(60 + (8 * (performance.now() - beganAt)) / 1_000)
  await tapIsAnswered('tap again')
  expect(main.channels).toHaveLength(1)
})

/** With a new seed at each run. `npm run test:soak` uses 10,000. */
const FRAMES = Number(process.env.COMANDA_FUZZED_FRAMES ?? 400)

/**
 * The messages of one connection: well-formed texts without a meaning, a frame of any kind, and random bytes. The last two
 * often end the connection, so they come last.
 */
const strangeFrames = fc
  .tuple(
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => frameOf(0x1, Buffer.from(text))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => frameOf(0x1, Buffer.from(Buffer.from(bytes).toString('utf8')))),
    fc
      .tuple(fc.nat(15), fc.uint8Array({ maxLength: 200 }), fc.boolean())
      .map(([opcode, payload, isFinal]) => frameOf(opcode, Buffer.from(payload), isFinal)),
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.nat(255), fc.nat(2 ** 31 - 1), fc.constantFrom(0, 0x80))
        .map(([first, length, mask]) => headOf(first, length, mask)),
    ),
  )
  .map((frames) => frames.map((frame) => Buffer.from(frame)))
const FRAMES_PER_LINK = 4

it(`${FRAMES} fuzzed frames disturb neither the main computer nor another screen`, async () => {
  await main.listener.stop()
  const free = { burst: FRAMES, perSecond: FRAMES }
  let strange = 0
  await openShop({
    caps: { waiting: { perAddress: 64, total: 64 }, limitMs: 10_000, ofAddress: free, ofAll: free },
    onScreen: (end) =>
      end.onMessage((text) => {
        if (text.startsWith('tap')) end.send(`got ${text}`)
        else strange += 1
      }),
  })
  await pairTestScreen(main, attacker, 'Vizinho')
  const seed = Date.now() % 2 ** 31
  const links = fc.sample(strangeFrames, { numRuns: FRAMES / FRAMES_PER_LINK, seed })
  for (const [count, frames] of links.entries()) {
    const { socket, answer, ended } = await openRawLink(attacker, main.address, SCREEN_PATH)
    expect(answer, `seed ${seed}, link ${count}`).toBe('HTTP/1.1 101 Switching Protocols')
    socket.resume()
    socket.end(Buffer.concat(frames))
    // The next link of the same screen would replace this one, also when its messages are not read yet.
    await ended
    if (count % 50 === 0) await tapIsAnswered(`tap ${count}`)
  }
  await tapIsAnswered('tap at last')
  await expect.poll(() => main.listener.connected()).toHaveLength(1)
  // The two valid texts of each link arrived.
  expect(strange, `seed ${seed}`).toBeGreaterThanOrEqual((2 * FRAMES) / FRAMES_PER_LINK)
  expect(main.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  const ended = closeReasonOf(channel)
  channel.close('done')
  expect(await ended).toBe('done')
})
