import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { line, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]

const board = boardForTests()

/** Positions of all whole tickets and all cards, in the order of the document. The opened ticket is not among them. */
const places = (page: Page): Promise<readonly (readonly number[])[]> =>
  page.locator('.slot:not(.slot-measured), .card').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return [left, top, width, height]
    }),
  )

describe('the whole ticket of a card', () => {
  it('moves no ticket and no card when a tap on the text of its card opens it, and when it is closed', async () => {
    const lines = Array.from({ length: 7 }, (_, row) => line(`Marmita executiva ${row}`, { lineId: `${row}` }))
    const { page } = await board.open(
      snapshotOf([
        ...Array.from({ length: 12 }, (_, at) =>
          ticket(`${100 + at}`, { status: 'PREPARING', createdAt: minutesAgo(40 - at), lines }),
        ),
        ticket('200', { lines }),
        ticket('201'),
        ticket('300', { status: 'READY' }),
      ]),
      SIZES[0],
    )
    await atEachSize(page, SIZES, async (size) => {
      await page.locator('.pages[data-measured]').waitFor()
      const opened = page.getByTestId('opened-ticket')
      for (const id of ['200', '300']) {
        await expect.poll(async () => (await places(page)).length, { message: size }).toBeGreaterThan(6)
        const before = await places(page)
        const summary = await page.locator(`[data-order-id="order-${id}"] .card-summary`).boundingBox()
        await page.mouse.click((summary?.x ?? 0) + 20, (summary?.y ?? 0) + (summary?.height ?? 0) / 2)
        await opened.locator(`[data-order-id="order-${id}"] .act-primary`).click({ trial: true })
        await expect.poll(() => places(page), { message: `${size}, opened` }).toEqual(before)
        // It is beside the rail, so that every card remains in sight.
        const rail = await page.locator('.side').boundingBox()
        await eventually(async () => {
          const whole = await opened.boundingBox()
          expect((whole?.x ?? 0) + (whole?.width ?? 0), size).toBeLessThanOrEqual((rail?.x ?? 0) + 1)
        })
        await opened.locator('[data-command="close"]').click()
        await opened.waitFor({ state: 'detached' })
        await expect.poll(() => places(page), { message: `${size}, closed` }).toEqual(before)
      }
    })
  })
})
