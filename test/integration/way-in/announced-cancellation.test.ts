import { afterEach, expect, it } from 'vitest'
import { type RunningKitchen, startKitchen } from '../../fixtures/running-kitchen.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const STOP = { status: 'PREPARING', lane: 'preparing', alarm: 'cancelled', cancellationAnnounced: true }
const VERIFIED = { status: 'CANCELLED', lane: 'preparing', alarm: 'cancelled', cancellationAnnounced: undefined }

let kitchen: VirtualKitchen | RunningKitchen
afterEach(() => kitchen.end())

/** An order in preparation whose reads have this answer from now on. It is cancelled, and 12 seconds pass. */
async function cancelUnread(answer: (virtual: VirtualKitchen) => Response | undefined) {
  const virtual = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
  kitchen = virtual
  const { id } = virtual.platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT', startsAs: 'PREPARING' })
  await virtual.advance(6 * SECOND)
  virtual.intercept((path) => (path === `/orders/${id}` ? answer(virtual) : undefined))
  virtual.platform.cancel(id, 'CUSTOMER', 'Desistiu')
  await virtual.advance(5 * SECOND)
  const soon = virtual.ticket(id)
  await virtual.advance(12 * SECOND)
  return { virtual, id, soon }
}
const forbidden = () => Response.json({}, { status: 403 })

it.each([
  ['404', () => Response.json({}, { status: 404 })],
  ['403', forbidden],
  ['500', () => Response.json({}, { status: 500 })],
  ['half an answer', () => new Response('{"id":', { headers: { 'content-type': 'application/json' } })],
  ['an order without a status', () => Response.json({ items: [{ name: 'Pizza', quantity: 1 }] })],
  ['no network', (virtual: VirtualKitchen) => virtual.network('down') ?? forbidden()],
])('a cancellation that no read shows says stop, also after a restart, until a read does: %s', async (_, answer) => {
  const { virtual, id, soon } = await cancelUnread(answer)
  expect(soon).toMatchObject({ status: 'PREPARING', cancelled: undefined })
  const unverified = { ...STOP, cancelled: { reason: 'Desistiu', acknowledged: false } }
  expect(virtual.ticket(id)).toMatchObject(unverified)
  virtual.crash()
  virtual.start()
  expect(virtual.ticket(id)).toMatchObject(unverified)
  virtual.network('up')
  virtual.intercept(undefined)
  virtual.core().retryNow()
  await virtual.advance(MINUTE)
  expect(virtual.ticket(id)).toMatchObject(VERIFIED)
})

it('a stop that was acknowledged before a read shows it stays acknowledged, also when the platform has no such order', async () => {
  const { virtual, id } = await cancelUnread(() => Response.json({}, { status: 404 }))
  virtual.core().acknowledgeCancellation(id)
  expect(virtual.ticket(id)).toMatchObject({ status: 'PREPARING', lane: 'done', cancelled: { acknowledged: true } })
  expect(virtual.ticket(id)?.alarm).toBeUndefined()
  await virtual.advance(12 * MINUTE)
  expect(virtual.ticket(id)).toMatchObject({ status: 'CANCELLED', lane: 'done', cancelled: { acknowledged: true } })
})

it('a stop ends with a read that shows the order as active; this rings until a touch, and a later stop is shown', async () => {
  let isRefused = true
  const { virtual, id } = await cancelUnread(({ platform }) => {
    const { payload } = platform.order(platform.model.events()[0]?.orderId ?? '') ?? {}
    return isRefused ? forbidden() : Response.json({ ...payload, status: 'PREPARING' })
  })
  virtual.core().acknowledgeCancellation(id)
  isRefused = false
  virtual.core().retryNow()
  await virtual.advance(SECOND)
  expect(virtual.ticket(id)).toMatchObject({ ...STOP, alarm: 'changed' })
  expect(virtual.ticket(id)?.cancelled).toBeUndefined()
  virtual.core().quietAlarm(id, 'opened')
  expect(virtual.ticket(id)).toMatchObject({ status: 'PREPARING', lane: 'preparing' })
  expect(virtual.ticket(id)).not.toMatchObject({ cancellationAnnounced: true })
  // A screen without a connection acknowledged the first stop.
  virtual.core().acknowledgeCancellation(id)
  virtual.intercept(undefined)
  await virtual.advance(MINUTE)
  expect(virtual.ticket(id)).toMatchObject({ ...VERIFIED, cancelled: { acknowledged: false } })
})

it('over HTTP and real databases: a cancelled order whose read is refused says stop, and no tap changes that', async () => {
  let aheadMs = 0
  const running = await startKitchen({ platform: { now: () => Date.now() + aheadMs } })
  kitchen = running
  const { platform } = running
  const { id } = platform.place({ orderType: 'TAKEOUT', orderTiming: 'INSTANT', startsAs: 'PREPARING' })
  await running.seen(id, 'is read', ({ status }) => status === 'PREPARING')
  const fault = platform.fault({ routes: ['read'], orderId: id, effect: { kind: 'status', status: 403 } })
  platform.cancel(id, 'CUSTOMER', 'Desistiu')
  await running.seen(id, 'cannot be read', ({ outdated }) => outdated === true)
  running.core().act({ orderId: id, action: 'ready-for-pickup' })
  // The platform's clock steps, instead of a wait.
  aheadMs = MINUTE
  expect(await running.seen(id, 'says stop', ({ cancelled }) => cancelled !== undefined)).toMatchObject(STOP)
  await running.restart()
  expect(running.ticket(id)).toMatchObject(STOP)
  fault.clear()
  running.core().retryNow()
  expect(await running.seen(id, 'was read', ({ status }) => status === 'CANCELLED')).toMatchObject({
    alarm: 'cancelled',
    tap: { truth: 'conflict', reason: 'order-cancelled' },
  })
})
