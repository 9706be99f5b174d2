import { afterEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Longer than a POST, its answer and the read after it. */
const AT_ONCE = 2 * SECOND

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

const stepPlatformTime = (byMs: number): void => kitchen.platform.setDateHeader({ skewMs: byMs })
const callsTo = (path: string): number => kitchen.departures.filter((one) => one.path === path).length

/** A new order on the board, on a platform whose every call takes a second in each direction. */
async function openOrder(): Promise<string> {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 60 }, latencyMs: [SECOND, SECOND] })
  const { id } = kitchen.platform.place()
  await kitchen.advance(2 * MINUTE)
  expect(kitchen.ticket(id)?.status).toBe('CREATED')
  return id
}

/** Answers the calls to this path without a `Date` header and without an effect. */
const answerInstead = (path: string, status: number): void =>
  kitchen.intercept((called) => (called === path ? new Response(null, { status }) : undefined))

describe("a step of the platform's time during a call", () => {
  it.each([-HOUR, HOUR])('of %i ms during the read after a 202 does not repeat the POST', async (stepMs) => {
    const id = await openOrder()
    const path = `/orders/${id}/confirm`
    answerInstead(path, 202)
    kitchen.tap(id, 'confirm')
    await kitchen.advance(AT_ONCE)
    // The answer has arrived, and the read after it is on its way.
    stepPlatformTime(stepMs)
    await kitchen.advance(20 * SECOND)
    expect(callsTo(path)).toBe(1)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'sent' })
  })

  it('does not refuse a tap because of a read that began before its answer of 409', async () => {
    const id = await openOrder()
    const path = `/orders/${id}/confirm`
    answerInstead(path, 409)
    kitchen.tap(id, 'confirm')
    // An event: its read begins before the answer to the tap, and ends after it with the step.
    await kitchen.advance(1.9 * SECOND)
    const event = { eventId: 'late', eventType: 'PREPARING', orderId: id, createdAt: new Date().toISOString() }
    kitchen.core().receiveDelivery([event])
    await kitchen.advance(0.2 * SECOND)
    expect(callsTo(`/orders/${id}`)).toBe(2)
    stepPlatformTime(-HOUR)
    await kitchen.advance(AT_ONCE)
    expect(callsTo(`/orders/${id}`)).toBe(3)
    expect(kitchen.ticket(id)?.tap?.truth).not.toBe('conflict')
  })
})
