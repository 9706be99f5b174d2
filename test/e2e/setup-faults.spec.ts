import { join } from 'node:path'
import { leaseConnection } from '../../electron/composition/leased-connection.ts'
import type { FaultEffect, FaultRule } from '../../electron/rehearsal/faults.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { SETUP_LANGUAGES } from '../../renderer/setup/texts/setup-languages.ts'
import type { SetupTexts } from '../../renderer/setup/texts/setup-texts.ts'
import { ok } from '../../shared/result.ts'
import { LOCALES } from '../../shared/settings.ts'
import type { AddressFault, ProbeFault } from '../../shared/setup.ts'
import { openAuthority } from '../fixtures/certificates.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { authenticatingProxy, captivePortal, openStrangeServers } from '../fixtures/strange-servers.ts'
import { expect, IS_HOSTED, type SetupWorld, test } from './setup-world.ts'

const LONG_MS = 240_000
const SKEW_MS = 12 * 60_000
/** 15 mm when the size of the screen is unknown: four pixels per millimetre. */
const MIN_PRIMARY_PX = 60

const ADDRESSES = [
  ['https://', 'not-an-address'],
  ['http://orders.example.test/hash/od/v2', 'insecure'],
  ['https://me:secret@orders.example.test/hash/od/v2', 'has-credentials'],
  ['https://orders.example.test/od/v2', 'hash-missing'],
] as const satisfies readonly (readonly [string, AddressFault])[]

const answers = (routes: FaultRule['routes'], effect: FaultEffect): FaultRule => ({ ...(routes && { routes }), effect })
const status = (code: number, body?: { readonly error: string }): FaultEffect => ({
  kind: 'status',
  status: code,
  ...(body === undefined ? {} : { body }),
})

/** A fault of the platform or of a proxy in front of it, and the explanation on the screen. */
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

/** Chromium's error names for faults that the practice platform cannot cause (net_error_list.h). */
const NETWORK_ERRORS: readonly (readonly [ProbeFault, string])[] = [
  ['proxy', 'net::ERR_PROXY_CONNECTION_FAILED'],
  ['proxy', 'net::ERR_UNEXPECTED_PROXY_AUTH'],
  ['certificate', 'net::ERR_CERT_COMMON_NAME_INVALID'],
  ['certificate-date', 'net::ERR_CERT_DATE_INVALID'],
  ['host-unknown', 'net::ERR_NAME_NOT_RESOLVED'],
  ['no-network', 'net::ERR_INTERNET_DISCONNECTED'],
  ['timeout', 'net::ERR_CONNECTION_TIMED_OUT'],
]

/** Makes the network of the app fail with this error; `undefined`: no failure. */
const failNetwork = (world: SetupWorld, words: string | undefined): Promise<void> =>
  world.process().evaluate(({ net }, message) => {
    const kept = globalThis as { untouchedRequest?: typeof net.request }
    kept.untouchedRequest ??= net.request
    const untouched = kept.untouchedRequest
    const broken: typeof net.request = (options) => {
      const request = untouched(options)
      request.end = () => {
        setImmediate(() => request.emit('error', new Error(message)))
        return request
      }
      return request
    }
    const value = message === undefined ? untouched : broken
    Object.defineProperty(net, 'request', { value, configurable: true })
  }, words)

/** Sets the network state that the operating system reports. */
const setNetworkState = (world: SetupWorld, isThere: boolean): Promise<void> =>
  world.process().evaluate(({ net }, online) => {
    Object.defineProperty(net, 'isOnline', { value: () => online, configurable: true })
  }, isThere)

async function expectFault(world: SetupWorld, fault: ProbeFault, words: { what: string; todo: string }): Promise<void> {
  const report = world.wizard().getByTestId('test-report')
  await expect(report).toHaveAttribute('data-fault', fault)
  await expect(report.getByRole('alert')).toContainText(words.what)
  await expect(report.getByRole('alert')).toContainText(words.todo)
}

const START_LOCALE = 'pt-BR'

/** Shows the page in each language, at the end in the first one, and checks its texts. */
async function inEachLanguage(world: SetupWorld, check: (words: SetupTexts) => Promise<void>): Promise<void> {
  for (const locale of [...LOCALES.filter((one) => one !== START_LOCALE), START_LOCALE] as const) {
    await world
      .page()
      .evaluate((wanted) => Reflect.get(window, 'comanda').call['settings:change']({ locale: wanted }), locale)
    await expect(world.page().locator('html')).toHaveAttribute('lang', locale)
    await check(SETUP_LANGUAGES[locale])
  }
}

const expectFaultInEachLanguage = (world: SetupWorld, fault: ProbeFault): Promise<void> =>
  inEachLanguage(world, (words) => expectFault(world, fault, words.fault[fault]))

/** Checks the explanation of each wrong address, at the end a valid address in two parts, and goes back. */
async function expectAddressFaults(world: SetupWorld): Promise<void> {
  const wizard = world.wizard()
  const alert = wizard.getByRole('alert')
  await inEachLanguage(world, ({ address }) => expect(wizard.locator('.wizard-title')).toHaveText(address.title))
  await world.press('next')
  await inEachLanguage(world, ({ address }) => expect(alert).toHaveText(address.fault.empty))
  for (const [entered, fault] of ADDRESSES) {
    await world.enterAddress(entered)
    await inEachLanguage(world, ({ address }) => expect(alert).toHaveText(address.fault[fault]))
  }
  const { parts } = SETUP_LANGUAGES[START_LOCALE].address
  await world.touch(wizard.locator('label.choice-option', { hasText: parts }))
  await world.paste('address', 'orders.example.test')
  await world.paste('hash', 'canary-hash')
  await world.press('next')
  await expect(wizard.getByTestId('masked-address')).toHaveText('https://orders.example.test/***/od/v2')
  const primary = wizard.locator('button[data-wizard="test"]')
  await expect.poll(async () => (await primary.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_PRIMARY_PX)
  await world.press('back')
}

/** Goes through screen, sound, practice, summary and board by touch, and checks the texts of the language. */
async function walkToTheEnd(world: SetupWorld): Promise<void> {
  const title = world.wizard().locator('.wizard-title')
  await world.press('next')
  await world.expectStep('screen')
  await world.press('next')
  await world.expectStep('sound')
  await world.press('play')
  await world.press('heard')
  await world.press('next')
  await world.expectStep('practice')
  const card = world.wizard().locator('[data-order-id]')
  await world.touch(card.locator('button[data-action="confirm"]'))
  await expect(card).toHaveAttribute('data-status', 'CONFIRMED')
  // A change of the language restarts the practice, so the texts of the earlier steps are checked on the way back.
  await world.press('back')
  await world.expectStep('sound')
  await inEachLanguage(world, ({ sound }) => expect(title).toHaveText(sound.title))
  await world.press('back')
  await world.expectStep('screen')
  await inEachLanguage(world, ({ screen }) => expect(title).toHaveText(screen.title))
  for (const step of ['sound', 'practice', 'pin'] as const) {
    await world.press('next')
    await world.expectStep(step)
  }
  await inEachLanguage(world, ({ pin }) => expect(title).toHaveText(pin.title))
  await expect(world.wizard().locator('[data-wizard="next"]')).toHaveCount(0)
  await world.press('no-pin')
  const declined = world.wizard().locator('[data-pin="declined"]')
  await inEachLanguage(world, ({ pin }) => expect(declined).toHaveText(pin.declined))
  await world.press('next')
  await world.expectStep('done')
  await expect(world.wizard().getByTestId('summary').locator('[data-state="passed"]')).toHaveCount(3)
  await world.press('open-board')
  await expect(world.wizard()).toBeHidden()
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
}

test('each failure of the address and of the connection test is explained in every language, and the set-up can be completed', async ({
  world,
}) => {
  test.setTimeout(LONG_MS)
  const { platform } = world
  platform.place()
  await world.open()
  await world.chooseLanguage(START_LOCALE)
  await expect(world.page().locator('html')).toHaveAttribute('lang', START_LOCALE)
  await expectAddressFaults(world)
  await world.enterAddress(platform.apiUrl)
  await world.enterCredentials(platform.clientId, 'wrong')
  await expectFaultInEachLanguage(world, 'credentials-refused')
  await expect(world.wizard().locator('[data-wizard="keep-anyway"]')).toHaveCount(0)
  await world.press('change-credentials')

  for (const [index, [fault, rule]] of FAULTS.entries()) {
    const handle = platform.fault(rule)
    if (index === 0) await world.enterCredentials(platform.clientId, platform.clientSecret)
    else await world.press('again')
    await expect.poll(handle.hits).toBeGreaterThan(0)
    await expectFaultInEachLanguage(world, fault)
    handle.clear()
  }
  await failNetwork(world, 'net::ERR_CONNECTION_REFUSED')
  await world.press('again')
  await expectFaultInEachLanguage(world, 'unreachable')
  for (const [fault, message] of NETWORK_ERRORS) {
    await failNetwork(world, message)
    await world.press('again')
    await expectFaultInEachLanguage(world, fault)
  }
  await failNetwork(world, undefined)
  const report = world.wizard().getByTestId('test-report')
  platform.setClockSkew(SKEW_MS)
  await world.press('again')
  await expect(report).toHaveAttribute('data-fault', 'none')
  await inEachLanguage(world, () => expect(world.wizard().getByTestId('clock-skew')).toContainText('12'))
  platform.setClockSkew(0)
  await world.press('next')
  await world.press('back')
  await world.press('test-stored')
  await expect(report).toHaveAttribute('data-fault', 'none')
  await walkToTheEnd(world)
})

/** Faults of real servers on this machine. */
test('the connection test recognises faults of certificates, portals, proxies, servers, names and the network', async ({
  world,
}) => {
  test.setTimeout(LONG_MS)
  const { platform } = world
  const words = SETUP_LANGUAGES['pt-BR'].fault
  const authority = openAuthority()
  const servers = openStrangeServers()
  // Chromium does not read the environment variable, so each certificate has an unknown authority there.
  const date = IS_HOSTED ? 'certificate-date' : 'certificate'
  await world.open('shared', authority.path)
  await world.chooseLanguage('pt-BR')
  for (const [address, fault] of [
    ['https://orders.example.invalid/canary/od/v2', 'host-unknown'],
    [await servers.secure(authority.selfSigned()), 'certificate'],
    [await servers.secure(authority.issue({ name: 'DNS:elsewhere.test' })), 'certificate'],
    [await servers.secure(authority.issue({ fromDays: -9, toDays: -1 })), date],
    [await servers.secure(authority.issue({ fromDays: 1, toDays: 9 })), date],
    [(await servers.plain(captivePortal)).replace('http:', 'https:'), 'certificate'],
    [await servers.plain(captivePortal), 'login-page'],
    [await servers.plain(authenticatingProxy), 'proxy'],
  ] as const) {
    await world.enterAddress(address)
    await world.enterCredentials('client', 'secret')
    await expectFault(world, fault, words[fault])
    const mayKeep = fault !== 'certificate' && fault !== 'certificate-date'
    await expect(world.wizard().locator('[data-wizard="keep-anyway"]')).toHaveCount(mayKeep ? 1 : 0)
    await world.press('change-address')
  }
  servers.end()
  authority.end()

  await world.enterAddress(platform.apiUrl)
  const hanging = platform.fault({ routes: ['token'], effect: { kind: 'hang' } })
  await world.enterCredentials(platform.clientId, platform.clientSecret)
  await expectFault(world, 'timeout', words.timeout)
  hanging.clear()

  await platform.beginOutage()
  await world.press('again')
  await expectFault(world, 'unreachable', words.unreachable)
  await setNetworkState(world, false)
  await world.press('again')
  await expectFault(world, 'no-network', words['no-network'])

  // These faults do not concern the credentials: they can be stored, and the kitchen opens when the network is back.
  await world.press('keep-anyway')
  await world.press('next')
  await world.expectStep('screen')
  await world.press('close')
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'offline')
  await platform.endOutage()
  await setNetworkState(world, true)
  // The first check comes after some seconds, a check after a failure at most a minute later.
  await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh', { timeout: 70_000 })
})

test('credentials that another Comanda on this machine uses are refused', async ({ world }) => {
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
  await expect(other.connection()).resolves.toMatchObject({ ok: true })
  await world.chooseLanguage('en')
  await world.enterAddress(platform.apiUrl)
  await world.enterCredentials(platform.clientId, platform.clientSecret)
  await expectFault(world, 'credential-in-use', SETUP_LANGUAGES.en.fault['credential-in-use'])
  expect(platform.requestLog.entries()).toEqual([])
  other.release()
  await world.press('again')
  await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
})
