import { describe, expect, it } from 'vitest'
import type { PollAnswer } from '../../../electron/platform/answers.ts'
import type { ReceivedEvent } from '../../../electron/storage/ports.ts'
import { createPoller, type PollOutcome } from '../../../electron/sync/poller.ts'
import { createWorkerLoop } from '../../../electron/sync/worker-loop.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const SECOND = 1_000
const event = (eventId: string) => ({ eventId, eventType: 'CREATED', orderId: `o-${eventId}`, createdAt: 'x' })

function pollingAgainst(
  answers: (poll: number) => PollAnswer | Promise<PollAnswer>,
  more: { stored?: () => void } = {},
) {
  const clock = createVirtualClock()
  const began: number[] = []
  const outcomes: PollOutcome[] = []
  const stored: ReceivedEvent[] = []
  const controller = new AbortController()
  let inFlight = 0
  let mostInFlight = 0
  const poller = createPoller({
    client: {
      async poll() {
        began.push(clock.monotonic())
        inFlight += 1
        mostInFlight = Math.max(mostInFlight, inFlight)
        const answer = await answers(began.length)
        inFlight -= 1
        return answer
      },
    },
    ledger: {
      receiveEvents(events) {
        more.stored?.()
        stored.push(...events)
        return { freshOrderIds: [], freshEvents: events.length, droppedOrderIds: [] }
      },
      unacknowledgedEvents: () => [],
    },
    clock,
    random: () => 0.999,
    signal: controller.signal,
    intervalMs: () => 30 * SECOND,
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  const loop = createWorkerLoop({ name: 'poller', work: poller.next, clock, log: createMemoryLog() })
  return { clock, began, outcomes, stored, poller, loop, mostInFlight: () => mostInFlight }
}

const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0))

describe('the poller', () => {
  it('keeps the interval within three seconds while polls take long, and never runs two polls at once', async () => {
    const world = pollingAgainst(
      () =>
        new Promise((resolve) => {
          world.clock.setTimer(9 * SECOND, () => resolve({ kind: 'events', events: [] }))
        }),
    )
    world.loop.kick()
    await world.clock.advance(10 * 60 * SECOND)
    expect(Math.max(...gaps(world.began))).toBeLessThanOrEqual(33 * SECOND)
    expect(world.mostInFlight()).toBe(1)
  })

  it('reports when more events may follow a page, and fetches them at once on request', async () => {
    const full = (poll: number) => Array.from({ length: 1_000 }, (_, index) => event(`e${poll}-${index}`))
    const { clock, began, loop, poller, outcomes, stored } = pollingAgainst((poll) => ({
      kind: 'events',
      events: poll < 6 ? full(poll) : [],
    }))
    loop.kick()
    await clock.advance(SECOND)
    expect(began).toHaveLength(1)
    expect(outcomes.at(-1)).toMatchObject({ kind: 'polled', mayHaveMore: true })
    expect(poller.lastDrainedAt()).toBeUndefined()
    for (let times = 0; times < 5; times += 1) {
      poller.pollSoon(0)
      loop.kick()
      await clock.advance(10)
    }
    expect(stored).toHaveLength(5_000)
    expect(outcomes.at(-1)).toMatchObject({ kind: 'polled', mayHaveMore: false })
    expect(poller.lastDrainedAt()).toBe(began.at(-1))
  })

  it('polls soon on request, but limits many requests', async () => {
    const { clock, began, loop, poller } = pollingAgainst(() => ({ kind: 'events', events: [] }))
    loop.kick()
    await clock.advance(10 * SECOND)
    for (let times = 0; times < 50; times += 1) {
      poller.pollSoon()
      loop.kick()
      await clock.advance(20)
    }
    expect(began.length).toBeLessThanOrEqual(3)
    expect(began.length).toBeGreaterThanOrEqual(2)
  })
})
