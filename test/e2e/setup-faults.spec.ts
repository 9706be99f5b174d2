import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leaseConnection } from '../../electron/composition/leased-connection.ts'
import type { FaultEffect, FaultRule } from '../../electron/rehearsal/faults.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { WIZARD_LANGUAGES } from '../../renderer/setup/texts/languages.ts'
import { ok } from '../../shared/result.ts'
import { LOCALES } from '../../shared/settings.ts'
import type { ProbeFault } from '../../shared/setup.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { expect, type SetupWorld, test } from './setup-world.ts'

const LONG_MS = 120_000
const SKEW_MS = 12 * 60_000

const answers = (routes: FaultRule['routes'], effect: FaultEffect): FaultRule => ({ ...(routes && { routes }), effect })
const status = (code: number, body?: { readonly error: string }): FaultEffect => ({
  kind: 'status',
  status: code,
  ...(body === undefined ? {} : { body }),
})

/** What the platform, or whoever stands before it, does wrong; and what the person reads. */
const FAULTS: readonly (readonly [ProbeFault, FaultRule])[] = [
  ['login-page', answers(['token'], { kind: 'html' })],
  ['login-page', answers(['poll'], { kind: 'html' })],
  ['wrong-address', answers(['token'], status(404))],
  ['wrong-address', answers(['token'], { kind: 'text', text: '{"hello":"world"}' })],
  ['credentials-refused', answers(['token'], status(401))],
  ['scope-missing', answers(['token'], status(400, { error: 'invalid_scope' }))],
  ['scope-missing', answers(['poll'], status(403))],
  ['token-refused', answers(['poll'], status(401))],
  ['throttled', answers(['token'], { kind: 'status', status: 429, retryAfter: 1 })],
  ['platform-down', answers(['token'], status(503))],
  ['platform-down', answers(['poll'], status(500))],
  ['unreachable', answers(['token'], { kind: 'reset' })],
]

/** Chromium's own words for what no practice platform can do (net_error_list.h). */
const NETWORK_ERRORS: readonly (readonly [ProbeFault, string])[] = [
  ['proxy', 'net::ERR_PROXY_CONNECTION_FAILED'],
  ['proxy', 'net::ERR_UNEXPECTED_PROXY_AUTH'],
  ['certificate', 'net::ERR_CERT_COMMON_NAME_INVALID'],
  ['certificate-date', 'net::ERR_CERT_DATE_INVALID'],
  ['host-unknown', 'net::ERR_NAME_NOT_RESOLVED'],
  ['no-network', 'net::ERR_INTERNET_DISCONNECTED'],
  ['timeout', 'net::ERR_CONNECTION_TIMED_OUT'],
]

/** Lets the network of the app fail with these words; `undefined`: as it is. */
const failNetwork = (world: SetupWorld, words: string | undefined): Promise<void> =>
  world.process().evaluate(({ net }, message) => {
    const kept = globalThis as { untouchedFetch?: typeof net.fetch }
    kept.untouchedFetch ??= net.fetch
    const broken = () => Promise.reject(new Error(message))
    const value = message === undefined ? kept.untouchedFetch : broken
    Object.defineProperty(net, 'fetch', { value, configurable: true })
  }, words)

async function expectFault(world: SetupWorld, fault: ProbeFault, words: { what: string; todo: string }): Promise<void> {
  const report = world.wizard().getByTestId('test-report')
  await expect(report).toHaveAttribute('data-fault', fault, { timeout: 20_000 })
  await expect(report.getByRole('alert')).toContainText(words.what)
  await expect(report.getByRole('alert')).toContainText(words.todo)
}

for (const locale of LOCALES) {
  test(`each failure of the connection test in ${locale}, and then it works`, async ({ world }) => {
    test.setTimeout(LONG_MS)
    const { platform } = world
    const words = WIZARD_LANGUAGES[locale]
    platform.place()
    await world.open()
    await world.chooseLanguage(locale)
    await world.enterAddress(platform.apiUrl)
    await world.enterCredentials(platform.clientId, 'wrong')
    await expectFault(world, 'credentials-refused', words.fault['credentials-refused'])
    await expect(world.wizard().locator('[data-wizard="keep-anyway"]')).toHaveCount(0)
    await world.press('change-credentials')
    platform.setClockSkew(SKEW_MS)
    await world.enterCredentials(platform.clientId, platform.clientSecret)
    await expect(world.wizard().getByTestId('clock-skew')).toContainText('12')
    platform.setClockSkew(0)
    await world.press('next')
    await world.press('back')

    for (const [fault, rule] of FAULTS) {
      platform.clearFaults()
      const handle = platform.fault(rule)
      await world.press('test-stored')
      await expectFault(world, fault, words.fault[fault])
      expect(handle.hits()).toBeGreaterThan(0)
      handle.clear()
      await world.press('again')
      await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
      await world.press('next')
      await world.press('back')
    }
    await failNetwork(world, 'net::ERR_CONNECTION_REFUSED')
    await world.press('test-stored')
    await expectFault(world, 'unreachable', words.fault.unreachable)
    for (const [fault, message] of NETWORK_ERRORS) {
      await failNetwork(world, message)
      await world.press('again')
      await expectFault(world, fault, words.fault[fault])
    }
    await failNetwork(world, undefined)
    await world.press('again')
    await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
  })
}

test('time-out, no server, no name, no network, a certificate of nobody', async ({ world }) => {
  test.setTimeout(LONG_MS)
  const { platform } = world
  const words = WIZARD_LANGUAGES['pt-BR'].fault
  await world.open()
  await world.chooseLanguage('pt-BR')
  await world.enterAddress('https://orders.example.invalid/canary/od/v2')
  await world.enterCredentials('client', 'secret')
  await expectFault(world, 'host-unknown', words['host-unknown'])

  await world.press('change-address')
  const certificate = selfSigned()
  const server = createServer(certificate, (_request, response) => response.end('{}'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  await world.enterAddress(`https://127.0.0.1:${address.port}/canary/od/v2`)
  await world.enterCredentials('client', 'secret')
  await expectFault(world, 'certificate', words.certificate)
  await expect(world.wizard().locator('[data-wizard="keep-anyway"]')).toHaveCount(0)
  server.closeAllConnections()
  server.close()

  await world.press('change-address')
  await world.enterAddress(platform.apiUrl)
  const hanging = platform.fault({ routes: ['token'], effect: { kind: 'hang' } })
  await world.enterCredentials(platform.clientId, platform.clientSecret)
  await expectFault(world, 'timeout', words.timeout)
  hanging.clear()

  await platform.beginOutage()
  await world.press('again')
  await expectFault(world, 'unreachable', words.unreachable)
  await world.process().evaluate(({ net }) => {
    Object.defineProperty(net, 'isOnline', { value: () => false })
  })
  await world.press('again')
  await expectFault(world, 'no-network', words['no-network'])

  // None of this is the credentials' fault: they may be kept, and the kitchen opens by itself when the network is back.
  await world.press('keep-anyway')
  await world.press('next')
  await world.expectStep('screen')
  await world.press('close')
  await expect(world.page().getByTestId('freshness')).not.toHaveAttribute('data-state', 'fresh')
  await platform.endOutage()
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh', { timeout: 40_000 })
})

test('credentials that another Comanda of this machine uses are not taken', async ({ world }) => {
  const { platform } = world
  await world.open()
  const appData = await world.process().evaluate(({ app }) => app.getPath('appData'))
  const other = leaseConnection({
    source: async () => ok({ ...platform, scope: 'od.orders' }),
    folder: join(appData, 'comanda-leases'),
    clock: createSystemClock(),
    log: createMemoryLog(),
    onTaken: () => undefined,
  })
  expect((await other.connection()).ok).toBe(true)
  await world.chooseLanguage('en')
  await world.enterAddress(platform.apiUrl)
  await world.enterCredentials(platform.clientId, platform.clientSecret)
  await expectFault(world, 'credential-in-use', WIZARD_LANGUAGES.en.fault['credential-in-use'])
  expect(platform.ledger.entries()).toEqual([])
  other.release()
  await world.press('again')
  await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
})

/** A certificate that nobody vouches for. */
function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return pair
}
