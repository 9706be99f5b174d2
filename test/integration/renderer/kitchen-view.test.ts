import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardOfTests } from '../../fixtures/board-harness/board-of-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import type { OpenOptions } from '../../fixtures/board-harness/served-board.ts'
import {
  eveningTickets,
  line,
  minutesAgo,
  rushTickets,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
]

const board = boardOfTests()

async function open(
  tickets: readonly Ticket[],
  settings: Parameters<typeof settingsWith>[0] = {},
  options?: OpenOptions,
) {
  const { page } = await board.open(snapshotOf(tickets, { settings: settingsWith(settings) }), options)
  let version = 1
  return {
    page,
    card: (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`),
    calls: (name: string) =>
      page.evaluate(
        (wanted) => window.harness.calls.filter((call) => call.name === wanted).map(({ args }) => args),
        name,
      ),
    push: async (changed: readonly Ticket[], removed: readonly string[] = []) => {
      version++
      await page.evaluate((delta) => window.harness.push(delta), {
        version,
        changed: [...changed],
        removed: [...removed],
      })
    },
    /** Where each ticket stands on the whole board, whatever page is in sight. */
    places: () =>
      page.evaluate(() => {
        const left = document.querySelector('.pages')?.scrollLeft ?? 0
        return Object.fromEntries(
          [...document.querySelectorAll<HTMLElement>('.slot')].map((one) => {
            const box = one.getBoundingClientRect()
            return [one.dataset.orderId ?? '', [Math.round(box.left + left), Math.round(box.top)]]
          }),
        )
      }),
  }
}

const many = (count: number, more: Partial<Ticket> = {}): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${100 + index}`, { status: 'PREPARING', createdAt: minutesAgo(count - index), ...more }),
  )

describe.each(SIZES)('the kitchen view at $width×$height', (size) => {
  it('keeps every ticket in its place through a hundred changes of itself and of others', async () => {
    const { push, places } = await open(many(14), {}, size)
    const first = await places()
    expect(Object.keys(first)).toHaveLength(14)
    let gone = 0
    for (let change = 0; change < 100; change++) {
      const displayId = `${104 + (change % 10)}`
      await push([
        ticket(displayId, {
          status: change % 3 === 0 ? 'PREPARING' : 'READY',
          createdAt: minutesAgo(5),
          tap: tap(change % 2 === 0 ? 'sent' : 'confirmed', { action: 'ready-for-pickup' }),
          ...(change % 5 === 0 ? { cancellationRequest: 'waiting' as const } : {}),
        }),
        ...(change % 10 === 0 ? [ticket(`new-${change}`, { createdAt: minutesAgo(0) })] : []),
      ])
      if (change % 25 === 24) {
        await push([], [`order-${100 + gone}`])
        gone++
      }
    }
    await expect.poll(async () => Object.keys(await places()).length).toBe(14 - gone + 10)
    const last = await places()
    for (let at = 104; at < 114; at++) expect(last[`order-${at}`]).toEqual(first[`order-${at}`])
  })

  it('gives an order its room once it has been read, and none of the others moves', async () => {
    const unread = ticket('unread', {
      reading: 'loading',
      status: '',
      lines: [],
      actions: [],
      createdAt: minutesAgo(9),
    })
    const { page, push, places, card } = await open([unread, ...many(3, { lines: [line('Pastel')] })], {}, size)
    const first = await places()
    const lines = Array.from({ length: 25 }, (_, index) => line(`Item ${index}`, { lineId: `${index}` }))
    await push([ticket('unread', { lines, createdAt: minutesAgo(9) })])
    await card('unread').locator('.line').nth(24).waitFor()
    const { 'order-unread': _moved, ...others } = await places()
    expect(others).toEqual(Object.fromEntries(Object.entries(first).filter(([id]) => id !== 'order-unread')))
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
    expect(await page.locator('.turn-over').count()).toBe(0)
  })

  it('gives a freed place to the next that comes', async () => {
    const { push, places, card } = await open(many(3), {}, size)
    const first = await places()
    await push([ticket('101', { status: 'IN_DELIVERY' })])
    await push([ticket('new', { createdAt: minutesAgo(0) })])
    await card('new').waitFor()
    expect((await places())['order-new']).toEqual(first['order-101'])
  })

  it.each([1, 2, 7, 40, 200])('shows an order of %i lines whole', async (count) => {
    const lines = Array.from({ length: count }, (_, index) => line(`Item número ${index}`, { lineId: `${index}` }))
    const { page, card } = await open([ticket('1', { lines }), ticket('2')], {}, size)
    expect(await card('1').locator('.line').count()).toBe(count)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
    const parts = await card('1').locator('.parts > span').allTextContents()
    if (parts.length > 0) expect(parts.at(-1)).toBe(`Parte ${parts.length}/${parts.length}`)
  })

  it('cuts nothing where the legend leaves the tickets less room', async () => {
    const { page } = await open(eveningTickets(), { bumpBar: true }, size)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
  })

  it('has targets of 15 and 10 mm on the screen that the shop has told', async () => {
    const screenInches = 15.6
    const { page } = await open([...eveningTickets()], { screenInches }, size)
    const perMm = Math.hypot(size.width, size.height) / (screenInches * 25.4)
    const heights = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.min(...(await heights('.act-primary')))).toBeGreaterThanOrEqual(15 * perMm)
    // Borders stand on whole pixels, so a height of 39.55 px may come out as 39.5.
    expect(Math.min(...(await heights('.slot button, .board-bar button, .header button')))).toBeGreaterThan(
      10 * perMm - 0.5,
    )
  })

  it.each([
    [200, 15.6],
    [400, 10],
  ])('still works when it is read from %i cm on %f inches', async (readingDistanceCm, screenInches) => {
    const { page } = await open(eveningTickets(), { readingDistanceCm, screenInches }, size)
    expect(await page.locator('.slot:not(.slot-measured)').count()).toBe(eveningTickets().length)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
  })
})

describe('places outlive', () => {
  it('a window that is opened again, and a change of language', async () => {
    const tickets = many(6)
    const { page, push, places, calls } = await open(tickets)
    await push([ticket('101', { status: 'IN_DELIVERY' })])
    await push([ticket('new', { createdAt: minutesAgo(0) })])
    await push([], ['order-101'])
    await expect.poll(async () => Object.keys(await places()).length).toBe(6)
    const before = await places()
    const told = z.array(z.object({ places: z.string() }))
    const lastTold = async () => told.parse(await calls('places:remember')).at(-1)?.places
    await expect.poll(lastTold).toContain('order-new')
    const remembered = await lastTold()
    const left = [
      ...tickets.filter(({ displayId }) => displayId !== '101'),
      ticket('new', { createdAt: minutesAgo(0) }),
    ]
    await page.addInitScript(
      (snapshot) => {
        window.harness.answers['board:snapshot'] = { ok: true, value: snapshot }
      },
      snapshotOf(left, { places: remembered }),
    )
    await page.reload()
    await expect.poll(places).toEqual(before)
    const english = { version: 2, changed: [], removed: [], settings: settingsWith({ locale: 'en' }) }
    await page.evaluate((delta) => window.harness.push(delta), english)
    await page.getByText('In the kitchen').waitFor()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
  })
})

describe('pages and lanes', () => {
  it('are never empty, and a ticket that is wider than one can be read and touched on each of its own', async () => {
    const long = (displayId: string, lines: number, minutes: number) =>
      ticket(displayId, {
        status: 'PREPARING',
        createdAt: minutesAgo(minutes),
        lines: Array.from({ length: lines }, (_, at) => line(`Marmita executiva ${at}`, { lineId: `${at}` })),
      })
    const orders = [long('1', 9, 50), long('2', 120, 40), long('3', 3, 30), long('4', 12, 20), long('5', 60, 10)]
    const { page } = await open(orders, {}, SIZES[1])
    const pager = page.locator('.page-number')
    const seen = new Map<string, number>()
    for (let at = 1; at <= Number(await pager.getAttribute('data-pages')); at++) {
      if (at > 1) await page.locator('[data-turn="next"]').click()
      await expect.poll(() => pager.getAttribute('data-page')).toBe(String(at))
      const { displayId, action } = await page.evaluate(() => {
        const ticketAt = (y: number) => document.elementFromPoint(innerWidth / 8, y)?.closest<HTMLElement>('article')
        const button = ticketAt(innerHeight / 2)?.querySelector<HTMLElement>('.act-primary')
        const box = button?.getBoundingClientRect()
        const hit = box && document.elementFromPoint(box.left + 40, box.top + box.height / 2)
        return {
          displayId: ticketAt(innerHeight / 2)?.dataset.orderId ?? '',
          action: hit?.closest<HTMLElement>('button')?.dataset.action,
        }
      })
      expect(displayId).not.toBe('')
      expect(action).toBe('ready-for-pickup')
      seen.set(displayId, (seen.get(displayId) ?? 0) + 1)
    }
    expect(seen.get('order-2')).toBeGreaterThan(4)
    expect(seen.get('order-5')).toBeGreaterThan(2)
  })

  it('say how many tickets lie on the other pages, and cry out for a new one there', async () => {
    const { page, card, push } = await open(many(20))
    const next = page.locator('[data-turn="next"]')
    expect(await next.textContent()).toMatch(/\+\d+ pedidos/)
    expect(await next.getAttribute('data-loud')).toBeNull()
    await push([ticket('new', { createdAt: minutesAgo(0) })])
    await expect.poll(() => next.getAttribute('data-loud')).toBe('new')
    expect(await next.textContent()).toContain('1 novo')
    expect(await card('new').evaluate((one) => one.getBoundingClientRect().left >= innerWidth)).toBe(true)
    const last = Number(await page.locator('.page-number').getAttribute('data-pages'))
    for (let turn = 1; turn < last; turn++) await next.click()
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe(String(last))
    expect(await card('new').evaluate((one) => one.getBoundingClientRect().left < innerWidth)).toBe(true)
  })

  it('show one lane alone and come back to the same places', async () => {
    const { page, places } = await open(eveningTickets())
    const before = await places()
    await page.locator('[data-filter="ready"]').click()
    expect(await page.locator('.slot').evaluateAll((all) => all.map((one) => one.dataset.lane))).toEqual([
      'ready',
      'ready',
    ])
    await page.locator('[data-filter="all"]').click()
    await expect.poll(places).toEqual(before)
  })

  it('can be columns of lanes instead', async () => {
    const { page } = await open(eveningTickets(), { layout: 'lanes' })
    expect(await page.locator('[data-lane-column]').count()).toBe(4)
    expect(await page.evaluate(cutOrOverlapping)).toEqual([])
  })
})

describe('totals and stations', () => {
  const stations = [
    { name: 'Chapa', keywords: ['x-'] },
    { name: 'Bebidas', keywords: ['guaraná'] },
  ]
  const drinks = { stations, station: 'Bebidas' }
  const both = (more: Partial<Ticket> = {}) =>
    ticket('1', {
      status: 'PREPARING',
      lines: [line('X-Bacon', { lineId: 'a', quantity: 2 }), line('Guaraná', { lineId: 'b' })],
      ...more,
    })

  it('count what is to be made, and forget a cancelled order at once', async () => {
    const { page, push } = await open([both(), ticket('2', { lines: [line('X-Bacon')] })])
    await page.getByTestId('all-day-toggle').click()
    const total = page.getByTestId('all-day').locator('[data-item="X-Bacon"]')
    expect(await total.getAttribute('data-quantity')).toBe('3')
    await push([both({ status: 'CANCELLED', cancelled: { at: 0, acknowledged: false } })])
    await expect.poll(() => total.getAttribute('data-quantity')).toBe('1')
  })

  it('show a station its own lines, and do not let it finish those of another', async () => {
    const { card, calls, push } = await open(
      [both(), ticket('2', { status: 'PREPARING', lines: [line('X-Tudo')] })],
      drinks,
    )
    expect(await card('2').count()).toBe(0)
    expect(await card('1').locator('.line-name').allTextContents()).toEqual(['Guaraná'])
    const ready = card('1').locator('button[data-action="ready-for-pickup"]')
    await ready.click()
    expect(await calls('order:act')).toEqual([])
    await card('1').getByText('Pronto mesmo assim').waitFor()
    await push([both({ lines: [line('X-Bacon', { lineId: 'a', struck: true }), line('Guaraná', { lineId: 'b' })] })])
    await card('1').getByText('Outras estações: feito').waitFor()
    await ready.click()
    expect(await calls('order:act')).toEqual([{ orderId: 'order-1', action: 'ready-for-pickup' }])
  })

  it('let somebody who means it go on all the same', async () => {
    const { page, card, calls } = await open([both()], drinks)
    const ready = card('1').locator('button[data-action="ready-for-pickup"]')
    await ready.click()
    await page.waitForTimeout(350)
    await ready.click()
    expect(await calls('order:act')).toHaveLength(1)
  })
})

describe('hands', () => {
  it('work the board by a numpad alone: pick, advance, undo, turn', async () => {
    const { page, card, calls, push } = await open(many(20), { bumpBar: true })
    await page.getByTestId('key-legend').waitFor()
    await page.keyboard.press('2')
    expect(await card('101').getAttribute('data-selected')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-order-id'))).toBe('order-101')
    await page.keyboard.press('Enter')
    expect(await calls('order:act')).toEqual([{ orderId: 'order-101', action: 'ready-for-pickup' }])
    await push([ticket('101', { status: 'PREPARING', tap: tap('held', { action: 'ready-for-pickup' }), actions: [] })])
    await page.keyboard.press('0')
    expect(await calls('tap:undo')).toEqual([{ tapId: 'tap-held' }])
    await page.keyboard.press('+')
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe('2')
    await page.keyboard.press('-')
    await expect.poll(() => page.locator('.page-number').getAttribute('data-page')).toBe('1')
  })

  it('bring the last ticket back before the eyes', async () => {
    const { page, card, calls, push } = await open(many(3))
    await push([ticket('101', { status: 'IN_DELIVERY' })])
    await page.keyboard.press('.')
    await expect.poll(() => card('101').getAttribute('data-selected')).toBe('true')
    expect(await calls('history:recall')).toEqual([{ orderId: 'order-101', recalled: true }])
    await expect.poll(() => card('101').evaluate((one) => one.getBoundingClientRect().left < innerWidth)).toBe(true)
  })

  it('reach every button of every page by the tab key, in sight', async () => {
    const { page } = await open(many(12))
    const wanted = await page.locator('.slot button').count()
    const seen = new Set<string>()
    for (let press = 0; press < wanted + 30; press++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const one = document.activeElement
        const order = one?.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
        if (!one || order === undefined) return undefined
        const box = one.getBoundingClientRect()
        const isInSight = box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1
        return isInSight ? `${order} ${one.getAttribute('data-action') ?? one.className}` : 'out of sight'
      })
      if (at !== undefined) seen.add(at)
    }
    expect(seen).not.toContain('out of sight')
    expect(seen.size).toBe(wanted)
  })

  it('keep their ticket when the button that a key pressed goes away; a finger takes no focus', async () => {
    const { page, card, push } = await open([ticket('1'), ticket('2')])
    const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.dataset.orderId)
    const held = (displayId: string) => push([ticket(displayId, { tap: tap('held'), actions: [] })])
    await card('1').locator('.act-primary').click()
    await held('1')
    expect(await focused()).toBeUndefined()
    await card('2').locator('.act-primary').focus()
    await page.keyboard.press('Enter')
    await held('2')
    expect(await card('2').locator('.act-primary').count()).toBe(0)
    expect(await focused()).toBe('order-2')
  })

  it('do not accept an order that came under the finger of the tap before', async () => {
    const { page, card, calls } = await open([ticket('1', { createdAt: minutesAgo(3) })], {}, SIZES[1])
    const button = card('1').locator('button[data-action="confirm"]')
    const box = await button.boundingBox()
    if (!box) throw new Error('The button has no place')
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const
    await page.mouse.click(...at)
    const delta = { version: 2, changed: [ticket('2')], removed: ['order-1'] }
    await page.evaluate(
      ([change, x, y]) => {
        window.harness.push(change)
        return new Promise<void>((done) => {
          const look = (): void => {
            const under = document.elementFromPoint(x, y)?.closest('button')
            if (!under) return void requestAnimationFrame(look)
            document.body.dataset.under = under.closest<HTMLElement>('[data-order-id]')?.dataset.orderId ?? 'none'
            under.click()
            done()
          }
          requestAnimationFrame(look)
        })
      },
      [delta, ...at] as const,
    )
    expect(await page.evaluate(() => document.body.dataset.under)).toBe('order-2')
    expect(await calls('order:act')).toEqual([{ orderId: 'order-1', action: 'confirm' }])
  })
})

describe('words that may save somebody', () => {
  it('stand out and say where they come from', async () => {
    const { page, card } = await open([
      ticket('1', { lines: [line('Moqueca', { notes: 'Sem camarão: alérgica' })], notes: ['Portão azul'] }),
    ])
    const note = card('1').locator('[data-allergy]')
    expect(await note.textContent()).toBe('Alergia? Palavra nas observações: Sem camarão: alérgica')
    expect(await note.locator('mark').allTextContents()).toEqual(['camarão', 'alérgica'])
    expect(await card('1').locator('.note:not([data-allergy])').textContent()).toBe('Portão azul')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })

  it('are the kitchen’s own when it has some', async () => {
    const { card } = await open([ticket('1', { notes: ['sem camarão', 'sem kiwi'] })], {
      allergyWords: { 'pt-BR': ['kiwi'] },
    })
    expect(await card('1').locator('[data-allergy] mark').allTextContents()).toEqual(['kiwi'])
  })
})

it('axe finds nothing with forty tickets, totals, stations and legend in sight', { timeout: 90_000 }, async () => {
  const { page } = await open(rushTickets(), { bumpBar: true, stations: [{ name: 'Chapa', keywords: ['x-'] }] })
  await page.getByTestId('all-day-toggle').click()
  await page.getByTestId('all-day').waitFor()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})
