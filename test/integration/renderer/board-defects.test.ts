import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import {
  EVENING,
  eveningTickets,
  line,
  minutesAgo,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SMALL = { width: 1366, height: 768 }
/** 16 arc minutes at the default distance of one metre on the default screen. */
const MIN_TEXT_PX = 21

const board = boardForTests()

async function open(
  tickets: readonly Ticket[],
  settings: Parameters<typeof settingsWith>[0] = {},
  options: OpenOptions = SMALL,
) {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings) }), options)
  let version = 1
  return {
    page,
    card: (displayId: string) => page.locator(`main [data-order-id="order-${displayId}"]`),
    push: async (changed: readonly Ticket[], removed: readonly string[] = []) => {
      version++
      const delta = { version, changed: [...changed], removed: [...removed] }
      await page.evaluate((sent) => window.harness.push(sent), delta)
    },
  }
}

const cooking = (count: number, more: Partial<Ticket> = {}): readonly Ticket[] =>
  Array.from({ length: count }, (_, at) =>
    ticket(`${100 + at}`, { status: 'PREPARING', createdAt: minutesAgo(count - at), ...more }),
  )

const ringing = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, at) => ticket(`${900 + at}`, { createdAt: minutesAgo(0.1 * at), alarm: 'new' }))

/** Orders whose primary button can be touched now. */
const reachable = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-order-id]')].flatMap((article) => {
      const button = article.querySelector('.act-primary')
      const box = button?.getBoundingClientRect() ?? new DOMRect(-1, -1)
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return button !== null && hit !== null && button.contains(hit) ? [article.dataset.orderId ?? ''] : []
    }),
  )

/** Position of each whole ticket on the visible page. */
const places = (page: Page): Promise<Readonly<Record<string, readonly number[]>>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('.slot:not(.slot-measured)')].map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [one.dataset.orderId ?? '', [left, top, width, height].map(Math.round)]
      }),
    ),
  )

describe('page one', () => {
  it('is not empty after all its tickets have left: 8 open orders, 4 of them ring', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(`Marmita executiva ${at}`, { lineId: `${at}` }))
    const { page, push } = await open([...cooking(10, { lines }), ...ringing(4)])
    const inSight = async () => {
      const { right } = (await page
        .locator('.pages')
        .boundingBox()
        .then((box) => box && { right: box.x + box.width })) ?? { right: 0 }
      return Object.entries(await places(page)).flatMap(([id, [left = 0]]) => (left < right - 1 ? [id] : []))
    }
    await expect.poll(async () => (await inSight()).length).toBeGreaterThan(1)
    const leave = cooking(6, { status: 'IN_DELIVERY', lines })
    const left = leave.map(({ orderId }) => orderId)
    await expect.poll(async () => (await inSight()).filter((id) => !left.includes(id))).toEqual([])
    await push(leave)
    const stay = [...cooking(10), ...ringing(4)].map(({ orderId }) => orderId).filter((id) => !left.includes(id))
    expect(stay).toHaveLength(8)
    await expect.poll(async () => (await reachable(page)).toSorted()).toEqual(stay.toSorted())
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe('1')
    await expect
      .poll(async () => (await inSight()).toSorted())
      .toEqual(expect.arrayContaining(['order-106', 'order-107']))
  })

  it('is shown again from page four after a tap on "Na cozinha"', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(`Marmita executiva ${at}`, { lineId: `${at}` }))
    const { page } = await open(cooking(50, { lines }))
    const pager = page.locator('.page-number')
    await expect.poll(async () => Number(await pager.getAttribute('data-pages'))).toBeGreaterThanOrEqual(4)
    for (let turn = 1; turn < 4; turn++) await page.locator('[data-turn="next"]').click()
    await expect.poll(() => pager.getAttribute('data-page')).toBe('4')
    await page.locator('[data-filter="all"]').click()
    await expect.poll(() => pager.getAttribute('data-page')).toBe('1')
    await expect.poll(() => page.locator('.pages').evaluate((one) => one.scrollLeft)).toBe(0)
    await expect.poll(() => reachable(page)).toContain('order-100')
  })

  it('is shown again after a tap on its number, from the last page, which a tap on its number shows at once', async () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(`Marmita executiva ${at}`, { lineId: `${at}` }))
    const { page } = await open(cooking(30, { lines }))
    const pager = page.locator('.page-number')
    await expect.poll(async () => Number(await pager.getAttribute('data-pages'))).toBeGreaterThanOrEqual(3)
    const shown = () => pager.getAttribute('data-page')
    await page.evaluate(() => {
      const seen: (string | null)[] = []
      const number = document.querySelector('.page-number')
      new MutationObserver(() => seen.push(number?.getAttribute('data-page') ?? null)).observe(document.body, {
        subtree: true,
        attributeFilter: ['data-page'],
      })
      Object.assign(window, { seen })
    })
    const last = (await pager.getAttribute('data-pages')) ?? ''
    await page.locator(`[data-jump="${last}"]`).click()
    await expect.poll(shown).toBe(last)
    // Its tickets are in sight: the right page is drawn, not only its number.
    const oldest = page.locator('.page:last-of-type .slot:has(*)').first()
    await expect.poll(() => oldest.evaluate((one) => one.getBoundingClientRect().left >= 0)).toBe(true)
    await page.locator('[data-jump="1"]').click()
    await expect.poll(shown).toBe('1')
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([last, '1'])
  })
})

describe.each(['card', 'ticket'] as const)('a slow double tap on "Aceitar" of a %s', (newOrders) => {
  it.each([330, 450, 600, 700])('opens no dialog and no menu: %i ms', async (pauseMs) => {
    const { page, card, push } = await open([ticket('1')], { newOrders }, { ...SMALL, ownWindow: true })
    const box = await card('1').locator('button[data-action="confirm"]').boundingBox()
    if (!box) throw new Error('The button has no place')
    // The page's clock is stopped, so that a busy machine delays no tap.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.mouse.click(box.x + 0.5 * box.width, box.y + box.height / 2)
    await push([ticket('1', { tap: tap('held', { holdUntil: EVENING + 60_000 }), actions: ['requestCancellation'] })])
    await push([ticket('1', { status: 'CONFIRMED', tap: tap('sent'), actions: ['preparing', 'requestCancellation'] })])
    await page.clock.runFor(pauseMs)
    await page.mouse.click(box.x + 0.5 * box.width, box.y + box.height / 2)
    // The buttons of the order accept no tap yet, wherever they are now.
    const buttons = card('1').locator('.act')
    await expect.poll(() => buttons.count()).toBeGreaterThanOrEqual(2)
    for (const button of await buttons.all()) await button.dispatchEvent('click')
    await page.clock.runFor(50)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.locator('[popover]:popover-open').count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => window.harness.calls.filter(({ name }) => name === 'order:act').length))
      .toBe(1)
  })
})

describe('the stop of an order that is not on the page', () => {
  it.each([SMALL, { width: 1920, height: 1080 }])(
    'covers no ringing order at $width×$height, and can be read',
    async (size) => {
      const { page, push } = await open([...cooking(40), ...ringing(3)], {}, size)
      await expect.poll(() => reachable(page)).toEqual(expect.arrayContaining(ringing(3).map(({ orderId }) => orderId)))
      const before = await places(page)
      await push([
        ticket('139', {
          status: 'CANCELLED',
          lane: 'preparing',
          createdAt: minutesAgo(1),
          actions: [],
          alarm: 'cancelled',
          cancelled: { reason: 'Cliente desistiu', at: EVENING, acknowledged: false },
        }),
      ])
      const strip = page.getByTestId('stop-strip')
      await strip.waitFor()
      await expect.poll(() => reachable(page)).toEqual(expect.arrayContaining(ringing(3).map(({ orderId }) => orderId)))
      for (const [id, place] of Object.entries(before).slice(0, 4)) {
        await expect.poll(async () => [id, (await places(page))[id]]).toEqual([id, place])
      }
      await eventually(async () => {
        const least = await strip.evaluate((bar) =>
          Math.min(
            ...[...bar.querySelectorAll('*')]
              .filter((one) => one.closest('.visually-hidden, svg') === null)
              .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
              .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
          ),
        )
        const onTicket = await page
          .locator('.slot .line-name')
          .first()
          .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
        // Both texts have at least 16 arc minutes, which is the default of an item.
        expect(least).toBeGreaterThanOrEqual(0.99 * Math.min(onTicket, MIN_TEXT_PX))
      })
      await expect
        .poll(() =>
          strip.evaluate((bar) => {
            const { bottom } = bar.getBoundingClientRect()
            return Math.max(...[...bar.querySelectorAll('*')].map((one) => one.getBoundingClientRect().bottom - bottom))
          }),
        )
        .toBeLessThan(1.5)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    },
  )
})

describe('the totals', () => {
  it.each([{ width: 1024, height: 768 }, SMALL, { width: 1920, height: 1080 }])(
    'move no ticket at $width×$height',
    async (size) => {
      const { page } = await open([...cooking(14), ...eveningTickets()], {}, size)
      await page.locator('.pages[data-measured]').waitFor()
      const before = await places(page)
      await page.getByTestId('all-day-toggle').click()
      await page.getByTestId('all-day').waitFor()
      await expect.poll(() => places(page)).toEqual(before)
      await page.getByTestId('all-day-toggle').click()
      await page.getByTestId('all-day').waitFor({ state: 'detached' })
      await expect.poll(() => places(page)).toEqual(before)
    },
  )
})

it('an order of three lines has one column at 1366', async () => {
  const three = eveningTickets().find(({ displayId }) => displayId === '4821')
  const { page } = await open([
    ticket('1', { status: 'PREPARING', lines: three?.lines ?? [] }),
    ticket('2', { status: 'PREPARING' }),
  ])
  await expect.poll(async () => Object.keys(await places(page)).length).toBe(2)
  await eventually(async () => {
    const { 'order-1': first, 'order-2': second } = await places(page)
    expect(three?.lines).toHaveLength(3)
    expect(first?.[2]).toBe(second?.[2])
    expect(first?.[2]).toBeLessThan(SMALL.width / 3)
  })
})

describe('the numbers of the numpad', () => {
  it('are consecutive and in reading order, and each selects its ticket, also from ten on', async () => {
    const { page } = await open(
      [...cooking(12), ...ringing(2), ticket('800', { status: 'READY' })],
      { bumpBar: true },
      { width: 1920, height: 1080, ownWindow: true },
    )
    await page.clock.install()
    const shown = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main .key-number')].flatMap((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect()
          const isInSight = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
          const orderId = one.closest<HTMLElement>('[data-order-id]')?.dataset.orderId ?? ''
          return isInSight ? [{ number: Number(one.textContent), orderId, left: Math.round(left) }] : []
        }),
      )
    const numbers = await eventually(async () => {
      const inOrder = (await shown()).toSorted((a, b) => a.number - b.number)
      expect(inOrder.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1))
      const columns = inOrder.map(({ left }) => left)
      expect(columns).toEqual(columns.toSorted((a, b) => a - b))
      return inOrder
    })
    for (const { number, orderId } of numbers.filter((one) => [1, 5, 9, 10, 11, 15].includes(one.number))) {
      for (const digit of String(number)) await page.keyboard.press(digit)
      await expect
        .poll(() => page.locator('[data-selected="true"]').first().getAttribute('data-order-id'))
        .toBe(orderId)
      // A second digit after this time begins another number: 1 and 5 are not 15.
      await page.clock.runFor(1_050)
    }
  })
})
