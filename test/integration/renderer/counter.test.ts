import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { openCounter } from '../../fixtures/board-harness/counter-window.ts'
import { contrasts } from '../../fixtures/board-harness/geometry.ts'
import { counterTickets, stoppedTickets } from '../../fixtures/board-harness/picture-tickets.ts'
import { EVENING, line, minutesAgo, settingsWith, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { paymentOfBody } from '../../fixtures/payment-of-body.ts'

const MM_PX = 4

const board = boardForTests()

const open = (tickets: readonly Ticket[], settings: Partial<Settings> = {}, options: OpenOptions = {}) =>
  openCounter(board, tickets, settings, options)

const ready = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { status: 'READY', orderType: 'TAKEOUT', ...more })

describe('the counter', () => {
  it('shows the pickup code of the customer in the largest letters, or the number if there is no code', async () => {
    const { page, card } = await open(counterTickets())
    await expect.poll(() => card('4809').locator('.handover-number').textContent()).toBe('B12')
    await expect.poll(() => card('4809').locator('.handover-id').textContent()).toBe('4809')
    await expect.poll(() => card('4808').locator('.handover-number').textContent()).toBe('4808')
    await eventually(async () => {
      const sizes = await page.evaluate(() =>
        [...document.querySelectorAll('.counter-ready .handover *')].map((element) => ({
          isCode: element.closest('.handover-number') !== null,
          size: Number.parseFloat(getComputedStyle(element).fontSize),
        })),
      )
      const code = Math.min(...sizes.filter(({ isCode }) => isCode).map(({ size }) => size))
      expect(code).toBeGreaterThan(2 * Math.max(...sizes.filter(({ isCode }) => !isCode).map(({ size }) => size)) - 1)
    })
  })

  it('shows the customer’s short name, the state of the courier, and the amount to pay', async () => {
    const { card } = await open(counterTickets())
    await expect.poll(() => card('4810').locator('.handover-name').textContent()).toBe('João S.')
    await expect.poll(() => card('4808').locator('.handover-courier').textContent()).toContain('Entregador na loja')
    await expect
      .poll(() => card('4806').locator('.handover-courier').textContent())
      .toContain('Retirado pelo entregador')
    await eventually(async () => {
      const due = await card('4809').locator('.handover-payment').textContent()
      expect(due).toMatch(/Cobrar R\$\s87,50 · Dinheiro · Troco para R\$\s100,00/)
      expect(due).toMatch(/Troco a devolver: R\$\s12,50/)
    })
    await expect.poll(() => card('4810').locator('.handover-payment').textContent()).toBe('Já pago')
  })

  it('shows the amount that is left to collect of an order that was paid in part, at the counter and on the ticket', async () => {
    const total = { value: 50, currency: 'BRL' }
    const payments = { prepaid: 20, pending: 30, methods: [{ type: 'PENDING', method: 'CASH', changeFor: 50 }] }
    const { page, card } = await open([
      ready('1', { payment: paymentOfBody(payments, total) }),
      ready('2', { payment: paymentOfBody({ ...payments, pending: undefined }, total) }),
    ])
    const [known, unknown] = [card('1').locator('.handover-payment'), card('2').locator('.handover-payment')]
    await expect
      .poll(() => known.textContent())
      .toMatch(/^Cobrar R\$\s30,00 · Dinheiro · Troco para R\$\s50,00Troco a devolver: R\$\s20,00$/)
    await expect
      .poll(() => unknown.textContent())
      .toMatch(/^Cobrar: confira o valor · Dinheiro · Troco para R\$\s50,00$/)
    await page.locator('button[data-view="kitchen"]').click()
    await card('1').locator('button[data-command="open"]').click()
    const fact = card('1').locator('.fact[data-kind="collect"]')
    await expect.poll(() => fact.textContent()).toMatch(/^Cobrar R\$\s30,00 · Dinheiro/)
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
    await expect.poll(() => card('1').locator('.handover-change').textContent()).toMatch(/R\$\s12,50/)
  })

  it('opens the pad for the code with one tap, for ready orders and for orders in delivery', async () => {
    const { page, card } = await open(counterTickets())
    for (const displayId of ['4809', '4808', '4801']) {
      const button = card(displayId).locator('.acts > button[data-action="validateCode"]')
      await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(10 * MM_PX - 0.5)
      await button.click()
      await page.getByTestId('code-pad').waitFor()
      await page.keyboard.press('Escape')
      await page.getByTestId('code-pad').waitFor({ state: 'detached' })
      // The menu "⋯" does not contain it a second time.
      await expect.poll(() => card(displayId).locator('button[data-action="validateCode"]').count()).toBe(1)
    }
  })

  it('has large buttons for the hand-over, and offers to undo it at once', async () => {
    const { card, calls, push } = await open(counterTickets())
    const button = card('4808').locator('button[data-action="dispatch"]')
    await eventually(async () => {
      const box = await button.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(15 * MM_PX)
    })
    await button.click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-4808', action: 'dispatch' }])
    await push([
      ready('4808', {
        actions: [],
        tap: { tapId: 't', action: 'dispatch', truth: 'held', tappedAt: EVENING, holdUntil: EVENING + 60_000 },
      }),
    ])
    await card('4808').locator('[data-truth="held"]').waitFor()
    await card('4808').locator('[data-command="undo"]').click()
    await expect.poll(() => calls('tap:undo')).toEqual([{ tapId: 't' }])
  })

  it('has a large button for the hand-over, and a second one in the menu "⋯" that is large enough for a finger', async () => {
    const actions: Ticket['actions'] = ['dispatch', 'delivered', 'validateCode', 'requestCancellation']
    const { card } = await open([ready('1', { orderType: 'DELIVERY', actions })])
    await eventually(async () => {
      const first = await card('1').locator('button[data-action="dispatch"]').boundingBox()
      expect(first?.height).toBeGreaterThanOrEqual(15 * MM_PX)
    })
    await card('1').locator('button[data-command="more"]').click()
    await eventually(async () => {
      const second = await card('1').locator('button[data-action="delivered"]').boundingBox()
      expect(second?.height).toBeGreaterThanOrEqual(10 * MM_PX - 0.5)
    })
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
    await expect.poll(() => place('3')).toEqual(third)
    await expect.poll(() => place('1')).toEqual(first)
    await push([ready('9')])
    await card('9').waitFor()
    await expect.poll(() => place('9')).toEqual(second)
    await expect.poll(() => page.locator('.handover-free').count()).toBe(0)
  })

  it('shows the number of orders in the kitchen and their remaining times', async () => {
    const { page } = await open([
      ticket('1', { status: 'PREPARING', createdAt: minutesAgo(9), dueAt: EVENING + 20 * 60_000 + 5_000 }),
      ticket('2', { status: 'CONFIRMED', createdAt: minutesAgo(12), dueAt: EVENING - 3 * 60_000 }),
      ticket('3', { createdAt: minutesAgo(4) }),
    ])
    await eventually(async () => {
      const words = await page.locator('.strip-order').allTextContents()
      expect(words.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
        expect.stringMatching(/^2 ?Marina A\. ?Aceito.*20:12, atrasado 3 min/),
        expect.stringMatching(/^1 ?Marina A\. ?Em preparo.*20:35, em 21 min/),
        expect.stringMatching(/^3 ?Marina A\. ?Novo.*pedido há 4 min/),
      ])
    })
    await expect.poll(() => page.locator('.strip [data-count]').getAttribute('data-count')).toBe('3')
  })

  it('shows the ticket of a cancelled order of any lane until it is acknowledged, and the ready orders do not move', async () => {
    const { page, card, calls, push } = await open(stoppedTickets().filter(({ cancelled }) => !cancelled))
    const place = () => card('4809').boundingBox()
    const before = await place()
    const dishes = Array.from({ length: 20 }, (_, index) => line(`Prato ${index}`))
    await push(stoppedTickets().flatMap((one) => (one.cancelled ? [{ ...one, lines: dishes }] : [])))
    await card('4817').waitFor()
    // The bar above takes its height from all columns. The columns do not move.
    await expect.poll(async () => (await place())?.x).toBe(before?.x)
    await expect.poll(() => page.locator('.counter-cards > *').last().getAttribute('data-order-id')).toBe('order-4817')
    // Also with a long ticket the buttons of the ready orders remain beside their numbers.
    await expect.poll(async () => (await place())?.height).toBeLessThan(1.2 * (before?.height ?? 0))
    await eventually(async () => {
      const words = await page.evaluate(contrasts, '.counter-cards .stop, .counter-cards .stop *')
      expect(words.filter(({ text, ratio }) => text !== '' && ratio < 4.5)).toEqual([])
    })
    await expect
      .poll(() => page.locator('.strip-order').allTextContents())
      .not.toContainEqual(expect.stringContaining('4817'))
    await card('4817').locator('button[data-action="acknowledge"]').click()
    await expect.poll(() => calls('order:acknowledge-cancellation')).toEqual([{ orderId: 'order-4817' }])
  })

  it('is opened with its switch, is remembered without the PIN, and shows one ticket for each order', async () => {
    const { page, calls } = await open(counterTickets(), { view: 'kitchen' })
    await expect.poll(() => page.locator('main.counter').count()).toBe(0)
    await page.locator('[data-testid="view-switch"] [data-view="counter"]').click()
    await page.locator('main').waitFor()
    await expect.poll(() => calls('view:remember')).toEqual([{ view: 'counter' }])
    await eventually(async () => {
      const ids = await page
        .locator('[data-order-id]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-order-id')))
      expect(new Set(ids).size).toBe(ids.length)
    })
  })

  it.each([
    ['last', 'counter', true],
    ['kitchen', 'counter', false],
    ['counter', 'kitchen', true],
  ] as const)('is shown at the start or not: start view %s, last view %s', async (startView, view, isCounter) => {
    const { page } = await open([ready('1')], { startView, view })
    await expect.poll(async () => (await page.locator('main.counter').count()) > 0).toBe(isCounter)
  })

  it('shows a new order that rings, and opens its ticket in the kitchen when this ticket is out of sight', async () => {
    const { page, push, card } = await open([ready('1')])
    await push([ticket('7', { alarm: 'new' }), ticket('8', { status: 'PREPARING', alarm: 'delayed' })])
    await card('7').waitFor()
    await page.locator('.announcement-chip[data-alarm-order="order-8"]').click()
    await card('8').waitFor()
    await expect.poll(() => page.locator('main.counter').count()).toBe(0)
    await expect.poll(() => page.locator('.announcement-chip[data-alarm-order="order-7"]').count()).toBe(0)
  })

  it('prints one ticket from its card, and all open tickets with a single tap', async () => {
    const { page, card, calls } = await open(counterTickets())
    await card('4809').locator('.handover-top [data-command="print"]').click()
    await page.getByTestId('print-open').click()
    await page.getByTestId('print-dialog').waitFor()
    await expect.poll(() => calls('print:tickets')).toEqual([{ orderId: 'order-4809' }, {}])
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
    await expect
      .poll(() => calls('settings:change'))
      .toEqual([
        { paper: { printer: 'TM' } },
        { paper: { paper: '58mm' } },
        { paper: { printsNew: true } },
        { paper: { printsWhenOfflineMinutes: 10 } },
      ])
  })
})
