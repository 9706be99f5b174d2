import { describe, expect, it } from 'vitest'
import type { PollAnswer } from '../../../electron/platform/answers.ts'
import { createPoller, type PollOutcome } from '../../../electron/sync/poller.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const SECOND = 1_000
const nothing: PollAnswer = { kind: 'events', events: [] }
const lost: PollAnswer = { kind: 'unavailable', cause: 'network' }
const page = (size: number): PollAnswer => ({
  kind: 'events',
  events: Array.from({ length: size }, (_, index) => ({ eventId: `e${index}`, eventType: 'CREATED', orderId: 'o' })),
})

/** A poller that the test calls itself. The test sets the duration of each poll. */
function asked(
  given: {
    readonly answer?: () => PollAnswer
    readonly takesMs?: number
    readonly intervalMs?: number
    readonly chance?: number
    readonly refuses?: unknown
    /** Events of earlier polls that are not acknowledged yet. */
    readonly unacknowledged?: number
    /** New events of each stored part; the others came before. By default all. */
    readonly fresh?: number
    readonly onStored?: () => void
  } = {},
) {
  const clock = createVirtualClock()
  const startedAt = clock.monotonic()
  const controller = new AbortController()
  const outcomes: PollOutcome[] = []
  const receivedAt: number[] = []
  const sources: string[] = []
  let polls = 0
  const poller = createPoller({
    client: {
      poll: () =>
        new Promise((resolve) => {
          polls += 1
          const answer = given.answer?.() ?? nothing
          if (given.takesMs === undefined) resolve(answer)
          else clock.setTimer(given.takesMs, () => resolve(answer))
        }),
    },
    ledger: {
      receiveEvents(events, _unreadable, source, at) {
        if (given.refuses !== undefined) throw given.refuses
        receivedAt.push(at)
        sources.push(source)
        given.onStored?.()
        const freshEvents = given.fresh ?? events.length
        return { freshOrderIds: events.length > 0 ? ['o'] : [], freshEvents, droppedOrderIds: [`old-${events.length}`] }
      },
      unacknowledgedEvents: () =>
        Array.from({ length: given.unacknowledged ?? 0 }, () => ({ eventId: 'e', orderId: 'o', eventType: 'CREATED' })),
    },
    clock,
    random: () => given.chance ?? 0.5,
    signal: controller.signal,
    intervalMs: () => given.intervalMs ?? 30 * SECOND,
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  const next = async (): Promise<number> => {
    const wait = poller.next()
    await clock.advance(given.takesMs ?? 0)
    return wait
  }
  return {
    clock,
    poller,
    controller,
    outcomes,
    receivedAt,
    sources,
    next,
    polls: () => polls,
    since: () => clock.monotonic() - startedAt,
    startedAt,
  }
}

describe('the next poll', () => {
  const throttledFor = (seconds: number): PollAnswer => ({
    kind: 'unavailable',
    cause: 'throttled',
    retryAfterMs: seconds * SECOND,
  })
  const refusing: PollAnswer = { kind: 'refused', status: 403 }
  const unauthorized: PollAnswer = { kind: 'unauthorized', cause: 'credentials-refused' }

  it.each<[string, Parameters<typeof asked>[0], number]>([
    ['an interval after the start of the last one', {}, 30 * SECOND],
    ['regardless of its duration', { takesMs: 9 * SECOND }, 21 * SECOND],
    ['at once after a longer one', { takesMs: 45 * SECOND }, 0],
    ['within a minute', { intervalMs: 600 * SECOND }, 60 * SECOND],
    ['within a minute, also after a failure', { intervalMs: 600 * SECOND, answer: () => lost }, 60 * SECOND],
    ['within a minute, by any chance', { intervalMs: 59 * SECOND, answer: () => lost, chance: 0.9 }, 60 * SECOND],
    ['up to two seconds later after a failure', { answer: () => lost }, 31 * SECOND],
    ['as usual after a failure, by chance', { answer: () => lost, chance: 0 }, 30 * SECOND],
    ['up to the interval later when that is shorter', { answer: () => lost, intervalMs: SECOND }, 1_500],
    ['after the requested time from the answer', { answer: () => throttledFor(90), takesMs: 4 * SECOND }, 91 * SECOND],
    ['after the interval if less was requested', { answer: () => throttledFor(5) }, 31 * SECOND],
    ['after a short interval if nothing was requested', { answer: () => throttledFor(0), intervalMs: SECOND }, 1_500],
    ['at its interval after a refusal', { answer: () => refusing }, 31 * SECOND],
    ['at its interval without credentials', { answer: () => unauthorized }, 31 * SECOND],
  ])('is due %s', async (_when, given, waitMs) => {
    const { next, outcomes } = asked(given)
    expect(await next()).toBe(waitMs)
    const setback = given?.answer?.()
    expect(outcomes).toMatchObject([setback === undefined ? { kind: 'polled' } : { kind: 'failed', setback }])
  })

  it('is not made before it is due', async () => {
    const { next, clock, polls } = asked()
    await next()
    await clock.advance(29_999)
    expect(await next()).toBe(1)
    expect(polls()).toBe(1)
    await clock.advance(1)
    expect(await next()).toBe(30 * SECOND)
    expect(polls()).toBe(2)
  })

  it('continues to wait for the requested time, also when another poll failed without one', async () => {
    const world = asked({
      answer: () =>
        world.polls() === 1 ? { kind: 'unavailable', cause: 'throttled', retryAfterMs: 10 * SECOND } : lost,
      intervalMs: SECOND,
    })
    expect(await world.next()).toBe(11 * SECOND)
    await world.clock.advance(11 * SECOND)
    expect(await world.next()).toBe(1_500)
  })
})

describe('"try now"', () => {
  it('changes nothing before the first poll, because that is due at once', async () => {
    const { poller, next, polls } = asked()
    poller.pollSoon()
    await next()
    expect(polls()).toBe(1)
  })

  it('causes a poll a second after the last one began, or after the requested gap', async () => {
    for (const [gapMs, due] of [
      [undefined, 1_000],
      [5_000, 5_000],
      [0, 0],
    ] as const) {
      const { poller, next } = asked()
      await next()
      poller.pollSoon(gapMs)
      expect(await next()).toBe(due === 0 ? 30 * SECOND : due)
    }
  })

  it('causes a poll at once when the last poll is longer ago than the gap', async () => {
    const { poller, next, clock, polls } = asked()
    await next()
    await clock.advance(10 * SECOND)
    poller.pollSoon()
    expect(await next()).toBe(30 * SECOND)
    expect(polls()).toBe(2)
  })

  it('never makes a poll later than planned', async () => {
    const { poller, next } = asked({ intervalMs: 2 * SECOND })
    await next()
    poller.pollSoon(60 * SECOND)
    expect(await next()).toBe(2 * SECOND)
  })

  it('does not shorten a wait that the platform requested', async () => {
    const { poller, next } = asked({
      answer: () => ({ kind: 'unavailable', cause: 'throttled', retryAfterMs: 90 * SECOND }),
    })
    await next()
    poller.pollSoon(0)
    expect(await next()).toBe(91 * SECOND)
  })

  it('of staff causes a poll at once, also during a wait that the platform requested', async () => {
    const { poller, next, polls } = asked({
      answer: () => ({ kind: 'unavailable', cause: 'throttled', retryAfterMs: 90 * SECOND }),
    })
    await next()
    poller.retryNow()
    await next()
    expect(polls()).toBe(2)
  })

  it('during a poll that fails causes the next one after the smallest gap that was requested', async () => {
    const world = asked({ answer: () => lost, takesMs: 4 * SECOND })
    const wait = world.poller.next()
    await world.clock.advance(SECOND)
    world.poller.pollSoon(20 * SECOND)
    world.poller.pollSoon(9 * SECOND)
    world.poller.pollSoon(15 * SECOND)
    await world.clock.advance(3 * SECOND)
    expect(await wait).toBe(5 * SECOND)
  })

  it('during a poll that fails causes no poll before the end of this poll', async () => {
    const world = asked({ answer: () => lost, takesMs: 4 * SECOND })
    const wait = world.poller.next()
    await world.clock.advance(SECOND)
    world.poller.pollSoon()
    await world.clock.advance(3 * SECOND)
    expect(await wait).toBe(0)
    expect(world.polls()).toBe(1)
  })

  it('during an earlier poll has no effect after the next one has begun', async () => {
    const world = asked({ answer: () => lost, takesMs: SECOND })
    await world.next()
    world.poller.pollSoon()
    await world.next()
    expect(world.polls()).toBe(2)
    expect(await world.next()).toBeGreaterThan(25 * SECOND)
  })
})

describe('the report of a poll', () => {
  it('contains what became durable, its time and its source', async () => {
    const { next, outcomes, receivedAt, sources, clock } = asked({ answer: () => page(2) })
    await next()
    expect(outcomes).toEqual([
      {
        kind: 'polled',
        freshOrderIds: ['o'],
        freshEvents: 2,
        droppedOrderIds: ['old-2'],
        mayHaveMore: false,
        mayHide: false,
      },
    ])
    expect([receivedAt, sources]).toEqual([[clock.now()], ['poll']])
  })

  it('of a full page contains all its events, although they are stored in parts', async () => {
    const { next, outcomes, receivedAt, sources } = asked({ answer: () => page(1_000) })
    await next()
    expect(receivedAt.length).toBeGreaterThan(1)
    expect(outcomes).toMatchObject([{ freshOrderIds: ['o'], freshEvents: 1_000, mayHaveMore: true }])
    expect(outcomes).toMatchObject([{ droppedOrderIds: receivedAt.map(() => 'old-250') }])
    expect(new Set(sources)).toEqual(new Set(['poll']))
  })

  it('of a full page ends with the part under way when the program stops', async () => {
    const world = asked({ answer: () => page(1_000), onStored: () => world.controller.abort() })
    await world.next()
    expect([world.receivedAt.length, world.outcomes]).toEqual([1, []])
  })

  it.each([
    { size: 100, unacknowledged: 100, fresh: 0, mayHide: true },
    { size: 100, unacknowledged: 60, fresh: 40, mayHide: true },
    { size: 100, unacknowledged: 60, fresh: 39, mayHide: false },
    { size: 100, unacknowledged: 100, fresh: 100, mayHide: false },
    { size: 99, unacknowledged: 100, fresh: 0, mayHide: false },
  ])('states whether a full page of unacknowledged events may hide others: %j', async ({ size, mayHide, ...given }) => {
    const { next, outcomes } = asked({ ...given, answer: () => page(size) })
    await next()
    expect(outcomes).toMatchObject([{ mayHide }])
  })

  it('counts no event that came again where the platform repeats what was acknowledged', async () => {
    const { next, outcomes } = asked({ answer: () => ({ ...page(2), repeats: true }) })
    await next()
    expect(outcomes).toMatchObject([{ freshEvents: 2, cameAgain: 0 }])
  })

  it('states that more events may follow from a hundred new events on', async () => {
    for (const [size, mayHaveMore] of [
      [99, false],
      [100, true],
    ] as const) {
      const { next, outcomes, poller, startedAt } = asked({ answer: () => page(size) })
      expect(poller.lastDrainedAt()).toBeUndefined()
      await next()
      expect(outcomes).toMatchObject([{ mayHaveMore }])
      expect(poller.lastDrainedAt()).toBe(mayHaveMore ? undefined : startedAt)
    }
  })

  it('counts the events as fetched at its beginning, not at its end', async () => {
    const { next, poller, startedAt } = asked({ takesMs: 5 * SECOND })
    await next()
    expect(poller.lastDrainedAt()).toBe(startedAt)
  })

  it('never states that a failed poll fetched the events', async () => {
    const { next, poller } = asked({ answer: () => lost })
    await next()
    expect(poller.lastDrainedAt()).toBeUndefined()
  })

  it('contains the message of a refusing storage, and polls continue at the interval', async () => {
    const { next, outcomes } = asked({ refuses: new Error('disk full') })
    expect(await next()).toBe(31 * SECOND)
    expect(outcomes).toEqual([{ kind: 'failed', setback: { kind: 'storage', error: 'disk full' } }])
    const odd = asked({ refuses: 'no words' })
    await odd.next()
    expect(odd.outcomes).toEqual([{ kind: 'failed', setback: { kind: 'storage', error: 'no words' } }])
  })

  it('is absent after the program stops', async () => {
    const world = asked({ takesMs: SECOND })
    const wait = world.poller.next()
    world.controller.abort()
    await world.clock.advance(SECOND)
    expect(await wait).toBe(60 * SECOND)
    expect(world.outcomes).toEqual([])
    expect(world.poller.lastDrainedAt()).toBeUndefined()
  })
})
