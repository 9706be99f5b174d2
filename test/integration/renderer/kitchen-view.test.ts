import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { axeViolations } from '../../fixtures/axe.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
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

const SMALL = { width: 1366, height: 768 }

const board = boardForTests()

const open = (tickets: readonly Ticket[], settings: Parameters<typeof settingsWith>[0] = {}, options?: OpenOptions) =>
  openKitchenView(board, tickets, settings, options)

const many = (count: number, more: Partial<Ticket> = {}): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) =>
    ticket(`${100 + index}`, { status: 'PREPARING', createdAt: minutesAgo(count - index), ...more }),
  )

describe('the places of tickets', () => {
  it('remain after the window was opened again, and after a change of the language', async () => {
    const tickets = many(6)
    const { page, push, places, calls } = await open(tickets, {}, { ownWindow: true })
    const { 'order-102': below } = await places()
    await push([ticket('101', { status: 'IN_DELIVERY' })])
    await push([ticket('new', { status: 'CONFIRMED', createdAt: minutesAgo(0) })])
    await push([], ['order-101'])
    await expect.poll(async () => Object.keys(await places()).length).toBe(6)
    // The column has closed upwards.
    await expect.poll(async () => (await places())['order-102']).not.toBe(below)
    const before = await places()
    const reports = z.array(z.object({ places: z.string() }))
    const lastReport = async () => reports.parse(await calls('places:remember')).at(-1)?.places
    await expect.poll(lastReport).toContain('order-new')
    const remembered = await lastReport()
    const left = [
      ...tickets.filter(({ displayId }) => displayId !== '101'),
      ticket('new', { status: 'CONFIRMED', createdAt: minutesAgo(0) }),
    ]
    await page.addInitScript(
      (snapshot) => {
        window.harness.answers['board:snapshot'] = { ok: true, value: snapshot }
      },
      snapshotOf(left, { places: remembered }),
    )
    await page.reload()
    await expect.poll(() => places()).toEqual(before)
    const english = { version: 2, changed: [], removed: [], settings: settingsWith({ locale: 'en' }) }
    await page.evaluate((delta) => window.harness.push(delta), english)
    await page.getByText('Kitchen', { exact: true }).first().waitFor()
    await expect.poll(() => places()).toEqual(before)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
  })
})

it('the heights of tickets are kept for the next window, which measures only what has changed', async () => {
  const tickets = many(20)
  const { page, calls } = await open(tickets, {}, { ownWindow: true })
  await page.locator('.pages[data-measured]').waitFor()
  const reports = z.array(z.object({ places: z.string() }))
  const lastReport = async () => reports.parse(await calls('places:remember')).at(-1)?.places
  await expect.poll(lastReport).toMatch(/"heights":\{"[SML]":\[\["order-100"/)
  const changed = ticket('103', {
    status: 'PREPARING',
    createdAt: minutesAgo(17),
    // As high as before: the same text step fits.
    lines: (tickets[3]?.lines ?? []).map((one) => ({ ...one, name: one.name.toUpperCase() })),
  })
  const left = tickets.map((one) => (one.displayId === '103' ? changed : one))
  await page.addInitScript(
    (snapshot) => {
      window.harness.answers['board:snapshot'] = { ok: true, value: snapshot }
      const measured = new Set<string>()
      Object.assign(window, { measuredOrders: () => [...measured] })
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element)
            for (const one of [node, ...node.querySelectorAll('[data-measured-order]')])
              if (one instanceof HTMLElement && one.dataset.measuredOrder) measured.add(one.dataset.measuredOrder)
      }).observe(document, { subtree: true, childList: true })
    },
    snapshotOf(left, { places: await lastReport() }),
  )
  await page.reload()
  await page.locator('.pages[data-measured] article').first().waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'measuredOrders')())).toEqual(['order-103'])
  await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
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

  it('show a station its own lines, and require a confirmation for the lines of another one', async () => {
    const { card, calls, push } = await open(
      [both(), ticket('2', { status: 'PREPARING', lines: [line('X-Tudo')] })],
      drinks,
    )
    await expect.poll(() => card('2').count()).toBe(0)
    await expect.poll(() => card('1').locator('.line-name').allTextContents()).toEqual(['Guaraná'])
    const ready = card('1').locator('button[data-action="ready-for-pickup"]')
    await ready.click()
    await card('1').getByText('Pronto assim').waitFor()
    await push([both({ lines: [line('X-Bacon', { lineId: 'a', struck: true }), line('Guaraná', { lineId: 'b' })] })])
    await card('1').getByText('Outras praças: feito').waitFor()
    await ready.click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-1', action: 'ready-for-pickup' }])
  })

  it('have tabs that count what the wall of a preparation station shows under each', async () => {
    const orders = (['CREATED', 'CONFIRMED', 'PREPARING', 'READY'] as const).flatMap((status) => [
      ticket(`own-${status}`, { status, lines: [line('Guaraná')] }),
      ticket(`other-${status}`, { status, lines: [line('X-Tudo')] }),
    ])
    const partDone = (status: string) =>
      ticket('part', { status, lines: [line('X-Tudo', { lineId: 'a' }), line('Guaraná', { struck: true })] })
    const stop = ticket('stop', { status: 'READY', lines: [line('X-Tudo')], cancelled: { at: 1, acknowledged: false } })
    const { page, push } = await open([...orders, partDone('PREPARING'), stop], { ...drinks, role: 'prep' })
    const counts = () =>
      page
        .locator('button[data-filter]')
        .evaluateAll((tabs) =>
          tabs.map((tab) => [tab.getAttribute('data-filter'), tab.getAttribute('data-count')].join(' ')),
        )
    await expect.poll(counts).toEqual(['all 5', 'new 1', 'preparing 2', 'ready 2'])
    await push([partDone('READY')])
    await expect.poll(counts).toEqual(['all 4', 'new 1', 'preparing 2', 'ready 1'])
    await expect.poll(() => page.locator('main article[data-order-id]').count()).toBe(4)
  })

  it('open a new order of another station that rings, after a touch of its number in the header', async () => {
    const { page } = await open([both(), ticket('2', { alarm: 'new', lines: [line('X-Tudo')] })], drinks)
    await page.locator('[data-alarm-order="order-2"]').click()
    const opened = page.getByTestId('opened-ticket')
    await opened.getByText('1 item em outra praça').waitFor()
    await opened.locator('button[data-action="confirm"]').click({ trial: true })
    await expect.poll(() => page.locator('[data-alarm-order]').count()).toBe(0)
  })
})

describe('a person at the board', () => {
  it('can use it with a numpad only: select, advance, undo, turn pages', async () => {
    const { page, card, calls, push } = await open(many(100), { bumpBar: true })
    await page.getByTestId('key-legend').waitFor()
    await page.keyboard.press('2')
    await expect.poll(() => card('101').getAttribute('data-selected')).toBe('true')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-order-id')))
      .toBe('order-101')
    await page.keyboard.press('Enter')
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-101', action: 'ready-for-pickup' }])
    await push([ticket('101', { status: 'PREPARING', tap: tap('held', { action: 'ready-for-pickup' }), actions: [] })])
    await page.keyboard.press('0')
    await expect.poll(() => calls('tap:undo')).toEqual([{ tapId: 'tap-held' }])
    await page.keyboard.press('+')
    await expect.poll(() => page.locator('.pages').getAttribute('data-page')).toBe('2')
    await page.keyboard.press('-')
    await expect.poll(() => page.locator('.pages').getAttribute('data-page')).toBe('1')
  })

  it('can advance an order with any id by a key', async () => {
    const orderId = 'a\0"b'
    const { page, calls } = await open([ticket('101', { orderId, status: 'PREPARING' })])
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await expect.poll(() => calls('order:act')).toEqual([{ orderId, action: 'ready-for-pickup' }])
  })

  it('can show the last ticket again', async () => {
    const { page, card, calls, push } = await open(many(3))
    await push([ticket('101', { status: 'IN_DELIVERY' })])
    await page.keyboard.press('.')
    await expect.poll(() => card('101').getAttribute('data-selected')).toBe('true')
    await expect.poll(() => calls('history:recall')).toEqual([{ orderId: 'order-101', recalled: true }])
    await push([ticket('101', { status: 'IN_DELIVERY', lane: 'preparing', recalled: true })])
    await expect.poll(() => card('101').evaluate((one) => one.getBoundingClientRect().left < innerWidth)).toBe(true)
  })

  it('is informed on the last ticket that it could not be recalled', async () => {
    const { page, card, push } = await open(many(3))
    await push([ticket('101', { status: 'IN_DELIVERY' })])
    await page.evaluate(() => {
      window.harness.answers['history:recall'] = { ok: false, code: 'storage', message: '' }
    })
    await page.keyboard.press('.')
    await card('101').getByText('Nada foi enviado').waitFor()
  })

  it('can reach every button of every order with the tab key, and each button is then visible', async () => {
    const { page } = await open([...many(12), ...eveningTickets().slice(0, 6)])
    const wanted = await page.locator('main [data-order-id] button').count()
    const outside = await page.locator('button:not(main [data-order-id] *)').count()
    const seen = new Set<string>()
    for (let press = 0; press < wanted + outside + 10; press++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const one = document.activeElement
        const order = one?.closest<HTMLElement>('[data-order-id]')
        if (!one || !order) return undefined
        const box = one.getBoundingClientRect()
        const isInSight = box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1
        return isInSight
          ? `${order.dataset.orderId} ${[...order.querySelectorAll('button')].findIndex((button) => button.isSameNode(one))}`
          : 'out of sight'
      })
      if (at !== undefined) seen.add(at)
    }
    expect(seen).not.toContain('out of sight')
    expect(seen.size).toBe(wanted)
  })

  it('keeps the focus on the ticket when the pressed button disappears; a touch moves no focus', async () => {
    const { page, card, push } = await open([ticket('1'), ticket('2')])
    const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.dataset.orderId)
    const held = (displayId: string) => push([ticket(displayId, { tap: tap('held'), actions: [] })])
    await card('1').locator('.act-primary').click()
    await held('1')
    await expect.poll(() => card('1').locator('.act-primary').count()).toBe(0)
    await expect.poll(() => focused()).toBeUndefined()
    await card('2').locator('.act-primary').focus()
    await page.keyboard.press('Enter')
    await held('2')
    await expect.poll(() => card('2').locator('.act-primary').count()).toBe(0)
    await expect.poll(() => focused()).toBe('order-2')
  })

  it('does not accept an order that appeared under the finger of the tap before', async () => {
    const { page, card, calls } = await open([ticket('1', { createdAt: minutesAgo(3) })], {}, SMALL)
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
    await expect.poll(() => page.evaluate(() => document.body.dataset.under)).toBe('order-2')
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-1', action: 'confirm' }])
  })
})

describe('words of allergies', () => {
  it('are highlighted, with the source', async () => {
    const { page, card } = await open([
      ticket('1', {
        status: 'PREPARING',
        lines: [line('Moqueca', { notes: 'Sem camarão: alérgica' })],
        notes: ['Portão azul'],
      }),
      ticket('2', { lines: [line('Moqueca', { notes: 'Sem camarão: alérgica' })] }),
    ])
    await expect.poll(() => card('2').locator('[data-allergy]').first().textContent()).toContain('Alergia')
    const note = card('1').locator('[data-allergy]')
    await expect.poll(() => note.textContent()).toBe('Alergia? Palavra encontrada: Sem camarão: alérgica')
    await expect.poll(() => note.locator('mark').allTextContents()).toEqual(['camarão', 'alérgica'])
    await expect.poll(() => card('1').locator('.note:not([data-allergy])').textContent()).toBe('Portão azul')
    await expect.poll(() => axeViolations(page)).toEqual([])
  })
})

it('axe finds no fault with forty tickets, totals, stations and legend', async () => {
  const { page } = await open(rushTickets(), { bumpBar: true, stations: [{ name: 'Chapa', keywords: ['x-'] }] })
  await page.getByTestId('all-day-toggle').click()
  await page.getByTestId('all-day').waitFor()
  await expect.poll(() => axeViolations(page)).toEqual([])
})
