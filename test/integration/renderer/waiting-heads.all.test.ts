import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { LOCALES } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { atEachSize, BOARD_SIZES } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import {
  EVENING,
  eveningTickets,
  line,
  minutesAgo,
  settingsWith,
  snapshotOf,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'

const HOUR_MS = 3_600_000
const board = boardForTests()

const dish = (id: string): Pick<Ticket, 'lines'> => ({ lines: [line('X-Bacon', { lineId: id })] })
const waiting: readonly Ticket[] = [
  ticket('4901', { ...dish('a'), status: 'PREPARING', createdAt: minutesAgo(12), courierSince: minutesAgo(3) }),
  ticket('4902', { ...dish('b'), status: 'CREATED', confirmBy: EVENING + 400_000, courierSince: minutesAgo(1) }),
  ticket('4903', { ...dish('c'), status: 'READY', pickupCode: '174', readySince: minutesAgo(4) }),
  ticket('4904', { ...dish('d'), status: 'READY', customerName: 'Wilhelmmina', readySince: minutesAgo(6) }),
  ticket('4905', {
    ...dish('e'),
    status: 'READY',
    pickupCode: '9921',
    readySince: minutesAgo(61),
    courierSince: minutesAgo(125),
  }),
  ticket('4906', { ...dish('f'), status: 'READY', customerName: 'Ana', readySince: minutesAgo(9) }),
]

async function open(tickets: readonly Ticket[], settings: Parameters<typeof settingsWith>[0] = {}): Promise<Page> {
  const freshness = { state: 'fresh', checkedAt: EVENING - 12_000, pollIntervalMs: HOUR_MS } as const
  const { page } = await board.open(
    snapshotOf(tickets, { settings: settingsWith(settings), freshness }),
    BOARD_SIZES[0],
  )
  return page
}

/**
 * The ids of tickets whose minutes of waiting are not whole in the row of the head. A code comes first: without room beside it the
 * minutes are left out whole. Runs inside the page.
 */
function hiddenMinutes(): readonly string[] {
  return [...document.querySelectorAll<HTMLElement>('main .figure:not(:has(> .code)) > .waiting')]
    .filter((waiting) => !waiting.closest('.measured'))
    .flatMap((waiting) => {
      const row = waiting.parentElement?.getBoundingClientRect()
      const time = waiting.lastElementChild?.getBoundingClientRect()
      if (!row || !time) return ['nothing']
      const isWhole = time.top >= row.top - 3 && time.bottom <= row.bottom + 3 && time.right <= row.right + 1
      return isWhole ? [] : [waiting.closest<HTMLElement>('.ticket')?.dataset.orderId ?? '']
    })
}

/** The rows about a courier of which a word is not whole in sight, and how many are. Runs inside the page. */
function courierRows(): { readonly hidden: readonly string[]; readonly whole: number } {
  const rows = [...document.querySelectorAll<HTMLElement>('main .ticket:not(.measured *) > .head > .waiting')]
  const hidden = rows.filter((row) => {
    const frame = row.getBoundingClientRect()
    const ticket = row.closest('.ticket')?.getBoundingClientRect()
    return [...row.querySelectorAll('span')].some((part) => {
      const text = document.createRange()
      text.selectNodeContents(part)
      const { left, right, top, bottom } = text.getBoundingClientRect()
      const isIn = left >= frame.left && right <= frame.right && top >= frame.top - 3 && bottom <= frame.bottom + 3
      return !isIn || ticket === undefined || frame.bottom > ticket.bottom + 1
    })
  })
  return { hidden: hidden.map((row) => row.textContent ?? ''), whole: rows.length - hidden.length }
}

it.each(LOCALES)('a head says who waits and since when, whole, at each size, in %s', async (locale) => {
  const page = await open([...waiting, ...eveningTickets()], { locale })
  await atEachSize(page, BOARD_SIZES, async (size) => {
    await expect.poll(() => page.evaluate(cutOrOverlapping), { message: size }).toEqual([])
    await expect.poll(() => page.evaluate(hiddenMinutes), { message: size }).toEqual([])
    await expect.poll(() => page.evaluate(courierRows), { message: size }).toEqual({ hidden: [], whole: 3 })
  })
})

it('has its words and attributes, and the header counts the couriers', async () => {
  const page = await open(waiting)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const head = (id: string) => page.locator(`main [data-order-id="order-${id}"] > .head`)
  await expect.poll(() => head('4901').textContent()).toMatch(/entregador aqui\s+3\smin/)
  await expect.poll(() => head('4903').textContent()).toMatch(/pronto há\s+4\smin/)
  const attributes = () =>
    page
      .locator('main .ticket[data-order-id]')
      .evaluateAll((all) =>
        all
          .map(({ dataset }) => [dataset.orderId, dataset.courierMinutes, dataset.standing, dataset.urgency].join(' '))
          .toSorted(),
      )
  await expect
    .poll(attributes)
    .toEqual([
      'order-4901 3  warn',
      'order-4902 1  calm',
      'order-4903  4 calm',
      'order-4904  6 warn',
      'order-4905 125 61 late',
      'order-4906  9 late',
    ])
  await expect.poll(() => page.getByTestId('couriers').getAttribute('data-count')).toBe('3')
})

const heightsOf = async (page: Page) =>
  page
    .locator('main .ticket[data-order-id]')
    .evaluateAll((all) => all.map((one) => `${one.dataset.orderId} ${one.getBoundingClientRect().height}`).toSorted())

it('a ticket has the same height before and while it stands ready', async () => {
  const before = waiting.map(({ courierSince: _c, readySince: _r, ...rest }) => rest)
  const page = await open(before)
  await atRest(page)
  const known = await heightsOf(page)
  const standing = waiting.map(({ courierSince: _c, ...rest }) => rest)
  await page.evaluate((changed) => window.harness.push({ version: 2, changed, removed: [] }), standing)
  await expect.poll(() => page.locator('main .waiting').count()).toBeGreaterThan(3)
  await atRest(page)
  await expect.poll(() => heightsOf(page)).toEqual(known)
})
