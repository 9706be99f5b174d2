import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { beginOnScreen } from '../../../electron/screens/pairing/code-exchange.ts'
import { createDeviceRegistry } from '../../../electron/screens/pairing/device-registry.ts'
import { createIdentity, type Identity } from '../../../electron/screens/pairing/identity.ts'
import { joinMain } from '../../../electron/screens/pairing/join-service.ts'
import { CLOSE_CODES, offerOf, PAIR_PATH } from '../../../electron/screens/pairing/pairing-messages.ts'
import { createPairingSession, MAX_ATTEMPTS, pairScreen } from '../../../electron/screens/pairing/pairing-session.ts'
import { type MainAddress, openTls, openWebSocket } from '../../../electron/screens/pairing/tls-link.ts'
import { createTextReader } from '../../../electron/screens/pairing/web-socket-channel.ts'
import { startChaosProxy } from '../../fixtures/chaos-proxy.ts'
import { startManInTheMiddle } from '../../fixtures/man-in-the-middle.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { LOOPBACK, memoryDevices, type OpenMain, startMain } from '../../fixtures/paired-link.ts'

let screen: Identity
let neighbour: Identity
let main: OpenMain
beforeAll(async () => {
  screen = await createIdentity()
  neighbour = await createIdentity()
})
beforeEach(async () => {
  main = await startMain()
})
afterEach(() => main.listener.stop())

const signal = () => new AbortController().signal
const join = (identity: Identity, address: MainAddress, code: string, name = 'Balcão') =>
  joinMain({ identity, address, code, name, signal: signal() })

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function openPairing(identity: Identity): Promise<{ socket: WebSocket; mainKey: string }> {
  const link = await openTls(identity, main.address, signal())
  return { socket: await openWebSocket(link, PAIR_PATH, signal()), mainKey: link.mainKey }
}

const closeCode = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.once('close', resolve))

it('a relay in the middle cannot pair, although the code is correct', async () => {
  main.session.open()
  const middle = await startManInTheMiddle(main.address)
  try {
    expect(await join(screen, middle.address, main.code())).toMatchObject({ ok: false, code: 'wrong-code' })
    // The proxy was really in the middle: it read both sides in clear text, and the main computer counted the attempt.
    expect(middle.read()).toContain('101 Switching Protocols')
    expect(middle.read()).toContain('confirmation')
    expect(main.session.state()).toMatchObject({ state: 'open', attemptsLeft: MAX_ATTEMPTS - 1 })
    expect(main.devices.list()).toEqual([])
  } finally {
    middle.close()
  }
})

it('pairing works through a proxy that does not end TLS', async () => {
  main.session.open()
  const proxy = await startChaosProxy(main.address.port)
  try {
    const joined = await join(screen, { host: LOOPBACK, port: proxy.port }, main.code())
    expect(joined).toMatchObject({ ok: true, value: { key: main.identity.fingerprint } })
  } finally {
    await proxy.close()
  }
})

it('a false main computer that guesses the code gets only the information that the guess was wrong', async () => {
  // A false main computer with another key and another code.
  const falseMain = await startMain()
  falseMain.session.open()
  try {
    const shown = wrong(falseMain.code())
    expect(await join(screen, falseMain.address, shown)).toMatchObject({ ok: false, code: 'wrong-code' })
    expect(falseMain.devices.list()).toEqual([])
  } finally {
    await falseMain.listener.stop()
  }
})

it('five wrong codes end the pairing, and the right code is then refused', async () => {
  main.session.open()
  const code = main.code()
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    expect(await join(neighbour, main.address, wrong(code))).toMatchObject({ ok: false, code: 'wrong-code' })
    await expect.poll(() => leftOf(main)).toBe(MAX_ATTEMPTS - count)
  }
  await expect.poll(() => main.session.state()).toEqual({ state: 'closed', ending: { kind: 'too-many-attempts' } })
  expect(await join(neighbour, main.address, code)).toMatchObject({ ok: false, code: 'not-open' })
  expect(main.devices.list()).toEqual([])
})

const leftOf = ({ session }: OpenMain): number => {
  const state = session.state()
  return state.state === 'open' ? state.attemptsLeft : 0
}

it('simultaneous attempts are counted one by one', async () => {
  main.session.open()
  const code = main.code()
  const guesses = Array.from({ length: 4 * MAX_ATTEMPTS }, () => join(neighbour, main.address, wrong(code)))
  const results = await Promise.all(guesses)
  const judged = results.filter((result) => !result.ok && result.code === 'wrong-code')
  expect(judged).toHaveLength(MAX_ATTEMPTS)
  await expect.poll(() => main.session.state().state).toBe('closed')
})

it('an attempt that ends before its proof is counted', async () => {
  main.session.open()
  const { socket, mainKey } = await openPairing(neighbour)
  const reader = createTextReader(socket)
  const keys = { main: main.identity.fingerprint, screen: neighbour.fingerprint }
  expect(mainKey).toBe(keys.main)
  const exchange = await beginOnScreen(wrong(main.code()), keys)
  socket.send(offerOf('Vizinho', exchange.share))
  await reader.next()
  socket.terminate()
  expect(leftOf(main)).toBe(MAX_ATTEMPTS - 1)
})

it('a recorded pairing cannot be played again, even with the same key and the same code', async () => {
  const code = '424242'
  const session = createPairingSession(
    () => performance.now(),
    () => code,
  )
  const devices = createDeviceRegistry(memoryDevices(), Date.now)
  const keys = { main: main.identity.fingerprint, screen: screen.fingerprint }
  const parts = { session, devices, stationName: () => 'Cantina', log: createMemoryLog() }

  /** The main computer's part runs on one end of a pair of sockets. `said` is the message of the screen. */
  const run = async (screenSide: (socket: WebSocket) => Promise<void>): Promise<void> => {
    session.open()
    const { near, far } = await socketPair()
    const done = pairScreen(near, keys, parts)
    await screenSide(far)
    await done
    far.terminate()
    near.terminate()
  }

  const said: string[] = []
  await run(async (socket) => {
    const reader = createTextReader(socket)
    const exchange = await beginOnScreen(code, keys)
    said.push(offerOf('Balcão', exchange.share))
    socket.send(said[0] ?? '')
    const proof = JSON.parse((await reader.next()) ?? '') as { share: string; confirmation: string }
    said.push(JSON.stringify({ confirmation: await exchange.answer(proof.share, proof.confirmation) }))
    socket.send(said[1] ?? '')
    expect(await reader.next()).toContain('deviceId')
  })
  const [paired] = devices.list()
  expect(devices.revoke(paired?.id ?? '')).toBe(true)

  await run(async (socket) => {
    const reader = createTextReader(socket)
    socket.send(said[0] ?? '')
    await reader.next()
    socket.send(said[1] ?? '')
    expect(await reader.next()).toBeUndefined()
    expect(reader.closeCode()).toBe(CLOSE_CODES['wrong-code'])
  })
  expect(devices.list()).toEqual([])
})

async function socketPair(): Promise<{ near: WebSocket; far: WebSocket }> {
  const server = new WebSocketServer({ host: LOOPBACK, port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const near = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
  const far = new WebSocket(`ws://${LOOPBACK}:${port}`)
  await new Promise((resolve) => far.once('open', resolve))
  server.close()
  return { near: await near, far }
}

it.each([
  ['text that is not JSON', 'olá'],
  ['an empty message', ''],
  ['another version', JSON.stringify({ version: 2, name: 'x', share: 'A'.repeat(88) })],
  ['a share that is not base64', JSON.stringify({ version: 1, name: 'x', share: '*'.repeat(88) })],
  ['one member too many', JSON.stringify({ version: 1, name: 'x', share: 'A'.repeat(88), isPaired: true })],
  ['a name without a visible letter', JSON.stringify({ version: 1, name: '\u202e\u0000', share: 'A'.repeat(88) })],
])('an offer that is malformed costs no attempt: %s', async (_name, text) => {
  main.session.open()
  const { socket } = await openPairing(neighbour)
  const closed = closeCode(socket)
  socket.resume()
  socket.send(text)
  expect(await closed).toBe(CLOSE_CODES['bad-message'])
  expect(leftOf(main)).toBe(MAX_ATTEMPTS)
})

it('an offer whose share is not a point of the curve counts as a failed attempt', async () => {
  main.session.open()
  const { socket } = await openPairing(neighbour)
  const closed = closeCode(socket)
  socket.resume()
  socket.send(offerOf('Vizinho', Buffer.alloc(65, 4).toString('base64')))
  expect(await closed).toBe(CLOSE_CODES['bad-message'])
  expect(leftOf(main)).toBe(MAX_ATTEMPTS - 1)
})

it('the name of a screen is one line of visible characters', async () => {
  main.session.open()
  const joined = await join(screen, main.address, main.code(), `  Bal\u202ecão\n\u0007da  Lia ${'x'.repeat(100)}`)
  expect(joined.ok).toBe(true)
  expect(main.devices.list()[0]?.name).toBe(`Bal cão da Lia ${'x'.repeat(25)}`)
})
