import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Settings } from '../../../shared/settings.ts'
import { WEBHOOK_TROUBLES, WEBHOOK_VERDICTS } from '../../../shared/webhook.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openSettingsOn, type SettingsWindowOptions } from '../../fixtures/board-harness/settings-window.ts'
import { EVENING, type settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const SECTIONS = [
  'screen',
  'orders',
  'accepting',
  'channels',
  'stations',
  'allergies',
  'paper',
  'practice',
  'pin',
  'webhook',
  'advanced',
  'support',
]
/** 4 CSS pixels per millimetre: tokens.css. */
const MIN_TOUCH_PX = 40
/** Interval in which the page of the webhook requests its state. */
const CHECK_INTERVAL_MS = 1_000
/** Time limit for all pages one after the other, on a machine on which other tests run. */
const EVERY_PART_MS = 240_000
const WEBHOOK_ON: Settings['webhook'] = { enabled: true, port: 8_787, bind: 'loopback' }
const EVERY_RULE: Settings['autoConfirm'] = {
  enabled: true,
  mostOpen: 10,
  hours: { enabled: true, from: '18:00', to: '02:00' },
}
const UPDATE_READY = { state: 'ready', version: '1.0.0', offered: '1.1.0', checkedAt: EVENING, needsPerson: false }
const LISTENING = {
  state: 'listening',
  urls: ['http://127.0.0.1:8787/webhook/events'],
  accepted: 12,
  refused: 1,
  lastDelivery: { at: EVENING, verdict: 'accepted' },
}

const board = boardForTests()

const openSettings = (section: string, given?: Parameters<typeof settingsWith>[0], options?: SettingsWindowOptions) =>
  openSettingsOn(board, section, given, options)

/** Changes the section without a touch, which takes several frames. Other tests touch each section. */
const showSection = (page: Page, section: string): Promise<void> =>
  page.evaluate(async (name) => {
    const button = document.querySelector<HTMLElement>(`[data-section="${name}"]`)
    button?.click()
    while (button?.getAttribute('aria-pressed') !== 'true') await new Promise(requestAnimationFrame)
  }, section)

const plain = (text: string | null): string => (text ?? '').replaceAll(/[\s\u00a0]+/g, ' ')

it('the page of the paper states that nothing is printed automatically until a printer is chosen', async () => {
  const paper = { printer: '', paper: '80mm', printsNew: true, printsWhenOfflineMinutes: 0 } as const
  const { page, dialog, ok, now } = await openSettings('screen', { paper })
  await ok('print:printers', [{ name: 'kitchen', label: 'Cozinha' }])
  await dialog.locator('[data-section="paper"]').tap()
  const hint = page.getByTestId('printer-not-named')
  await expect.poll(() => hint.textContent()).toContain('Escolha uma impressora')
  await now({ paper: { ...paper, printer: 'kitchen' } })
  await hint.waitFor({ state: 'detached' })
  await now({ paper: { ...paper, printsNew: false } })
  await expect.poll(() => hint.count()).toBe(0)
})

describe('the page of the webhook', () => {
  it('sets the webhook, its network and its port by touch', async () => {
    const { page, part, calls, now } = await openSettings('webhook')
    await part.getByText('Ligado', { exact: true }).tap()
    await now({ webhook: WEBHOOK_ON })
    await expect.poll(() => page.getByTestId('webhook-lan-warning').count()).toBe(0)
    await part.getByText('Toda a rede da loja').tap()
    await now({ webhook: { ...WEBHOOK_ON, bind: 'lan' } })
    await expect.poll(() => page.getByTestId('webhook-lan-warning').textContent()).toContain('Wi-Fi dos clientes')
    await part.locator('.stepper-button').nth(1).tap()
    await now({ webhook: { enabled: true, bind: 'lan', port: 8_788 } })
    await part.locator('.stepper-input').fill('9000')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([
        { webhook: { enabled: true } },
        { webhook: { bind: 'lan' } },
        { webhook: { port: 8_788 } },
        { webhook: { port: 9_000 } },
      ])
  })

  it('replaces a port that is not allowed by the nearest one that is', async () => {
    const { page, part, calls } = await openSettings('webhook', { webhook: WEBHOOK_ON })
    await part.locator('.stepper-input').fill('80')
    await page.keyboard.press('Enter')
    await expect.poll(() => calls('settings:change')).toEqual([{ webhook: { port: 1_024 } }])
  })

  it('shows the address, the state and the last delivery, and updates them', async () => {
    const { page, ok, part } = await openSettings('webhook', { webhook: WEBHOOK_ON }, { hasClock: true })
    const state = page.getByTestId('webhook-state')
    const nextStatus = async (status: object) => {
      await ok('webhook:status', status)
      await page.clock.runFor(CHECK_INTERVAL_MS)
    }
    await nextStatus({ state: 'failed', trouble: 'port-in-use', urls: [], accepted: 0, refused: 0 })
    await state.and(page.locator('[data-state="failed"]')).waitFor()
    await expect
      .poll(async () => plain(await state.textContent()))
      .toBe('Não está recebendo. Outro programa já usa esta porta: escolha outra.')
    await nextStatus(LISTENING)
    await state.and(page.locator('[data-state="listening"]')).waitFor()
    await expect.poll(() => page.getByTestId('webhook-url').allTextContents()).toEqual(LISTENING.urls)
    await expect.poll(async () => plain(await page.getByTestId('webhook-last').textContent())).toBe('20:15 Aceito.')
    await expect
      .poll(() => page.getByTestId('webhook-counts').textContent())
      .toBe('Desde a abertura: 12 aceitos, 1 recusados.')
    await nextStatus({ ...LISTENING, lastDelivery: { at: EVENING, verdict: 'signature-wrong' } })
    await part.getByText('assinatura errada').waitFor()
    // One touch selects the whole address, so that it can be copied.
    await page.getByTestId('webhook-url').click()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(LISTENING.urls[0])
  })

  it('requests no state after it was closed', async () => {
    const { page, dialog, calls } = await openSettings('webhook', {}, { hasClock: true })
    const asked = async () => (await calls('webhook:status')).length
    const soon = async () => {
      await page.clock.runFor(CHECK_INTERVAL_MS)
      return asked()
    }
    await expect.poll(soon).toBeGreaterThan(2)
    await dialog.locator('[data-section="pin"]').tap()
    await page.locator('[data-section="pin"][aria-pressed="true"]').waitFor()
    const before = await asked()
    await page.clock.runFor(10 * CHECK_INTERVAL_MS)
    await expect.poll(() => asked()).toBe(before)
  })

  it.each(LOCALES)(
    'has a text for each verdict and each trouble in %s',
    async (locale) => {
      const { page, ok, part } = await openSettings('webhook', { locale, webhook: WEBHOOK_ON }, { hasClock: true })
      const said = new Set<string>()
      for (const verdict of WEBHOOK_VERDICTS) {
        await ok('webhook:status', { ...LISTENING, lastDelivery: { at: EVENING, verdict } })
        await page.clock.runFor(CHECK_INTERVAL_MS)
        await page.locator(`[data-testid="webhook-last"][data-verdict="${verdict}"]`).waitFor()
        said.add(plain(await part.textContent()))
      }
      for (const trouble of WEBHOOK_TROUBLES) {
        await ok('webhook:status', { state: 'failed', trouble, urls: [], accepted: 0, refused: 0 })
        await page.clock.runFor(CHECK_INTERVAL_MS)
        await expect.poll(async () => said.has(plain(await part.textContent()))).toBe(false)
        said.add(plain(await part.textContent()))
      }
      expect(said.size).toBe(WEBHOOK_VERDICTS.length + WEBHOOK_TROUBLES.length)
      expect([...said].filter((words) => /\b(webhook|verdict|state|trouble)\.[a-z]|\{\{/.test(words))).toEqual([])
    },
    EVERY_PART_MS,
  )
})

describe('the advanced settings', () => {
  it('change each duration and each option of the platform', async () => {
    const { part, calls } = await openSettings('advanced')
    const stepper = (label: string) => part.locator('.stepper', { hasText: label })
    const more = (label: string) => stepper(label).locator('.stepper-button').nth(1).tap()
    const less = (label: string) => stepper(label).locator('.stepper-button').first().tap()
    await less('Prazo para aceitar um pedido')
    await more('Buscar pedidos a cada')
    await more('Pedidos que saíram ficam na tela por')
    await part.getByText('1250 (só centavos)').tap()
    await part.getByText('Pronto › entregue, em um toque').tap()
    await part.getByText('Dentro da mensagem').tap()
    await part.getByText('Número, pedido e tipo (versão 1)').tap()
    await part.getByText('Só o número de cada um').tap()
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([
        { confirmDeadlineMinutes: 7 },
        { pollIntervalSeconds: 35 },
        { doneLaneMinutes: 35 },
        { dialect: { money: 'cents' } },
        { dialect: { deliveredFromReady: true } },
        { dialect: { validateCode: 'body' } },
        { dialect: { acknowledgment: 'v1' } },
        { dialect: { acknowledgment: 'ids' } },
      ])
  })

  it('show the old value again when a change was refused, with the reason', async () => {
    const { part, dialog, answer } = await openSettings('advanced')
    await answer('settings:change', { ok: false, code: 'storage', message: '' })
    const input = part.locator('.stepper', { hasText: 'Buscar pedidos a cada' }).locator('input')
    await part.locator('.stepper', { hasText: 'Buscar pedidos a cada' }).locator('.stepper-button').nth(1).tap()
    await dialog.getByRole('alert').waitFor()
    await expect.poll(async () => plain(await input.inputValue())).toBe('30')
  })
})

describe('the page for accepting orders', () => {
  it('sets a preparation time, changes it and removes it again', async () => {
    const { part, calls, now } = await openSettings('accepting')
    const tap = part.locator('[data-part="by-tap"]')
    await tap.getByText('Ligado', { exact: true }).last().tap()
    await now({ preparationMinutes: 25 })
    await tap.locator('.stepper-button').nth(1).tap()
    await tap.getByText('Desligado', { exact: true }).last().tap()
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([{ preparationMinutes: 30 }, { preparationMinutes: 30 }, { preparationMinutes: null }])
  })

  it('has a setting to start the preparation with the acceptance', async () => {
    const { part, calls } = await openSettings('accepting')
    await part.locator('[data-part="by-tap"]').getByText('Ligado', { exact: true }).first().tap()
    await expect.poll(() => calls('settings:change')).toEqual([{ confirmStartsPreparation: true }])
  })

  it('accepts orders automatically only after this is switched on, with hours and a number that are set by touch', async () => {
    const { part, calls, now } = await openSettings('accepting')
    const rules = part.locator('[data-part="by-rules"]')
    await expect.poll(() => rules.locator('.stepper').count()).toBe(0)
    await rules.getByText('Ligado', { exact: true }).tap()
    const autoConfirm = { enabled: true, mostOpen: 10, hours: { enabled: false, from: '11:00', to: '23:30' } }
    await now({ autoConfirm })
    await rules.locator('.stepper-button').first().tap()
    await rules.getByText('Só entre', { exact: true }).tap()
    await now({ autoConfirm: { ...autoConfirm, hours: { ...autoConfirm.hours, enabled: true } } })
    await rules.getByRole('button', { name: 'Mais cedo: Das' }).tap()
    await rules.getByRole('button', { name: 'Mais tarde: Às' }).tap()
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([
        { autoConfirm: { enabled: true } },
        { autoConfirm: { mostOpen: 9 } },
        { autoConfirm: { hours: { enabled: true, from: '11:00', to: '23:30' } } },
        { autoConfirm: { hours: { enabled: true, from: '10:30', to: '23:30' } } },
        { autoConfirm: { hours: { enabled: true, from: '11:00', to: '00:00' } } },
      ])
  })
})

describe('the page of the channels', () => {
  const colorsOf = (page: Page, channel: string) => page.locator(`.channel-colors[data-channel="${channel}"]`)

  it('lists the known channels, and those that have a colour, each once', async () => {
    const { page, part } = await openSettings('channels', { channelColors: [{ channel: 'IFOOD', color: 'red' }] })
    await colorsOf(page, 'constructor').waitFor()
    await expect.poll(() => part.locator('legend').allTextContents()).toEqual(['constructor', 'iFood', 'Site próprio'])
    await expect.poll(() => colorsOf(page, 'iFood').locator('input:checked').getAttribute('value')).toBe('red')
    await expect.poll(() => colorsOf(page, 'constructor').locator('input:checked').getAttribute('value')).toBe('none')
  })

  it('sets a colour, which the badge on the ticket shows, and removes it', async () => {
    const { page, calls, now } = await openSettings('channels')
    await colorsOf(page, 'Site próprio').getByText('Azul', { exact: true }).tap()
    await now({ channelColors: [{ channel: 'Site próprio', color: 'blue' }] })
    const badge = page.locator('[data-order-id="order-1"] [data-kind="channel"]').first()
    await expect.poll(() => badge.getAttribute('data-channel-color')).toBe('blue')
    await colorsOf(page, 'Site próprio').getByText('Sem cor', { exact: true }).tap()
    await colorsOf(page, 'constructor').getByText('Verde', { exact: true }).tap()
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([
        { channelColors: [{ channel: 'Site próprio', color: 'blue' }] },
        { channelColors: [] },
        {
          channelColors: [
            { channel: 'Site próprio', color: 'blue' },
            { channel: 'constructor', color: 'green' },
          ],
        },
      ])
  })
})

describe('the page of orders', () => {
  it('changes the minutes of a type by touch, and never beyond the other threshold', async () => {
    const { part, calls, now } = await openSettings('orders')
    const steppers = part.locator('.stepper')
    await steppers.first().locator('.stepper-button').nth(1).tap()
    await now({ ageMinutes: { delivery: { warn: 15, late: 15 }, takeout: { warn: 5, late: 10 } } })
    await steppers.nth(1).locator('.stepper-button').nth(1).tap()
    await expect.poll(() => steppers.first().locator('.stepper-button').nth(1).isDisabled()).toBe(true)
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([
        { ageMinutes: { delivery: { warn: 11, late: 15 }, takeout: { warn: 5, late: 10 } } },
        { ageMinutes: { delivery: { warn: 15, late: 16 }, takeout: { warn: 5, late: 10 } } },
      ])
  })
})

describe('at each size from 1024×768 to 1920×1080', () => {
  it.each(LOCALES)(
    'every part of the settings is completely visible and large enough for a finger in %s',
    async (locale) => {
      const { page, dialog, ok } = await openSettings('screen', {
        locale,
        preparationMinutes: 30,
        autoConfirm: EVERY_RULE,
        webhook: { ...WEBHOOK_ON, bind: 'lan' },
      })
      await ok('webhook:status', LISTENING)
      await ok('updates:status', UPDATE_READY)
      // A change of the size takes longer than a change of the section, so each size is set once.
      await atEachSize(page, SIZES, async (at, size) => {
        for (const section of SECTIONS) {
          const words = `${section} at ${at}`
          await showSection(page, section)
          if (section === 'webhook') await page.getByTestId('webhook-url').waitFor()
          if (section === 'support') await page.getByTestId('update-install').waitFor()
          const faults = () =>
            dialog.evaluate((whole, least) => {
              const name = (one: Element) => `${one.tagName}.${one.className} "${one.textContent?.slice(0, 30)}"`
              const frame = whole.getBoundingClientRect()
              const wrong: string[] = []
              for (const one of whole.querySelectorAll<HTMLElement>('*')) {
                // A field of one line scrolls its text.
                if (one.closest('svg, [inert], .visually-hidden, [aria-live]')) continue
                const box = one.getBoundingClientRect()
                if (box.width === 0 || box.height === 0) continue
                if (box.left < frame.left - 1 || box.right > frame.right + 1)
                  wrong.push(`leaves the dialog: ${name(one)}`)
                const isScrolled = getComputedStyle(one).overflowY === 'auto'
                if (
                  one.scrollWidth > one.clientWidth + 2 &&
                  getComputedStyle(one).display !== 'inline' &&
                  !isScrolled &&
                  !one.matches('input')
                ) {
                  wrong.push(`is cut: ${name(one)}`)
                }
                if (one.matches('button, .choice-option, input:not([type=radio])') && box.height < least) {
                  wrong.push(`is small: ${name(one)}`)
                }
              }
              const last = [
                ...whole.querySelectorAll('[data-testid="settings-section"] :is(p, button, label, input)'),
              ].at(-1)
              last?.scrollIntoView({ block: 'nearest' })
              const end = last?.getBoundingClientRect() ?? new DOMRect()
              return { wrong, bottom: frame.bottom, lastBottom: end.height > 0 ? end.bottom : Number.POSITIVE_INFINITY }
            }, MIN_TOUCH_PX)
          await eventually(async () => {
            const found = await faults()
            expect(found.wrong, words).toEqual([])
            // The frame is inside the window, and its lower part can be reached by scrolling.
            expect(found.bottom, words).toBeLessThanOrEqual(size.height)
            expect(found.lastBottom, words).toBeLessThanOrEqual(found.bottom)
            expect(plain(await dialog.textContent()), words).not.toMatch(
              /\b(settings|webhook|advanced|support|section|tab|lock|accepting|channels|practice|scenario|updates)[.:][a-z]|\{\{/i,
            )
          })
        }
      })
    },
    EVERY_PART_MS,
  )
})

it.each(AXE_BY_THEME)(
  'axe finds no fault in any part, and the policy is not violated, in the $theme theme',
  async ({ theme, rules }) => {
    const { page, dialog, ok, pageErrors } = await openSettings('screen', {
      theme,
      preparationMinutes: 30,
      autoConfirm: EVERY_RULE,
      webhook: { ...WEBHOOK_ON, bind: 'lan' },
    })
    await ok('webhook:status', LISTENING)
    await ok('updates:status', UPDATE_READY)
    for (const section of SECTIONS) {
      await dialog.locator(`[data-section="${section}"]`).tap()
      if (section === 'support') {
        await page.getByTestId('update-install').tap()
        await page.getByTestId('quit').tap()
      }
      await atRest(page)
      await expect
        .poll(() => axeViolations(page, { within: '[data-testid="settings-dialog"]', rules }), { message: section })
        .toEqual([])
    }
    await expect.poll(() => page.locator('style').count()).toBe(0)
    expect(pageErrors).toEqual([])
  },
  EVERY_PART_MS,
)

it('a dialog is shown when its code is loaded, without waiting for a timer', async () => {
  const { page } = await board.open(snapshotOf([ticket('1')]), {
    touch: true,
    beforeLoad: async (opening) => {
      await opening.clock.install({ time: EVENING })
    },
  })
  await page.getByTestId('freshness').waitFor()
  await page.clock.pauseAt(EVENING + CHECK_INTERVAL_MS)
  await page.getByTestId('open-settings').tap()
  await page.getByTestId('settings-dialog').waitFor()
})

it('a dialog whose code could not be loaded opens at the next touch', async () => {
  const { page } = await board.open(snapshotOf([ticket('1')]), { touch: true })
  await page.route('**/settings-dialog-*.js', (route) => route.abort())
  const failed = page.waitForEvent('console', (message) => message.text().includes('dynamically imported module'))
  await page.getByTestId('open-settings').tap()
  await failed
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.unrouteAll()
  await page.getByTestId('open-settings').tap()
  await page.getByTestId('settings-dialog').waitFor()
})

it('a dialog closes when its code cannot be loaded, and the board continues to work', async () => {
  const { page } = await board.open(snapshotOf([ticket('1')]), { touch: true })
  await page.route('**/settings-dialog-*.js', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed')
  await page.getByTestId('open-settings').tap()
  await refused
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.locator('[data-order-id="order-1"] button[data-action="confirm"]').tap()
  await expect
    .poll(() => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act').length))
    .toBe(1)
})

it('a dialog closes when it throws, and the board continues to work', async () => {
  const { page, dialog, ok } = await openSettings('screen')
  await ok('webhook:status', { state: 'listening', urls: null, accepted: 0, refused: 0 })
  await dialog.locator('[data-section="webhook"]').tap()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('[data-order-id="order-1"] button[data-action="confirm"]').tap()
  await expect.poll(() => page.evaluate(() => window.harness.calls.some(({ name }) => name === 'order:act'))).toBe(true)
  await ok('webhook:status', LISTENING)
  await page.getByTestId('open-settings').tap()
  await dialog.waitFor()
})
