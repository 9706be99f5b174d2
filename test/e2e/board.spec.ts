import type { Locator } from '@playwright/test'
import { cutOrOverlapping } from '../fixtures/board-harness/geometry.ts'
import { expect, type Kitchen, test } from './kitchen.ts'

/** A primary button is at least 15 mm in both directions, at 4 px/mm. */
const PRIMARY_PX = 60
/** The buttons of an order rest so long after a tap. */
const REST_MS = 900
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const

test.use({ settings: { pollIntervalSeconds: 1, undoSeconds: 3 } })

/** A finger on the middle of a button, which is large enough and has nothing over it. */
async function touch(kitchen: Kitchen, target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const box = await target.boundingBox()
  if (box === null) throw new Error('It has no place on the screen')
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(PRIMARY_PX)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const isOnTop = await target.evaluate((one, at) => one.contains(document.elementFromPoint(at[0], at[1])), [
    x,
    y,
  ] as const)
  expect(isOnTop).toBe(true)
  const session = await kitchen.page().context().newCDPSession(kitchen.page())
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

const primary = (kitchen: Kitchen, orderId: string, action: string): Locator =>
  kitchen.card(orderId).locator(`.act-primary[data-action="${action}"]`)

/** No ticket, card or button in sight lies over another or is cut. */
const expectNothingOverlaps = (kitchen: Kitchen): Promise<void> =>
  expect.poll(() => kitchen.page().evaluate(cutOrOverlapping)).toEqual([])

const inRail = (kitchen: Kitchen, orderId: string): Locator =>
  kitchen.page().locator(`.pane[data-pane="rail"] article.card[data-order-id="${orderId}"]`)
const inWork = (kitchen: Kitchen, orderId: string): Locator =>
  kitchen.page().locator(`.pages article.slot:not(.card)[data-order-id="${orderId}"]`)

for (const size of SIZES) {
  test(`an order goes by touch from the rail over the work zone to "out" at ${size.width}x${size.height}`, async ({
    kitchen,
  }) => {
    const { platform } = kitchen
    const { page } = await kitchen.open()
    await page.setViewportSize(size)
    const { id } = platform.place({ orderType: 'DELIVERY', itemCount: 2 })
    const others = [platform.place({ startsAs: 'CONFIRMED' }).id, platform.place().id]
    for (const other of others) await kitchen.card(other).waitFor()

    // A new order is a card in the rail; accepting it can be taken back where it was tapped.
    await expect(inRail(kitchen, id)).toHaveAttribute('data-lane', 'new')
    await expectNothingOverlaps(kitchen)
    await touch(kitchen, primary(kitchen, id, 'confirm'))
    await kitchen.expectTruth(id, 'held')
    await expect(inRail(kitchen, id)).toHaveCount(1)
    await expectNothingOverlaps(kitchen)
    await kitchen.card(id).locator('button[data-command="undo"]').tap()
    await expect(kitchen.card(id).locator('[data-truth]')).toHaveCount(0)
    await page.waitForTimeout(REST_MS)
    await touch(kitchen, primary(kitchen, id, 'confirm'))
    await kitchen.expectTruth(id, 'held')
    await kitchen.expectTruth(id, 'confirmed')
    expect(platform.ledger.appliedFor(id, 'confirm')).toHaveLength(1)

    // An order in preparation is a whole ticket.
    await expect(inWork(kitchen, id)).toHaveCount(1)
    await expect(inRail(kitchen, id)).toHaveCount(0)
    await expectNothingOverlaps(kitchen)
    await touch(kitchen, primary(kitchen, id, 'preparing'))
    await kitchen.expectStatus(id, 'PREPARING')
    await expectNothingOverlaps(kitchen)
    await touch(kitchen, primary(kitchen, id, 'ready-for-pickup'))
    await kitchen.expectStatus(id, 'READY')

    // A ready order is a card again; handed over it is found in the panel "out", which moves no ticket.
    await expect(inRail(kitchen, id)).toHaveAttribute('data-lane', 'ready')
    await expect(inWork(kitchen, id)).toHaveCount(0)
    await expectNothingOverlaps(kitchen)
    await touch(kitchen, primary(kitchen, id, 'dispatch'))
    await kitchen.expectStatus(id, 'IN_DELIVERY')
    await expect(inRail(kitchen, id)).toHaveCount(0)
    const placesOfOthers = () =>
      Promise.all(others.map((other) => inWork(kitchen, other).or(inRail(kitchen, other)).boundingBox()))
    const work = inWork(kitchen, others[0] ?? '')
    const before = await work.boundingBox()
    await page.locator('button[data-filter="done"]').tap()
    const out = page.locator('.pane[data-pane="done"]')
    await expect(out).toBeInViewport({ ratio: 1 })
    await expect(out.locator(`[data-order-id="${id}"]`)).toBeInViewport({ ratio: 1 })
    expect(await work.boundingBox()).toEqual(before)
    expect((await placesOfOthers()).every((box) => box !== null)).toBe(true)
    await touch(kitchen, primary(kitchen, id, 'delivered'))
    await kitchen.expectStatus(id, 'DELIVERED')
    expect(platform.ledger.violations()).toEqual([])
  })
}
