import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import {
  EVENING,
  minutesAgo,
  rushTickets,
  settingsWith,
  snapshotOf,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZES = [
  { width: 800, height: 600 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
]
const STATIONS: Settings['stations'] = [
  { name: 'Chapa', keywords: ['x-'] },
  { name: 'Bebidas', keywords: ['guaraná'] },
]

const board = boardForTests()

const stopped = (displayId: string): Ticket =>
  ticket(displayId, {
    status: 'CANCELLED',
    lane: 'preparing',
    actions: [],
    cancelled: { reason: 'Cliente desistiu', at: minutesAgo(1), acknowledged: false },
  })

/** Runs in the page. Returns the buttons and numbers of the bar of the board that another one covers. */
function covered(): readonly string[] {
  const bar = document.querySelector('.board-bar') ?? document.body
  const buttons = [...bar.querySelectorAll<HTMLElement>('button, select')]
  return buttons.flatMap((button) => {
    if (!button.checkVisibility() || button.closest('[inert]')) return []
    const frames = [button.closest('.tabs'), button.closest('.stop-bar')].flatMap((one) => one ?? [])
    const box = button.getBoundingClientRect()
    const left = Math.max(box.left, ...frames.map((one) => one.getBoundingClientRect().left))
    const right = Math.min(box.right, ...frames.map((one) => one.getBoundingClientRect().right))
    const points = [left + 2, (left + right) / 2, right - 2]
    if (right - left < 6) return []
    const hits = points.map((x) => document.elementFromPoint(x, (box.top + box.bottom) / 2))
    const isStop = hits.every((hit) => hit?.closest('.stop-bar'))
    const isOwn = hits.every((hit) => hit && (button.contains(hit) || hit.contains(button)))
    return isOwn || isStop ? [] : [button.textContent ?? '']
  })
}

async function open(tickets: readonly Ticket[], settings: Partial<Settings>): Promise<Page> {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings) }), SIZES[0])
  await page.locator('.pager button').first().waitFor()
  return page
}

describe('the bar of a narrow board', () => {
  it.each(LOCALES)(
    'has no button that another one covers, without and with stops and stations, in %s',
    async (locale) => {
      for (const stops of [[], ['9100', '9101', '9102', '9103']]) {
        for (const stations of [[], STATIONS]) {
          const page = await open([...rushTickets(), ...stops.map(stopped)], { locale, stations })
          await atEachSize(page, SIZES, async (size) => {
            await atRest(page)
            await expect
              .poll(() => page.evaluate(covered), {
                message: `${size}, ${stops.length} stops, ${stations.length} stations`,
              })
              .toEqual([])
          })
        }
      }
    },
  )

  it('names the totals when there is space for the word', async () => {
    const page = await open(rushTickets(), {})
    await page.setViewportSize({ width: 1366, height: 768 })
    const words = page.locator('[data-testid="all-day-toggle"] > .tab-words')
    await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(20)
  })
})

describe('the badge of a narrow window', () => {
  it.each(LOCALES)('shows all words about the state of the board, in %s', async (locale) => {
    for (const state of ['offline', 'stale'] as const) {
      const { page } = await board.open(
        snapshotOf([...rushTickets().slice(0, 8)], {
          settings: settingsWith({ locale }),
          freshness: { state, trouble: 'network', checkedAt: EVENING - 160_000, storeRiskAt: EVENING + 140_000 },
        }),
        SIZES[0],
      )
      await atRest(page)
      await eventually(async () => {
        const [words, badge] = await Promise.all(
          ['.freshness-state', '.freshness'].map((selector) => page.locator(selector).boundingBox()),
        )
        expect((words?.y ?? 0) + (words?.height ?? 0), state).toBeLessThanOrEqual(
          (badge?.y ?? 0) + (badge?.height ?? 0) + 1,
        )
        expect(words?.y, state).toBeGreaterThanOrEqual((badge?.y ?? 0) - 1)
      })
    }
  })
})

describe('a dialog in a low window', () => {
  const tickets = [
    ticket('1', { status: 'CONFIRMED' }),
    ticket('2', { status: 'READY', orderType: 'TAKEOUT', pickupCode: 'B12' }),
  ]

  it.each(LOCALES)('shows its buttons without scrolling, in %s', async (locale) => {
    for (const kind of ['code', 'cancel'] as const) {
      const view = kind === 'code' ? 'counter' : 'kitchen'
      const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith({ locale, view }) }), SIZES[0])
      if (kind === 'code') {
        await page.locator('[data-order-id="order-2"] .acts > [data-action="validateCode"]').click()
      } else {
        await page.locator('[data-order-id="order-1"] [data-command="more"]').click()
        const cancel = page.locator('.more-menu:popover-open [data-action="requestCancellation"]')
        await expect.poll(() => cancel.getAttribute('aria-disabled')).toBeNull()
        await cancel.click()
      }
      const dialog = page.locator('.dialog')
      await dialog.waitFor()
      await atRest(page)
      await expect
        .poll(() => dialog.evaluate((one) => one.scrollHeight - one.clientHeight), { message: kind })
        .toBeLessThanOrEqual(1)
    }
  })
})
