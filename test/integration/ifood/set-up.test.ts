import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readRoot } from '../../../electron/platform/dialects/dialects.ts'
import { readCredentials } from '../../../electron/secrets/credentials.ts'
import { provision } from '../../../electron/secrets/provision.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { spokenBy } from '../../../shared/contract/platforms.ts'
import { kitchenOf, probe } from '../../fixtures/kitchen-of.ts'
import { startIfood } from '../../fixtures/platform/ifood/host.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const IFOOD = spokenBy('ifood')

describe('the address', () => {
  it('is known, and another one is taken where it is given, without the path of a call', () => {
    expect(readRoot('', IFOOD)).toMatchObject({ value: { url: 'https://merchant-api.ifood.com.br' } })
    expect(readRoot('https://prova.example/api/order/v1.0/orders/1', IFOOD)).toMatchObject({
      value: { url: 'https://prova.example/api' },
    })
  })
})

describe('the test of a connection', () => {
  it('passes, and names iFood where another dialect was chosen', async () => {
    const host = await startIfood()
    onTestFinished(host.close)
    const { apiUrl, clientId, clientSecret } = host
    host.place('DELIVERY')
    expect(await probe({ apiUrl, clientId, clientSecret, spoken: IFOOD })).toMatchObject({ mayKeep: true, waiting: 1 })
    const other = { apiUrl, clientId, clientSecret, spoken: spokenBy('keeta') }
    expect(await probe(other)).toMatchObject({ fault: 'speaks-ifood', mayKeep: false })
    expect(await probe({ apiUrl: `${apiUrl}/od/v2`, clientId, clientSecret })).toMatchObject({ fault: 'speaks-ifood' })
    expect(host.violations).toEqual([])
  })

  it('passes while one of two establishments is refused, and not when all are', async () => {
    const host = await startIfood({ merchants: ['a', 'b'], unauthorized: ['b'] })
    onTestFinished(host.close)
    const { apiUrl, clientId, clientSecret } = host
    const connection = { apiUrl, clientId, clientSecret, spoken: IFOOD }
    expect(await probe(connection)).toMatchObject({ mayKeep: true })
    host.unauthorized.add('a')
    expect(await probe(connection)).toMatchObject({ fault: 'scope-missing', mayKeep: false })
  })

  it('names a host of Open Delivery 1.x', async () => {
    const host = await startHost1()
    onTestFinished(host.close)
    const { apiUrl, clientId, clientSecret } = host
    expect(await probe({ apiUrl, clientId, clientSecret, spoken: IFOOD })).toMatchObject({
      fault: 'speaks-open-delivery-1',
    })
  })
})

describe('a poll', () => {
  it('names the establishments, and goes on without one that is refused', async () => {
    const { host, core, seen } = await kitchenOf(startIfood({ merchants: ['a', 'b', 'c'], unauthorized: ['b'] }))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
    const first = host.polled.slice(0, 2)
    expect(first).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
    await eventually('the next poll', () => host.polled.length > 2)
    expect(host.polled[2]).toEqual(['a', 'c'])
    expect(core().snapshot().freshness).toMatchObject({ state: 'late', trouble: 'shop-left-out' })
    expect(host.calls.filter(({ path }) => path.startsWith('/merchant'))).toHaveLength(1)
  })

  it('names at most a hundred at a time', async () => {
    const merchants = Array.from({ length: 150 }, (_, index) => `loja-${index}`)
    const { host, seen } = await kitchenOf(startIfood({ merchants }))
    await seen(host.place('TAKEOUT'), 'the order', ({ status }) => status === 'CREATED')
    await eventually('both polls', () => host.polled.length >= 2)
    expect(host.polled.slice(0, 2).map(({ length }) => length)).toEqual([100, 50])
  })

  it('comes every 30 s at least, which is the presence of the shop', async () => {
    const { host, core, seen } = await kitchenOf(startIfood(), { pollIntervalSeconds: 60 })
    await seen(host.place('TAKEOUT'), 'the order', ({ status }) => status === 'CREATED')
    await eventually('the interval', () => core().snapshot().freshness.pollIntervalMs === 30_000)
  })

  it('names none while no list can be had', async () => {
    const { host, seen } = await kitchenOf(startIfood())
    host.setFault(({ path }) => (path.startsWith('/merchant') ? { status: 403 } : undefined))
    const id = host.place('DELIVERY')
    await seen(id, 'the order', ({ status }) => status === 'CREATED')
  })
})

describe('a file for the set-up', () => {
  it.each([{ dialect: 'ifood' }, { profile: 'ifood' }])('connects iFood at its address by %j', async (chosen) => {
    const folder = mkdtempSync(join(tmpdir(), 'comanda-ifood-file-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'file.json')
    const clientSecret = 'segredo-do-arquivo'
    writeFileSync(path, JSON.stringify({ connections: [{ clientId: 'app', clientSecret, ...chosen }] }))
    const store = createMemoryStore()
    expect(await provision({ path, store, account: 'a', readApiUrl: readRoot })).toMatchObject({ ok: true })
    expect(await readCredentials(store, 'a')).toMatchObject({
      ok: true,
      value: { apiUrl: 'https://merchant-api.ifood.com.br', clientId: 'app', clientSecret, spoken: IFOOD },
    })
    expect(readFileSync(path, 'utf8')).not.toContain(clientSecret)
  })
})
