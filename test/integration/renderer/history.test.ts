import { expect, it } from 'vitest'
import type { HistoryEntry } from '../../../shared/contract/history.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
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

async function openHistory(entries: readonly HistoryEntry[], given: Partial<Settings> = {}) {
  const { page, pageErrors } = await board.open(snapshotOf([], { settings: settingsWith(given) }), {
    answers: {
      'history:list': { from: 0, total: entries.length, entries },
      'history:shift': { from: 0, orders: 64, cancelled: 3, onTime: { kept: 45, promised: 50 } },
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

it.each(AXE_BY_THEME)(
  'axe finds no fault in the history and in the sounds in the $theme theme',
  async ({ theme, rules }) => {
    const { page, dialog, pageErrors } = await openHistory([order('4821')], { theme })
    await dialog.getByRole('button', { name: 'Linha do tempo' }).first().click()
    await dialog.getByRole('button', { name: 'Fim do turno' }).click()
    await dialog.locator('.story [data-kind="received"]').waitFor()
    await dialog.getByTestId('shift').waitFor()
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByTestId('open-sound').click()
    await page.getByTestId('sound-dialog').waitFor()
    await expect.poll(() => axeViolations(page, { rules })).toEqual([])
    expect(pageErrors).toEqual([])
  },
)
