import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { axeViolations } from '../../fixtures/axe.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import {
  eveningTickets,
  line,
  minutesAgo,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const STATIONS = [
  { name: 'Chapa', keywords: ['x-'] },
  { name: 'Bebidas', keywords: ['guaraná'] },
]
const board = boardForTests()

async function open(
  tickets: readonly Ticket[],
  settings: Parameters<typeof settingsWith>[0],
  width = 1366,
  ownWindow = false,
) {
  const { page, pageErrors } = await board.open(
    snapshotOf(tickets, { settings: settingsWith({ stations: STATIONS, ...settings }) }),
    { width, height: width === 1366 ? 768 : 1080, ownWindow },
  )
  let version = 1
  return {
    page,
    pageErrors,
    card: (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`),
    calls: (name: string) =>
      page.evaluate(
        (wanted) => window.harness.calls.filter((call) => call.name === wanted).map(({ args }) => args),
        name,
      ),
    push: async (changed: readonly Ticket[]) => {
      version += 1
      await page.evaluate((delta) => window.harness.push(delta), { version, changed: [...changed], removed: [] })
    },
  }
}

const order = (status: string, struck: readonly string[] = []) =>
  ticket('4801', {
    status,
    createdAt: minutesAgo(9),
    lines: ['X-Salada', 'X-Bacon', 'Guaraná lata'].map((name) => line(name, { struck: struck.includes(name) })),
  })

describe('a preparation station', () => {
  const PREP = { role: 'prep', station: 'Chapa' } as const

  it('completes its own lines with one button, and never the order', async () => {
    const { card, calls } = await open([order('PREPARING')], PREP)
    await expect.poll(() => card('4801').locator('.act-primary').getAttribute('data-command')).toBe('part-done')
    await card('4801').locator('[data-command="part-done"]').click()
    await expect
      .poll(() => calls('order:strike-line'))
      .toEqual(['X-Salada', 'X-Bacon'].map((name) => ({ orderId: 'order-4801', lineId: `0:${name}`, struck: true })))
  })
})

describe('the pass', () => {
  const PASS = { role: 'pass' } as const

  it('shows the progress of each station, and requires two taps before an incomplete order becomes ready', async () => {
    const { card, calls } = await open([order('PREPARING', ['X-Salada'])], PASS)
    const part = (name: string) => card('4801').locator(`[data-part="${name}"]`)
    await expect.poll(() => part('Chapa').textContent()).toBe('Chapa 1/2')
    await expect.poll(() => part('Bebidas').textContent()).toBe('Bebidas 0/1')
    const force = card('4801').locator('[data-command="force-ready"]')
    await expect.poll(() => force.textContent()).toBe('Faltam 2')
    await force.click()
    await card('4801').locator('.act-primary[data-action="ready-for-pickup"]').click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-4801', action: 'ready-for-pickup' }])
  })

  it('shows changes of the stations without a reload', async () => {
    const { card, push } = await open([order('PREPARING')], PASS)
    await card('4801').locator('[data-command="force-ready"]').waitFor()
    await push([order('PREPARING', ['X-Salada', 'X-Bacon', 'Guaraná lata'])])
    await card('4801').locator('[data-part="Chapa"][data-done]').waitFor()
    await card('4801').locator('.act-primary[data-action="ready-for-pickup"]').waitFor()
  })
})

describe("the customers' board", () => {
  const CUSTOMERS = { role: 'customers' } as const

  it.each([1366, 1920])('shows ids in two columns at %d px, no names, and no buttons', async (width) => {
    const guests = eveningTickets().map((one) => ({
      ...one,
      orderType: one.displayId === '4815' ? 'DELIVERY' : 'TAKEOUT',
    }))
    const { page, pageErrors } = await open(guests, CUSTOMERS, width)
    const column = (kind: string) => page.locator(`[data-column="${kind}"] .customers-id`).allInnerTexts()
    await page.locator('.customers').waitFor()
    await expect.poll(() => column('preparing')).toEqual(['4817'])
    await expect.poll(async () => (await column('ready')).length).toBeGreaterThan(0)
    await eventually(async () => {
      const words = await page.locator('body').textContent()
      for (const { customerName, pickupCode } of eveningTickets()) {
        for (const secret of [customerName, pickupCode]) if (secret !== undefined) expect(words).not.toContain(secret)
      }
    })
    await expect.poll(() => page.locator('button, a, input, select').count()).toBe(0)
    await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
    const cutIds = () =>
      page
        .locator('.customers-id, .customers-title')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
    await atEachSize(page, BOARD_SIZES, (size) => expect.poll(cutIds, { message: size }).toEqual([]))
    expect(pageErrors).toEqual([])
    await expect.poll(() => axeViolations(page)).toEqual([])
  })

  it('shows "ready" only when it can no longer be undone, and opens the settings only with a long touch', async () => {
    const held = {
      ...order('PREPARING'),
      orderType: 'TAKEOUT',
      lane: 'ready',
      tap: tap('held', { action: 'ready-for-pickup' }),
    } as Ticket
    const { page, push } = await open([held], CUSTOMERS, 1366, true)
    await page.clock.install()
    await page.locator('[data-column="preparing"] .customers-id').waitFor()
    await expect.poll(() => page.locator('.customers-time').textContent()).toMatch(/^\d\d:\d\d$/)
    const settings = page.getByTestId('settings-dialog')
    await page.mouse.move(300, 300)
    await page.mouse.down()
    await page.clock.runFor(5_000)
    await settings.waitFor()
    await page.mouse.up()
    await settings.locator('[data-command="back"]').click()
    await settings.waitFor({ state: 'hidden' })
    // The settings are loaded now: a short touch would show them before the next order.
    await page.mouse.click(300, 300)
    await page.clock.runFor(5_000)
    await push([{ ...held, status: 'READY', tap: undefined }])
    await page.locator('[data-column="ready"] .customers-id[data-newest]').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})
