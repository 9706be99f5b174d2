import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: VirtualKitchen
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 5 } })
})
afterEach(() => kitchen.end())

const callsTo = (path: string): readonly number[] =>
  kitchen.departures.filter((call) => call.path === path).map(({ at }) => at)
const askToWait = (route: 'poll' | 'acknowledgment' | 'confirm' | 'token', retryAfter: number): void =>
  void kitchen.platform.fault({ routes: [route], times: 1, effect: { kind: 'status', status: 429, retryAfter } })
const violations = (): readonly string[] => kitchen.platform.requestLog.violations().map(({ kind }) => kind)
/** Kills the program several times, a few seconds after each start. */
const restartOften = async (): Promise<void> => {
  for (let times = 0; times < 5; times += 1) {
    await kitchen.advance(7 * SECOND)
    kitchen.crash()
    kitchen.start()
  }
}

describe('a Retry-After outlives a restart', () => {
  it('of a poll: the next one is made when the time is over', async () => {
    await kitchen.advance(SECOND)
    askToWait('poll', 120)
    await kitchen.advance(5 * SECOND)
    const toldAt = callsTo('/events:polling').at(-1) ?? 0
    await restartOften()
    const { id } = kitchen.platform.place()
    await kitchen.advance(2 * MINUTE)
    const [next = 0] = callsTo('/events:polling').filter((at) => at > toldAt)
    expect(next - toldAt).toBeGreaterThanOrEqual(120 * SECOND)
    expect(next - toldAt).toBeLessThanOrEqual(125 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CREATED')
    expect(violations()).toEqual([])
  })

  it('of a step of an order', async () => {
    const { id } = kitchen.platform.place()
    await kitchen.advance(6 * SECOND)
    askToWait('confirm', 90)
    kitchen.tap(id, 'confirm')
    await kitchen.advance(2 * SECOND)
    await restartOften()
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
    expect(violations()).toEqual([])
  })

  it('of a request for a token: no call is made, also no read', async () => {
    const { id } = kitchen.platform.place()
    await kitchen.advance(SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CREATED')
    kitchen.crash()
    askToWait('token', 120)
    const since = kitchen.clock.now()
    kitchen.start()
    await kitchen.advance(SECOND)
    kitchen.tap(id, 'confirm')
    const { id: unread } = kitchen.platform.place()
    const createdAt = new Date(kitchen.clock.now()).toISOString()
    kitchen.core().receiveDelivery([{ eventId: 'delivered', eventType: 'CREATED', orderId: unread, createdAt }])
    await restartOften()
    expect(kitchen.departures.filter(({ at }) => at >= since)).toMatchObject([{ path: '/oauth/token' }])
    await kitchen.advance(3 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
    expect(kitchen.ticket(unread)?.status).toBe('CREATED')
    expect(violations()).toEqual([])
  })

  it('and staff can end it', async () => {
    await kitchen.advance(SECOND)
    askToWait('poll', 300)
    await kitchen.advance(5 * SECOND)
    kitchen.crash()
    kitchen.start()
    const { id } = kitchen.platform.place()
    await kitchen.advance(10 * SECOND)
    expect(kitchen.ticket(id)).toBeUndefined()
    kitchen.core().retryNow()
    await kitchen.advance(2 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CREATED')
    kitchen.crash()
    kitchen.start()
    const another = kitchen.platform.place()
    await kitchen.advance(2 * SECOND)
    expect(kitchen.ticket(another.id)?.status).toBe('CREATED')
  })

  it.each([
    ['ahead', 365 * 24 * 60 * MINUTE],
    ['slow', -365 * 24 * 60 * MINUTE],
  ])('for ten minutes at most, when the clock is %s at the start', async (_, aheadMs) => {
    await kitchen.advance(SECOND)
    askToWait('poll', 300)
    await kitchen.advance(5 * SECOND)
    kitchen.crash()
    kitchen.setMachineAhead(aheadMs)
    kitchen.start()
    const { id } = kitchen.platform.place()
    await kitchen.advance(10 * MINUTE + 5 * SECOND)
    expect(kitchen.ticket(id)?.status).toBe('CREATED')
  })
})
