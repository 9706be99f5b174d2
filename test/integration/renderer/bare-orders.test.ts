import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import {
  line,
  minutesAgo,
  option,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()
const SIZE = { width: 1366, height: 768 }

async function open(tickets: readonly Ticket[], settings: Parameters<typeof settingsWith>[0] = {}): Promise<Page> {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings) }), SIZE)
  return page
}

const blank = line(' \u200b\u3164', { quantity: 2, options: [option('', { quantity: 3 })] })
/** Enough orders that some are strips. */
const many = (of: (displayId: string) => Ticket): readonly Ticket[] =>
  Array.from({ length: 24 }, (_, index) => of(`${100 + index}`))

describe('items and options without a visible name', () => {
  it.each([
    ['pt-BR', 'Item sem nome'],
    ['en', 'Item without a name'],
    ['es', 'Producto sin nombre'],
  ] as const)('have a text in %s in every form, and in the totals', async (locale, unnamed) => {
    const tickets = many((displayId) => ticket(displayId, { status: 'PREPARING', lines: [blank] }))
    const page = await open(tickets, { locale })
    const face = page.locator('article[data-form="whole"]').first()
    await expect.poll(() => face.locator('.line-name').textContent()).toBe(unnamed)
    await expect.poll(() => face.locator('.option bdi').textContent()).toBe(unnamed)
    await expect.poll(() => face.locator('.strike').getAttribute('aria-label')).toContain(unnamed)
    await page.getByTestId('all-day-toggle').click()
    const totals = page.locator('.side').getByTestId('all-day').locator('.count bdi')
    await expect.poll(() => totals.allTextContents()).toEqual([unnamed, unnamed])
  })

  it('have a text at the counter and on the bar of a stop', async () => {
    const stopped = ticket('1', {
      status: 'CANCELLED',
      lane: 'preparing',
      lines: [blank],
      cancelled: { at: minutesAgo(1), acknowledged: false },
    })
    const ready = ticket('2', { status: 'READY', orderType: 'TAKEOUT', lines: [blank] })
    const page = await open([stopped, ready], { view: 'counter' })
    await expect.poll(() => page.locator('.handover-bag bdi').first().textContent()).toBe('Item sem nome')
    await expect.poll(() => page.locator('.stop-bar-about').textContent()).toContain('Item sem nome')
  })
})

describe('an order that is not read yet', () => {
  it.each(['queued', 'conflict'] as const)('shows a tap that is %s in every form of its ticket', async (truth) => {
    const page = await open(
      many((displayId) =>
        ticket(displayId, {
          reading: 'loading',
          status: '',
          lines: [],
          actions: [],
          tap: tap(truth, { action: 'confirm' }),
        }),
      ),
    )
    const articles = page.locator('main article.ticket')
    await expect.poll(() => articles.count()).toBe(24)
    await expect.poll(() => page.locator('article[data-form="strip"]').count()).toBeGreaterThan(0)
    await expect
      .poll(() =>
        articles.evaluateAll(
          (all, wanted) => all.filter((one) => one.querySelector(`[data-truth="${wanted}"]`) === null).length,
          truth,
        ),
      )
      .toBe(0)
  })
})

it('a code of one long word is whole in the opened ticket', async () => {
  const page = await open([ticket('1', { pickupCode: 'W'.repeat(120) })])
  await page.locator('[data-order-id="order-1"] button[data-command="open"]').click()
  const code = page.locator('.opened [data-kind="pickup-code"]')
  await expect.poll(async () => [await code.count(), ...(await page.evaluate(cutOrOverlapping))]).toEqual([1])
})
