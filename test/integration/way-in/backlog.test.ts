import { afterEach, expect, it } from 'vitest'
import { eventually, type RunningKitchen, startKitchen } from '../../fixtures/running-kitchen.ts'

const ORDERS = 500
const EVENTS = 5_000
/** `npm run bench -- --only backlog` measures the time. */
const NO_HANG_MS = 240_000

let kitchen: RunningKitchen
afterEach(() => kitchen.end())

it(`${EVENTS} waiting events of ${ORDERS} orders: all orders are on the board, all events are acknowledged, none counts twice`, async () => {
  kitchen = await startKitchen({ settings: { pollIntervalSeconds: 60 } })
  const { platform } = kitchen
  await eventually('the first poll', () => kitchen.station().snapshot().freshness.checkedAt)
  const ids = Array.from({ length: ORDERS }, () => platform.place({ orderType: 'DELIVERY' }).id)
  for (const id of ids) for (let index = 1; index < EVENTS / ORDERS; index += 1) platform.courier(id, 'PICKUP_ONGOING')
  platform.model.cancel(ids.at(-1) ?? '', 'CUSTOMER', 'Desistiu')
  // Two polls are at least a second apart.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  kitchen.station().pollNow()
  await eventually(
    'a stable board',
    () => {
      const { tickets } = kitchen.station().snapshot()
      return tickets.length === ORDERS && tickets.every(({ reading }) => reading === 'read')
    },
    NO_HANG_MS,
  )
  await eventually('everything acknowledged', () => platform.model.pending(platform.clientId).length === 0)
  const { requestLog } = platform
  expect(kitchen.ticket(ids.at(-1) ?? '')).toMatchObject({ status: 'CANCELLED' })
  expect(requestLog.wasEachEventAcknowledgedAfterDelivery()).toBe(true)
  expect(requestLog.violations()).toEqual([])
  // The next page is requested after the page before is acknowledged, so no event arrives twice.
  expect(requestLog.requestsTo('poll').flatMap(({ delivered }) => delivered)).toHaveLength(EVENTS + 1)
})
