import keytar from 'keytar'
import { accountOf } from '../../electron/secrets/credentials.ts'
import type { Bridge } from '../../shared/contract.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { LOCALES } from '../../shared/settings.ts'
import { expect, type Keychain, type SetupWorld, test } from './setup-world.ts'

const CASES = [
  ['locked', 'locked'],
  ['denied', 'denied'],
  ['no-service', 'absent'],
  ['no-bus', 'no-session'],
] as const satisfies readonly (readonly [Keychain, string])[]

/** The program waits ten seconds for a keychain. */
const BEFORE_IT_GIVES_UP_MS = 8_000

/** The program answers a question about its keychain within this time when it does not have to call the keychain. */
const ANSWER_MS = 500

const answersAtOnce = (world: SetupWorld): Promise<boolean> =>
  world.page().evaluate(async (limitMs) => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const answer = call['setup:status'](null).then(() => true)
    return Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), limitMs))])
  }, ANSWER_MS)

async function enterWhatWorks({ platform, ...world }: SetupWorld): Promise<void> {
  await world.enterAddress(platform.apiUrl)
  await world.enterCredentials(platform.clientId, platform.clientSecret)
}

test.beforeEach(({ platformOptions: _ }, testInfo) => {
  testInfo.skip(process.platform !== 'linux', 'the Secret Service is the keychain of Linux')
})

for (const [index, [keychain, trouble]] of CASES.entries()) {
  const locale = LOCALES[index % LOCALES.length] ?? 'en'
  test(`${keychain}: reported in ${locale} with a solution, and "for this run only" works until the program ends`, async ({
    world,
  }) => {
    const words = LANGUAGES[locale].setup
    await world.open(keychain)
    await world.expectStep('language')
    await world.chooseLanguage(locale)
    const note = world.wizard().locator(`[data-keychain="${trouble}"]`)
    await expect(note).toContainText(words[`keychain-${trouble}`])
    await expect(note).toContainText(words.advice[trouble])
    await enterWhatWorks(world)
    await expect(world.wizard().locator(`[data-keep-trouble="${trouble}"]`)).toContainText(words.advice[trouble])
    await world.press('keep-again')
    await expect(world.wizard().locator(`[data-keep-trouble="${trouble}"]`)).toBeVisible()
    await world.press('keep-this-run')
    await world.press('next')
    await world.press('close')
    await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
    await world.close()
    await world.open(keychain)
    await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-trouble', `keychain-${trouble}`)
  })
}

test('a keychain that does not answer for ten seconds blocks no step, is reported, and the program can quit', async ({
  world,
}) => {
  await world.open('unlocked')
  await world.expectStep('language')
  process.kill(world.keychainPid(), 'SIGSTOP')
  // The last answer of the keychain is cached for some seconds. After that the next step calls the stopped keychain.
  await expect.poll(() => answersAtOnce(world), { intervals: [ANSWER_MS] }).toBe(false)
  await world.chooseLanguage('en')
  await expect(world.wizard().locator('[data-wizard="paste-address"]')).toBeVisible({ timeout: BEFORE_IT_GIVES_UP_MS })
  await enterWhatWorks(world)
  const panel = world.wizard().locator('[data-keep-trouble="failing"]')
  await expect(panel).toBeVisible()
  await expect(panel).toContainText(LANGUAGES.en.setup.advice.failing)
  // The screen works during the hanging call: the practice order arrives and is completed.
  await world.press('keep-this-run')
  await world.press('next')
  await expect(world.wizard().getByTestId('screen-preview').locator('[data-order-id]')).toBeVisible()
  const startedAt = performance.now()
  await world.close()
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('a keychain that answers late stores the credentials at the second attempt', async ({ world }) => {
  await world.open('unlocked')
  await world.chooseLanguage('en')
  const pid = world.keychainPid()
  process.kill(pid, 'SIGSTOP')
  await enterWhatWorks(world)
  await expect(world.wizard().locator('[data-keep-trouble="failing"]')).toBeVisible()
  process.kill(pid, 'SIGCONT')
  await expect(async () => {
    const again = world.wizard().locator('[data-wizard="keep-again"]')
    if (await again.isVisible()) await world.press('keep-again')
    await expect(world.wizard().locator('[data-wizard="next"]')).toBeEnabled({ timeout: 5_000 })
  }).toPass()
  await world.press('next')
  await world.press('back')
  await expect(world.wizard().locator('[data-kept-in="keychain"]')).toBeVisible()
})

test('an unreadable entry of the keychain is reported, and new credentials replace it', async ({ world }) => {
  const account = accountOf(world.profile)
  await keytar.setPassword('Comanda', account, '{"apiUrl":')
  await world.open()
  await world.expectStep('language')
  await world.chooseLanguage('es')
  await expect(world.wizard().locator('[data-keychain="garbled"]')).toContainText(
    LANGUAGES.es.setup['keychain-garbled'],
  )
  await enterWhatWorks(world)
  await expect(world.wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
  await world.press('next')
  await world.close()
  await expect
    .poll(async () => JSON.parse((await keytar.getPassword('Comanda', account)) ?? ''))
    .toMatchObject({
      clientSecret: world.platform.clientSecret,
    })
  await keytar.deletePassword('Comanda', account)
})
