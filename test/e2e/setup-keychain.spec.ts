import { once } from 'node:events'
import { LOCALES } from '../../shared/contract/values.ts'
import { openKeyring } from '../faults/open-keyring.ts'
import { FEATURE_TEXTS } from '../fixtures/feature-texts.ts'
import { endOthersOf, logOf } from './other-processes.ts'
import { expect, type Keychain, test } from './setup-world.ts'

const CASES = [
  ['locked', 'locked'],
  ['no-bus', 'no-session'],
] as const satisfies readonly (readonly [Keychain, string])[]

test.beforeEach(({ platformOptions: _ }, testInfo) => {
  testInfo.skip(process.platform !== 'linux', 'the Secret Service is the keychain of Linux')
})

for (const [index, [keychain, trouble]] of CASES.entries()) {
  const locale = LOCALES[index % LOCALES.length] ?? 'en'
  test(`${keychain}: reported in ${locale} with a solution, and "for this run only" works until the program ends`, async ({
    world,
  }) => {
    const words = FEATURE_TEXTS[locale].setup
    await world.open(keychain)
    await world.expectStep('welcome')
    await world.chooseLanguage(locale)
    const note = world.wizard().locator(`[data-keychain="${trouble}"]`)
    await expect(note).toContainText(words.trouble[`keychain-${trouble}`])
    await expect(note).toContainText(words.advice[`keychain-${trouble}`])
    await world.connect()
    await expect(world.wizard().locator(`[data-keep-trouble="${trouble}"]`)).toContainText(
      words.advice[`keychain-${trouble}`],
    )
    await world.press('keep-again')
    await expect(world.wizard().locator(`[data-keep-trouble="${trouble}"]`)).toBeVisible()
    await world.press('keep-this-run')
    await world.expectStep('screen')
    await world.press('close')
    await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-state', 'fresh')
    await world.close()
    await world.open(keychain)
    await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-trouble', `keychain-${trouble}`)
  })
}

test('a keychain that was locked and whose service was then started anew: the app starts again by itself and polls', async ({
  world,
}) => {
  const keyring = await openKeyring()
  if (typeof keyring === 'string') throw new Error(keyring)
  const polls = () => world.platform.requestLog.requestsTo('poll').length
  try {
    await world.open('shared', keyring.env)
    await world.chooseLanguage('en')
    await world.connect()
    await expect.poll(polls).toBeGreaterThan(0)
    await world.close()
    const before = polls()
    keyring.daemon.lock()
    await world.open('shared', keyring.env)
    await expect(world.page().getByTestId('freshness')).toHaveAttribute('data-trouble', 'keychain-locked')
    const main = world.process().process()
    const ended = once(main, 'exit')
    await keyring.daemon.startAnew()
    await ended
    try {
      await expect.poll(polls, { timeout: 120_000 }).toBeGreaterThan(before)
      expect(logOf(world.profile)).toContain('keychain-service-new')
    } finally {
      endOthersOf(world.profile, main.pid)
    }
  } finally {
    await keyring.close()
  }
})
