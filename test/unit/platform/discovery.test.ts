import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../electron/platform/connection.ts'
import {
  createDeclarationReader,
  fetchDeclaration,
  readManifest,
  readOrdersDeclaration,
} from '../../../electron/platform/discovery.ts'
import { createHttp } from '../../../electron/platform/http.ts'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const API_URL = 'https://api.example.test/base/canary-hash/od/v2'
const BESIDE_VERSION = 'https://api.example.test/base/canary-hash/.well-known/opendelivery'
const AT_ORIGIN = 'https://api.example.test/.well-known/opendelivery'
const MANIFEST = {
  appId: 'a',
  openDelivery: { currentVersion: '2.0', supportedVersions: ['2.0'] },
  authentication: { clientIdGeneration: ['by_app'] },
  capabilities: {},
}
const json = (body: unknown, status = 200): Response => Response.json(body, { status })

function setUp(answer: (url: string) => Response | Promise<Response>) {
  const asked: { readonly url: string; readonly headers: Record<string, string> }[] = []
  const log = createMemoryLog()
  const web: WebFetch = async (url, { headers, signal }) => {
    asked.push({ url, headers: Object.fromEntries(new Headers(headers)) })
    const ended = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
    return Promise.race([answer(url), ended])
  }
  const http = createHttp({ fetch: fetchOver(web), now: Date.now, monotonicNow: () => performance.now(), log })
  return { asked, http, log, declaration: () => fetchDeclaration(http, API_URL) }
}

describe('the manifest', () => {
  it.each([
    [MANIFEST, { clientIds: 'by-app' }],
    [{ authentication: { clientIdGeneration: ['by_merchant'] } }, { clientIds: 'by-merchant' }],
    [{ authentication: { clientIdGeneration: ['by_merchant', 'by_app', 7] } }, { clientIds: 'either' }],
    [{ clientIdGeneration: ['by_app'] }, { clientIds: 'by-app' }],
    [{ authentication: { clientIdGeneration: ['by_moon'] } }, {}],
    [{ authentication: 'none', openDelivery: 7, capabilities: null }, {}],
    [{ openDelivery: { currentVersion: '1.7', supportedVersions: ['1.7', '1.6'] } }, { otherVersion: '1.7' }],
    [{ openDelivery: { currentVersion: '1.7', supportedVersions: ['1.7', '2.0'] } }, {}],
    [{ openDelivery: { currentVersion: 'v2' } }, {}],
    [{ openDelivery: { currentVersion: '20' } }, { otherVersion: '20' }],
    [{ openDelivery: { supportedVersions: ['<b>', '3.0'] } }, { otherVersion: '3.0' }],
    [{}, undefined],
    [{ message: 'not found' }, undefined],
    [[], undefined],
    [null, undefined],
    ['{}', undefined],
  ])('%j is read as %j', (raw, manifest) => {
    expect(readManifest(raw)).toEqual(manifest)
  })
})

const without = (unsupportedOperations: unknown): object => ({
  capabilities: { orders: { receiver: { supportedOperations: [], unsupportedOperations } } },
})

describe('the operations of the manifest', () => {
  it.each([
    [without(['confirmOrder']), ['confirm']],
    [without(['setOrderPreparing', 'setOrderReadyForPickup']), ['preparing', 'ready-for-pickup']],
    [without(['dispatchOrder', 'setOrderDelivered']), ['dispatch', 'delivered']],
    [without(['requestCancellation', 'validateDeliveryCode']), ['validateCode', 'requestCancellation']],
    [without(['dispatchOrder', 'dispatchOrder', 'sendOrderTracking', 7]), ['dispatch']],
    [without(['dispatch', 'DISPATCHORDER', 'constructor', '__proto__']), []],
    [without('dispatchOrder'), []],
    [without([]), []],
    [{ capabilities: { orders: { receiver: { supportedOperations: ['confirmOrder'] } } } }, []],
    [{ capabilities: { orders: { originator: { unsupportedOperations: ['confirmOrder'] } } } }, []],
    [{ capabilities: { logistics: { receiver: { unsupportedOperations: ['dispatchOrder'] } } } }, []],
    [{ capabilities: null }, []],
    [MANIFEST, []],
    [{ message: 'not found' }, undefined],
    [[], undefined],
    [null, undefined],
  ])('%j removes %j', (raw, actions) => {
    expect(readOrdersDeclaration(raw)?.unsupported).toEqual(actions)
  })
})

describe('whether events can be polled', () => {
  const originator = (value: unknown) => ({ capabilities: { orders: { originator: value } } })

  it.each([
    [originator({ supportsPolling: false }), false],
    [originator({ supportsPolling: true }), true],
    [originator({ supportsPolling: 'false' }), true],
    [originator({}), true],
    [originator(null), true],
    [{ capabilities: { orders: { receiver: { supportsPolling: false } } } }, true],
    [{ capabilities: {} }, true],
    [MANIFEST, true],
    [{ message: 'not found' }, undefined],
  ])('%j results in %s: only false ends polling', (raw, supportsPolling) => {
    expect(readOrdersDeclaration(raw)?.supportsPolling).toBe(supportsPolling)
  })
})

describe('repeated reads of the operations', () => {
  const connectionTo = (apiUrl: string): Result<Connection, never> =>
    ok({ apiUrl, clientId: 'canary-id', clientSecret: 'canary-secret', scope: 'od.orders' })

  it('send no credentials; an unreadable answer changes nothing', async () => {
    let answer = json(without(['dispatchOrder']))
    const { asked, http } = setUp(() => answer.clone())
    const read = createDeclarationReader(http, async () => connectionTo(API_URL))
    const { signal } = new AbortController()
    expect(await read(signal)).toEqual({ unsupported: ['dispatch'], supportsPolling: true })
    answer = json({}, 503)
    expect(await read(signal)).toBeUndefined()
    expect(JSON.stringify(asked)).not.toMatch(/canary-(id|secret)|authorization/)
  })

  it('drop the declaration of another platform', async () => {
    const { http } = setUp((url) => (url.includes('canary-hash') ? json(without(['dispatchOrder'])) : json({}, 404)))
    let apiUrl = API_URL
    const read = createDeclarationReader(http, async () => connectionTo(apiUrl))
    const { signal } = new AbortController()
    await read(signal)
    apiUrl = 'https://other.example.test/od/v2'
    expect(await read(signal)).toEqual({ unsupported: [], supportsPolling: true })
    expect(await read(signal)).toBeUndefined()
  })
})

describe('a request for the declaration', () => {
  it('sends no credentials, and leaves the address out of the log', async () => {
    const { asked, declaration, log } = setUp((url) => (url === AT_ORIGIN ? json(MANIFEST) : json({}, 404)))
    expect(await declaration()).toEqual({ clientIds: 'by-app' })
    expect(asked.map(({ url }) => url)).toEqual([BESIDE_VERSION, AT_ORIGIN])
    for (const { headers } of asked) expect(headers).toEqual({ accept: 'application/json' })
    expect(JSON.stringify(log.lines)).not.toContain('canary-hash')
  })
})
