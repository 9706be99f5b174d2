import type { Bridge } from '../../shared/contract.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

test.use({ sharesApp: true })

const MINUTE_MS = 60_000
/** On the practice platform the preparation begins this long before the time for which the order was placed. */
const PREPARATION_MS = 25 * MINUTE_MS

/** The clock is set to this time before the start, when the order still waits. */
const BEFORE_MS = 3_000
/** A Date header has no fractions of a second. */
const DATE_HEADER_MS = 1_000

/** The platform's time in the app after its last poll. */
const platformTime = ({ page }: KitchenApp): Promise<number> =>
  page().evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    await call['sync:retry-now'](null)
    const board = await call['board:snapshot'](null)
    return board.ok ? board.value.clock.platformNow : Number.NaN
  })

/** Sets the platform's clock and waits until the app uses it. */
async function setPlatformTime(kitchen: KitchenApp, time: number): Promise<void> {
  kitchen.platform.setClockSkew(time - Date.now())
  await expect.poll(() => platformTime(kitchen)).toBeGreaterThan(time - DATE_HEADER_MS)
}

test('a scheduled order waits in its lane and becomes new at its start time, not before', { tag: '@gate' }, async ({
  kitchen,
}) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id, payload } = platform.place({ orderTiming: 'SCHEDULED', dueInMs: PREPARATION_MS + 15 * MINUTE_MS })
  const startAt = Date.parse(payload.timing.preparationStartDateTime ?? '')
  await kitchen.expectStatus(id, 'CREATED')
  await kitchen.tap(id, 'confirm')
  await kitchen.expectTapStatus(id, 'confirmed')
  await setPlatformTime(kitchen, startAt - MINUTE_MS)
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  await setPlatformTime(kitchen, startAt - BEFORE_MS)
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
  const raisedAt = await platformTime(kitchen)
  // The header of this poll may be earlier within its second than the one by which the order was raised.
  expect(raisedAt).toBeGreaterThan(startAt - DATE_HEADER_MS)
  expect(raisedAt - startAt).toBeLessThan(5_000)
})

test('a scheduled order can be started by hand, and nothing is sent to the platform', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place({ orderTiming: 'SCHEDULED', dueInMs: 120 * MINUTE_MS, startsAs: 'CONFIRMED' })
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  await kitchen.page().locator('button[data-filter="scheduled"]').click()
  await kitchen.card(id).locator('button[data-command="open"]').click()
  await kitchen.card(id).locator('button[data-command="start-by-hand"]').click()
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
  expect(platform.requestLog.postsFor(id, 'preparing')).toHaveLength(0)
  await kitchen.close()
  await kitchen.open()
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
})

test('an order on demand waits until the platform requests its preparation', async ({ kitchen }) => {
  const { platform } = kitchen
  await kitchen.open()
  const { id } = platform.place({ orderTiming: 'ONDEMAND', startsAs: 'CONFIRMED' })
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  // Another order arrives later and is read.
  await kitchen.expectStatus(platform.place().id, 'CREATED')
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'scheduled')
  expect(platform.requestPreparation(id)).toBe(true)
  await expect(kitchen.card(id)).toHaveAttribute('data-lane', 'preparing')
})
