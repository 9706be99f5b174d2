import { describe, expect, it } from 'vitest'
import { LOCALES } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import {
  EVENING,
  eveningTickets,
  line,
  minutesAgo,
  type settingsWith,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
]
const LANES_SIZES = [
  ...SIZES,
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1080, height: 1920 },
  { width: 3840, height: 2160 },
]

const board = boardForTests()

const open = (tickets: readonly Ticket[], settings: Parameters<typeof settingsWith>[0] = {}, options?: OpenOptions) =>
  openKitchenView(board, tickets, settings, options)

const many = (count: number, more: Partial<Ticket> = {}): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${100 + index}`, { status: 'PREPARING', createdAt: minutesAgo(count - index), ...more }),
  )

describe('pages and lanes', () => {
  it('are never empty, and every ticket on them can be read and touched', async () => {
    const long = (displayId: string, lines: number, minutes: number) =>
      ticket(displayId, {
        status: 'PREPARING',
        createdAt: minutesAgo(minutes),
        lines: Array.from({ length: lines }, (_, at) => line(`Marmita executiva ${at}`, { lineId: `${at}` })),
      })
    const orders = [long('1', 9, 50), long('2', 120, 40), long('3', 3, 30), long('4', 12, 20), long('5', 60, 10)]
    const { page } = await open([...orders, ...many(20)], {}, SIZES[1])
    const pager = page.locator('.page-number')
    const seen = new Set<string>()
    for (let at = 1; at <= Number(await pager.getAttribute('data-pages')); at++) {
      if (at > 1) await page.locator('[data-turn="next"]').click()
      await expect.poll(() => pager.getAttribute('data-page')).toBe(String(at))
      const touched = () =>
        page.evaluate(() => {
          return [...document.querySelectorAll<HTMLElement>('main [data-order-id]')].flatMap((article) => {
            const { left, right } = article.getBoundingClientRect()
            const frame = article.closest('.pages, .side')?.getBoundingClientRect() ?? new DOMRect()
            if (right <= frame.left + 1 || left >= frame.right - 1 || article.closest('.slot-measured')) return []
            const box = article.querySelector('.act-primary')?.getBoundingClientRect() ?? new DOMRect()
            const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
            const action = hit?.closest<HTMLElement>('button')?.dataset.action
            return [`${article.dataset.orderId} ${hit?.closest('article') === article ? action : 'covered'}`]
          })
        })
      await eventually(async () => {
        const onPage = await touched()
        expect(onPage.length).toBeGreaterThan(0)
        expect(onPage.filter((one) => !one.endsWith(' ready-for-pickup'))).toEqual([])
        for (const one of onPage) seen.add(one)
      })
    }
    expect(seen.size).toBe(25)
  })

  it('show the number of tickets on the later pages; a new order is on every page', async () => {
    const { page, card, push } = await open(many(40))
    const next = page.locator('[data-turn="next"]')
    await expect.poll(() => next.textContent()).toMatch(/\+\d+/)
    await push([ticket('new', { createdAt: minutesAgo(0) })])
    const last = Number(await page.locator('.page-number').getAttribute('data-pages'))
    for (let at = 1; at <= last; at++) {
      if (at > 1) await next.click()
      await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe(String(at))
      await eventually(async () => {
        const box = await card('new').boundingBox()
        expect(box !== null && box.x >= 0 && box.x + box.width <= 1920 && box.y + box.height <= 1080).toBe(true)
      })
    }
    await expect.poll(() => page.locator('[data-turn="next"]').getAttribute('aria-disabled')).toBe('true')
  })

  it('show the number of new orders without space in the rail, and the time until which the next one must be accepted', async () => {
    const fresh = Array.from({ length: 30 }, (_, at) => ticket(`${200 + at}`, { createdAt: minutesAgo(0.1 * at) }))
    const { page } = await open([...many(40), ...fresh], {}, SIZES[1])
    const more = page.getByTestId('rail-more')
    await more.waitFor()
    await expect.poll(() => more.getAttribute('data-loud')).toBe('new')
    await expect.poll(() => more.textContent()).toMatch(/\+\d+.*\d:\d\d/)
    const hidden = Number(await more.getAttribute('data-count'))
    /** Visible new orders in the rail, or in the space that page one has for their cards. */
    const inSight = (where: '.pane' | '.page') =>
      page.locator(`${where} [data-status="CREATED"][data-order-id]`).evaluateAll((all) =>
        all
          .filter((one) => {
            const { left, top, bottom } = one.getBoundingClientRect()
            const frame = one.closest('.side, .pages')?.getBoundingClientRect() ?? new DOMRect()
            return top >= frame.top - 1 && bottom <= frame.bottom + 1 && left >= frame.left && left < frame.right
          })
          .map((one) => one.getAttribute('data-order-id')),
      )
    const [inRail, onPageOne] = await eventually(async () => {
      const [first, second] = [await inSight('.pane'), await inSight('.page')]
      expect(first.length).toBeGreaterThan(0)
      expect(first.length + second.length + hidden).toBe(30)
      return [first, second]
    })
    await more.click()
    await expect.poll(async () => (await inSight('.pane')).some((id) => inRail.includes(id))).toBe(false)
    await eventually(async () => {
      const afterwards = await inSight('.pane')
      expect(afterwards).toHaveLength(Math.min(hidden, inRail.length))
      expect(new Set([...inRail, ...onPageOne, ...afterwards]).size).toBe(
        inRail.length + onPageOne.length + afterwards.length,
      )
    })
  })

  it('show only one lane on request, and then the same places again', async () => {
    const { page, places } = await open(eveningTickets())
    const before = await places()
    await page.locator('[data-filter="ready"]').click()
    const lanes = () => page.locator('.slot').evaluateAll((all) => all.map((one) => one.dataset.lane))
    await expect.poll(lanes).toEqual(['ready', 'ready'])
    await page.locator('[data-filter="all"]').click()
    await expect.poll(() => places()).toEqual(before)
  })

  it('can be columns of lanes', async () => {
    const { page } = await open(eveningTickets(), { layout: 'lanes' })
    await expect.poll(() => page.locator('[data-lane-column]').count()).toBe(4)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  })

  it.each(LOCALES)(
    'show in lanes the next step of the first order of each visible lane, uncut, without scrolling, in %s',
    async (locale) => {
      const later = ticket('5010', {
        status: 'CONFIRMED',
        lane: 'scheduled',
        timing: 'SCHEDULED',
        startAt: EVENING + 9e6,
      })
      for (const orders of [eveningTickets(), [...eveningTickets(), later]]) {
        const { page } = await open(orders, { layout: 'lanes', locale }, LANES_SIZES[0])
        await expect.poll(() => page.locator('[data-lane-column] [data-order-id]').count()).toBe(orders.length)
        await atEachSize(page, LANES_SIZES, async (size) => {
          // Beside a fifth lane the orders below the first one may be out of sight, where lanes overlap.
          if (orders.length === eveningTickets().length)
            await expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([])
          await eventually(async () => {
            const steps = await page
              .locator('[data-lane-column]:not([data-lane-column="scheduled"])')
              .evaluateAll((lanes) =>
                lanes.map((lane) => {
                  const button = lane.querySelector('[data-order-id] .act-primary')
                  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect()
                  const isOnTop = [top + 3, (top + bottom) / 2, bottom - 3].every((y) =>
                    button?.contains(document.elementFromPoint((left + right) / 2, y)),
                  )
                  return `${lane.getAttribute('data-lane-column')} ${isOnTop && right <= innerWidth ? 'in sight' : 'hidden'}`
                }),
              )
            const expected = ['new', 'preparing', 'ready', 'done'].map((lane) => `${lane} in sight`)
            expect(steps, `${size}, ${orders.length} orders`).toEqual(expected)
          })
        })
      }
    },
  )
})
