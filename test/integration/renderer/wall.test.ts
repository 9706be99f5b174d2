import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { fontFor, MIN_ARC_MINUTES } from '../../../renderer/ui/design/tokens.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import type { TapView, Ticket } from '../../../shared/ticket/ticket.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { openFullHeader } from '../../fixtures/board-harness/full-header.ts'
import { brokenWords, cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import { mixedTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import {
  EVENING,
  eveningTickets,
  line,
  minutesAgo,
  option,
  tap,
  ticket,
  troubledTickets,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SMALL = { width: 1366, height: 768 }
/** 4 CSS pixels per millimetre: tokens.css. */
const PX_PER_MM = 4
const DISHES = [
  line('Executivo de contrafilé acebolado', { lineId: 'a', options: [option('Feijão preto'), option('Arroz branco')] }),
  line('Guaraná Antarctica 350 ml', { lineId: 'b', quantity: 2 }),
]

const board = boardForTests()
const open = (tickets: readonly Ticket[], options: OpenOptions = SMALL, settings = {}) =>
  openKitchenView(board, tickets, settings, options)

const many = (count: number, more: Partial<Ticket> = {}): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${100 + index}`, { status: 'PREPARING', createdAt: minutesAgo(9 - index / 10), lines: DISHES, ...more }),
  )

const stopped = (displayId: string): Ticket =>
  ticket(displayId, {
    status: 'CANCELLED',
    lane: 'preparing',
    createdAt: minutesAgo(5),
    lines: DISHES,
    actions: [],
    alarm: 'cancelled',
    cancelled: { reason: 'Cliente desistiu', at: EVENING, acknowledged: false },
  })

/** Opens a wall whose clock is stopped, after its first layout. */
async function openStopped(tickets: readonly Ticket[]) {
  const view = await open(tickets, { ...SMALL, beforeLoad: async (page) => page.clock.install() })
  await view.page.clock.runFor(5_000)
  await view.page.clock.pauseAt(Date.now() + 60_000)
  const touch = () => view.page.evaluate(() => dispatchEvent(new Event('pointerdown')))
  return { ...view, touch, wait: (ms: number) => view.page.clock.runFor(ms) }
}

describe('a wall that is touched', () => {
  it('moves and folds nothing for 3 s; an order that leaves keeps its room, and a new one takes free room', async () => {
    const { page, places, push, touch, wait, card, calls } = await openStopped(many(9))
    const before = await places()
    expect(Object.keys(before)).toHaveLength(9)
    await touch()
    await push([ticket('100', { status: 'IN_DELIVERY' }), ticket('new', { lines: DISHES })])
    const { 'order-new': _fresh, ...others } = await places()
    const { 'order-100': _left, ...stayed } = before
    expect(others).toEqual(stayed)
    await expect.poll(() => page.locator('button[data-filter="new"]').getAttribute('data-count')).toBe('1')
    await wait(2_900)
    const { 'order-new': _still, ...later } = await places()
    expect(later).toEqual(stayed)
    await wait(200)
    await expect.poll(async () => (await places())['order-104']).not.toBe(before['order-104'])
    await expect.poll(async () => Object.keys(await places()).length).toBe(9)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    // A tap on what has just moved was meant for another order.
    await card('104').locator('.act-primary').dispatchEvent('click')
    await expect.poll(() => calls('order:act')).toEqual([])
    await wait(700)
    await card('104').locator('.act-primary').dispatchEvent('click')
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-104', action: 'ready-for-pickup' }])
  })
})

describe('a courier who comes', () => {
  const inSight = (article: Element): boolean => {
    const row = article.querySelector('.head > .waiting')?.getBoundingClientRect()
    return row !== undefined && row.height > 0 && row.bottom <= article.getBoundingClientRect().bottom + 1
  }

  it.each([
    ['whole', 3],
    ['names', 12],
    ['strip', 16],
  ] as const)('moves nothing for 3 s, then its row stands in the head, as %s among %i', async (form, count) => {
    const orders = many(count)
    const { page, places, push, touch, wait } = await openStopped(orders)
    const before = await places()
    const index = orders.findIndex(({ orderId }) => before[orderId]?.endsWith(form))
    const order = orders[index]
    if (!order) throw new Error(`No order is shown as ${form}`)
    await touch()
    await push([{ ...order, courierSince: minutesAgo(3) }])
    const shown = page.locator(`main [data-order-id="${order.orderId}"]`)
    await expect.poll(() => shown.getAttribute('data-courier-minutes')).toBe('4')
    await expect.poll(places).toEqual(before)
    await expect.poll(() => shown.evaluate(inSight)).toBe(false)
    await expect.poll(() => shown.locator('.part-count').count()).toBe(0)
    await wait(3_200)
    await expect.poll(() => shown.evaluate(inSight)).toBe(true)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  })
})

describe('a ticket whose text has grown', () => {
  const longer = Array.from({ length: 8 }, (_, at) =>
    line(`Prato do dia ${at}`, { lineId: `${at}`, options: [option('Arroz branco')], isAdded: at > 1 }),
  )
  const visibleLines = (article: Element) =>
    [...article.querySelectorAll<HTMLElement>('.lines > li')].filter((one) => {
      const { top, bottom, height } = one.getBoundingClientRect()
      const body = one.closest('.body')?.getBoundingClientRect()
      const isIn = body !== undefined && top >= body.top - 1 && bottom <= body.bottom + 1
      return height > 0 && isIn && getComputedStyle(one).visibility === 'visible'
    }).length

  it.each([
    ['whole', 3, false],
    ['whole', 9, true],
    ['names', 12, true],
    ['strip', 16, true],
  ] as const)(
    'shows at once what fits, counts the rest, and is whole after 3 s, whatever is touched meanwhile, as %s among %i',
    async (form, count, isMarked) => {
      const orders = many(count)
      const { page, places, push, touch, wait } = await openStopped(orders)
      const id = await page.locator(`.page article[data-form="${form}"]`).last().getAttribute('data-order-id')
      const usual = orders.find(({ orderId }) => orderId === id)
      if (!usual) throw new Error(`No ticket is shown as ${form}`)
      const article = page.locator(`.page article[data-order-id="${usual.orderId}"]`)
      const before = await places()
      await touch()
      const lines = form === 'strip' ? longer.slice(0, 5) : longer
      await push([{ ...usual, lines, ...(isMarked && { changes: { at: EVENING, removed: [] } }) }])
      if (form !== 'strip') {
        const shown = await eventually(async () => {
          const seen = await article.evaluate(visibleLines)
          expect(seen).toBeGreaterThan(0)
          expect(await article.locator('.part-count').textContent()).toMatch(/^\+\d+ linhas?$/)
          expect(Number(await article.locator('.part-count').getAttribute('data-more'))).toBe(lines.length - seen)
          return seen
        })
        expect(shown).toBeLessThan(lines.length)
      }
      await expect.poll(places).toEqual(before)
      await wait(1_450)
      await touch()
      await wait(1_450)
      await touch()
      await expect.poll(places).toEqual(before)
      await wait(150)
      await expect.poll(() => article.getAttribute('data-form')).toBe('whole')
      await expect.poll(() => article.evaluate(visibleLines)).toBe(lines.length)
      await expect.poll(() => article.locator('.part-count').count()).toBe(0)
      await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    },
  )
})

describe('a ticket', () => {
  const statesOf = (displayId: string): Readonly<Record<string, Partial<Ticket>>> => ({
    new: { status: 'CREATED' },
    accepted: { status: 'CONFIRMED' },
    sent: { tap: tap('sent', { action: 'ready-for-pickup' }), actions: [] },
    confirmed: { tap: tap('confirmed', { action: 'preparing' }) },
    held: { tap: tap('held', { action: 'ready-for-pickup', holdUntil: EVENING + 60_000 }), actions: [] },
    queued: { tap: tap('queued', { action: 'ready-for-pickup' }), actions: [] },
    refused: { tap: tap('conflict', { action: 'ready-for-pickup', reason: 'invalid-transition', detail: 'no' }) },
    cancelling: { cancellationRequest: 'waiting', tap: tap('sent', { action: 'requestCancellation' }) },
    denied: { cancellationRequest: 'denied' },
    unread: { outdated: true },
    late: { dueAt: EVENING - 600_000 },
    stopped: stopped(displayId),
    announced: { cancellationAnnounced: true },
    unverified: { ...stopped(displayId), status: 'PREPARING', cancellationAnnounced: true },
  })

  it.each([
    ['whole', 3, '.line-name', 2],
    ['names', 12, '.name', 2],
    ['strip', 22, '.line-name, .name', 0],
  ] as const)(
    'has one height, its dishes and its button in their places in all states, as %s',
    async (form, count, dish, dishes) => {
      const orders = many(count)
      const { page, card, push, places } = await open(orders)
      const id = await page.locator(`.page article[data-form="${form}"]`).last().getAttribute('data-order-id')
      const usual = orders.find(({ orderId }) => orderId === id)
      if (usual === undefined) throw new Error(`No ticket is shown as ${form}`)
      const { displayId, orderId } = usual
      const height = async () => (await places())[orderId]?.split(' ').slice(-2).join(' ')
      const edge = async () => {
        const box = await card(displayId).locator('.head-step').boundingBox()
        return (box?.x ?? 0) + (box?.width ?? 0)
      }
      const [usualHeight, usualEdge] = [await height(), await edge()]
      const isUsual = async (state: string) => {
        const message = state
        await expect.poll(height, { message }).toBe(usualHeight)
        await expect.poll(() => card(displayId).locator(dish).count(), { message }).toBe(dishes)
        await expect.poll(() => page.evaluate(cutOrOverlapping), { message }).toEqual([])
        await expect.poll(edge, { message }).toBeCloseTo(usualEdge, 0)
      }
      for (const [state, more] of Object.entries(statesOf(displayId))) {
        // It is opened, so that its dishes are found on the stove.
        if (form === 'strip' && state === 'stopped') continue
        const { status, createdAt, lines } = usual
        await push([ticket(displayId, { status, createdAt, lines, ...more, orderId })])
        await isUsual(state)
      }
      await page.evaluate(() => {
        window.harness.answers['order:act'] = { ok: false, code: 'storage', message: '' }
      })
      await push([usual])
      await card(displayId).locator('button[data-action="ready-for-pickup"]').click()
      await card(displayId).locator('[data-failure="storage"]').waitFor({ state: 'attached' })
      await isUsual('failed')
    },
  )

  it('opens over its neighbour with the other actions, moves nothing, and closes after an action, a tap elsewhere and 30 s', async () => {
    const { page, card, places, wait, push, calls } = await openStopped(many(12))
    const opened = page.getByTestId('opened-ticket')
    const before = await places()
    const folded = page.locator('.page article:not([data-form="whole"])').last()
    const orderId = (await folded.getAttribute('data-order-id')) ?? ''
    const displayId = orderId.replace('order-', '')
    const openIt = async () => {
      await card(displayId).locator('[data-command="open"]').dispatchEvent('click')
      await opened.locator(`[data-order-id="${orderId}"] .option`).first().waitFor()
      await expect.poll(() => card(displayId).count()).toBe(1)
    }
    const stands = async () => {
      const { '': _covered, [orderId]: _own, ...others } = await places()
      const { [orderId]: _before, ...all } = before
      return JSON.stringify(others) === JSON.stringify(all)
    }
    await openIt()
    await expect.poll(stands).toBe(true)
    await opened.locator('[data-action="requestCancellation"]').waitFor()
    await page.locator('.header').dispatchEvent('pointerdown')
    await expect.poll(() => opened.count()).toBe(0)
    await openIt()
    await wait(30_500)
    await expect.poll(() => opened.count()).toBe(0)
    await openIt()
    await wait(1_000)
    await opened.locator('[data-action="ready-for-pickup"]').dispatchEvent('click')
    await expect.poll(() => calls('order:act')).toEqual([{ orderId, action: 'ready-for-pickup' }])
    const tapped = (truth: TapView['truth'], status = 'PREPARING') =>
      push([
        ticket(displayId, { status, lines: DISHES, tap: tap(truth, { tapId: 'own', action: 'ready-for-pickup' }) }),
      ])
    await tapped('held')
    await expect.poll(() => opened.count()).toBe(0)
    await expect.poll(stands).toBe(true)
    // Not by the way of an earlier tap: the person who opens the order reads it.
    await openIt()
    await tapped('sent')
    await tapped('confirmed', 'READY_FOR_PICKUP')
    await opened.locator('[data-truth="confirmed"]').first().waitFor()
    await expect.poll(() => opened.count()).toBe(1)
  })

  it('opens by itself where its order is stopped on a strip, until it stands whole on the wall', async () => {
    const tickets = many(16)
    const { page, card, wait, push } = await openStopped(tickets)
    const strip = page.locator('.page[data-in-sight] article[data-form="strip"]').last()
    const displayId = ((await strip.getAttribute('data-order-id')) ?? '').replace('order-', '')
    const opened = page.getByTestId('opened-ticket')
    await push([stopped(displayId)])
    await opened.locator(`[data-order-id="order-${displayId}"] .option`).first().waitFor()
    await wait(5_000)
    await expect.poll(() => opened.count()).toBe(1)
    await push(
      [],
      tickets.slice(0, 12).map(({ orderId }) => orderId),
    )
    await wait(5_000)
    await expect.poll(() => opened.count()).toBe(0)
    await expect.poll(() => card(displayId).getAttribute('data-form')).toBe('whole')
  })
})

it.each(BOARD_SIZES)(
  'the document has the tickets in their sequence, column by column from the top left, the oldest to cook first, at $width×$height',
  async (size) => {
    const orders = [
      ...many(5, { status: 'READY' }).map((one) => ({ ...one, orderId: `ready-${one.orderId}` })),
      ...many(11).map((one, at) => ({ ...one, lines: DISHES.slice(at % 2) })),
      ...many(4, { status: 'CREATED', confirmBy: EVENING + 300_000 }).map((one) => ({
        ...one,
        orderId: `new-${one.orderId}`,
      })),
    ].toReversed()
    const { page } = await open(orders, size)
    await page.locator('.pages[data-measured]').waitFor()
    const standing = () =>
      page.locator('.page[data-in-sight] article').evaluateAll((all) =>
        all.map((one) => {
          const { left, top } = one.getBoundingClientRect()
          return { id: one.dataset.orderId ?? '', left, top }
        }),
      )
    await eventually(async () => {
      const shown = await standing()
      expect(shown).toHaveLength(orders.length)
      expect(shown).toEqual(shown.toSorted((a, b) => a.left - b.left || a.top - b.top))
      expect(shown[0]?.id).toBe('order-100')
      const flowing = shown.filter(({ id }) => !id.startsWith('ready'))
      const cooked = flowing.filter(({ id }) => id.startsWith('order'))
      expect(flowing.slice(0, cooked.length)).toEqual(cooked)
      expect(shown.at(-1)?.left).toBe(shown.find(({ id }) => id === 'ready-order-100')?.left)
    })
  },
)

it('slides to another layout in one motion of at most 240 ms, by transform alone', async () => {
  const { page, push, places } = await open(many(9), SMALL)
  await page.locator('.page[data-live]').waitFor({ state: 'attached' })
  const before = await places()
  await page.evaluate(() => {
    const motions: { properties: string[]; ms: number }[] = []
    Object.assign(window, { motionsOfTickets: () => motions })
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      const motion = animate.call(this, frames, options)
      const { duration } = motion.effect?.getTiming() ?? {}
      const [first = {}] = motion.effect instanceof KeyframeEffect ? motion.effect.getKeyframes() : []
      if (this.matches('.page > .ticket'))
        motions.push({ properties: ['transform', 'opacity'].filter((one) => one in first), ms: Number(duration) })
      return motion
    }
  })
  await push([], ['order-100', 'order-101', 'order-102'])
  await expect.poll(async () => (await places())['order-108']).not.toBe(before['order-108'])
  type Motion = { readonly properties: readonly string[]; readonly ms: number }
  const motions = (): Promise<readonly Motion[]> => page.evaluate(() => Reflect.get(window, 'motionsOfTickets')())
  await eventually(async () => {
    const seen = await motions()
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.filter(({ properties }) => properties.join() !== 'transform')).toEqual([])
    expect(new Set(seen.map(({ ms }) => ms)).size).toBeLessThanOrEqual(2)
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThanOrEqual(240)
  })
})

describe('a cancelled order', () => {
  it('is the only red ticket, shows the dishes of a strip, and can be acknowledged above every dialog', async () => {
    const { page, push, calls, card } = await open(many(22))
    const strip = page.locator('.page article[data-form="strip"]').first()
    const displayId = ((await strip.getAttribute('data-order-id')) ?? '').replace('order-', '')
    await page.getByTestId('open-settings').click()
    await page.getByRole('dialog').waitFor()
    const bar = page.getByTestId('stop-strip')
    await push([{ ...stopped(displayId), status: 'PREPARING', cancellationAnnounced: true }])
    await bar.getByText('Cliente desistiu · Ainda não conferido').waitFor()
    await push([stopped(displayId)])
    await bar.getByText('Cliente desistiu').waitFor()
    await expect.poll(() => page.locator('article[data-order-id][data-stop]').count()).toBe(1)
    await expect.poll(() => page.locator('article[data-order-id][data-stop] .line-name').count()).toBe(2)
    await bar.locator('[data-command="acknowledge-stop"]').click()
    await expect.poll(() => calls('order:acknowledge-cancellation')).toEqual([{ orderId: `order-${displayId}` }])
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await expect.poll(() => card(displayId).locator('s').count()).toBe(0)
  })
})

describe('more orders than the wall has room for', () => {
  it('leave the room of one that left to a new order at once, and nothing else moves', async () => {
    const { page, places, push, wait } = await openStopped(many(130))
    const { 'order-103': _left, ...stay } = await places()
    await push([ticket('new', { status: 'CREATED', lines: DISHES })], ['order-103'])
    await expect.poll(places).toEqual({ ...stay, 'order-new': expect.stringContaining('strip') })
    // Only what is in sight is painted.
    const painted = () => page.locator('.page').evaluateAll((all) => all.filter((one) => one.clientHeight > 0).length)
    await expect.poll(painted).toBe(1)
    await wait(5_000)
    await expect.poll(async () => Object.keys(await places())).toContain('order-new')
  })

  it('are measured at the step at which they are shown, never all of them at a larger one', async () => {
    const beforeLoad = async (page: Page): Promise<void> => {
      await page.addInitScript(() => {
        const steps = new Set<string | undefined>()
        const record = (node: Node): void => {
          if (!(node instanceof Element)) return
          const measured = node.closest<HTMLElement>('.measured') ?? node.querySelector<HTMLElement>('.measured')
          if (measured) steps.add(measured.dataset.step)
        }
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes) for (const node of addedNodes) record(node)
        }).observe(document, { subtree: true, childList: true })
        Object.assign(window, { stepsOfMeasured: () => [...steps] })
      })
    }
    const { page } = await open(many(60), { ...SMALL, beforeLoad })
    await page.locator('.pages[data-measured]').waitFor()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'stepsOfMeasured')())).toEqual(['S'])
  })

  it('stand on pages of which none lies under the slot, and whose tickets are all whole in sight and can be tapped', async () => {
    const fresh = (index: number): Ticket =>
      ticket(`${1000 + index}`, {
        createdAt: minutesAgo(7 - index / 100),
        confirmBy: EVENING + 60_000 + index * 1_000,
        lines: [...DISHES, ...DISHES.map((one) => ({ ...one, lineId: `${one.lineId}${index}` }))].slice(
          0,
          1 + (index % 4),
        ),
      })
    const { page } = await open(
      Array.from({ length: 300 }, (_, index) => fresh(index)),
      { width: 1920, height: 1080 },
    )
    const pages = page.locator('.pages')
    const slot = page.locator('.page[data-in-sight] [data-testid="more-orders"]')
    const last = async () => (await pages.getAttribute('data-page')) === (await pages.getAttribute('data-pages'))
    for (let number = 1; ; number += 1) {
      await expect.poll(() => pages.getAttribute('data-page')).toBe(`${number}`)
      await expect.poll(() => page.evaluate(cutOrOverlapping), { message: `page ${number}` }).toEqual([])
      await expect.poll(() => page.evaluate(buttonsUnderOthers), { message: `page ${number}` }).toEqual([])
      if (await last()) break
      await slot.click()
    }
    await slot.click()
    await expect.poll(() => pages.getAttribute('data-page')).toBe('1')
  })

  it('are drawn on eight pages, among them those that a touch may show next, and are empty elements elsewhere', async () => {
    const { page } = await open(many(400))
    const pages = page.locator('.page')
    const drawn = () =>
      pages.evaluateAll((all) => all.flatMap((one, at) => (one.querySelector('[data-form]') ? [at] : [])))
    const slot = page.locator('.page[data-in-sight] [data-testid="more-orders"]')
    await expect.poll(drawn).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    await expect.poll(() => page.locator('main [data-order-id]').count()).toBe(400)
    for (let turns = 0; turns < 9; turns += 1) await slot.click()
    await expect.poll(drawn).toEqual([0, 1, 2, 3, 4, 8, 9, 10])
    await expect.poll(() => page.locator('main [data-order-id]').count()).toBe(400)
  })

  it('are counted by a slot, which turns to them and back, and each is drawn once', async () => {
    const tickets = [
      ...many(50),
      ...many(4, { status: 'CREATED', confirmBy: EVENING + 400_000 }).map((one) => ({
        ...one,
        orderId: `new-${one.orderId}`,
      })),
    ]
    const { page } = await open(tickets)
    const pages = page.locator('.pages')
    await expect.poll(() => page.locator('main [data-order-id]').count()).toBe(tickets.length)
    const slot = page.locator('.page[data-in-sight] [data-testid="more-orders"]')
    const first = await page.locator('.page[data-in-sight] article').count()
    await expect.poll(() => slot.getAttribute('data-count')).toBe(`${tickets.length - first}`)
    await expect.poll(() => page.locator('.page[data-in-sight] article[data-lane="new"]').count()).toBe(4)
    await slot.click()
    await expect.poll(() => pages.getAttribute('data-page')).toBe('2')
    await page.locator('[data-filter="all"]').click()
    await expect.poll(() => pages.getAttribute('data-page')).toBe('1')
  })
})

describe('an order that is higher than the wall', () => {
  it.each([30, 60])('has adjacent columns under one head, and shows all of its %i dishes', async (count) => {
    const lines = Array.from({ length: count }, (_, at) => line(`Item número ${at}`, { lineId: `${at}` }))
    const size = { width: 1920, height: 1080 }
    const { page, card } = await open([ticket('1', { status: 'PREPARING', lines })], size)
    await expect.poll(() => card('1').getAttribute('data-span')).not.toBeNull()
    await expect.poll(() => card('1').locator('.line').count()).toBe(count)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  })

  it('has its allergy note over all columns and long notes over the whole of one, so that it needs few of them', async () => {
    const allergy = `${'Separar as bebidas e ligar antes de trocar um item. '.repeat(3)}Alergia a amendoim`
    const notes = 'Metade sem azeitona, borda bem assada e o orégano só de um lado. '.repeat(4)
    const lines = ['Pizza', 'Executivo'].map((name) => line(name, { lineId: name, notes }))
    const { page, card } = await open([ticket('1', { status: 'PREPARING', lines, notes: [allergy] }), ...many(2)], {
      width: 1920,
      height: 1080,
    })
    const widths = () =>
      card('1').evaluate((one) =>
        [one, ...one.querySelectorAll('.note')].map((part) => part.getBoundingClientRect().width),
      )
    await expect.poll(() => card('1').getAttribute('data-span')).toBe('2')
    await eventually(async () => {
      const [whole = 0, ofAllergy = 0, ...ofDishes] = await widths()
      expect(ofAllergy / whole).toBeGreaterThan(0.9)
      expect(Math.min(...ofDishes) / whole).toBeGreaterThan(0.45)
    })
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  })

  it('shows one side with its lines counted beside other orders, each line on one side, and "Pronto" on the last one only, also by keys', async () => {
    const lines = Array.from({ length: 60 }, (_, at) =>
      line(`Combo da festa inteira, número ${at}`, { lineId: `${at}`, notes: 'Cortar em doze pedaços, por favor' }),
    )
    const { page, card, calls } = await open([
      ticket('1', { status: 'PREPARING', lines, moreLines: 140 }),
      ...many(3, { status: 'CREATED' }),
    ])
    await expect.poll(() => card('1').locator('.sides').textContent()).toMatch(/^linhas 1–\d+ de 200$/)
    const sides = await eventually(async () => {
      const read = await card('1').evaluate(readSides)
      expect(read.flatMap(({ names }) => names)).toEqual(lines.map(({ name }) => name))
      expect(read.filter(({ counted, names }) => counted !== names.length)).toEqual([])
      expect(read.findIndex(({ action }) => action === 'ready-for-pickup')).toBe(read.length - 1)
      return read
    })
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    await expect.poll(() => card('1').getAttribute('data-form')).toBe('whole')
    await page.keyboard.press('1')
    for (const _side of sides.slice(1)) await page.keyboard.press('Enter')
    await expect.poll(() => card('1').locator('.act-primary').count()).toBe(1)
    await expect.poll(() => calls('order:act')).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-1', action: 'ready-for-pickup' }])
  })
})

it('every form names its shop and brand where there are several, and a folded ticket has the signs of what went wrong', async () => {
  const shops = ['Brasa & Cia Pinheiros', 'Brasa & Cia Moema'] as const
  const orders = many(24).map((one, index) => ({
    ...one,
    merchantName: shops[index % 2],
    brand: index % 3 === 0 ? 'Pizza da Vó' : 'Brasa',
    ...(index === 22 ? { changes: { at: EVENING, removed: [] } } : {}),
    ...(index === 23 ? { notes: ['Alergia a camarão'], outdated: true } : {}),
  }))
  const { page, card } = await open(orders)
  await page.locator('article[data-form="strip"]').first().waitFor()
  for (const [index, { displayId, merchantName, brand }] of orders.entries()) {
    const texts = async () => ((await card(displayId).textContent()) ?? '').replaceAll(/\s+/g, ' ')
    if (index % 7 === 0) {
      await expect.poll(texts).toContain(merchantName)
      await expect.poll(texts).toContain(brand)
    }
  }
  await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  await expect.poll(() => card('122').locator('.head-id [data-warning]').count()).toBe(1)
  await expect.poll(() => card('123').locator('.head-id [data-warning]').count()).toBe(1)
  await expect.poll(() => card('123').locator('.sign[data-allergy]').count()).toBe(1)
})

/** The platform in sight on each folded ticket: its name as read out, and whether its sign is drawn whole in the head. Runs in the page. */
const platformsInSight = () =>
  [...document.querySelectorAll('.page[data-in-sight] article:not([data-form="whole"])')].map((one) => {
    const mark = one.querySelector('.platform')
    const sign = mark?.querySelector('.platform-sign')?.getBoundingClientRect()
    const row = mark?.closest('.head-id, .figure')?.getBoundingClientRect()
    const isWhole = sign && row && sign.width > 8 && sign.bottom <= row.bottom + 1 && sign.right <= row.right + 1
    return `${mark?.getAttribute('aria-label')} ${isWhole === true ? 'in sight' : 'cut'}`
  })

it('a folded ticket names its platform where there are several: a sign in its colour, and a word for screen readers', async () => {
  const marks = [
    { name: '99Food', color: 'yellow' },
    { name: 'Cantina da Esquina', color: 'purple' },
  ] as const
  const orders = mixedTickets(28).map((one, at) => ({
    ...one,
    connection: marks[at % 2],
    ...(at % 5 === 0 ? { tap: tap('queued') } : {}),
  }))
  const { page } = await open(orders)
  await page.locator('article[data-form="strip"]').first().waitFor()
  await atEachSize(page, BOARD_SIZES, async (size) => {
    await eventually(async () => {
      const seen = await page.evaluate(platformsInSight)
      expect(
        seen.filter((one) => !/^(?:99Food|Cantina da Esquina) in sight$/.test(one)),
        size,
      ).toEqual([])
    })
    await expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([])
  })
  const shapes = () =>
    page.locator('.platform-sign').evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).clipPath)).size)
  await expect.poll(shapes).toBe(2)
})

/** Buttons of the page in sight whose middle another element covers. Runs in the page. */
function buttonsUnderOthers(): readonly string[] {
  return [...document.querySelectorAll('.page[data-in-sight] article .head-step button')].flatMap((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const id = button.closest('article')?.dataset.orderId ?? ''
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? [] : [id]
  })
}

/** Turns a long order once around: of each side the lines that are drawn inside of it. Runs in the page. */
async function readSides(ticket: Element) {
  const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
  const sides: { counted: number; names: string[]; action: string | undefined }[] = []
  do {
    const frame = ticket.querySelector('.body')?.getBoundingClientRect()
    const [, first = 0, last = 0] = /(\d+)–(\d+)/.exec(ticket.querySelector('.sides')?.textContent ?? '') ?? []
    const names = [...ticket.querySelectorAll('.line')].flatMap((line) => {
      const { left, right, bottom, width } = line.getBoundingClientRect()
      const isIn = frame && width > 0 && left >= frame.left && right <= frame.right && bottom <= frame.bottom + 1
      return isIn ? [line.querySelector('.line-name')?.textContent ?? ''] : []
    })
    const action = ticket.querySelector<HTMLElement>('.head-step button')?.dataset.action
    sides.push({ counted: Number(last) - Number(first) + 1, names, action })
    ticket.querySelector<HTMLElement>('.sides')?.click()
    await nextFrame()
    await nextFrame()
  } while (!/ 1–/.test(ticket.querySelector('.sides')?.textContent ?? ' 1–'))
  return sides
}

/** Distances of two colours as people with each kind of sight see them: linear light through the matrices of Viénot (1999). */
const SIGHTS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.112, 0.886, 0],
    [0.112, 0.886, 0],
    [0.004, -0.004, 1],
  ],
  deutan: [
    [0.292, 0.708, 0],
    [0.292, 0.708, 0],
    [-0.022, 0.022, 1],
  ],
  tritan: [
    [1, 0.147, -0.147],
    [0, 0.859, 0.141],
    [0, 0.859, 0.141],
  ],
}
const channels = (colour: string): readonly number[] => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
const linear = (value: number): number =>
  value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
/** Euclidean distance of the perceived lightnesses of the three channels, 0 to 173. */
function distance(a: string, b: string, sight: string): number {
  const seen = (colour: string): readonly number[] => {
    const light = channels(colour).map(linear)
    return (SIGHTS[sight] ?? []).map(
      (row) =>
        100 *
        Math.cbrt(
          Math.max(
            0,
            row.reduce((sum, share, index) => sum + share * (light[index] ?? 0), 0),
          ),
        ),
    )
  }
  const [one, other] = [seen(a), seen(b)]
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)))
}

/** Of two stages, in at least one of fill, text and button. */
const LEAST_DISTANCE = 12

describe.each(['dark', 'light'] as const)('the stages in the %s theme', (theme) => {
  it.each(Object.keys(SIGHTS))('differ in colour for %s sight, and each also in its words', async (sight) => {
    const tickets = [
      ticket('1', { createdAt: minutesAgo(1) }),
      ticket('3', { status: 'PREPARING' }),
      ticket('4', { status: 'READY', customerName: 'Ana' }),
      stopped('5'),
    ]
    const { page } = await open(tickets, { width: 1920, height: 1080 }, { theme })
    await expect.poll(() => page.locator('.page article').count()).toBe(tickets.length)
    const looks = () =>
      page.locator('.page article').evaluateAll((all) =>
        all.map((one) => {
          const about = one.querySelector('.head-about') ?? one
          const act = one.querySelector('.act') ?? one
          const fill = [about, one]
            .map((part) => getComputedStyle(part).backgroundColor)
            .find((colour) => !colour.endsWith(', 0)'))
          return {
            id: one.getAttribute('data-order-id'),
            colours: [fill ?? '', getComputedStyle(about).color, getComputedStyle(act).backgroundColor],
            words: act.textContent,
          }
        }),
      )
    /** Pairs of stages that look alike, or have the same words. */
    const alike = async () =>
      (await looks()).flatMap((one, index, all) =>
        all.slice(index + 1).flatMap((other) => {
          const far = Math.max(...one.colours.map((colour, at) => distance(colour, other.colours[at] ?? '', sight)))
          return far > LEAST_DISTANCE && one.words !== other.words ? [] : [`${one.id} and ${other.id}`]
        }),
      )
    await expect.poll(alike).toEqual([])
  })
})

/** Sizes of the visible texts of the board and its header, with the text. */
const smallTexts = (page: Page, least: number): Promise<readonly string[]> =>
  page.evaluate((px) => {
    const texts = document.createTreeWalker(document.getElementById('root') ?? document.body, NodeFilter.SHOW_TEXT)
    const small: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || node.textContent?.trim() === '' || parent.closest('.visually-hidden, .measured')) continue
      if (!parent.checkVisibility() || parent.getBoundingClientRect().width <= 1) continue
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < px) small.push(node.textContent ?? '')
    }
    return small
  }, least)

it.each(LOCALES)(
  'every word on the wall, its header and its banners has 16 arc minutes at each size and is in one row, in %s',
  async (locale) => {
    const { page } = await open([...eveningTickets(), ...troubledTickets()], BOARD_SIZES[0], { locale })
    const least = fontFor(MIN_ARC_MINUTES, DEFAULT_SETTINGS.readingDistanceCm, PX_PER_MM) - 0.1
    await atEachSize(page, BOARD_SIZES, async (size) => {
      await expect.poll(() => smallTexts(page, least), { message: size }).toEqual([])
      await expect.poll(() => page.evaluate(brokenWords), { message: size }).toEqual([])
    })
  },
)

it('the header, with everything that it can contain, is nowhere cut or covered on a small screen', async () => {
  const { page, faults, loseConnection } = await openFullHeader(board, 'pt-BR', true)
  await expect.poll(faults).toEqual([])
  await loseConnection()
  await expect.poll(faults).toEqual([])
  await atEachSize(page, [SMALL], () => expect.poll(faults).toEqual([]))
})

it('the words of the header give way to the width and to further counts, and come back', async () => {
  const wide = { width: 3840, height: 2160 }
  const { page, push } = await open(many(3), wide)
  const steps = () => page.locator('.header-row').getAttribute('data-steps')
  await expect.poll(steps).toBe('')
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect.poll(steps).not.toBe('')
  const before = (await steps())?.length ?? 0
  await push([ticket('902', { status: 'IN_DELIVERY', lane: 'done' }), ticket('903', { confirmBy: EVENING + 6e5 })])
  await expect.poll(async () => (await steps())?.length).toBeGreaterThan(before)
  await page.setViewportSize(wide)
  await expect.poll(steps).toBe('')
})
