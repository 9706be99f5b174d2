import { createServer } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createIdentity, type Identity } from '../../../electron/screens/pairing/identity.ts'
import type { MainComputer } from '../../../electron/screens/pairing/main-computer.ts'
import { createMainConnector, localNameOf, NAME_AFTER_MS } from '../../../electron/screens/pairing/main-computer.ts'
import { nextMessage, type OpenMain, pairTestScreen, startMain } from '../../fixtures/paired-link.ts'

/** The old address of the main computer: another loopback address of this machine, without a listener. */
const OLD_HOST = '127.0.0.3'

let screen: Identity
let main: OpenMain
beforeAll(async () => {
  screen = await createIdentity()
})
beforeEach(async () => {
  main = await startMain({ host: '127.0.0.2' })
})
afterEach(() => main.listener.stop())

const signal = () => new AbortController().signal

/** A screen whose main computer has moved. `names`: the addresses under which its name is found, in turn. */
async function aMovedMain(names: readonly (string | undefined)[], old: string = OLD_HOST) {
  const joined: MainComputer = { ...(await pairTestScreen(main, screen)), host: old, name: 'Caixa.shop' }
  let now = 0
  const moved: MainComputer[] = []
  const asked: string[] = []
  const connect = createMainConnector({
    identity: screen,
    main: () => joined,
    onMoved: (found) => moved.push(found),
    byName: {
      monotonicNow: () => now,
      async lookup(host) {
        const found = names[asked.length]
        asked.push(host)
        if (found === undefined) throw new Error('ENOTFOUND')
        return found
      },
    },
  })
  const later = (): void => {
    now += NAME_AFTER_MS
  }
  return { connect: (until = signal()) => connect(until), moved, asked, later }
}

it('a screen tries the name of its main computer, at a limited rate, after its address has failed for some time, and reports the new address', async () => {
  const { connect, moved, asked, later } = await aMovedMain([undefined, main.address.host])
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  expect(asked).toEqual([])
  later()
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  await expect(connect()).rejects.toMatchObject({ trouble: 'unreachable' })
  expect(asked).toEqual(['Caixa.local'])
  later()
  const channel = await connect()
  channel.send('olá')
  expect(await nextMessage(channel)).toBe('got olá')
  expect(moved).toMatchObject([{ ...main.address, key: main.identity.fingerprint }])
})

it.each(['a main computer with another key', 'another kind of server', 'a server that accepts and never answers'])(
  'a screen finds its main computer although its old address and a false answer lead to %s, which gets nothing of the screen',
  async (kind) => {
    const { port } = main.address
    const stranger = kind.includes('key') ? await startMain({ host: '127.0.0.4', port }) : undefined
    onTestFinished(() => stranger?.listener.stop())
    const other = createServer((socket) => {
      socket.on('error', () => undefined)
      if (kind === 'another kind of server') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.5', resolve))
    onTestFinished(() => void other.close())
    const wrong = stranger === undefined ? '127.0.0.5' : '127.0.0.4'
    const { connect, moved, later } = await aMovedMain([wrong, main.address.host], wrong)
    // An attempt at the address without an answer would end after eight seconds.
    await expect(connect(AbortSignal.timeout(500))).rejects.toMatchObject({ name: 'LinkError' })
    later()
    await expect(connect(AbortSignal.timeout(500))).rejects.toMatchObject({ name: 'LinkError' })
    later()
    const channel = await connect()
    channel.send('olá')
    expect(await nextMessage(channel)).toBe('got olá')
    expect(moved).toMatchObject([main.address])
    expect(stranger?.channels ?? []).toHaveLength(0)
  },
)

it('a screen opens one channel when its main computer answers at its old address and under its name', async () => {
  const everywhere = await startMain({ host: '0.0.0.0' })
  onTestFinished(() => everywhere.listener.stop())
  main = everywhere
  const { connect, later } = await aMovedMain(['127.0.0.7'], '127.0.0.6')
  await expect(connect(AbortSignal.abort())).rejects.toMatchObject({ trouble: 'stopped' })
  later()
  const channel = await connect()
  channel.send('olá')
  expect(await nextMessage(channel)).toBe('got olá')
  expect(everywhere.channels).toHaveLength(1)
})

it.each([
  ['CAIXA-01', 'CAIXA-01.local'],
  ['caixa.fritz.box', 'caixa.local'],
  ['Balcão 2', undefined],
  ['-x', undefined],
  ['a'.repeat(64), undefined],
  ['', undefined],
])('the main computer %j is looked up as %j', (name, host) => {
  expect(localNameOf({ name })).toBe(host)
})
