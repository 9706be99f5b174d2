import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createIdentity, type Identity } from '../../../electron/screens/pairing/identity.ts'
import type { MainComputer } from '../../../electron/screens/pairing/main-computer.ts'
import { createMainConnector } from '../../../electron/screens/pairing/main-computer.ts'
import { SCREEN_PATH } from '../../../electron/screens/pairing/pairing-messages.ts'
import { closeReasonOf, nextMessage, type OpenMain, pairTestScreen, startMain } from '../../fixtures/paired-link.ts'
import { frameOf, headOf, openRawLink } from '../../fixtures/raw-link.ts'

let screen: Identity
let neighbour: Identity
let main: OpenMain
let joined: MainComputer
beforeAll(async () => {
  screen = await createIdentity()
  neighbour = await createIdentity()
})
beforeEach(async () => {
  main = await startMain()
  joined = await pairTestScreen(main, screen)
})
afterEach(() => main.listener.stop())

const connectScreen = (identity = screen) =>
  createMainConnector({ identity, main: () => joined })(new AbortController().signal)

/** Much shorter than the time after which missing pings close a channel. */
const AT_ONCE = { timeout: 20_000 }

/**
 * The main computer's answer to TLS and a request for a channel. `ended`: the main computer closed the connection
 * without an answer.
 */
async function tryTls(options: ConnectionOptions): Promise<string> {
  const socket: TLSSocket = connect({ ...main.address, rejectUnauthorized: false, servername: '', ...options })
  socket.write(`GET ${SCREEN_PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  return new Promise((resolve) => {
    socket.on('data', (bytes) => resolve(bytes.toString('latin1').split('\r\n')[0] ?? ''))
    socket.on('error', () => resolve('ended'))
    socket.on('close', () => resolve('ended'))
  })
}

it('a machine with another key gets no channel', async () => {
  await expect(connectScreen(neighbour)).rejects.toMatchObject({ trouble: 'not-paired' })
  expect(await tryTls({ key: neighbour.key, cert: neighbour.certificate })).toBe('HTTP/1.1 403 Forbidden')
  expect(main.channels).toEqual([])
})

it('the certificate of a paired screen is refused without its key', async () => {
  expect(() => connect({ ...main.address, key: neighbour.key, cert: screen.certificate })).toThrow(/key/u)
  expect(main.channels).toEqual([])
})

it('a connection without a certificate, with an older TLS or without TLS gets no answer', async () => {
  expect(await tryTls({})).toBe('ended')
  expect(await tryTls({ key: screen.key, cert: screen.certificate, maxVersion: 'TLSv1.2' })).toBe('ended')
  const plain = connectTcp(main.address)
  plain.on('error', () => undefined)
  plain.write('GET /screen HTTP/1.1\r\nHost: station\r\n\r\n')
  const answer: Buffer[] = []
  plain.on('data', (bytes) => answer.push(bytes))
  await once(plain, 'close')
  expect(Buffer.concat(answer).toString('latin1')).not.toContain('HTTP')
  expect(main.channels).toEqual([])
})

it('a key of another type is refused, also a strong one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-key-'))
  const made = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', 'key', '-out', 'cert', '-subj', '/CN=x']
  execFileSync('openssl', made, { cwd: folder, stdio: 'ignore' })
  const [key, cert] = [readFileSync(join(folder, 'key')), readFileSync(join(folder, 'cert'))]
  rmSync(folder, { recursive: true })
  expect(await tryTls({ key, cert })).toBe('ended')
})

it.each(['/', '/pair/../screen', '/screen/', '/screen?x', '//screen'])(
  'another path gets no channel: %s',
  async (path) => {
    const { answer } = await openRawLink(screen, main.address, path)
    expect(answer).toBe('HTTP/1.1 404 Not Found')
  },
)

it('a revoked screen is disconnected at once, and its later messages have no effect', async () => {
  const channel = await connectScreen()
  channel.send('before')
  expect(await nextMessage(channel)).toBe('got before')
  const ended = closeReasonOf(channel)
  const received: string[] = []
  main.channels[0]?.channel.onMessage((text) => received.push(text))
  channel.send('on its way')
  main.devices.revoke(joined.deviceId)
  expect(main.listener.connected()).toEqual([])
  channel.send('after')
  expect(await ended).toBe('revoked')
  expect(received).toEqual([])
  await expect(connectScreen()).rejects.toMatchObject({ trouble: 'not-paired' })
})

it('a revoked screen that ignores the end of its channel is also disconnected', AT_ONCE, async () => {
  const { socket, ended } = await openRawLink(screen, main.address, SCREEN_PATH)
  await expect.poll(() => main.channels.length).toBe(1)
  socket.pause()
  main.devices.revoke(joined.deviceId)
  socket.resume()
  await ended
})

it('a frame of a megabyte is accepted; one byte more closes this channel only', async () => {
  const other = await createIdentity()
  const otherJoined = await pairTestScreen(main, other, 'Expedição')
  const quiet = await createMainConnector({ identity: other, main: () => otherJoined })(new AbortController().signal)
  const channel = await connectScreen()
  channel.send('x'.repeat(1_048_576))
  expect((await nextMessage(channel)).length).toBe(1_048_576 + 'got '.length)
  const ended = closeReasonOf(channel)
  channel.send('x'.repeat(1_048_577))
  expect(await ended).toBe('closed 1009')
  quiet.send('olá')
  expect(await nextMessage(quiet)).toBe('got olá')
})

it('a frame with a huge length closes the channel before its bytes arrive', async () => {
  const { socket, ended } = await openRawLink(screen, main.address, SCREEN_PATH)
  socket.write(headOf(0x81, 2 ** 40, 0x80))
  await ended
})

it('the total size of a message in many small parts is limited', async () => {
  const { socket, ended } = await openRawLink(screen, main.address, SCREEN_PATH)
  const part = Buffer.alloc(65_536, 'x')
  socket.write(frameOf(0x1, part, false))
  for (let count = 0; count < 16; count += 1) socket.write(frameOf(0x0, part, false))
  await ended
})

it('a paired screen that floods its channel is disconnected', async () => {
  const channel = await connectScreen()
  const ended = closeReasonOf(channel)
  channel.onMessage(() => undefined)
  for (let count = 0; count < 2_100; count += 1) channel.send('x')
  expect(await ended).toBe('too-much')
})

it.each([
  ['a binary frame', frameOf(0x2, Buffer.from('olá'))],
  ['a frame that is not masked', Buffer.concat([headOf(0x81, 3, 0), Buffer.from('abc')])],
  ['text that is not UTF-8', frameOf(0x1, Buffer.from([0xff, 0xfe, 0xfd]))],
  ['an opcode that does not exist', frameOf(0x3, Buffer.from('abc'))],
  ['set reserved bits', Buffer.concat([headOf(0xf1, 0, 0x80), Buffer.alloc(4)])],
  ['a ping that is too long', frameOf(0x9, Buffer.alloc(126))],
  ['a continuation without a first frame', frameOf(0x0, Buffer.from('abc'))],
])('a malformed frame ends its channel: %s', AT_ONCE, async (_name, bytes) => {
  const { socket, ended } = await openRawLink(screen, main.address, SCREEN_PATH)
  socket.resume()
  socket.write(bytes)
  await ended
  await expect.poll(() => main.listener.connected()).toEqual([])
})

it('a request with huge headers is refused', async () => {
  const { answer } = await openRawLink(screen, main.address, `/${'x'.repeat(8_192)}`)
  expect(answer).toBe('HTTP/1.1 431 Request Header Fields Too Large')
})
