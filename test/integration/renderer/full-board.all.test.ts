import { describe, expect, it } from 'vitest'
import { leastHeight } from '../../../renderer/places/least-height.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { EVENING, line, minutesAgo, rushTickets, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

/** A long limit, because idle moments are rare on a busy machine. */
const MEASURED_WITHIN_MS = 60_000

const board = boardForTests()

/** Orders of one to nine lines. Every seventh order has twenty-five. */
const orders = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${1000 + index}`, {
      status: 'PREPARING',
      createdAt: minutesAgo(count - index),
      lines: Array.from({ length: index % 7 === 3 ? 25 : 1 + (index % 9) }, (_line, at) =>
        line(`Marmita executiva ${at}`, { lineId: `${at}` }),
      ),
    }),
  )

async function open(tickets: readonly Ticket[]) {
  const { page, pageErrors } = await board.open(snapshotOf(tickets))
  const card = (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`)
  return {
    page,
    pageErrors,
    card,
    empty: () => page.locator('.slot:not(:has(*))').count(),
    push: (changed: readonly Ticket[]) =>
      page.evaluate((delta) => window.harness.push(delta), { version: 2, changed: [...changed], removed: [] }),
    /** Ids and corners of the visible whole tickets. */
    inSight: () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.slot:not(.slot-measured)')].flatMap((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          const frame = one.closest('.pages')?.getBoundingClientRect() ?? new DOMRect()
          if (left < frame.left - 1 || left >= frame.right - 1) return []
          return [
            { id: one.dataset.orderId, at: [left, top, width, height].map(Math.round), parts: one.childElementCount },
          ]
        }),
      ),
  }
}

describe('a board with hundreds of orders', () => {
  it('has a place and a name for each order, and everything on the page is visible', async () => {
    const { page, inSight, empty, card } = await open(orders(300))
    await expect.poll(() => page.locator('[data-order-id]').count()).toBe(300)
    await expect.poll(() => empty()).toBeGreaterThan(100)
    await expect.poll(() => card('1299').getAttribute('aria-label')).toContain('1299')
    await expect.poll(() => card('1299').getAttribute('data-status')).toBe('PREPARING')
    await expect.poll(async () => (await inSight()).length).toBeGreaterThan(3)
    const seen = await inSight()
    expect(seen.every(({ parts }) => parts > 0)).toBe(true)
  })

  it('moves nothing visible while it measures other tickets in idle moments, and cuts nothing on any page', async () => {
    const { page, inSight, pageErrors } = await open([...orders(60), ...rushTickets().slice(0, 20)])
    await expect.poll(async () => (await inSight()).length).toBeGreaterThan(3)
    const before = await inSight()
    const underWay = () =>
      page.evaluate(() => {
        // While the board is touched it closes no gaps.
        dispatchEvent(new Event('pointerdown'))
        return document.querySelectorAll('.slot-measured').length
      })
    await expect.poll(underWay, { timeout: MEASURED_WITHIN_MS }).toBe(0)
    const after = await inSight()
    for (const one of before) expect(after).toContainEqual(one)
    const pager = page.locator('.page-number')
    const next = page.locator('[data-turn="next"]')
    for (let at = 1; at <= Number(await pager.getAttribute('data-pages')); at++) {
      if (at > 1) await next.click()
      await expect.poll(() => pager.getAttribute('data-page')).toBe(String(at))
      await expect.poll(async () => (await inSight()).every(({ parts }) => parts > 0)).toBe(true)
      await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    }
    expect(pageErrors).toEqual([])
  })

  it('uses at least nine tenths of the height that is estimated for a ticket before it is measured', async () => {
    const tickets = [...orders(20), ...rushTickets()]
    const { page } = await open(tickets)
    await page.locator('.pages[data-measured]').waitFor({ timeout: MEASURED_WITHIN_MS })
    await eventually(async () => {
      const { px, drawn } = await page.evaluate(() => {
        const styles = [...document.documentElement.style].map((name) => {
          const value = document.documentElement.style.getPropertyValue(name)
          return [name, Number.parseFloat(value)] as const
        })
        const slots = [...document.querySelectorAll<HTMLElement>('.slot')]
        return {
          px: Object.fromEntries(styles),
          drawn: slots.map(({ dataset, style }) => ({
            orderId: dataset.orderId,
            width: Number.parseFloat(style.width),
            height: Number.parseFloat(style.height),
          })),
        }
      })
      const of = (name: string): number => px[`--${name}`] ?? Number.NaN
      const tokens = {
        item: of('text-item'),
        option: of('text-option'),
        note: of('text-note'),
        id: of('text-id'),
        least: of('text-least'),
        gap: of('gap'),
        touchLeast: of('touch-least'),
        touchPrimary: of('touch-primary'),
      }
      const column = Math.min(...drawn.map(({ width }) => width))
      const shares = drawn.flatMap(({ orderId, width, height }) => {
        const order = tickets.find((one) => one.orderId === orderId)
        if (!order || width > column + 1) return []
        return [height / leastHeight(order, order.lines, column + Math.round(tokens.gap / 2), tokens)]
      })
      expect(shares.length).toBeGreaterThan(10)
      expect(shares.filter((share) => share < 0.9)).toEqual([])
      expect(shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)]).toBeLessThan(1.3)
    })
  })

  it('has no free space on page one into which a ticket of a later page fits', async () => {
    const { page } = await open([...orders(30), ...rushTickets().slice(0, 12)])
    await expect.poll(() => page.locator('.page').count()).toBeGreaterThan(1)
    const wasted = () =>
      page.evaluate(() => {
        const frame = document.querySelector('.pages')
        const pages = [...document.querySelectorAll<HTMLElement>('.page')].map((one) =>
          [...one.querySelectorAll<HTMLElement>('.ticket:not(.slot-measured)')].map((ticket) => ({
            id: ticket.dataset.orderId,
            left: ticket.offsetLeft,
            right: ticket.offsetLeft + ticket.offsetWidth,
            top: ticket.offsetTop,
            bottom: ticket.offsetTop + ticket.offsetHeight,
          })),
        )
        const [first = [], ...later] = pages
        const width = Math.min(...first.map(({ left, right }) => right - left))
        const columns = Math.round((frame?.clientWidth ?? 0) / width)
        const step = (frame?.clientWidth ?? 0) / Math.max(1, columns)
        const free = Array.from({ length: columns }, (_, column) => {
          const inColumn = first
            .filter(({ left, right }) => left < (column + 1) * step - 2 && right > column * step + 2)
            .toSorted((a, b) => a.top - b.top)
          const edges = [0, ...inColumn.flatMap(({ top, bottom }) => [top, bottom]), frame?.clientHeight ?? 0]
          return Math.max(...edges.flatMap((edge, at) => (at % 2 === 0 ? [(edges[at + 1] ?? edge) - edge] : [])))
        })
        // A free space between two tickets includes the margin on each side.
        const most = Math.max(...free) - 24
        return later
          .flat()
          .filter(({ left, right, top, bottom }) => right - left <= width + 2 && bottom - top <= most)
          .map(({ id }) => id)
      })
    await expect.poll(wasted, { timeout: MEASURED_WITHIN_MS }).toEqual([])
  })

  it('has tickets of the height that their text needs, with narrow and with wide letters', async () => {
    const wordsOf = (letter: string) => Array.from({ length: 12 }, () => letter.repeat(8)).join(' ')
    const lettered = (displayId: string, letter: string, lines: number) =>
      ticket(displayId, {
        status: 'PREPARING',
        lines: Array.from({ length: lines }, (_line, at) => line(wordsOf(letter), { lineId: `${at}` })),
      })
    const { page, card, inSight } = await open([
      lettered('narrow', 'i', 2),
      lettered('wide', 'W', 2),
      lettered('long', 'i', 12),
    ])
    await expect.poll(async () => (await inSight()).length).toBe(3)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    const columns = (displayId: string) =>
      card(displayId).evaluate((one) => Number(one.style.getPropertyValue('--columns')))
    await eventually(async () => {
      const heights = await Promise.all(
        ['narrow', 'wide'].map((displayId) => card(displayId).evaluate((one) => one.clientHeight)),
      )
      expect(heights[1] ?? 0).toBeGreaterThan(heights[0] ?? 0)
    })
    await expect.poll(() => columns('narrow')).toBe(1)
    await expect.poll(() => columns('long')).toBeGreaterThan(1)
    await expect.poll(() => page.locator('.turn-over').count()).toBe(0)
    // No ticket has an empty column.
    await eventually(async () => {
      const used = await card('long')
        .locator('.ticket-flow')
        .evaluate((flow) => flow.getClientRects().length)
      expect(used).toBe(await columns('long'))
    })
  })

  it('draws the visible page first, and the other pages when the browser is idle', async () => {
    const { page } = await board.open(snapshotOf(orders(300)), {
      beforeLoad: async (fresh) => {
        await fresh.addInitScript(() => {
          const waiting: (() => void)[] = []
          const ask = window.requestIdleCallback.bind(window)
          window.requestIdleCallback = (work) => waiting.push(() => ask(work))
          Object.assign(window, {
            becomeIdle: () => {
              window.requestIdleCallback = ask
              for (const start of waiting) start()
            },
          })
        })
      },
    })
    const pages = () => page.evaluate(() => document.querySelectorAll('.page').length)
    await expect.poll(() => page.locator('.page .slot:not(.slot-measured) .act-primary').count()).toBeGreaterThan(3)
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    await expect.poll(() => pages()).toBe(1)
    await expect.poll(() => page.locator('.slot:not(:has(*))').count()).toBe(0)
    await page.evaluate(() => (Reflect.get(window, 'becomeIdle') as () => void)())
    await expect.poll(() => page.locator('[data-order-id]').count()).toBe(300)
    await expect.poll(pages).toBeGreaterThan(10)
  })

  it('draws a page as soon as it is opened, also before its turn in the queue', async () => {
    const { page, inSight } = await open(orders(300))
    const next = page.locator('[data-turn="next"]')
    for (let turn = 0; turn < 12; turn++) await next.click()
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe('13')
    await expect.poll(async () => (await inSight()).length).toBeGreaterThan(1)
    await expect.poll(async () => (await inSight()).every(({ parts }) => parts > 0)).toBe(true)
  })

  it('shows a new order where there is space before cards change their order', async () => {
    const fresh = (displayId: string, minutes: number): Ticket =>
      ticket(displayId, { createdAt: EVENING, confirmBy: EVENING + minutes * 60_000 })
    const { page } = await board.open(snapshotOf(['1', '2', '3'].map((displayId) => fresh(displayId, 8))), {
      beforeLoad: (window) => window.clock.install(),
    })
    const cards = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.card[data-order-id]')]
          .map((card) => ({ id: card.dataset.orderId, top: card.getBoundingClientRect().top }))
          .toSorted((a, b) => a.top - b.top)
          .map(({ id }) => id),
      )
    await page.clock.pauseAt(Date.now() + 60_000)
    // The board was not touched for some time, so cards may move.
    await page.clock.runFor(5_000)
    const delta = { version: 2, changed: [fresh('urgent', 0.2)], removed: [] }
    await page.evaluate((change) => window.harness.push(change), delta)
    await page.clock.runFor(150)
    await expect.poll(() => cards()).toEqual(['order-1', 'order-2', 'order-3', 'order-urgent'])
    await page.clock.runFor(500)
    // The new card and the first card have changed places.
    await expect.poll(() => cards()).toEqual(['order-urgent', 'order-2', 'order-3', 'order-1'])
  })

  it('shows a new order on every page once the touches end, so that it can ring and be accepted', async () => {
    const { page, card, push } = await open(orders(300))
    await page.locator('[data-turn="next"]').click()
    await push([ticket('new', { createdAt: minutesAgo(0), alarm: 'new' })])
    const isOnTop = () =>
      card('new')
        .locator('button[data-action="confirm"]')
        .evaluate((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
    await expect.poll(isOnTop).toBe(true)
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe('2')
  })

  it('gives the focus to a far ticket that was selected, after it is drawn', async () => {
    const { page, card, push } = await open(orders(300))
    await push([{ ...ticket('1250', { status: 'PREPARING', createdAt: minutesAgo(50) }), alarm: 'new' }])
    await expect.poll(() => card('1250').evaluate((one) => one.childElementCount)).toBe(0)
    await page.locator('[data-alarm-order="order-1250"]').click()
    await expect.poll(() => card('1250').evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => card('1250').evaluate((one) => one.childElementCount)).toBeGreaterThan(0)
  })

  it('runs no animation on hidden tickets, because the browser would then draw every frame', async () => {
    const fresh = orders(60).map((one) => ({ ...one, status: 'CREATED', lane: 'new', alarm: 'new' }) satisfies Ticket)
    const { page } = await open(fresh)
    const moving = () =>
      page.evaluate(() =>
        document.getAnimations().map(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null
          const { left, top } = target?.getBoundingClientRect() ?? new DOMRect(Number.NaN, Number.NaN)
          return { isInSight: left >= 0 && left < innerWidth && top >= 0 && top < innerHeight }
        }),
      )
    await expect.poll(async () => (await moving()).length).toBeGreaterThan(0)
    await expect.poll(async () => (await moving()).filter(({ isInSight }) => !isInSight)).toEqual([])
  })

  it('flashes a new order once a second, and one iteration takes ten seconds', async () => {
    const { page, card } = await open([ticket('new', { createdAt: minutesAgo(0), alarm: 'new' })])
    await card('new').waitFor()
    await eventually(async () => {
      const { looks, iterationMs } = await page.evaluate(() => {
        const [flash] = document
          .getAnimations()
          .filter((one) => one instanceof CSSAnimation && one.animationName === 'flash')
        const target = flash?.effect instanceof KeyframeEffect ? flash.effect.target : null
        if (!flash || !target) throw new Error('Nothing flashes')
        flash.pause()
        const lookAt = (ms: number): string => {
          flash.currentTime = ms
          return getComputedStyle(target, '::after').opacity
        }
        const iterationMs = Number(flash.effect?.getComputedTiming().duration)
        return { iterationMs, looks: Array.from({ length: 200 }, (_, index) => lookAt(index * 50 + 10)) }
      })
      expect(iterationMs).toBe(10_000)
      expect(new Set(looks)).toEqual(new Set(['0', '1']))
      expect(looks.filter((look, index) => look === '1' && looks[index - 1] === '0')).toHaveLength(10)
    })
  })
})
