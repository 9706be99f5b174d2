import type { Locator } from '@playwright/test'
import { expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { installFakeLock } from '../../fixtures/board-harness/fake-lock.ts'
import { EVENING, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { touchKeys } from '../../fixtures/board-harness/touches.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** What the lock shows and sends is tested without a browser: test/unit/renderer/lock.test.tsx. */

const PIN = '4071'
/** 4 CSS pixels per millimetre: tokens.css. */
const MIN_TOUCH_PX = 40
const MIN_KEY_PX = 60
/** The page's clock stops this long after the start of its document, later than any machine needs to load it. */
const LOADED_MS = 600_000

const board = boardForTests()

async function open(pin: string | null, given: Partial<Settings> = {}, size = { width: 1366, height: 768 }) {
  const { page, pageErrors } = await board.open(snapshotOf([ticket('1')], { settings: settingsWith(given) }), {
    ...size,
    touch: true,
    answers: { 'setup:status': { state: 'kept', masked: 'https://a.test/***' } },
  })
  await installFakeLock(page, pin)
  const key = (name: string) => page.locator(`[data-pin-key="${name}"]`)
  const enter = (digits: string) => touchKeys(page, 'data-pin-key', [...digits, 'enter'])
  return { page, pageErrors, key, enter, pad: page.getByTestId('pin-pad'), dialog: page.getByTestId('settings-dialog') }
}

const leastHeight = (dialog: Locator): Promise<number> =>
  dialog.locator('button').evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().height)))

it('the PIN pad can be seen and touched when it appears, without waiting for a timer', async () => {
  const { page } = await board.open(snapshotOf([ticket('1')]), {
    touch: true,
    beforeLoad: (opening) => opening.clock.install({ time: EVENING }),
  })
  await page.getByTestId('freshness').waitFor()
  await installFakeLock(page, PIN)
  await page.clock.pauseAt(EVENING + LOADED_MS)
  await page.getByTestId('open-settings').tap()
  await page.locator('[data-pin-key="4"]').tap()
  await expect.poll(() => page.getByTestId('pin-pad').locator('input').inputValue()).toBe('4')
})

it('the PIN pad accepts the digits of a numpad, also without num lock, and Enter with the focus anywhere', async () => {
  const { page, pad, dialog, key } = await open(PIN)
  await page.getByTestId('open-settings').tap()
  await pad.waitFor()
  await page.keyboard.press('Numpad4')
  // A touch leaves the focus on a key of the pad.
  await key('0').tap()
  await page.keyboard.press('9')
  await page.keyboard.press('Backspace')
  await page.evaluate(() => {
    const off = { key: 'Home', code: 'Numpad7', bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', off))
  })
  await page.keyboard.press('Numpad1')
  await expect.poll(() => pad.locator('input').inputValue()).toBe(PIN)
  await page.keyboard.press('NumpadEnter')
  await dialog.waitFor()
})

it.each(AXE_BY_THEME)(
  'the PIN pad has large keys, and axe finds no fault in the $theme theme',
  async ({ theme, rules }) => {
    const { page, pad, enter, pageErrors } = await open(PIN, { theme })
    await page.getByTestId('open-settings').tap()
    for (const wrong of ['0000', '1111', '2222']) await enter(wrong)
    await page.getByTestId('pin-wait').waitFor()
    await atEachSize(page, BOARD_SIZES, (size, { height }) =>
      eventually(async () => {
        const keys = await pad
          .locator('.key')
          .evaluateAll((all) => all.map((one) => [one.clientWidth, one.getBoundingClientRect().height]))
        expect(keys).toHaveLength(12)
        expect(Math.min(...keys.flat()), size).toBeGreaterThanOrEqual(MIN_KEY_PX)
        const frame = await pad.boundingBox()
        expect((frame?.y ?? 0) + (frame?.height ?? 0), size).toBeLessThanOrEqual(height)
        expect(await pad.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight), size).toBeLessThanOrEqual(1)
      }),
    )
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    expect(pageErrors).toEqual([])
  },
)

it('the steps of a new PIN have buttons for fingers, and axe finds no fault in the step of the client secret', async () => {
  const { page, enter, dialog } = await open(null)
  await page.evaluate(() => Object.assign(Reflect.get(window, 'fakeLock'), { secret: 'the-secret' }))
  await page.getByTestId('open-settings').tap()
  await dialog.locator('[data-section="pin"]').tap()
  await page.getByTestId('pin-set').tap()
  await enter('1234')
  await expect.poll(() => leastHeight(dialog)).toBeGreaterThanOrEqual(MIN_TOUCH_PX)
  await enter('1234')
  await dialog.locator('[data-testid="pin-change"][data-step="secret"]').waitFor()
  await expect.poll(() => leastHeight(dialog)).toBeGreaterThanOrEqual(MIN_TOUCH_PX)
  await expect.poll(() => axeViolations(page)).toEqual([])
})

it.each([
  { width: 1366, height: 768 },
  { width: 1024, height: 600 },
  { width: 768, height: 1024 },
])('the set-up accepts a PIN by touch at $width x $height', async (size) => {
  const { page, enter } = await open(null, { setupStep: 'access' }, size)
  const wizard = page.getByTestId('setup-wizard')
  await wizard.locator('[data-wizard="choose-pin"]').tap()
  await enter('1234')
  await wizard.locator('[data-step="again"]').waitFor()
  await enter('1234')
  await wizard.locator('[data-pin="set"]').waitFor()
  await wizard.getByText('PIN definido').waitFor()
  await expect.poll(() => wizard.locator('[data-wizard="choose-pin"]').count()).toBe(0)
  await wizard.locator('[data-wizard="open-board"]').tap()
  await wizard.waitFor({ state: 'hidden' })
})
