import { describe, expect, it } from 'vitest'
import { boardOfTests } from '../../fixtures/board-harness/board-of-tests.ts'
import { EVENING, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardOfTests()

const cooking = Array.from({ length: 3 }, (_, index) => ticket(`${10 + index}`, { status: 'PREPARING' }))
const ringing = ticket('77', { createdAt: EVENING, confirmBy: EVENING + 480_000, alarm: 'new' })

async function open() {
  const { page } = await board.open(snapshotOf(cooking), { width: 1366, height: 768 })
  const push = () => page.evaluate((changed) => window.harness.push({ version: 2, changed, removed: [] }), [ringing])
  /** The orders that the window reported as shown. */
  const shown = () =>
    page.evaluate(() =>
      window.harness.calls.flatMap(({ name, args }) => (name === 'order:shown' ? [JSON.stringify(args)] : [])),
    )
  const chip = page.locator(`.announcement-chip[data-calling="${ringing.orderId}"]`)
  const card = page.locator(`.rail-cards [data-order-id="${ringing.orderId}"]`)
  return { page, push, shown, chip, card }
}

describe('a new order whose card is covered', () => {
  it('by the totals is named in the header, and shown by a touch', async () => {
    const { page, push, shown, chip, card } = await open()
    await page.getByTestId('all-day-toggle').click()
    await page.getByTestId('all-day').waitFor()
    await push()
    await chip.waitFor()
    expect((await shown()).join()).not.toContain(ringing.orderId)
    await chip.click()
    await card.locator('button[data-action="confirm"]').click({ trial: true })
    await expect.poll(async () => (await shown()).join()).toContain(ringing.orderId)
    await expect.poll(() => chip.count()).toBe(0)
  })

  it('after it was in sight is named as long as the totals are open', async () => {
    const { page, push, chip } = await open()
    await push()
    await page.locator(`.rail-cards [data-order-id="${ringing.orderId}"] button`).first().waitFor()
    expect(await chip.count()).toBe(0)
    await page.getByTestId('all-day-toggle').click()
    await chip.waitFor()
    await page.getByTestId('all-day-toggle').click()
    await expect.poll(() => chip.count()).toBe(0)
  })
})
