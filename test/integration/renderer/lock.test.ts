import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/settings.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { installFakeLock } from '../../fixtures/board-harness/fake-lock.ts'
import { EVENING, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { touchKeys } from '../../fixtures/board-harness/touches.ts'
import { eventually } from '../../fixtures/eventually.ts'

const PIN = '4071'
/** 4 CSS pixels per millimetre: tokens.css. */
const MIN_TOUCH_PX = 40
const MIN_KEY_PX = 60
/** The interval in which the window checks whether the lock is closed (renderer/lock/pin-gate.tsx). */
const CHECK_EVERY_MS = 5_000

const board = boardForTests()

async function open(
  pin: string | null,
  settings: Parameters<typeof settingsWith>[0] = {},
  waitMs?: number,
  hasClock = false,
) {
  const { page, pageErrors } = await board.open(snapshotOf([ticket('1')], { settings: settingsWith(settings) }), {
    width: 1366,
    height: 768,
    touch: true,
    ownWindow: hasClock,
  })
  if (hasClock) await page.clock.install()
  await installFakeLock(page, pin, waitMs)
  const pad = page.getByTestId('pin-pad')
  const key = (name: string) => page.locator(`[data-pin-key="${name}"]`)
  const enter = (digits: string) => touchKeys(page, 'data-pin-key', [...digits, 'enter'])
  const calls = (name: string) =>
    page.evaluate(
      (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
      name,
    )
  const runFor = (ms: number) => page.clock.runFor(ms)
  return { page, pad, key, enter, calls, pageErrors, runFor, dialog: page.getByTestId('settings-dialog') }
}

describe('the PIN pad', () => {
  it('appears before the settings, which open after the PIN was entered by touch', async () => {
    const { page, pad, dialog, enter } = await open(PIN)
    await page.getByTestId('open-settings').tap()
    await pad.waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    await enter(PIN)
    await dialog.waitFor()
    await expect.poll(() => pad.count()).toBe(0)
  })

  it('can be seen and touched when it appears, without waiting for a timer', async () => {
    const { page } = await board.open(snapshotOf([ticket('1')]), {
      touch: true,
      beforeLoad: (opening) => opening.clock.install({ time: EVENING }),
    })
    await page.getByTestId('freshness').waitFor()
    await installFakeLock(page, PIN)
    await page.clock.pauseAt(EVENING + CHECK_EVERY_MS)
    await page.getByTestId('open-settings').tap()
    await page.locator('[data-pin-key="4"]').tap()
    await expect.poll(() => page.getByTestId('pin-pad').locator('input').inputValue()).toBe('4')
  })

  it('shows the board again when it is cancelled by its button, its cross or Escape', async () => {
    const { page, pad, dialog, key, calls } = await open(PIN)
    for (const giveUp of [
      () => key('cancel').tap(),
      () => pad.getByRole('button', { name: 'Cancelar' }).first().tap(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.getByTestId('open-settings').tap()
      await pad.waitFor()
      await giveUp()
      await pad.waitFor({ state: 'detached' })
      await expect.poll(() => dialog.count()).toBe(0)
    }
    await page.locator('[data-order-id="order-1"] button[data-action="confirm"]').tap()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-1', action: 'confirm' }])
  })

  it('appears before the set-up', async () => {
    const { page } = await board.open(
      snapshotOf([], { freshness: { state: 'setup', trouble: 'credentials-refused', checkedAt: 1 } }),
      { touch: true },
    )
    await installFakeLock(page, PIN)
    await page.getByTestId('open-setup').tap()
    await page.getByTestId('pin-pad').waitFor()
    await expect.poll(() => page.getByTestId('setup-wizard').count()).toBe(0)
    await touchKeys(page, 'data-pin-key', [...PIN, 'enter'])
    await page.getByTestId('setup-wizard').waitFor()
  })

  it('accepts the digits of a numpad, also without num lock, and Enter with the focus anywhere', async () => {
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

  it('shows that the PIN is wrong, and from the third time on a countdown of the wait', async () => {
    const { page, pad, dialog, key, enter, runFor } = await open(PIN, {}, 3_400, true)
    await page.getByTestId('open-settings').tap()
    for (const wrong of ['0000', '1111']) {
      await enter(wrong)
      await pad.getByText('PIN errado.').waitFor()
      await expect.poll(() => page.getByTestId('pin-wait').count()).toBe(0)
    }
    await enter('2222')
    const wait = page.getByTestId('pin-wait')
    await wait.waitFor()
    const seconds: number[] = []
    while ((await wait.count()) > 0) {
      const words = ((await wait.textContent({ timeout: 500 }).catch(() => null)) ?? '').replaceAll('\u00a0', ' ')
      const left = /^A próxima tentativa pode ser feita em (\d) s\.$/.exec(words)?.[1]
      if (left !== undefined && Number(left) !== seconds.at(-1)) seconds.push(Number(left))
      await runFor(200)
    }
    expect(seconds.length).toBeGreaterThanOrEqual(2)
    expect(seconds).toEqual(seconds.toSorted((one, other) => other - one))
    expect(seconds.at(-1)).toBe(1)
    await enter(PIN)
    await dialog.waitFor()
    await expect.poll(() => key('enter').count()).toBe(0)
  })

  it('accepts no attempt during the wait, also when the pad is opened again', async () => {
    const { page, key, calls } = await open(PIN, {}, 60_000)
    await page.evaluate(() => {
      Reflect.get(window, 'fakeLock').until = performance.now() + 80_500
    })
    await page.getByTestId('open-settings').tap()
    const wait = page.getByTestId('pin-wait')
    await wait.waitFor()
    await expect
      .poll(async () => ((await wait.textContent()) ?? '').replaceAll('\u00a0', ' '))
      .toMatch(/em 1 min (2[01]|1\d) s\.$/)
    await touchKeys(page, 'data-pin-key', [...PIN])
    await expect.poll(() => key('enter').isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await wait.waitFor({ state: 'detached' })
    await expect.poll(() => calls('lock:unlock')).toEqual([])
  })

  it('continues the requested action: a change, a file of the history, and closing the window', async () => {
    const { page, pad, dialog, enter, calls } = await open(null)
    await page.getByTestId('open-settings').tap()
    await dialog.waitFor()
    // The lock closes while the dialog is open.
    await page.evaluate((pin) => Object.assign(Reflect.get(window, 'fakeLock'), { pin, isOpen: false }), PIN)
    await dialog.getByText('Clara').tap()
    await pad.waitFor()
    await expect.poll(() => calls('settings:change')).toEqual([{ theme: 'light' }])
    await enter(PIN)
    await pad.waitFor({ state: 'detached' })
    await expect.poll(() => calls('settings:change')).toEqual([{ theme: 'light' }, { theme: 'light' }])
    await expect.poll(() => dialog.locator('.failure').count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.evaluate(() => Object.assign(Reflect.get(window, 'fakeLock'), { isOpen: false }))
    await page.getByTestId('open-history').tap()
    const history = page.getByTestId('history-dialog')
    await pad.waitFor()
    await expect.poll(() => page.getByTestId('pin-purpose').textContent()).toBe('O histórico pede o PIN.')
    await expect.poll(() => history.isVisible()).toBe(false)
    await enter(PIN)
    await history.getByRole('button', { name: 'Salvar dados' }).tap()
    await history.getByText('Arquivo salvo.').waitFor()
    await page.keyboard.press('Escape')

    await page.evaluate(() => {
      Object.assign(Reflect.get(window, 'fakeLock'), { isOpen: false })
      window.harness.askForPin()
    })
    await pad.waitFor()
    await expect.poll(() => page.getByTestId('pin-purpose').textContent()).toContain('Fechar o Comanda pede o PIN.')
    await expect.poll(() => calls('app:quit')).toHaveLength(1)
    await enter(PIN)
    await expect.poll(() => calls('app:quit')).toHaveLength(2)
  })

  it('closes alone when it is cancelled over a dialog, and the action is reported as not done', async () => {
    const { page, pad, dialog, key, calls } = await open(null)
    await page.getByTestId('open-settings').tap()
    await dialog.waitFor()
    await page.evaluate((pin) => Object.assign(Reflect.get(window, 'fakeLock'), { pin, isOpen: false }), PIN)
    await dialog.getByText('Clara').tap()
    await key('cancel').tap()
    await pad.waitFor({ state: 'detached' })
    await dialog.getByRole('alert').getByText('PIN').waitFor()
    await expect.poll(() => calls('settings:change')).toHaveLength(1)
  })

  it('closes the settings when the lock closes', async () => {
    const { page, dialog, enter, runFor } = await open(PIN, {}, undefined, true)
    await page.getByTestId('open-settings').tap()
    await enter(PIN)
    await dialog.waitFor()
    await page.evaluate(() => Object.assign(Reflect.get(window, 'fakeLock'), { isOpen: false }))
    await runFor(CHECK_EVERY_MS)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByTestId('pin-pad').count()).toBe(0)
  })

  it.each(AXE_BY_THEME)('has large keys, and axe finds no fault in the $theme theme', async ({ theme, rules }) => {
    const { page, pad, enter, pageErrors } = await open(PIN, { theme })
    await page.getByTestId('open-settings').tap()
    await pad.waitFor()
    for (const wrong of ['0000', '1111', '2222']) await enter(wrong)
    await page.getByTestId('pin-wait').waitFor()
    await eventually(async () => {
      const keys = await pad
        .locator('.key')
        .evaluateAll((all) => all.map((one) => [one.clientWidth, one.getBoundingClientRect().height]))
      expect(keys).toHaveLength(12)
      expect(Math.min(...keys.flat())).toBeGreaterThanOrEqual(MIN_KEY_PX)
    })
    await eventually(async () => {
      const frame = await pad.boundingBox()
      expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(768)
    })
    await expect.poll(() => pad.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBeLessThanOrEqual(1)
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it.each(LOCALES)('has a text for everything in %s', async (locale) => {
    const { page, pad, enter } = await open(PIN, { locale })
    await page.getByTestId('open-settings').tap()
    for (const wrong of ['0000', '1111', '2222']) await enter(wrong)
    await page.getByTestId('pin-wait').waitFor()
    await eventually(async () => {
      const words = (await pad.textContent()) ?? ''
      expect(words).toContain('--reset-pin')
      expect(words).not.toMatch(/\b(lock|purpose|section|step|settings)\.[a-z]|\{\{/)
    })
  })
})

describe('the PIN in the settings', () => {
  async function openSection(pin: string | null) {
    const opened = await open(pin)
    const { page, enter, dialog } = opened
    await page.getByTestId('open-settings').tap()
    if (pin !== null) await enter(pin)
    await dialog.locator('[data-section="pin"]').tap()
    const status = page.getByTestId('pin-status')
    await status.waitFor()
    return { ...opened, status, task: (name: string) => page.getByTestId(`pin-${name}`).tap() }
  }
  const stateOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'fakeLock').pin)

  it('is set after it was entered twice, and "lock now" locks at once', async () => {
    const { page, enter, task, status, dialog } = await openSection(null)
    await expect.poll(() => status.getAttribute('data-set')).toBe('false')
    await task('set')
    await enter('1234')
    await enter('1235')
    await dialog.getByText('Os dois PINs não são iguais').waitFor()
    await expect.poll(() => stateOf(page)).toBeNull()
    await enter('1234')
    await enter('1234')
    await dialog.getByText('O PIN foi salvo.').waitFor()
    await expect.poll(() => status.getAttribute('data-set')).toBe('true')
    await expect
      .poll(async () => ((await status.textContent()) ?? '').replaceAll('\u00a0', ' '))
      .toContain('Bloqueia automaticamente após 4 min')
    await expect.poll(() => stateOf(page)).toBe('1234')
    await page.getByTestId('lock-now').tap()
    await dialog.waitFor({ state: 'detached' })
    await page.getByTestId('open-settings').tap()
    await page.getByTestId('pin-pad').waitFor()
  })

  it('is set after the set-up with the client secret, which is the last entry, and its field is empty after the call', async () => {
    const { page, enter, task, dialog, status, calls, key } = await openSection(null)
    await page.evaluate(() => Object.assign(Reflect.get(window, 'fakeLock'), { secret: 'the-secret' }))
    await page.getByTestId('pin-needs-secret').waitFor()
    await task('set')
    await enter('1234')
    await enter('1234')
    await dialog.locator('[data-testid="pin-change"][data-step="secret"]').waitFor()
    const field = dialog.locator('input[name="client-secret"]')
    await expect.poll(() => field.getAttribute('type')).toBe('password')
    await key('enter').tap()
    await field.fill('not-this-one')
    await key('enter').tap()
    await dialog.locator('[data-failure="wrong-secret"]').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.evaluate(() => {
      window.harness.answers['setup:paste'] = { ok: true, value: { text: ' the-secret ' } }
    })
    await key('paste').tap()
    await expect.poll(() => field.inputValue()).toBe('the-secret')
    await eventually(async () => {
      const heights = await dialog
        .locator('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(MIN_TOUCH_PX)
    })
    await expect.poll(() => axeViolations(page)).toEqual([])
    await key('enter').tap()
    await dialog.getByText('O PIN foi salvo.').waitFor()
    await expect.poll(() => status.getAttribute('data-set')).toBe('true')
    await expect
      .poll(() => calls('lock:set'))
      .toEqual([
        { pin: '1234', clientSecret: 'not-this-one' },
        { pin: '1234', clientSecret: 'the-secret' },
      ])
  })

  it('is changed after the current PIN was entered', async () => {
    const { page, enter, task, dialog, calls } = await openSection(PIN)
    await task('change')
    await enter('9999')
    await dialog.getByText('PIN errado.').waitFor()
    await enter(PIN)
    await dialog.locator('[data-testid="pin-change"][data-step="fresh"]').waitFor()
    await enter('778899')
    await enter('778899')
    await dialog.getByText('O PIN foi salvo.').waitFor()
    await expect.poll(() => stateOf(page)).toBe('778899')
    await expect.poll(() => calls('lock:set')).toEqual([{ pin: '778899', current: PIN }])
  })

  it('is removed after the current PIN was entered', async () => {
    const { page, enter, task, dialog, status } = await openSection(PIN)
    await task('remove')
    await enter('0000')
    await dialog.getByText('PIN errado.').waitFor()
    await expect.poll(() => stateOf(page)).toBe(PIN)
    await enter(PIN)
    await dialog.getByText('O PIN foi removido.').waitFor()
    await expect.poll(() => status.getAttribute('data-set')).toBe('false')
    await expect.poll(() => stateOf(page)).toBeNull()
  })

  it('needs four digits and accepts at most twelve', async () => {
    const { page, task, key } = await openSection(null)
    await task('set')
    for (const digit of '123') await key(digit).tap()
    await expect.poll(() => key('enter').isDisabled()).toBe(true)
    await page.keyboard.type('45678901234567')
    await expect.poll(() => page.getByTestId('pin-change').locator('input').inputValue()).toBe('123456789012')
    await key('clear').tap()
    await expect.poll(() => page.getByTestId('pin-change').locator('input').inputValue()).toBe('')
    await eventually(async () => {
      const heights = await page
        .getByTestId('settings-dialog')
        .locator('button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(MIN_TOUCH_PX)
    })
  })
})

describe('the PIN step of the set-up', () => {
  async function openStep(size = { width: 1366, height: 768 }) {
    const { page } = await board.open(snapshotOf([], { settings: settingsWith({ setupStep: 'pin' }) }), {
      ...size,
      touch: true,
    })
    await installFakeLock(page, null)
    await page.evaluate(() => {
      window.harness.answers['setup:status'] = { ok: true, value: { state: 'kept', masked: 'https://a.test/***' } }
    })
    const wizard = page.getByTestId('setup-wizard')
    await wizard.locator('[data-wizard="choose-pin"]').waitFor()
    const press = (name: string) => wizard.locator(`[data-wizard="${name}"]`).tap()
    const calls = (name: string) =>
      page.evaluate(
        (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
        name,
      )
    return { page, wizard, press, calls }
  }

  it('continues only after a decision; a refusal stores nothing and shows what is not protected', async () => {
    const { page, wizard, press, calls } = await openStep()
    await expect.poll(() => wizard.locator('[data-wizard="next"]').count()).toBe(0)
    await press('no-pin')
    await wizard.locator('[data-pin="declined"]').waitFor()
    await expect
      .poll(() => wizard.locator('[data-pin="declined"]').textContent())
      .toContain('qualquer pessoa diante da tela pode mudar os ajustes')
    await expect.poll(() => axeViolations(page)).toEqual([])
    await press('next')
    await wizard.locator('[data-testid="summary"]').waitFor()
    await expect.poll(() => calls('settings:change')).toEqual([{ setupStep: 'done' }])
    await expect.poll(() => calls('lock:set')).toEqual([])
  })

  it.each([
    { width: 1366, height: 768 },
    { width: 1024, height: 600 },
    { width: 768, height: 1024 },
  ])('accepts a PIN by touch at $width x $height', async (size) => {
    const { page, wizard, press, calls } = await openStep(size)
    await press('choose-pin')
    const enter = (digits: string) => touchKeys(page, 'data-pin-key', [...digits, 'enter'])
    await enter('1234')
    await wizard.locator('[data-step="again"]').waitFor()
    await enter('1234')
    await wizard.locator('[data-pin="set"]').waitFor()
    await expect.poll(() => calls('lock:set')).toEqual([{ pin: '1234' }])
    await expect.poll(() => wizard.locator('[data-wizard="no-pin"]').count()).toBe(0)
    await press('next')
    await wizard.locator('[data-testid="summary"]').getByText('PIN definido').waitFor()
  })
})
