import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createIdentity, type Identity } from '../../../electron/screens/pairing/identity.ts'
import { joinMain } from '../../../electron/screens/pairing/join-service.ts'
import type { MainComputer } from '../../../electron/screens/pairing/main-computer.ts'
import { createMainConnector } from '../../../electron/screens/pairing/main-computer.ts'
import { closeReasonOf, nextMessage, type OpenMain, pairTestScreen, startMain } from '../../fixtures/paired-link.ts'

let screen: Identity
let other: Identity
let main: OpenMain
beforeAll(async () => {
  screen = await createIdentity()
  other = await createIdentity()
})
beforeEach(async () => {
  main = await startMain()
})
afterEach(() => main.listener.stop())

const signal = () => new AbortController().signal
/** Many rounds between the two ends in this thread: what was sent before on another connection has arrived. */
const exchangeAside = () => pairTestScreen(main, other)
const connector = (identity: Identity, joined: MainComputer | undefined) =>
  createMainConnector({ identity, main: () => joined })

it('a screen on which the shown code is typed is added to the list and gets a channel', async () => {
  const joined = await pairTestScreen(main, screen, 'Balcão')
  expect(joined).toMatchObject({ ...main.address, key: main.identity.fingerprint, name: 'Cantina da Lia' })
  expect(main.session.state()).toEqual({ state: 'closed', ending: { kind: 'paired', name: 'Balcão' } })
  const [device] = main.devices.list()
  expect(device).toMatchObject({ id: joined.deviceId, name: 'Balcão', key: screen.fingerprint })

  const channel = await connector(screen, joined)(signal())
  channel.send('olá')
  expect(await nextMessage(channel)).toBe('got olá')
  expect(main.channels[0]?.device).toEqual({ id: joined.deviceId, name: 'Balcão' })
  expect(main.listener.connected()).toEqual([joined.deviceId])
  expect(main.devices.list()[0]?.lastSeenAt).toBeDefined()
})

it('messages arrive complete and in order, also messages that were sent before a listener was added', async () => {
  await main.listener.stop()
  const sent = Array.from({ length: 300 }, (_, count) => `${count} ${'ã'.repeat(count * 40)}`)
  main = await startMain({
    onScreen: (channel) => {
      for (const text of sent) channel.send(text)
    },
  })
  const joined = await pairTestScreen(main, screen)
  const channel = await connector(screen, joined)(signal())
  await exchangeAside()
  const got: string[] = []
  channel.onMessage((text) => got.push(text))
  await expect.poll(() => got).toEqual(sent)
})

it('a message of a screen waits until the main computer reads its channel', async () => {
  await main.listener.stop()
  main = await startMain({ onScreen: () => undefined })
  const joined = await pairTestScreen(main, screen)
  const channel = await connector(screen, joined)(signal())
  channel.send('first')
  channel.send('second')
  await exchangeAside()
  const got: string[] = []
  main.channels[0]?.channel.onMessage((text) => got.push(text))
  await expect.poll(() => got).toEqual(['first', 'second'])
})

it('the main computer counts the bytes that a screen has not read', async () => {
  const joined = await pairTestScreen(main, screen)
  const channel = await connector(screen, joined)(signal())
  await expect.poll(() => main.channels.length).toBe(1)
  const [end] = main.channels
  for (let count = 0; count < 40; count += 1) end?.channel.send('x'.repeat(1_000_000))
  expect(end?.channel.unsentBytes).toBeGreaterThan(20_000_000)
  channel.close('enough')
})

it('a new channel of a screen replaces its earlier one', async () => {
  const joined = await pairTestScreen(main, screen)
  const connect = connector(screen, joined)
  const first = await connect(signal())
  const ended = closeReasonOf(first)
  first.onMessage(() => undefined)
  const second = await connect(signal())
  expect(await ended).toBe('replaced')
  second.send('still here')
  expect(await nextMessage(second)).toBe('got still here')
  expect(main.listener.connected()).toHaveLength(1)
})

it('the channel of a screen closes when its main computer stops', async () => {
  const joined = await pairTestScreen(main, screen)
  const channel = await connector(screen, joined)(signal())
  channel.onMessage(() => undefined)
  const ended = closeReasonOf(channel)
  await main.listener.stop()
  expect(await ended).toMatch(/closed/u)
  await expect(connector(screen, joined)(signal())).rejects.toMatchObject({ trouble: 'unreachable' })
})

it('a screen opens no channel to another machine at the address of its main computer', async () => {
  const joined = await pairTestScreen(main, screen)
  await expect(connector(screen, { ...joined, key: other.fingerprint })(signal())).rejects.toMatchObject({
    trouble: 'wrong-station',
  })
  expect(main.channels).toHaveLength(0)
})

it('an attempt to connect or to join ends when it is cancelled', async () => {
  const joined = await pairTestScreen(main, screen)
  const gone = AbortSignal.abort()
  await expect(connector(screen, joined)(gone)).rejects.toMatchObject({ trouble: 'stopped' })
  const called = await joinMain({ identity: screen, address: main.address, code: '1', name: 'x', signal: gone })
  expect(called).toMatchObject({ ok: false, code: 'stopped' })
})

it('a second pairing of a screen keeps one entry, with the new name', async () => {
  await pairTestScreen(main, screen, 'Balcão')
  await pairTestScreen(main, screen, 'Expedição')
  expect(main.devices.list().map(({ name }) => name)).toEqual(['Expedição'])
})

it('a screen gets a refusal when no pairing is open', async () => {
  const joined = await joinMain({
    identity: screen,
    address: main.address,
    code: '123456',
    name: 'Balcão',
    signal: signal(),
  })
  expect(joined).toMatchObject({ ok: false, code: 'not-open' })
})
