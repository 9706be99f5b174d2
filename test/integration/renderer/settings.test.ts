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
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const SECTIONS = [
  ...['screen', 'orders', 'accepting', 'channels', 'stations', 'allergies'],
  ...['paper', 'practice', 'pin', 'webhook', 'advanced', 'support'],
]
/** 4 CSS pixels per millimetre: tokens.css. */
const MIN_TOUCH_PX = 40
/** The page's clock stops this long after the start of its document, later than any machine needs to load it. */
const LOADED_MS = 600_000
/** Time limit for all pages one after the other, on a machine on which other tests run. */
const EVERY_PART_MS = 240_000
/** Settings with which every part of a page is shown. */
const EVERYTHING: Partial<Settings> = {
  preparationMinutes: 30,
  autoConfirm: { enabled: true, mostOpen: 10, hours: { enabled: true, from: '18:00', to: '02:00' } },
  webhook: { enabled: true, port: 8_787, bind: 'lan' },
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

/** What the settings show and change is tested without a browser: test/unit/renderer/settings.test.tsx. */
async function openSettings(given: Partial<Settings>) {
  const { page, pageErrors } = await board.open(
    snapshotOf([ticket('1')], { settings: settingsWith({ ...EVERYTHING, ...given }) }),
    {
      ...SIZES[0],
      touch: true,
      answers: { 'webhook:status': LISTENING, 'updates:status': UPDATE_READY },
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
              for (const one of whole.querySelectorAll('.settings-nav > button')) {
                if (one.getBoundingClientRect().bottom > frame.bottom) wrong.push(`is out of sight: ${name(one)}`)
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
            expect(await page.evaluate(brokenWords), words).toEqual([])
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
