import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { minutesAgo, settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

const group = (from: number, count: number, status: string): readonly Ticket[] =>
  Array.from({ length: count }, (_, at) =>
    ticket(`${from + at}`, { status, createdAt: minutesAgo(status === 'CREATED' ? 1 : 60 - at) }),
  )

/** They have space on page one, also when each is a whole ticket. */
const FEW = [...group(100, 3, 'CREATED'), ...group(200, 4, 'PREPARING'), ...group(300, 5, 'READY')]

async function open() {
  const { page } = await board.open(snapshotOf(FEW), { width: 1920, height: 1080 })
  let version = 1
  return {
    page,
    show: (readyOrders: 'card' | 'ticket', changed: readonly Ticket[] = []) => {
      version += 1
      return page.evaluate((delta) => window.harness.push(delta), {
        version,
        changed: [...changed],
        removed: [],
        settings: settingsWith({ readyOrders }),
      })
    },
    /** How each order is shown, on all pages and in the rail. A ticket that is drawn for measuring is not shown. */
    shown: () =>
      page
        .locator('main article[data-order-id]:not(.slot-measured)')
        .evaluateAll((all) =>
          all
            .map((one) => `${one.getAttribute('data-order-id')} ${one.classList.contains('card') ? 'card' : 'ticket'}`)
            .toSorted(),
        ),
    calls: (wanted: string) =>
      page.evaluate(
        (wantedName) => window.harness.calls.flatMap(({ name, args }) => (name === wantedName ? [args] : [])),
        wanted,
      ),
  }
}

const formOf = ({ status }: Ticket, ready: 'card' | 'ticket'): string =>
  ({ CREATED: 'card', READY: ready })[status] ?? 'ticket'

const allAs = (tickets: readonly Ticket[], ready: 'card' | 'ticket'): readonly string[] =>
  tickets.map((one) => `${one.orderId} ${formOf(one, ready)}`).toSorted()

describe('ready orders', () => {
  it('are whole tickets and not cards when the shop has set it, and cards again', async () => {
    const { page, show, shown, calls } = await open()
    await expect.poll(shown).toEqual(allAs(FEW, 'card'))
    await page.getByTestId('open-settings').click()
    const choice = page.getByTestId('settings-dialog').getByRole('group', { name: 'Pedidos prontos' })
    await choice.getByText('Comandas inteiras').click()
    await expect.poll(() => calls('settings:change')).toEqual([{ readyOrders: 'ticket' }])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await show('ticket')
    await expect.poll(shown).toEqual(allAs(FEW, 'ticket'))
    const cooked = FEW.map((one) => (one.displayId === '200' ? ticket('200', { status: 'READY' }) : one))
    await show('ticket', cooked)
    await expect.poll(shown).toEqual(allAs(cooked, 'ticket'))
    await page.locator('[data-order-id="order-300"] .act-primary').click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-300', action: 'dispatch' }])
    await show('card')
    await expect.poll(shown).toEqual(allAs(cooked, 'card'))
  })

  it('are neither lost nor doubled when they have no space as whole tickets, or as cards', async () => {
    const { show, shown } = await open()
    const many = [...FEW, ...group(400, 30, 'PREPARING'), ...group(500, 12, 'READY')]
    const ids = many.map(({ orderId }) => orderId).toSorted()
    const shownIds = async () => (await shown()).map((one) => one.split(' ')[0])
    for (const form of ['ticket', 'card', 'ticket'] as const) {
      await show(form, many)
      await expect.poll(shownIds).toEqual(ids)
    }
  })
})
