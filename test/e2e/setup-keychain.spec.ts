import { LOCALES } from '../../shared/contract/values.ts'
import { FEATURE_TEXTS } from '../fixtures/feature-texts.ts'
import { expect, type Keychain, type SetupWorld, test } from './setup-world.ts'

const CASES = [
  ['locked', 'locked'],
  ['no-bus', 'no-session'],
] as const satisfies readonly (readonly [Keychain, string])[]

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
    const words = FEATURE_TEXTS[locale].setup
    await world.open(keychain)
    await world.expectStep('language')
    await world.chooseLanguage(locale)
    const note = world.wizard().locator(`[data-keychain="${trouble}"]`)
    await expect(note).toContainText(words.trouble[`keychain-${trouble}`])
    await expect(note).toContainText(words.advice[`keychain-${trouble}`])
    await enterWhatWorks(world)
    await expect(world.wizard().locator(`[data-keep-trouble="${trouble}"]`)).toContainText(
      words.advice[`keychain-${trouble}`],
    )
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
