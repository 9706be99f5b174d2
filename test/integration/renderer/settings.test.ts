import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { brokenWords } from '../../fixtures/board-harness/geometry.ts'
import { EVENING, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 2560, height: 1440 },
]
const SECTIONS = [
  ...['platforms', 'accepting', 'orders', 'channels', 'allergies', 'screen', 'role', 'sound', 'keyboard'],
  ...['stations', 'screens', 'pin', 'practice', 'paper', 'webhook', 'advanced', 'support'],
]
/** At 1366×768 no section is longer than this many times its part of the window. */
const MOST_SCREENS = 1.5
/** 4 CSS pixels per millimetre: tokens.css. */
const MIN_TOUCH_PX = 40
/** The page's clock stops this long after the start of its document, later than any machine needs to load it. */
const LOADED_MS = 600_000
/** Time limit for all pages one after the other, on a machine on which other tests run. */
const EVERY_PART_MS = 240_000
const STATIONS = [
  { name: 'Chapa', keywords: ['x-', 'picanha', 'pastel'] },
  { name: 'Bebidas', keywords: ['guaraná', 'suco', 'água'] },
]
/** Settings with which every part of a page is shown. */
const EVERYTHING: Partial<Settings> = {
  preparationMinutes: 30,
  autoConfirm: { enabled: true, mostOpen: 10, hours: { enabled: true, from: '18:00', to: '02:00' } },
  webhook: { enabled: true, port: 8_787, bind: 'lan' },
  stations: STATIONS,
}
const UPDATE_READY = { state: 'ready', version: '1.0.0', offered: '1.1.0', checkedAt: EVENING, needsPerson: false }
const SCREENS = {
  state: 'listening',
  addresses: ['192.168.0.12'],
  pairing: { state: 'closed' },
  screens: [
    {
      id: 's1',
      name: 'Balcão',
      pairedAt: EVENING,
      isConnected: true,
      use: { role: 'counter', station: '', rings: true },
    },
  ],
  copies: 'no-code',
}
const CONNECTIONS = [
  {
    slot: 1,
    name: '99Food',
    color: 'yellow',
    dialect: 'open-delivery-1',
    profile: '99food',
    isPaused: false,
    settings: settingsWith({}),
    keeps: 'first',
  },
  {
    slot: 2,
    name: 'Uma plataforma com um nome comprido',
    color: 'red',
    dialect: 'ifood',
    profile: 'ifood',
    isPaused: true,
    settings: settingsWith({}),
  },
]
const CUSTOMERS = { state: 'listening', urls: ['http://192.168.0.12:47181/tre3-bhms-9zzj-4awm'] }
const LISTENING = {
  state: 'listening',
  urls: ['http://127.0.0.1:8787/webhook/events'],
  accepted: 12,
  refused: 1,
  lastDelivery: { at: EVENING, verdict: 'accepted' },
}

const board = boardForTests()

/** What the settings show and change is tested without a browser: test/unit/renderer/settings.test.tsx. */
async function openSettings(given: Partial<Settings>) {
  const { page, pageErrors } = await board.open(
    snapshotOf([ticket('1')], { settings: settingsWith({ ...EVERYTHING, ...given }) }),
    {
      ...SIZES[0],
      touch: true,
      answers: {
        'webhook:status': LISTENING,
        'updates:status': UPDATE_READY,
        'screens:status': SCREENS,
        'connections:list': CONNECTIONS,
        'customers:status': CUSTOMERS,
      },
    },
  )
  await page.getByTestId('open-settings').tap()
  const dialog = page.getByTestId('settings-dialog')
  await dialog.waitFor()
  return { page, pageErrors, dialog }
}

/** Changes the section without a touch, which takes several frames. Other tests touch each section. */
const showSection = (page: Page, section: string): Promise<void> =>
  page.evaluate(async (name) => {
    const button = document.querySelector<HTMLElement>(`[data-section="${name}"]`)
    button?.click()
    while (button?.getAttribute('aria-pressed') !== 'true') await new Promise(requestAnimationFrame)
  }, section)

const plain = (text: string | null): string => (text ?? '').replaceAll(/[\s\u00a0]+/g, ' ')

describe('at each size from 1024×768 to 1920×1080', () => {
  it.each(LOCALES)(
    'every part of the settings is completely visible and large enough for a finger in %s',
    async (locale) => {
      const { page, dialog } = await openSettings({ locale })
      // A change of the size takes longer than a change of the section, so each size is set once.
      await atEachSize(page, SIZES, async (at, size) => {
        for (const section of SECTIONS) {
          const words = `${section} at ${at}`
          await showSection(page, section)
          if (section === 'webhook') await page.getByTestId('webhook-url').waitFor()
          if (section === 'support') await page.getByTestId('update-install').waitFor()
          if (section === 'screens') await page.getByTestId('qr-code').waitFor()
          const faults = () =>
            dialog.evaluate((whole, least) => {
              const name = (one: Element) => `${one.tagName}.${one.className} "${one.textContent?.slice(0, 30)}"`
              const frame = whole.getBoundingClientRect()
              const wrong: string[] = []
              for (const one of whole.querySelectorAll<HTMLElement>('*')) {
                // A field of one line scrolls its text.
                // The list of sections scrolls.
                if (one.closest('svg, [inert], .visually-hidden, [aria-live], .settings-nav')) continue
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
                if (one.matches('button, input') && box.height < least) {
                  wrong.push(`is small: ${name(one)}`)
                }
              }
              const nav = whole.querySelector('.settings-nav')?.getBoundingClientRect() ?? new DOMRect()
              const chosen = whole.querySelector('[data-section][aria-pressed="true"]')?.getBoundingClientRect()
              const isInSight =
                chosen !== undefined &&
                chosen.left >= nav.left - 1 &&
                chosen.right <= nav.right + 1 &&
                chosen.top >= nav.top - 1 &&
                chosen.bottom <= nav.bottom + 1
              if (!isInSight) wrong.push('the chosen section is out of sight')
              const last = [
                ...whole.querySelectorAll('[data-testid="settings-section"] :is(p, button, label, input, .row)'),
              ].findLast((one) => one.getBoundingClientRect().height > 0)
              last?.scrollIntoView({ block: 'nearest' })
              const end = last?.getBoundingClientRect() ?? new DOMRect()
              return { wrong, bottom: frame.bottom, lastBottom: end.height > 0 ? end.bottom : Number.POSITIVE_INFINITY }
            }, MIN_TOUCH_PX)
          await eventually(async () => {
            const found = await faults()
            expect(found.wrong, words).toEqual([])
            expect(await page.evaluate(brokenWords), words).toEqual([])
            // The frame is inside the window, and its lower part can be reached by scrolling.
            expect(found.bottom, words).toBeLessThanOrEqual(size.height)
            expect(found.lastBottom, words).toBeLessThanOrEqual(found.bottom)
            expect(plain(await dialog.textContent()), words).not.toMatch(
              /\b(settings|webhook|advanced|support|section|tab|lock|accepting|channels|practice|scenario|updates|group|find)[.:][a-z]|\{\{/i,
            )
          })
        }
      })
    },
    EVERY_PART_MS,
  )
})

it.each(LOCALES)(
  'no section is longer than one and a half times its part of the window at 1366×768 in %s',
  async (locale) => {
    const { page } = await openSettings({ locale })
    await page.setViewportSize({ width: 1366, height: 768 })
    const long: Record<string, number> = {}
    for (const section of SECTIONS) {
      await showSection(page, section)
      await atRest(page)
      const screens = await page
        .getByTestId('settings-section')
        .evaluate((part) => part.scrollHeight / part.clientHeight)
      if (screens > MOST_SCREENS) long[section] = Math.round(screens * 100) / 100
    }
    expect(long).toEqual({})
  },
  EVERY_PART_MS,
)

it('with the keyboard alone a section is chosen, a value changed, and the change undone', async () => {
  const { page } = await openSettings({ locale: 'en' })
  const tabTo = (selector: string): Promise<void> =>
    expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
      })
      .toBe(true)
  await tabTo('[data-section="keyboard"]')
  await page.keyboard.press('Enter')
  await page.locator('[data-setting="bumpBar"]').waitFor()
  await tabTo('[data-setting="bumpBar"] [role="switch"]')
  await page.keyboard.press('Space')
  await page.locator('[data-command="undo-change"]').waitFor()
  await tabTo('[data-command="undo-change"]')
  await page.keyboard.press('Enter')
  await expect
    .poll(() =>
      page.evaluate(() =>
        window.harness.calls.filter(({ name }) => name === 'settings:change').map(({ args }) => args),
      ),
    )
    .toEqual([{ bumpBar: true }, { bumpBar: false }])
})

it.each(AXE_BY_THEME)(
  'axe finds no fault in any part, and the policy is not violated, in the $theme theme',
  async ({ theme, rules }) => {
    const { page, dialog, pageErrors } = await openSettings({ theme })
    for (const section of SECTIONS) {
      await dialog.locator(`[data-section="${section}"]`).tap()
      if (section === 'webhook') {
        // One touch selects the whole address, so that it can be copied.
        await page.getByTestId('webhook-url').click()
        await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(LISTENING.urls[0])
      }
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
  await page.clock.pauseAt(EVENING + LOADED_MS)
  await page.getByTestId('open-settings').tap()
  await page.getByTestId('settings-dialog').waitFor()
})

it('a dialog whose code cannot be loaded closes, the board continues to work, and the next touch opens it', async () => {
  const { page } = await board.open(snapshotOf([ticket('1')]), { touch: true })
  await page.route('**/settings-dialog-*.js', (route) => route.abort())
  const failed = page.waitForEvent('console', (message) => message.text().includes('dynamically imported module'))
  await page.getByTestId('open-settings').tap()
  await failed
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.locator('[data-order-id="order-1"] button[data-action="confirm"]').tap()
  const acts = () => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act').length)
  await expect.poll(acts).toBe(1)
  await page.unrouteAll()
  await page.getByTestId('open-settings').tap()
  await page.getByTestId('settings-dialog').waitFor()
})
