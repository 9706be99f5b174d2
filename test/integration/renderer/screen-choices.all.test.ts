import { expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { eveningTickets, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
] as const

const board = boardForTests()

async function openSettings(size: (typeof SIZES)[number], given: Partial<Settings>) {
  const { page } = await board.open(snapshotOf(eveningTickets(), { settings: settingsWith(given) }), size)
  await page.getByTestId('open-settings').click()
  const preview = page.getByTestId('settings-preview')
  await preview.waitFor()
  return { page, preview }
}

async function openSetup(size: (typeof SIZES)[number], given: Partial<Settings>) {
  const opened = await openSettings(size, { ...given, setupStep: 'done' })
  const { page } = opened
  await page.evaluate(() => {
    window.harness.answers['setup:status'] = { ok: true, value: { state: 'empty' } }
  })
  await page.locator('[data-section="platforms"]').click()
  await page.getByTestId('open-setup').click()
  await page.locator('.wizard-step[data-step="screen"]').click()
  const preview = page.getByTestId('screen-preview').locator('.ticket')
  await preview.waitFor()
  return { page, preview }
}

/** The invisible parts of a ticket's buttons: cut by the window or a scrolling part, or a text too long for its button. */
const hiddenParts = (element: Element): readonly string[] => {
  const slack = 1.5
  const found: string[] = []
  const buttons = [...element.querySelectorAll('.act')].filter((one) => one.getBoundingClientRect().height > 0)
  if (buttons.length === 0) found.push('there is no button')
  for (const button of buttons) {
    const box = button.getBoundingClientRect()
    if (button.scrollWidth > button.clientWidth + slack) found.push(`its words are cut: ${button.textContent}`)
    const view = { top: 0, bottom: innerHeight, left: 0, right: innerWidth }
    for (let parent = button.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue
      const frame = parent.getBoundingClientRect()
      view.top = Math.max(view.top, frame.top)
      view.bottom = Math.min(view.bottom, frame.bottom)
      view.left = Math.max(view.left, frame.left)
      view.right = Math.min(view.right, frame.right)
    }
    const isCut =
      box.top < view.top - slack ||
      box.bottom > view.bottom + slack ||
      box.left < view.left - slack ||
      box.right > view.right + slack
    if (isCut) found.push(`${button.textContent} at ${box.top}..${box.bottom} in ${view.top}..${view.bottom}`)
  }
  return found
}

it.each(
  LOCALES.flatMap((locale) => [['settings', locale, openSettings] as const, ['set-up', locale, openSetup] as const]),
)(
  'the preview of the %s in %s shows its whole button, read from one metre and from three',
  async (_where, locale, open) => {
    const settings = { locale, readingDistanceCm: 100, screenInches: 15.6 } as const
    const { page, preview } = await open(SIZES[0], settings)
    await page.evaluate(() => document.fonts.ready)
    for (const [at, readingDistanceCm] of ([100, 300] as const).entries()) {
      const delta = {
        version: at + 2,
        changed: [],
        removed: [],
        settings: settingsWith({ ...settings, readingDistanceCm }),
      }
      await page.evaluate((next) => window.harness.push(next), delta)
      await page
        .locator('[data-setting="readingDistanceCm"] output', { hasText: `${readingDistanceCm / 100} m` })
        .first()
        .waitFor({ state: 'attached' })
      await atEachSize(page, SIZES, async (size) => {
        await expect.poll(() => preview.evaluate(hiddenParts), { message: size }).toEqual([])
      })
    }
  },
)

it('the set-up shows that the computer does not store a choice', async () => {
  const { page } = await openSetup(SIZES[0], { locale: 'en' })
  const answer = (value: unknown) =>
    page.evaluate((given) => {
      window.harness.answers['settings:change'] = given
    }, value)
  const failure = page.locator('.wizard .failure')
  await answer({ ok: false, code: 'storage', message: 'disk full' })
  await page.locator('.wizard [data-setting="readingDistanceCm"] button').last().click()
  await expect.poll(() => failure.allTextContents()).toEqual(['This computer could not store it. Nothing was sent.'])
  await page.locator('.wizard-step[data-step="access"]').click()
  await page.evaluate(() => {
    window.harness.answers['computer:switch'] = { ok: false, code: 'not-allowed', message: '' }
  })
  await page.locator('[data-part="starts-with-computer"] [role="switch"]').click({ force: true })
  await expect.poll(() => failure.count()).toBe(1)
  await page.locator('.wizard-step[data-step="welcome"]').click()
  await page.locator('[data-language="es"]').click()
  await expect.poll(() => failure.count()).toBe(1)
  await answer({ ok: true, value: settingsWith({}) })
  await page.locator('[data-language="es"]').click()
  await expect.poll(() => failure.count()).toBe(0)
})
