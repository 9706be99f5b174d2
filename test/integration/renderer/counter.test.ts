import { describe, expect, it } from 'vitest'
import { READING_DISTANCES_CM } from '../../../renderer/design/screen-choices.ts'
import { LOCALES, type Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { AXE_BY_THEME, axeViolations } from '../../fixtures/axe.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { contrasts } from '../../fixtures/board-harness/geometry.ts'
import { counterTickets, stoppedTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { EVENING, line, minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { paymentOfBody } from '../../fixtures/payment-of-body.ts'

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
]
/** An upright and the largest screen. */
const LARGE_SIZES = [
  { width: 1080, height: 1920 },
  { width: 3840, height: 2160 },
]
const EVERY_SIZE = [...SIZES, { width: 1280, height: 800 }, { width: 1024, height: 768 }]
const MM_PX = 4

const board = boardForTests()

async function open(tickets: readonly Ticket[], settings: Partial<Settings> = {}, options: OpenOptions = {}) {
  const snapshot = snapshotOf(tickets, { settings: settingsWith({ view: 'counter', ...settings }) })
  const { page, pageErrors } = await board.open(snapshot, options)
  await page.locator('main').waitFor()
  let version = 1
  const push = (changed: readonly Ticket[], removed: readonly string[] = [], settings?: Settings) => {
    version += 1
    return page.evaluate((delta) => window.harness.push(delta), {
      version,
      changed: [...changed],
      removed: [...removed],
      ...(settings ? { settings } : {}),
    })
  }
  const card = (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`)
  const calls = (name: string) =>
    page.evaluate(
      (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
      name,
    )
  return { page, pageErrors, push, card, calls }
}

const ready = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'READY', orderType: 'TAKEOUT', ...more })

const newTickets = (count: number): readonly Ticket[] =>
  Array.from({ length: count }, (_, index) => ticket(`49${10 + index}`, { confirmBy: EVENING + 200_000 }))

const cancelled = stoppedTickets()
  .filter((one) => one.cancelled)
  .map((one) => ({ ...one, orderId: 'order-4700', displayId: '4700' }))

/**
 * Runs in the page. Returns what a person cannot see or touch without scrolling: parts of the first new order and of
 * the ready orders in the first row, and titles. Also returns lists of dishes that are cut behind the buttons.
 */
function outOfReach(): readonly string[] {
  const found: string[] = []
  const slack = 1.5
  const isWhole = (part: Element): boolean => {
    const box = part.getBoundingClientRect()
    const x = (box.left + box.right) / 2
    for (let frame = part.parentElement; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY === 'visible') continue
      const { top, bottom } = frame.getBoundingClientRect()
      if (box.top < top - slack || box.bottom > bottom + slack) return false
    }
    // A button without text covers each card. It opens the whole order.
    const isUncovered = (y: number) => {
      const [hit, next] = document.elementsFromPoint(x, y)
      const seen = hit?.matches('.card-open') ? next : hit
      return seen !== undefined && (part.contains(seen) || seen.contains(part))
    }
    return (
      box.height > 0 && box.bottom <= innerHeight + slack && isUncovered(box.top + 3) && isUncovered(box.bottom - 3)
    )
  }
  const check = (card: Element, selectors: readonly string[]): void => {
    for (const selector of selectors) {
      for (const part of card.querySelectorAll(selector)) {
        if (part.checkVisibility() && !isWhole(part)) found.push(`${card.getAttribute('data-order-id')} ${selector}`)
      }
    }
  }
  for (const title of document.querySelectorAll('.counter-new > h2, .counter-ready > h2')) {
    if (!isWhole(title)) found.push(`title ${title.textContent}`)
  }
  const first = document.querySelector('.counter-new-cards > .card')
  if (first) check(first, ['.card-top', '.display-id', '.card-summary', '.act-primary', '.act-primary > *'])
  const ready = [...document.querySelectorAll('.counter-ready .handover')]
  const top = Math.min(...ready.map((card) => card.getBoundingClientRect().top))
  for (const card of ready.filter((one) => one.getBoundingClientRect().top === top)) {
    check(card, ['.handover-number', '.handover-payment', '.promise', '.acts > button', '.held-words'])
    check(card, ['.handover-address', '.handover-bag'])
  }
  return found
}

/** Runs in the page. Returns the parts of the counter that are cut, cross an edge or overlap another part. */
function faults(): readonly string[] {
  const found: string[] = []
  const slack = 1.5
  const name = (element: Element): string => `.${element.className} "${element.textContent?.slice(0, 40)}"`
  const cards = [...document.querySelectorAll<HTMLElement>('.handover, .strip-order')]
  for (const card of cards) card.style.contentVisibility = 'visible'
  for (const card of cards) {
    const frame = card.getBoundingClientRect()
    for (const element of card.querySelectorAll<HTMLElement>('*')) {
      // A long list of dishes is cut after its last row, and so are an address and an endless number.
      if (element.closest('svg, .visually-hidden, .handover-bag *, .handover-address *, .handover-id *')) continue
      const box = element.getBoundingClientRect()
      if (box.width === 0) continue
      if (
        box.left < frame.left - slack ||
        box.right > frame.right + slack ||
        box.top < frame.top - slack ||
        box.bottom > frame.bottom + slack
      )
        found.push(`leaves its card: ${name(element)}`)
      const { display, textOverflow } = getComputedStyle(element)
      if (textOverflow === 'ellipsis') found.push(`is shortened: ${name(element)}`)
      if (display !== 'inline' && element.scrollWidth > element.clientWidth + slack)
        found.push(`is cut: ${name(element)}`)
    }
  }
  const frames = cards.map((card) => card.getBoundingClientRect())
  for (const [index, a] of frames.entries()) {
    for (const b of frames.slice(index + 1)) {
      if (
        a.left < b.right - slack &&
        b.left < a.right - slack &&
        a.top < b.bottom - slack &&
        b.top < a.bottom - slack
      ) {
        const isScrolledUnder = a.bottom > innerHeight || b.bottom > innerHeight || a.top < 0 || b.top < 0
        if (!isScrolledUnder && cards[index]?.parentElement === document.elementFromPoint(b.left, b.top)?.parentElement)
          found.push(`cards overlap at ${a.left},${a.top}`)
      }
    }
  }
  const zones = [...document.querySelectorAll('.counter-new, .counter-ready, .counter-out, .strip')]
  const areas = zones.map((zone) => zone.getBoundingClientRect())
  for (const [index, a] of areas.entries()) {
    for (const b of areas.slice(index + 1)) {
      const isBeside = a.right <= b.left + slack || b.right <= a.left + slack
      if (!isBeside && a.top < b.bottom - slack && b.top < a.bottom - slack)
        found.push(`zones overlap at ${a.left},${a.top}`)
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the window scrolls sideways')
  return found
}

describe('the counter', () => {
  it('shows the pickup code of the customer in the largest letters, or the number if there is no code', async () => {
    const { page, card } = await open(counterTickets())
    expect(await card('4809').locator('.handover-number').textContent()).toBe('B12')
    expect(await card('4809').locator('.handover-id').textContent()).toBe('4809')
    expect(await card('4808').locator('.handover-number').textContent()).toBe('4808')
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('.counter-ready .handover *')].map((element) => ({
        isCode: element.closest('.handover-number') !== null,
        size: Number.parseFloat(getComputedStyle(element).fontSize),
      })),
    )
    const code = Math.min(...sizes.filter(({ isCode }) => isCode).map(({ size }) => size))
    expect(code).toBeGreaterThan(2 * Math.max(...sizes.filter(({ isCode }) => !isCode).map(({ size }) => size)) - 1)
  })

  it('shows the customer’s short name, the state of the courier, and the amount to pay', async () => {
    const { card } = await open(counterTickets())
    expect(await card('4810').locator('.handover-name').textContent()).toBe('João S.')
    expect(await card('4808').locator('.handover-courier').textContent()).toContain('Entregador na loja')
    expect(await card('4806').locator('.handover-courier').textContent()).toContain('Retirado pelo entregador')
    const due = await card('4809').locator('.handover-payment').textContent()
    expect(due).toMatch(/Cobrar R\$\s87,50 · Dinheiro · Troco para R\$\s100,00/)
    expect(due).toMatch(/Troco a devolver: R\$\s12,50/)
    expect(await card('4810').locator('.handover-payment').textContent()).toBe('Já pago')
  })

  it('shows the amount that is left to collect of an order that was paid in part, at the counter and on the ticket', async () => {
    const total = { value: 50, currency: 'BRL' }
    const payments = { prepaid: 20, pending: 30, methods: [{ type: 'PENDING', method: 'CASH', changeFor: 50 }] }
    const { page, card } = await open([
      ready('1', { payment: paymentOfBody(payments, total) }),
      ready('2', { payment: paymentOfBody({ ...payments, pending: undefined }, total) }),
    ])
    const [known, unknown] = [card('1').locator('.handover-payment'), card('2').locator('.handover-payment')]
    expect(await known.textContent()).toMatch(
      /^Cobrar R\$\s30,00 · Dinheiro · Troco para R\$\s50,00Troco a devolver: R\$\s20,00$/,
    )
    expect(await unknown.textContent()).toMatch(/^Cobrar: confira o valor · Dinheiro · Troco para R\$\s50,00$/)
    await page.locator('button[data-view="kitchen"]').click()
    await card('1').locator('button[data-command="open"]').click()
    const fact = card('1').locator('.fact[data-kind="collect"]')
    expect(await fact.textContent()).toMatch(/^Cobrar R\$\s30,00 · Dinheiro/)
  })

  it('computes the change in the unit of the connection’s amounts', async () => {
    const { card } = await open(
      [
        ready('1', {
          payment: {
            state: 'pending',
            collect: { value: 8750, currency: 'BRL' },
            parts: [
              {
                method: 'CASH',
                amount: { value: 8750, currency: 'BRL' },
                changeFor: { value: 10_000, currency: 'BRL' },
                change: { value: 1_250, currency: 'BRL' },
              },
            ],
          },
        }),
      ],
      { dialect: { ...settingsWith({}).dialect, money: 'cents' } },
    )
    expect(await card('1').locator('.handover-change').textContent()).toMatch(/R\$\s12,50/)
  })

  it('opens the pad for the code with one tap, for ready orders and for orders in delivery', async () => {
    const { page, card } = await open(counterTickets())
    for (const displayId of ['4809', '4808', '4801']) {
      const button = card(displayId).locator('.acts > button[data-action="validateCode"]')
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(10 * MM_PX - 0.5)
      await button.click()
      await page.getByTestId('code-pad').waitFor()
      await page.keyboard.press('Escape')
      await page.getByTestId('code-pad').waitFor({ state: 'detached' })
      // The menu "⋯" does not contain it a second time.
      expect(await card(displayId).locator('button[data-action="validateCode"]').count()).toBe(1)
    }
  })

  it('has large buttons for the hand-over, and offers to undo it at once', async () => {
    const { card, calls, push } = await open(counterTickets())
    const button = card('4808').locator('button[data-action="dispatch"]')
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(15 * MM_PX)
    await button.click()
    expect(await calls('order:act')).toEqual([{ orderId: 'order-4808', action: 'dispatch' }])
    await push([
      ready('4808', {
        actions: [],
        tap: { tapId: 't', action: 'dispatch', truth: 'held', tappedAt: EVENING, holdUntil: EVENING + 60_000 },
      }),
    ])
    await card('4808').locator('[data-truth="held"]').waitFor()
    await card('4808').locator('[data-command="undo"]').click()
    expect(await calls('tap:undo')).toEqual([{ tapId: 't' }])
  })

  it('has a large button for the hand-over, and a second one in the menu "⋯" that is large enough for a finger', async () => {
    const actions: Ticket['actions'] = ['dispatch', 'delivered', 'validateCode', 'requestCancellation']
    const { card } = await open([ready('1', { orderType: 'DELIVERY', actions })])
    const first = await card('1').locator('button[data-action="dispatch"]').boundingBox()
    expect(first?.height).toBeGreaterThanOrEqual(15 * MM_PX)
    await card('1').locator('button[data-command="more"]').click()
    const second = await card('1').locator('button[data-action="delivered"]').boundingBox()
    expect(second?.height).toBeGreaterThanOrEqual(10 * MM_PX - 0.5)
  })

  it('moves no card when other cards leave; a new card gets the free place', async () => {
    const { card, push, page } = await open([ready('1'), ready('2'), ready('3'), ready('4')])
    const place = async (displayId: string) => {
      const box = await card(displayId).boundingBox()
      return box && [Math.round(box.x), Math.round(box.y)]
    }
    const [first, second, third] = [await place('1'), await place('2'), await place('3')]
    await push([], ['order-2'])
    await card('2').waitFor({ state: 'detached' })
    expect(await place('3')).toEqual(third)
    expect(await place('1')).toEqual(first)
    await push([ready('9')])
    await card('9').waitFor()
    expect(await place('9')).toEqual(second)
    expect(await page.locator('.handover-free').count()).toBe(0)
  })

  it('shows the number of orders in the kitchen and their remaining times', async () => {
    const { page } = await open([
      ticket('1', { status: 'PREPARING', createdAt: minutesAgo(9), dueAt: EVENING + 20 * 60_000 + 5_000 }),
      ticket('2', { status: 'CONFIRMED', createdAt: minutesAgo(12), dueAt: EVENING - 3 * 60_000 }),
      ticket('3', { createdAt: minutesAgo(4) }),
    ])
    const words = await page.locator('.strip-order').allTextContents()
    expect(words.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
      expect.stringMatching(/^2 ?Marina A\. ?Aceito.*20:12, atrasado 3 min/),
      expect.stringMatching(/^1 ?Marina A\. ?Em preparo.*20:35, em 21 min/),
      expect.stringMatching(/^3 ?Marina A\. ?Novo.*pedido há 4 min/),
    ])
    expect(await page.locator('.strip [data-count]').getAttribute('data-count')).toBe('3')
  })

  it('shows the ticket of a cancelled order of any lane until it is acknowledged, and the ready orders do not move', async () => {
    const { page, card, calls, push } = await open(stoppedTickets().filter(({ cancelled }) => !cancelled))
    const place = () => card('4809').boundingBox()
    const before = await place()
    const dishes = Array.from({ length: 20 }, (_, index) => line(`Prato ${index}`))
    await push(stoppedTickets().flatMap((one) => (one.cancelled ? [{ ...one, lines: dishes }] : [])))
    await card('4817').waitFor()
    // The bar above takes its height from all columns. The columns do not move.
    expect((await place())?.x).toBe(before?.x)
    expect(await page.locator('.counter-cards > *').last().getAttribute('data-order-id')).toBe('order-4817')
    // Also with a long ticket the buttons of the ready orders remain beside their numbers.
    expect((await place())?.height).toBeLessThan(1.2 * (before?.height ?? 0))
    const words = await page.evaluate(contrasts, '.counter-cards .stop, .counter-cards .stop *')
    expect(words.filter(({ text, ratio }) => text !== '' && ratio < 4.5)).toEqual([])
    expect(await page.locator('.strip-order').allTextContents()).not.toContainEqual(expect.stringContaining('4817'))
    await card('4817').locator('button[data-action="acknowledge"]').click()
    expect(await calls('order:acknowledge-cancellation')).toEqual([{ orderId: 'order-4817' }])
  })

  it('is opened with its switch, is remembered without the PIN, and shows one ticket for each order', async () => {
    const { page, calls } = await open(counterTickets(), { view: 'kitchen' })
    expect(await page.locator('main.counter').count()).toBe(0)
    await page.locator('[data-testid="view-switch"] [data-view="counter"]').click()
    await page.locator('main').waitFor()
    expect(await calls('view:remember')).toEqual([{ view: 'counter' }])
    const ids = await page
      .locator('[data-order-id]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-order-id')))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    ['last', 'counter', true],
    ['kitchen', 'counter', false],
    ['counter', 'kitchen', true],
  ] as const)('is shown at the start or not: start view %s, last view %s', async (startView, view, isCounter) => {
    const { page } = await open([ready('1')], { startView, view })
    expect((await page.locator('main.counter').count()) > 0).toBe(isCounter)
  })

  it('shows a new order that rings, and opens its ticket in the kitchen when this ticket is out of sight', async () => {
    const { page, push, card } = await open([ready('1')])
    await push([ticket('7', { alarm: 'new' }), ticket('8', { status: 'PREPARING', alarm: 'delayed' })])
    await card('7').waitFor()
    await page.locator('.announcement-chip[data-alarm-order="order-8"]').click()
    await card('8').waitFor()
    expect(await page.locator('main.counter').count()).toBe(0)
    expect(await page.locator('.announcement-chip[data-alarm-order="order-7"]').count()).toBe(0)
  })

  it('prints one ticket from its card, and all open tickets with a single tap', async () => {
    const { page, card, calls } = await open(counterTickets())
    await card('4809').locator('.handover-top [data-command="print"]').click()
    await page.getByTestId('print-open').click()
    await page.getByTestId('print-dialog').waitFor()
    expect(await calls('print:tickets')).toEqual([{ orderId: 'order-4809' }, {}])
  })

  it('reports that there is no printer', async () => {
    const { page, card } = await open(counterTickets())
    await page.evaluate(() => {
      window.harness.answers['print:tickets'] = { ok: false, code: 'no-printer', message: '' }
      window.harness.answers['print:printers'] = { ok: true, value: [] }
    })
    await card('4809').locator('.handover-top [data-command="print"]').click()
    await card('4809').getByText('Nenhuma impressora encontrada').waitFor()
    await page.getByTestId('print-open').click()
    await page.locator('.print-outcome[data-outcome="failed"]').getByText('Nenhuma impressora encontrada').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('open-settings').click()
    await page.locator('[data-section="paper"]').click()
    await page.getByTestId('no-printer').waitFor()
  })

  it('has settings for the printer, the paper and what is printed automatically', async () => {
    const { page, calls } = await open([])
    await page.evaluate(() => {
      window.harness.answers['print:printers'] = { ok: true, value: [{ name: 'TM', label: 'EPSON TM' }] }
    })
    await page.getByTestId('open-settings').click()
    await page.locator('[data-section="paper"]').click()
    for (const label of ['EPSON TM', 'Bobina 58 mm', 'Sim', '10 min'])
      await page.getByRole('radio', { name: label, exact: true }).click()
    expect(await calls('settings:change')).toEqual([
      { paper: { printer: 'TM' } },
      { paper: { paper: '58mm' } },
      { paper: { printsNew: true } },
      { paper: { printsWhenOfflineMinutes: 10 } },
    ])
  })

  const STRANGE = [
    '<img src=x onerror=alert(1)>',
    '\u202eevil\u202c',
    '🍔'.repeat(300),
    'W'.repeat(200),
    'a\u200bb\u200bc',
  ]
  const strange = STRANGE.map((text, index) =>
    ready(`${index}`, {
      displayId: text,
      pickupCode: index % 2 === 0 ? text : undefined,
      customerName: `${text} ${text}`,
      deliverTo: text,
      courier: 'at-store',
      lines: [{ lineId: '0', name: text, quantity: 1, options: [], struck: false }],
    }),
  )

  it.each(LOCALES.flatMap((locale) => AXE_BY_THEME.map((look) => ({ locale, ...look }))))(
    'cuts no text in $locale, $theme, at any size, and axe finds no fault',
    async ({ locale, theme, rules }) => {
      const { page, pageErrors } = await open([...counterTickets(), ...strange], { locale, theme })
      await atEachSize(page, SIZES, async (size) => {
        expect(await page.evaluate(faults), size).toEqual([])
        const violations = await axeViolations(page, { rules })
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          size,
        ).toEqual([])
        const weak = await page.evaluate(
          contrasts,
          '.handover-number, .handover-name, .handover-courier, .strip-head strong',
        )
        expect(
          weak.filter(({ ratio }) => ratio < 7),
          size,
        ).toEqual([])
      })
      await atEachSize(page, LARGE_SIZES, async (size) => {
        await atRest(page)
        expect(await page.evaluate(faults), size).toEqual([])
      })
      expect(pageErrors).toEqual([])
    },
  )

  it.each([
    ['a few new orders', counterTickets()],
    ['two rows of new orders', [...counterTickets(), ...newTickets(6)]],
    ['three new orders and a cancelled one', [...counterTickets(), ...newTickets(1), ...cancelled]],
    ['two rows of new orders and a cancelled one', [...counterTickets(), ...newTickets(6), ...cancelled]],
  ])(
    'shows the next step of each ready order in the first row, and the amount to pay, beside %s',
    async (_, tickets) => {
      const { page } = await open(tickets)
      await page.locator('.handover .act-primary').first().waitFor()
      await atEachSize(page, EVERY_SIZE, async (size) => {
        // The browser decides in a frame which cards it draws (content-visibility). A card that is not drawn cannot be
        // touched.
        await atRest(page)
        const parts = await page.evaluate(() => {
          const cards = [...document.querySelectorAll<HTMLElement>('.counter-ready .handover')]
          const top = Math.min(...cards.map((card) => card.getBoundingClientRect().top))
          const isUncovered = (part: Element): boolean => {
            const { left, right, top: upper, bottom } = part.getBoundingClientRect()
            const points = [upper + 3, (upper + bottom) / 2, bottom - 3]
            return points.every((y) => {
              // A button without text covers the text of each card. It opens the whole order.
              const hits = document.elementsFromPoint((left + right) / 2, y)
              return part.contains(hits.find((hit) => !hit.matches('.card-open')) ?? null)
            })
          }
          return cards
            .filter((card) => card.getBoundingClientRect().top === top)
            .flatMap((card) =>
              ['.handover-number', '.handover-payment', '.act-primary, .held-words', '.acts button'].flatMap(
                (selector) => {
                  const part = card.querySelector(selector)
                  return part ? [{ order: card.dataset.orderId, selector, isUncovered: isUncovered(part) }] : []
                },
              ),
            )
        })
        expect(parts.length, size).toBeGreaterThan(3)
        expect(
          parts.filter(({ isUncovered }) => !isUncovered),
          size,
        ).toEqual([])
      })
    },
  )

  it.each([
    ['', newTickets(6)],
    [' and a cancelled order', [...newTickets(6), ...cancelled]],
  ])(
    'needs no scrolling for the first new order and the first ready ones, at any reading distance, beside two rows of new orders%s',
    async (_, tickets) => {
      const { page, push } = await open([...counterTickets(), ...tickets])
      await atEachSize(page, EVERY_SIZE, async (size) => {
        for (const itemText of ['compact', 'large'] as const) {
          for (const readingDistanceCm of READING_DISTANCES_CM) {
            await push([], [], settingsWith({ view: 'counter', readingDistanceCm, itemText }))
            await atRest(page)
            expect(await page.evaluate(outOfReach), `${size} ${itemText} ${readingDistanceCm} cm`).toEqual([])
          }
        }
      })
    },
  )

  it('shows the first words of an address beside two rows of new orders at 1366×768', async () => {
    const deliverTo = 'Rua Vergueiro, 982 · Casa dos fundos'
    const delivery = { orderType: 'DELIVERY', deliverTo } as const
    const pending = counterTickets().find(({ payment }) => payment?.parts.some(({ change }) => change !== undefined))
    const tickets = [ready('4801', delivery), ready('4802', { ...delivery, payment: pending?.payment })]
    const { page, card } = await open([...tickets, ...newTickets(6)], {}, { width: 1366, height: 768 })
    await expect.poll(() => card('4802').locator('.handover-change').count()).toBe(1)
    for (const displayId of ['4801', '4802']) {
      const address = card(displayId).locator('.handover-address bdi')
      const { width, height } = await address.evaluate((text) => text.getBoundingClientRect().toJSON())
      expect([width > 150, height > 12], displayId).toEqual([true, true])
    }
    expect(await page.evaluate(outOfReach)).toEqual([])
  })

  describe.each(EVERY_SIZE)('at $width×$height', ({ width, height }) => {
    it('has buttons that are large enough for a finger, also at a reading distance of 200 cm', async () => {
      const { page, push } = await open([...counterTickets(), ...newTickets(6)], {}, { width, height })
      const small = await page.evaluate(
        (least) =>
          [...document.querySelectorAll('main button, header button')]
            .filter((button) => !button.closest('.visually-hidden, [popover]:not(:popover-open)'))
            .map((button) => ({ text: button.textContent, ...button.getBoundingClientRect().toJSON() }))
            .filter((box) => box.width < least || box.height < least),
        10 * MM_PX - 0.5,
      )
      expect(small).toEqual([])
      await push([], [], settingsWith({ view: 'counter', readingDistanceCm: 200 }))
      await atRest(page)
      // Beside its buttons an order shows its number and the amount to pay. The text of the button is not cut.
      const cards = await page.locator('.counter-ready .handover').evaluateAll((all) =>
        all.map((card) => {
          const button = card.querySelector('.act-primary')
          const words = document.createRange()
          if (button) words.selectNodeContents(button)
          const lines = new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size
          const top = card.querySelector('.ticket-foot')?.getBoundingClientRect().top ?? 0
          const above = [...card.querySelectorAll('.handover-number, .handover-name, .handover-payment')]
          return { lines, covered: above.filter((one) => one.getBoundingClientRect().bottom > top + 1).length }
        }),
      )
      expect(cards.length).toBeGreaterThan(3)
      expect(cards.filter(({ lines, covered }) => lines > 3 || covered > 0)).toEqual([])
    })
  })
})
