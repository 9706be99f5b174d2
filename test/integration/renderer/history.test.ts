import { expect, it } from 'vitest'
import type { HistoryEntry, Shift } from '../../../shared/contract/history.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { brokenWords } from '../../fixtures/board-harness/geometry.ts'
import { minutesAgo, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** What the history shows and requests is tested without a browser: test/unit/renderer/history.test.tsx. */

const board = boardForTests()

const order = (displayId: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  orderId: `order-${displayId}`,
  displayId,
  status: 'DELIVERED',
  orderType: 'DELIVERY',
  customerName: 'Marina',
  items: ['2× Pastel de queijo'],
  milestones: { receivedAt: minutesAgo(40) },
  recall: 'possible',
  ...more,
})

const SHIFT: Shift = {
  from: 0,
  until: 1,
  orders: 64,
  cancelled: 3,
  onTime: { kept: 45, promised: 50 },
  loss: { hour: 20, late: 4, orders: 21, cause: 'prepare', ms: 1_140_000, otherMs: 720_000 },
  hours: Array.from({ length: 9 }, (_, index) => ({ hour: 12 + index, orders: 7 * index, late: index })),
  dishes: ['Feijoada completa para duas pessoas', 'Pizza', 'X-Bacon'].map((name, index) => ({
    name,
    times: 9,
    prepareMs: 60_000 * (30 - index),
  })),
  channels: ['iFood', 'Site próprio'].map((name) => ({ name, orders: 32, kept: 10, promised: 20 })),
}

async function openHistory(entries: readonly HistoryEntry[], given: Partial<Settings> = {}) {
  const { page, pageErrors } = await board.open(snapshotOf([], { settings: settingsWith(given) }), {
    answers: {
      'history:list': {
        from: 0,
        total: entries.length,
        counts: { all: entries.length, late: 0, cancelled: 0 },
        entries,
      },
      'history:shift': SHIFT,
      'order:timeline': [{ at: minutesAgo(40), kind: 'received', detail: 'CREATED' }],
    },
  })
  await page.getByTestId('open-history').click()
  const dialog = page.getByTestId('history-dialog')
  await dialog.locator('[data-history-order]').first().waitFor()
  return { page, dialog, pageErrors }
}

it('the history keeps facts and buttons in sight beside a display id, a name and an item of any length', async () => {
  const endless = 'x'.repeat(300)
  const { dialog } = await openHistory([order(endless, { customerName: endless, items: [endless] }), order('4821')])
  const row = dialog.locator(`[data-history-order="order-${endless}"]`)
  await eventually(async () => {
    const shown = await row.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      overflow: element.scrollWidth - element.clientWidth,
      facts: element.querySelector('.history-facts')?.getBoundingClientRect().width ?? 0,
      visible: innerHeight,
    }))
    expect(shown.overflow).toBe(0)
    expect(shown.height).toBeLessThan(shown.visible / 3)
    expect(shown.facts).toBeGreaterThan(200)
  })
})

/** By how much the words of an empty field are wider than its room, in px. Runs in the page. */
function cutPlaceholder(field: HTMLInputElement): number {
  const { fontFamily, fontSize, fontWeight, paddingLeft, paddingRight } = getComputedStyle(field)
  const words = document.createElement('span')
  Object.assign(words.style, { fontFamily, fontSize, fontWeight, position: 'absolute', whiteSpace: 'pre' })
  words.textContent = field.placeholder
  document.body.append(words)
  const { width } = words.getBoundingClientRect()
  words.remove()
  // The field keeps room for its button that clears it.
  const button = Number.parseFloat(fontSize)
  return Math.max(
    0,
    width + button - (field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)),
  )
}

/** In how many rows a text stands. Runs in the page. */
function rowsOfText(element: Element): number {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
}

it.each(LOCALES)(
  'the search of the history and the time of an order are whole in one row, at any size, in %s',
  async (locale) => {
    const { page, dialog } = await openHistory([order('4821')], { locale })
    await atEachSize(page, BOARD_SIZES, async (size) => {
      const search = dialog.locator('input[type="search"]')
      await expect.poll(() => search.evaluate(cutPlaceholder), { message: size }).toBe(0)
      await expect.poll(() => dialog.locator('.history-arrival').evaluate(rowsOfText), { message: size }).toBe(1)
      await expect.poll(() => dialog.evaluate((one) => one.scrollWidth - one.clientWidth), { message: size }).toBe(0)
    })
  },
)

/** The texts whose box is smaller than they are. Rows cut a text of a customer, which the opened order shows whole. */
const cutTexts = (root: Element): readonly string[] =>
  [...root.querySelectorAll('*')].flatMap((one) => {
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(one)
    const clips = overflowX !== 'visible' && overflowY !== 'auto' && webkitLineClamp === 'none'
    return clips && !one.matches('.visually-hidden') && one.scrollWidth > one.clientWidth + 1
      ? [one.textContent ?? '']
      : []
  })

it.each(LOCALES)('each of the five figures is in sight and no word is cut at any size, in %s', async (locale) => {
  const { dialog, page } = await openHistory([order('4821'), order('4820')], { locale })
  await atEachSize(page, BOARD_SIZES, async (size) => {
    await expect.poll(() => dialog.evaluate(brokenWords), { message: size }).toEqual([])
    await expect.poll(() => dialog.evaluate(cutTexts), { message: size }).toEqual([])
  })
  await dialog.getByTestId('open-shift').click()
  await dialog.locator('[data-figure="orders"]').waitFor()
  await atEachSize(page, BOARD_SIZES, async (size) => {
    await expect.poll(() => dialog.evaluate(brokenWords), { message: size }).toEqual([])
    await expect.poll(() => dialog.evaluate(cutTexts), { message: size }).toEqual([])
    const shown = () =>
      dialog.evaluate((one) =>
        ['on-time', 'orders', 'prepare', 'accept', 'cancelled'].filter((name) => {
          const value = one.querySelector(`[data-figure="${name}"] dd`)
          const box = value?.getBoundingClientRect()
          return box && box.width > 10 && box.bottom <= innerHeight && value?.textContent !== ''
        }),
      )
    await expect.poll(shown, { message: size }).toHaveLength(5)
  })
})

it.each(AXE_BY_THEME)(
  'axe finds no fault in the history and in the sounds in the $theme theme',
  async ({ theme, rules }) => {
    const { page, dialog, pageErrors } = await openHistory([order('4821')], { theme })
    await dialog.getByRole('button', { name: 'Todos os registros' }).click()
    await dialog.locator('.log [data-kind="received"]').waitFor()
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    await dialog.getByTestId('open-shift').click()
    await dialog.locator('[data-figure="orders"]').waitFor()
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.locator('[data-history-order]').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('open-sound').click()
    await page.getByTestId('sound-dialog').waitFor()
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    expect(pageErrors).toEqual([])
  },
)
