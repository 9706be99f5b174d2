import { afterEach, describe, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const SILENT = { answer: 'silent', delayMs: 0 } as const

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())

/** An accepted order on the board, with a platform that does not decide about requests. */
const acceptedOrder = async (): Promise<string> => {
  kitchen = startVirtualKitchen({ platform: { cancellation: SILENT } })
  const { id } = kitchen.platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT', startsAs: 'CONFIRMED' })
  await kitchen.advance(2 * SECOND)
  return id
}
const refuseOnce = (applied: boolean, status: 409 | 422 = 409): void =>
  void kitchen.platform.fault({
    routes: ['requestCancellation'],
    effect: { kind: 'status', status, ...(applied ? { applied } : {}) },
    times: 1,
  })

/** The platform publishes no event until `publish`. */
const withholdEvents = (): { publish(): void } => {
  kitchen.intercept((path) => (path === '/events:polling' ? new Response(null, { status: 204 }) : undefined))
  return { publish: () => kitchen.intercept(undefined) }
}
/** The platform publishes all events but the latest request to cancel. */
const withholdLatestRequest = (): { publish(): void } => {
  const { platform } = kitchen
  kitchen.intercept((path) => {
    if (path !== '/events:polling') return undefined
    const requests = platform.model.events().filter(({ eventType }) => eventType === 'CANCELLATION_REQUESTED')
    const pending = platform.model.poll(platform.clientId).events
    return Response.json(pending.filter(({ eventId }) => eventId !== requests.at(-1)?.eventId).map(({ body }) => body))
  })
  return { publish: () => kitchen.intercept(undefined) }
}
const otherRequests = (id: string): void =>
  void kitchen.platform.model.requestCancellation(kitchen.platform.clientId, id, { code: 'X', reason: 'portal' })

describe('a request to cancel that the platform refuses with 409', () => {
  it.each([409, 422] as const)(
    '%i for a request that was applied: the card shows that the request waits',
    async (status) => {
      const id = await acceptedOrder()
      refuseOnce(true, status)
      kitchen.tap(id, 'requestCancellation')
      await kitchen.advance(10 * MINUTE)
      expect(kitchen.ticket(id)).toMatchObject({ tap: { truth: 'sent' }, cancellationRequest: 'waiting' })
      expect(kitchen.platform.requestLog.postsFor(id, 'requestCancellation')).toHaveLength(1)

      kitchen.platform.decideCancellation(id, 'accept')
      await kitchen.advance(MINUTE)
      expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', tap: { truth: 'confirmed' } })
    },
  )

  it('409 because a request of another device is open: the card shows that a request waits', async () => {
    const id = await acceptedOrder()
    otherRequests(id)
    await kitchen.advance(MINUTE)
    refuseOnce(false)
    kitchen.tap(id, 'requestCancellation')
    await kitchen.advance(10 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ tap: { truth: 'sent' }, cancellationRequest: 'waiting' })
  })

  it('409 without a request: it is refused within half a minute, and the next step of the order is sent', async () => {
    const id = await acceptedOrder()
    refuseOnce(false)
    kitchen.tap(id, 'requestCancellation')
    await kitchen.advance(30 * SECOND)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'conflict', reason: 'invalid-transition' })
    expect(kitchen.tap(id, 'preparing')).toMatchObject({ ok: true })
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'PREPARING', tap: { truth: 'confirmed' } })
  })

  it('409 while no events can be fetched: the next step of the order is sent, and the request is decided later', async () => {
    const id = await acceptedOrder()
    refuseOnce(false)
    const polls = kitchen.platform.fault({ routes: ['poll'], effect: { kind: 'status', status: 500 } })
    await kitchen.advance(2 * MINUTE)
    kitchen.tap(id, 'requestCancellation')
    await kitchen.advance(10 * SECOND)
    expect(kitchen.tap(id, 'preparing')).toMatchObject({ ok: true })
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'PREPARING', tap: { truth: 'confirmed' } })
    const decided = () => {
      const timeline = kitchen.core().timeline(id)
      return timeline.ok && timeline.value.some(({ kind }) => kind === 'conflict')
    }
    expect(decided()).toBe(false)
    polls.clear()
    await kitchen.advance(3 * MINUTE)
    expect(decided()).toBe(true)
  })

  it('409 and then a crash or no network: the request is decided when the platform answers again', async () => {
    const id = await acceptedOrder()
    refuseOnce(true)
    kitchen.tap(id, 'requestCancellation')
    await kitchen.advance(SECOND)
    kitchen.network('down')
    kitchen.crash()
    await kitchen.advance(MINUTE)
    kitchen.start()
    await kitchen.advance(10 * MINUTE)
    expect(kitchen.ticket(id)?.tap?.truth).toBe('sent')
    kitchen.network('up')
    await kitchen.advance(2 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ tap: { truth: 'sent' }, cancellationRequest: 'waiting' })
    expect(kitchen.platform.requestLog.postsFor(id, 'requestCancellation')).toHaveLength(1)
  })

  it('409 and an event that is published a minute later: the card shows that the request waits', async () => {
    const id = await acceptedOrder()
    const events = withholdEvents()
    refuseOnce(true)
    kitchen.tap(id, 'requestCancellation')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'conflict', reason: 'invalid-transition' })
    events.publish()
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ tap: { truth: 'sent' }, cancellationRequest: 'waiting' })
    expect(kitchen.ticket(id)?.tap?.reason).toBeUndefined()
    kitchen.platform.decideCancellation(id, 'accept')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CANCELLED', tap: { truth: 'confirmed' } })
  })

  it.each([
    ['a late denial of another device’s request is', MINUTE],
    ['another device’s request and its denial, both late, are', 0],
  ])('%s no denial while the event of the accepted request is minutes late', async (_what, knownForMs) => {
    const id = await acceptedOrder()
    otherRequests(id)
    await kitchen.advance(knownForMs)
    kitchen.platform.decideCancellation(id, 'deny')
    await kitchen.advance(5 * SECOND)
    kitchen.tap(id, 'requestCancellation')
    const events = withholdLatestRequest()
    for (let seconds = 0; seconds < 150; seconds += 5) {
      await kitchen.advance(5 * SECOND)
      expect(kitchen.ticket(id), `${seconds} s`).toMatchObject({
        tap: { truth: expect.stringMatching(/queued|sent/) },
        cancellationRequest: 'waiting',
      })
    }
    events.publish()
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ tap: { truth: 'sent' }, cancellationRequest: 'waiting' })
    kitchen.platform.decideCancellation(id, 'deny')
    await kitchen.advance(MINUTE)
    expect(kitchen.ticket(id)?.tap).toMatchObject({ truth: 'conflict', reason: 'cancellation-denied' })
  })
})
