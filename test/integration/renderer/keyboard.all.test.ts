import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** 4 CSS pixels per millimetre if the size of the screen is unknown: design/tokens.ts. */
const MIN_TOUCH_PX = 40
const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
] as const

const board = boardForTests()

type Given = {
  readonly settings?: Partial<Settings>
  readonly width?: number
  readonly height?: number
  readonly answers?: Readonly<Record<string, unknown>>
}

async function open({ settings = {}, width = 1366, height = 768, answers = {} }: Given = {}) {
  const { page, pageErrors } = await board.open(
    snapshotOf([ticket('71', { actions: ['confirm', 'requestCancellation'] })], { settings: settingsWith(settings) }),
    { width, height, touch: true, answers },
  )
  const keyboard = page.getByTestId('keyboard')
  const press = (name: string) => keyboard.getByRole('button', { name, exact: true }).tap()
  /** The middle of a key, which must not be covered. */
  const placeOf = (face: string) =>
    keyboard.evaluate((panel, wanted) => {
      const keys = [...panel.querySelectorAll('button')]
      const key = keys.find((one) => one.dataset.key === wanted || one.textContent === wanted)
      if (key === undefined) throw new Error(`No key "${wanted}"`)
      const { x, y, width, height } = key.getBoundingClientRect()
      const middle = [x + width / 2, y + height / 2] as const
      if (document.elementFromPoint(...middle)?.closest('button') !== key) throw new Error(`"${wanted}" is covered`)
      return middle
    }, face)
  /** Touches one key after the other. */
  const type = async (text: string): Promise<void> => {
    await keyboard.waitFor()
    await atRest(page)
    for (const letter of text) {
      const isCapital = letter !== letter.toLowerCase()
      const keys = [...(isCapital ? ['shift'] : []), letter === ' ' ? 'space' : letter]
      // The faces of the keys change after the touch of "shift", and of the letter after it.
      for (const key of keys) await page.touchscreen.tap(...(await eventually(() => placeOf(key))))
    }
  }
  return { page, keyboard, press, type, pageErrors }
}

async function openStations(page: Page): Promise<Locator> {
  await page.getByTestId('open-settings').tap()
  await page.locator('[data-section="stations"]').tap()
  await page.locator('[data-command="add-station"]').waitFor()
  return page.getByTestId('settings-section')
}

/** By touch only: the card's whole ticket, the request to cancel. */
const openCancel = async (page: Page): Promise<Locator> => {
  const order = page.locator('main [data-order-id="order-71"]')
  await order.locator('button[data-command="open"]').tap()
  await order.locator('button[data-action="requestCancellation"]').tap()
  return page.getByTestId('cancel-dialog')
}

const box = async (one: Locator) => {
  const found = await one.boundingBox()
  if (found === null) throw new Error(`${one} is not visible`)
  return { ...found, bottom: found.y + found.height }
}

const callsOf = (page: Page, name: string) =>
  page.evaluate((wanted) => window.harness.calls.filter((call) => call.name === wanted).map(({ args }) => args), name)

/** When it opens is tested without a browser: test/unit/renderer/follow-fields.test.ts. */
describe('the keyboard on the screen', () => {
  it('types the name of a station with capitals, accents and digits, and its words, by touch only', async () => {
    const { page, keyboard, type, press, pageErrors } = await open()
    const stations = await openStations(page)
    await expect.poll(() => keyboard.count()).toBe(0)
    await stations.locator('[data-command="add-station"]').tap()
    const name = stations.locator('input').first()
    await name.tap()
    await type('Praça 2')
    await expect.poll(() => name.inputValue()).toBe('Praça 2')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await press('Pronto')
    const added = [{ name: 'Praça 2', keywords: [] }]
    await expect.poll(() => callsOf(page, 'settings:change')).toEqual([{ stations: added }])
    await page.evaluate(
      (settings) => window.harness.push({ version: 2, changed: [], removed: [], settings }),
      settingsWith({ onScreenKeyboard: 'always', stations: added }),
    )
    await stations.locator('[data-station="Praça 2"] [data-command="add-word"]').tap()
    const words = stations.locator('.word-field')
    await words.tap()
    await type('pão, coração')
    await expect.poll(() => words.inputValue()).toBe('pão, coração')
    await press('Pronto')
    await expect
      .poll(() => callsOf(page, 'settings:change'))
      .toEqual([{ stations: added }, { stations: [{ name: 'Praça 2', keywords: ['pão', 'coração'] }] }])
    expect(pageErrors).toEqual([])
  })

  it('types, corrects and sends the detail of a cancellation, and closes with its dialog', async () => {
    const { page, keyboard, type, press, pageErrors } = await open()
    const dialog = await openCancel(page)
    await dialog.locator('input[type="radio"][value="UNAVAILABLE_ITEM"]').tap()
    const field = dialog.locator('input[type="text"], input:not([type])').last()
    await field.tap()
    await type('sem coraçãoo')
    await press('Apagar')
    await field.evaluate((one) => (one as HTMLInputElement).setSelectionRange(0, 3))
    await type('não há')
    await expect.poll(() => field.inputValue()).toBe('não há coração')
    // One touch sends, because the dialog does not move when the keyboard closes.
    await dialog.locator('button[data-action="send"]').tap()
    await dialog.waitFor({ state: 'detached' })
    await keyboard.waitFor({ state: 'detached' })
    await eventually(async () => {
      const [sent] = await callsOf(page, 'order:act')
      expect(sent).toMatchObject({ cancellation: { reason: expect.stringMatching(/: não há coração$/) } })
    })
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.keyboard)).toBeUndefined()
    expect(pageErrors).toEqual([])
  })
})

it('a number is typed with digits only, and is used when "done" is touched; a hardware keyboard closes the keyboard', async () => {
  const { page, keyboard, press, type } = await open({
    settings: { webhook: { enabled: true, port: 8_787, bind: 'loopback' } },
  })
  await page.getByTestId('open-settings').tap()
  await page.locator('[data-section="webhook"]').tap()
  const field = page.getByTestId('settings-section').locator('.stepper-input')
  await field.tap()
  await expect.poll(() => keyboard.getAttribute('data-kind')).toBe('number')
  await field.evaluate((one) => (one as HTMLInputElement).select())
  await type('9000')
  await press('Pronto')
  await keyboard.waitFor({ state: 'detached' })
  await expect.poll(() => callsOf(page, 'settings:change')).toEqual([{ webhook: { port: 9_000 } }])
  await field.tap()
  await keyboard.waitFor()
  await page.keyboard.type('a')
  await keyboard.waitFor({ state: 'detached' })
})

it('the keyboard covers neither its field nor a button of its dialog at any size, and axe finds no fault in both themes', async () => {
  const { page, keyboard, pageErrors } = await open(SIZES[0])
  const dialog = await openCancel(page)
  const field = dialog.locator('input:not([type="radio"])')
  await field.tap()
  await keyboard.waitFor()
  await atEachSize(page, SIZES, (size, { height }) =>
    eventually(async () => {
      const panel = await box(keyboard)
      expect(panel.bottom, size).toBeLessThanOrEqual(height + 1)
      const above = [
        await box(field),
        ...(await Promise.all((await dialog.locator('.dialog-buttons button').all()).map(box))),
      ]
      for (const { y, bottom } of above) expect([y >= 0, bottom <= panel.y], size).toEqual([true, true])
      const faulty = await keyboard.locator('button').evaluateAll(
        (keys, least) =>
          keys.flatMap((key) => {
            const { width, height } = key.getBoundingClientRect()
            const isWhole = width >= least && height >= least && key.scrollWidth <= key.clientWidth
            return isWhole ? [] : [`${key.textContent} ${width}×${height}`]
          }),
        MIN_TOUCH_PX,
      )
      expect(faulty, size).toEqual([])
    }),
  )
  for (const [version, { theme, rules }] of AXE_BY_THEME.entries()) {
    const delta = { version: version + 2, changed: [], removed: [], settings: settingsWith({ theme }) }
    await page.evaluate((next) => window.harness.push(next), delta)
    await page.locator(`html[data-theme="${theme}"]`).waitFor()
    await expect
      .poll(() => axeViolations(page, { within: '[data-testid="keyboard"]', rules }), { message: theme })
      .toEqual([])
  }
  expect(pageErrors).toEqual([])
})
