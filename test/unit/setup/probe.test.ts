import { describe, expect, it } from 'vitest'
import { networkFaultOf } from '../../../electron/platform/network-fault.ts'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { probeConnection } from '../../../electron/setup/probe.ts'
import type { ProbeFault, ProbeReport } from '../../../shared/contract/setup.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import type { FaultRule } from '../../fixtures/platform/faults.ts'
import { createRecordedMemoryPlatform, type MemoryPlatformOptions } from '../../fixtures/platform/memory-platform.ts'

type About = {
  readonly platform?: MemoryPlatformOptions
  readonly fetch?: WebFetch
  readonly isOnline?: boolean
  readonly clientSecret?: string
  readonly apiUrl?: string
}

function setUp({ platform: options = {}, fetch, isOnline = true, clientSecret, apiUrl }: About = {}) {
  const platform = createRecordedMemoryPlatform({ seed: 1, ...options })
  const log = createMemoryLog()
  const connection = {
    apiUrl: apiUrl ?? platform.apiUrl,
    clientId: platform.clientId,
    clientSecret: clientSecret ?? platform.clientSecret,
    scope: 'od.orders',
  }
  const wired: WebFetch =
    fetch ??
    ((url, { method, headers, body, signal }) =>
      platform.fetch(url, {
        ...(method === undefined ? {} : { method }),
        headers: new Headers(headers),
        ...(typeof body === 'string' ? { body } : {}),
        ...(signal ? { signal } : {}),
      }))
  const probe = (): Promise<ProbeReport> =>
    probeConnection(connection, {
      fetch: fetchOver(wired),
      wallNow: Date.now,
      monotonicNow: () => performance.now(),
      isOnline: () => isOnline,
      log,
      timeoutsMs: { token: 60, poll: 60 },
    })
  return { platform, log, probe }
}

const rejecting =
  (error: unknown): WebFetch =>
  () =>
    Promise.reject(error)

describe('probeConnection', () => {
  it('passes, counts the waiting orders, names their shop, and acknowledges no event of them', async () => {
    const { platform, probe } = setUp({ platform: { merchants: [{ id: '1', name: 'Cantina da Lourdes' }] } })
    platform.place()
    platform.place()
    expect(await probe()).toEqual({
      waiting: 2,
      shops: ['Cantina da Lourdes'],
      mayKeep: true,
      skewMs: expect.any(Number),
      declared: { clientIds: 'by-app' },
    })
    expect(await probe()).toMatchObject({ waiting: 2 })
    const routes = platform.requestLog.entries().map(({ route }) => route)
    expect(routes.toSorted()).toEqual(['discovery', 'discovery', 'poll', 'poll', 'read', 'read', 'token', 'token'])
    expect(platform.requestLog.violations()).toEqual([])
  })

  it.each([
    ['no order waits', 0, undefined],
    ['its order cannot be read', 1, { routes: ['read'], effect: { kind: 'status', status: 500 } }],
    ['its order is no JSON', 1, { routes: ['read'], effect: { kind: 'text', text: '<html>' } }],
  ] as const)('passes without a name of the shop when %s', async (_what, count, fault) => {
    const { platform, probe } = setUp({ platform: { merchants: [{ id: '1', name: 'Cantina da Lourdes' }] } })
    if (count > 0) platform.place()
    if (fault) platform.fault(fault)
    const report = await probe()
    expect(report).toMatchObject({ waiting: count, mayKeep: true })
    expect(report).not.toHaveProperty('shops')
  })

  it.each([
    ['{"events":[],"total":0}', 0],
    ['{"data":{"events":[{"eventId":"e","orderId":"o","eventType":"CREATED"}]}}', 1],
    ['[{"eventId":"1","orderId":"o","eventType":"CREATED"},{"eventId":"2","orderId":"o","eventType":"CONFIRMED"}]', 1],
    ['', 0],
  ])('passes with the page %j, which the client reads too', async (text, waiting) => {
    const { platform, probe } = setUp()
    platform.place()
    platform.fault({ routes: ['poll'], effect: { kind: 'text', text } })
    expect(await probe()).toMatchObject({ waiting, mayKeep: true })
  })

  it('reports the skew of this machine’s clock', async () => {
    const { probe } = setUp({ platform: { clockSkewMs: 720_000 } })
    const { skewMs = 0 } = await probe()
    expect(Math.abs(skewMs - 720_000)).toBeLessThan(1_500)
  })

  it('refuses a wrong secret, and then does not request events', async () => {
    const { platform, probe, log } = setUp({ clientSecret: 'canary-secret' })
    expect(await probe()).toMatchObject({
      fault: 'credentials-refused',
      failedAt: 'token',
      status: 401,
      mayKeep: false,
    })
    expect(platform.requestLog.entries()).toHaveLength(1)
    expect(JSON.stringify(log.lines)).not.toContain('canary-secret')
  })

  it('reports that an address with another hash is wrong', async () => {
    const { platform } = setUp()
    const { probe } = setUp({ apiUrl: platform.apiUrl.replace(/[^/]+\/od\/v2$/, 'other/od/v2') })
    expect(await probe()).toMatchObject({ fault: 'wrong-address', failedAt: 'reach', mayKeep: false })
  })

  const status = (code: number, body?: { readonly error: string }): FaultRule['effect'] => ({
    kind: 'status',
    status: code,
    ...(body && { body }),
  })
  it.each<readonly [string, FaultRule, ProbeFault, ProbeReport['failedAt'], boolean]>([
    ['login page at the token endpoint', { routes: ['token'], effect: { kind: 'html' } }, 'login-page', 'reach', true],
    ['login page at the poll', { routes: ['poll'], effect: { kind: 'html' } }, 'login-page', 'poll', true],
    ['captive portal by RFC 6585', { routes: ['token'], effect: status(511) }, 'login-page', 'reach', true],
    ['proxy', { routes: ['token'], effect: status(407) }, 'proxy', 'reach', true],
    [
      'invalid scope',
      { routes: ['token'], effect: status(400, { error: 'invalid_scope' }) },
      'scope-missing',
      'scope',
      false,
    ],
    [
      'invalid client',
      { routes: ['token'], effect: status(400, { error: 'invalid_client' }) },
      'credentials-refused',
      'token',
      false,
    ],
    ['forbidden poll', { routes: ['poll'], effect: status(403) }, 'scope-missing', 'scope', false],
    ['refused token', { routes: ['poll'], effect: status(401) }, 'token-refused', 'poll', false],
    ['poll with 404', { routes: ['poll'], effect: status(404) }, 'wrong-address', 'poll', false],
    [
      'token answer with other JSON',
      { routes: ['token'], effect: { kind: 'text', text: '{"ok":true}' } },
      'wrong-address',
      'reach',
      false,
    ],
    [
      'object in place of events',
      { routes: ['poll'], effect: { kind: 'text', text: '{}' } },
      'wrong-address',
      'poll',
      false,
    ],
    ['throttled', { routes: ['token'], effect: status(429) }, 'throttled', 'reach', true],
    ['5xx', { routes: ['token'], effect: status(503) }, 'platform-down', 'reach', true],
    ['gateway time-out', { routes: ['poll'], effect: status(504) }, 'timeout', 'poll', true],
    ['silence', { routes: ['token'], effect: { kind: 'hang' } }, 'timeout', 'reach', true],
    ['broken connection', { routes: ['poll'], effect: { kind: 'reset' } }, 'unreachable', 'poll', true],
    [
      'connection broken inside the answer',
      { routes: ['token'], effect: { kind: 'truncated' } },
      'unreachable',
      'reach',
      true,
    ],
  ])('%s', async (_name, rule, fault, failedAt, mayKeep) => {
    const { platform, probe } = setUp()
    platform.place()
    platform.fault(rule)
    expect(await probe()).toMatchObject({ fault, failedAt, mayKeep })
    expect(platform.requestLog.entries().some(({ route }) => route === 'acknowledgment')).toBe(false)
  })

  it('reports a missing network when the system has none', async () => {
    const fetch = rejecting(new Error('net::ERR_NAME_NOT_RESOLVED'))
    expect(await setUp({ fetch, isOnline: false }).probe()).toMatchObject({ fault: 'no-network' })
    expect(await setUp({ fetch }).probe()).toMatchObject({ fault: 'host-unknown' })
  })
})

describe('networkFaultOf', () => {
  const nodes = (code: string): Error =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
  it.each([
    [new Error('net::ERR_INTERNET_DISCONNECTED'), 'no-network'],
    [new Error('net::ERR_NAME_NOT_RESOLVED'), 'host-unknown'],
    [new Error('net::ERR_CONNECTION_REFUSED'), 'unreachable'],
    [new Error('net::ERR_CONNECTION_TIMED_OUT'), 'timeout'],
    [new Error('net::ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
    [new Error('net::ERR_TUNNEL_CONNECTION_FAILED'), 'proxy'],
    [new Error('net::ERR_INVALID_AUTH_CREDENTIALS'), 'proxy'],
    [new Error('net::ERR_UNSUPPORTED_AUTH_SCHEME'), 'proxy'],
    [new TypeError('fetch failed', { cause: new Error('proxy authentication required') }), 'proxy'],
    [new Error('net::ERR_CERT_AUTHORITY_INVALID'), 'certificate'],
    [new Error('net::ERR_CERT_COMMON_NAME_INVALID'), 'certificate'],
    [new Error('net::ERR_SSL_PROTOCOL_ERROR'), 'certificate'],
    [new Error('net::ERR_CERT_DATE_INVALID'), 'certificate-date'],
    [nodes('ENOTFOUND'), 'host-unknown'],
    [nodes('EAI_AGAIN'), 'host-unknown'],
    [nodes('ECONNREFUSED'), 'unreachable'],
    [nodes('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate'],
    [nodes('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate'],
    [nodes('CERT_HAS_EXPIRED'), 'certificate-date'],
    [nodes('ENETUNREACH'), 'no-network'],
    [undefined, 'unreachable'],
  ] as const)('%s: %s', (error, fault) => {
    expect(networkFaultOf(error)).toBe(fault)
  })
})
