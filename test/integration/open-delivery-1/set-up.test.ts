import { describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '../../../electron/platform/connection.ts'
import { createSetupService } from '../../../electron/setup/setup-service.ts'
import { spokenBy } from '../../../shared/contract/platforms.ts'
import { fail, ok } from '../../../shared/result.ts'
import { probe } from '../../fixtures/kitchen-of.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'

const OF_1 = { dialect: 'open-delivery-1', profile: 'generic' } as const

/** The set-up with the real test of connections. */
function setUp() {
  return createSetupService({
    kept: {
      connection: () => Promise.resolve(fail('not-configured', 'none')),
      keep: () => Promise.resolve(ok(null)),
      keptIn: () => undefined,
      erase: () => Promise.reject(new Error('not asked for')),
    },
    probe,
    keepFurther: () => Promise.reject(new Error('nothing further is kept')),
    findUse: async () => 'free',
    nameOf: () => undefined,
    onKept: () => undefined,
    onPassed: () => undefined,
    openFile: async () => undefined,
    clipboard: { readText: () => Promise.resolve(''), clear: () => undefined },
  })
}

const credentialsOf = ({ clientId, clientSecret }: Pick<Connection, 'clientId' | 'clientSecret'>) => ({
  credentials: { clientId, clientSecret },
})

it.each(['', '/api/od', '/opendelivery'])('another platform of 1.x is found by its bare host, at %j', async (base) => {
  const host = await startHost1({ base })
  onTestFinished(host.close)
  const service = setUp()
  const origin = host.apiUrl.slice(0, host.apiUrl.length - base.length)
  expect(service.readAddress({ address: origin, platform: 'generic' })).toEqual(ok({ masked: origin }))
  expect(await service.test(credentialsOf(host))).toMatchObject({ ok: true, value: { mayKeep: true } })
})

it('a bare host without an API at the usual places is said to lack its path, and an address of v2 its own part', async () => {
  const host = await startHost1({ base: '/somewhere/else' })
  onTestFinished(host.close)
  const service = setUp()
  const { origin } = new URL(host.apiUrl)
  service.readAddress({ address: origin })
  expect(await service.test(credentialsOf(host))).toMatchObject({ ok: true, value: { fault: 'path-missing' } })
  expect(service.readAddress({ address: `${origin}/od/v2` })).toEqual(ok({ fault: 'hash-missing' }))
})

describe('credentials that are wrong', () => {
  const wrong = { clientId: 'loja-1', clientSecret: 'errado' }

  it.each([
    ['', ['/oauth/token', '/api/od/oauth/token']],
    ['/api/od', ['/oauth/token', '/authentication/v1.0/oauth/token', '/api/od/oauth/token', '/api/oauth/token']],
  ])('are tried at one path more, at %j, and then said to be wrong', async (base, paths) => {
    const host = await startHost1({ base })
    onTestFinished(host.close)
    const service = setUp()
    const { origin } = new URL(host.apiUrl)
    service.readAddress({ address: origin, platform: 'generic' })
    expect(await service.test({ credentials: wrong })).toMatchObject({ value: { fault: 'credentials-refused' } })
    expect(host.tokenPaths).toEqual(paths)
    expect(await service.test({ credentials: wrong })).toMatchObject({ value: { fault: 'credentials-refused' } })
    expect(host.tokenPaths).toEqual([...paths, `${base}/oauth/token`])
    expect(await service.test(credentialsOf(host))).toMatchObject({ value: { mayKeep: true } })
  })

  it('are sent twice in a test, where a host refuses what it does not know', async () => {
    const host = await startHost1({ base: '/api/od', refusesUnknownPaths: true })
    onTestFinished(host.close)
    const { apiUrl } = host
    const tested = { ...wrong, apiUrl: `${apiUrl}/od/v2` }
    expect(await probe(tested)).toMatchObject({ fault: 'credentials-refused' })
    expect(host.tokenPaths).toEqual(['/api/od/od/v2/oauth/token', '/api/od/oauth/token'])
  })
})

it('a host that refuses what it does not know is named all the same', async () => {
  const host = await startHost1({ base: '/api/od', refusesUnknownPaths: true })
  onTestFinished(host.close)
  const { apiUrl, clientId, clientSecret } = host
  expect(await probe({ apiUrl: `${apiUrl}/od/v2`, clientId, clientSecret })).toMatchObject({
    fault: 'speaks-open-delivery-1',
  })
  expect(await probe({ apiUrl, clientId, clientSecret, spoken: spokenBy('ifood') })).toMatchObject({
    fault: 'speaks-open-delivery-1',
  })
})

it.each(['/v1/events:polling', '/v1/orders/', '/oauth/token'])(
  '%s below an address shows that it is of 1.x',
  async (operation) => {
    const host = await startHost1({ base: '/api' })
    onTestFinished(host.close)
    const service = setUp()
    service.readAddress({ address: `${host.apiUrl}${operation}` })
    expect(await service.test(credentialsOf(host))).toMatchObject({ value: { mayKeep: true } })
  },
)

it('a host of 1.x passes the test of its dialect, and is named in the test of v2', async () => {
  const host = await startHost1({ base: '/api/od' })
  onTestFinished(host.close)
  const { apiUrl, clientId, clientSecret } = host
  host.place('DELIVERY')
  expect(await probe({ apiUrl, clientId, clientSecret, spoken: OF_1 })).toMatchObject({ mayKeep: true, waiting: 1 })
  const report = await probe({ apiUrl: `${apiUrl}/od/v2`, clientId, clientSecret })
  expect(report).toMatchObject({ fault: 'speaks-open-delivery-1', mayKeep: false })
})

it('a host of v2 is named in the test of 1.x, by its whole root and without its end', async () => {
  const platform = await startRecordedPlatform()
  onTestFinished(() => platform.close())
  const { apiUrl, clientId, clientSecret } = platform
  for (const root of [apiUrl, apiUrl.replace('/od/v2', '')]) {
    const report = await probe({ apiUrl: root, clientId, clientSecret, spoken: OF_1 })
    expect(report).toMatchObject({ fault: 'speaks-open-delivery-2', mayKeep: false })
  }
})
