import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActAnswer, PollAnswer } from '../../../electron/platform/answers.ts'
import { exactReading } from '../../fixtures/virtual-clock.ts'
import { bodyOf, createTestEngine, eventsOf } from './test-engine.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const lost: PollAnswer & ActAnswer = { kind: 'unavailable', cause: 'network' }
const nothing: PollAnswer = { kind: 'events', events: [] }

let kitchen: ReturnType<typeof createTestEngine>
beforeEach(() => {
  kitchen = createTestEngine()
})
afterEach(() => kitchen.end())

/** One answer for each poll; the last one is repeated. */
function polls(...answers: readonly PollAnswer[]): void {
  let count = 0
  kitchen.answers.poll = () => {
    count += 1
    return answers[Math.min(count, answers.length) - 1] ?? nothing
  }
}

/** Stores an event of an order that was not read yet. */
const receiveOrder2 = (at: number) =>
  kitchen.ledger.receiveEvents(
    [
      {
        eventId: 'e',
        orderId: 'order-2',
        eventType: 'CREATED',
        createdAt: 'x',
        metadata: undefined,
        problem: undefined,
      },
    ],
    [],
    'poll',
    at,
  )

describe('a start', () => {
  it('polls, acknowledges, reads and sends the work of the previous run', async () => {
    const at = kitchen.clock.now()
    kitchen.know('order-1')
    receiveOrder2(at)
    kitchen.ledger.addTap({ tapId: 't', orderId: 'order-1', action: 'confirm', args: {}, tappedAt: at, holdUntil: at })
    kitchen.engine.start()
    expect(
      kitchen
        .left()
        .map(([, what]) => what)
        .toSorted(),
    ).toEqual(['acknowledge 1', 'confirm order-1', 'poll', 'read order-2'])
  })
})

describe('a page of events', () => {
  it('is acknowledged and its orders are read at once; the board is updated', async () => {
    polls({ kind: 'events', events: eventsOf(3, 'a') }, nothing)
    kitchen.engine.start()
    await kitchen.clock.advance(SECOND)
    expect(kitchen.left()).toEqual([
      [0, 'poll'],
      [0, 'read order-a'],
      [0, 'acknowledge 3'],
    ])
    expect([kitchen.outcomes, kitchen.changed]).toEqual([['polled'], ['order-a']])
  })

  it('that may have more events behind it is followed by the next page as soon as it is acknowledged', async () => {
    polls({ kind: 'events', events: eventsOf(100, 'a') }, { kind: 'events', events: eventsOf(100, 'b') }, nothing)
    kitchen.takes.acknowledge = 2 * SECOND
    kitchen.engine.start()
    await kitchen.clock.advance(29 * SECOND)
    expect(kitchen.leftNamed('poll')).toEqual([0, 2_000, 4_000])
  })

  it('that is full is not followed at once while it cannot be acknowledged, because it would come again', async () => {
    polls({ kind: 'events', events: eventsOf(100, 'a') }, nothing)
    kitchen.answers.acknowledge = () => lost
    kitchen.engine.start()
    await kitchen.clock.advance(29 * SECOND)
    expect(kitchen.leftNamed('poll')).toEqual([0])
  })
})

describe('a poll that fails', () => {
  it('is followed by a successful poll that starts all waiting reads, acknowledgments and taps', async () => {
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(SECOND)
    const tapId = kitchen.tap()
    kitchen.answers.act = () => lost
    await kitchen.clock.advance(10)
    kitchen.answers.read = () => lost
    kitchen.answers.acknowledge = () => ({ kind: 'unavailable', cause: 'server' })
    receiveOrder2(kitchen.clock.now())
    polls(lost)
    kitchen.engine.eventsReceived()
    await kitchen.clock.advance(3 * MINUTE)
    kitchen.answers.read = (orderId) => ({ kind: 'order', body: bodyOf(orderId, 'CREATED') })
    kitchen.answers.act = () => ({ kind: 'accepted', status: 202 })
    kitchen.answers.acknowledge = () => ({ kind: 'acknowledged' })
    polls(nothing)
    kitchen.left()
    let recoveredAt: number | undefined
    while (recoveredAt === undefined) {
      await kitchen.clock.advance(SECOND)
      recoveredAt = kitchen.left().find(([, what]) => what === 'poll')?.[0]
    }
    await kitchen.clock.advance(2 * SECOND)
    expect(kitchen.stateOf(tapId)).toBe('sent')
    expect(kitchen.ledger.order('order-2')?.status).toBe('CREATED')
    expect(kitchen.ledger.unacknowledgedEvents(1)).toEqual([])
  })

  it('is not repeated earlier because of waiting taps while the credentials are refused', async () => {
    kitchen.know('order-1')
    polls({ kind: 'unauthorized', cause: 'credentials-refused' })
    kitchen.engine.start()
    kitchen.tap({ tappedAt: kitchen.at(-MINUTE), holdUntil: kitchen.at(-MINUTE) })
    await kitchen.clock.advance(100 * SECOND)
    expect(kitchen.leftNamed('poll')).toEqual([0, 31_000, 62_000, 93_000])
    expect(kitchen.ledger.openTaps()).toHaveLength(1)
  })

  it('is repeated every nine seconds while taps wait for a platform that does not answer', async () => {
    kitchen.know('order-1')
    polls(lost)
    kitchen.engine.start()
    await kitchen.clock.advance(10)
    kitchen.tap({ tappedAt: kitchen.at(-MINUTE), holdUntil: kitchen.at(-MINUTE) })
    await kitchen.clock.advance(40 * SECOND)
    expect(kitchen.left()).toEqual([
      [0, 'poll'],
      [9_000, 'poll'],
      [18_000, 'poll'],
      [27_000, 'poll'],
      [36_000, 'poll'],
    ])
  })
})

it('a poll that fails is logged with its kind each time, and reported', async () => {
  polls(lost, { kind: 'refused', status: 403 }, nothing)
  kitchen.engine.start()
  await kitchen.clock.advance(61 * SECOND)
  expect(kitchen.log.lines).toEqual(
    ['unavailable', 'refused'].map((setback) => ({ level: 'warn', event: 'poll-failed', fields: { setback } })),
  )
  expect(kitchen.outcomes).toEqual(['failed', 'failed'])
})

describe('an order that could not be read', () => {
  const recoverEvery = async (ms: number): Promise<void> => {
    polls(lost)
    await kitchen.clock.advance(ms)
    polls(nothing)
    await kitchen.clock.advance(MINUTE)
  }

  it('is read again when the platform is back, but not for an unstable connection', async () => {
    kitchen.engine.start()
    await kitchen.clock.advance(10)
    kitchen.answers.read = () => ({ kind: 'refused', status: 403 })
    kitchen.ledger.markToRead(['order-9'], kitchen.clock.now())
    kitchen.engine.eventsReceived()
    await kitchen.clock.advance(SECOND)
    expect(kitchen.leftNamed('read order-9')).toHaveLength(1)
    await recoverEvery(MINUTE)
    expect(kitchen.leftNamed('read order-9')).toHaveLength(1)
    await recoverEvery(MINUTE)
    expect(kitchen.leftNamed('read order-9')).toEqual([])
    await recoverEvery(5 * MINUTE)
    expect(kitchen.leftNamed('read order-9')).toHaveLength(1)
  })
})

describe('a full page of events that cannot be acknowledged', () => {
  /** The platform returns its first hundred events until they are acknowledged. */
  const platformWithPages = (behind: readonly unknown[]) => {
    let isAcknowledged = false
    kitchen.answers.poll = () => ({ kind: 'events', events: isAcknowledged ? behind : eventsOf(100, 'a') })
    kitchen.answers.acknowledge = () => lost
    return {
      acceptAcknowledgments() {
        kitchen.answers.acknowledge = () => {
          isAcknowledged = true
          return { kind: 'acknowledged' }
        }
      },
    }
  }
  const CANCELLATION = { code: 'UNAVAILABLE_ITEM', reason: 'none left' }

  it('may hide the event of a request to cancel: the request is not repeated', async () => {
    const request = { eventId: 'own', orderId: 'order-1', eventType: 'CANCELLATION_REQUESTED' }
    const platform = platformWithPages([request])
    kitchen.answers.act = () => lost
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(SECOND)
    const tapId = kitchen.tap({ action: 'requestCancellation', args: { cancellation: CANCELLATION } })
    await kitchen.clock.advance(10 * 60 * SECOND)
    expect(kitchen.leftNamed('requestCancellation order-1')).toEqual([SECOND])
    platform.acceptAcknowledgments()
    await kitchen.clock.advance(2 * 60 * SECOND)
    expect(kitchen.leftNamed('requestCancellation order-1')).toEqual([])
    expect(kitchen.stateOf(tapId)).toBe('sent')
  })

  it('does not hold up a move, which may be repeated', async () => {
    platformWithPages([])
    kitchen.answers.act = () => lost
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(SECOND)
    kitchen.tap()
    await kitchen.clock.advance(2 * MINUTE)
    expect(kitchen.leftNamed('confirm order-1').length).toBeGreaterThan(2)
  })

  it('hides nothing when its events come again after they were acknowledged', async () => {
    kitchen.answers.poll = () => ({ kind: 'events', events: eventsOf(100, 'a') })
    kitchen.answers.act = () => lost
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(40 * SECOND)
    kitchen.left()
    kitchen.tap({ action: 'requestCancellation', args: { cancellation: CANCELLATION } })
    await kitchen.clock.advance(2 * 60 * SECOND)
    const calls = kitchen.left()
    expect(calls.filter(([, what]) => what.startsWith('requestCancellation')).length).toBeGreaterThan(2)
    expect(calls.filter(([, what]) => what === 'poll').length).toBeLessThan(40)
  })
})

describe('a backlog of orders that are not read yet', () => {
  const ordersOf = (count: number, page: string) =>
    Array.from({ length: count }, (_, index) => ({
      eventId: `${page}-${index}`,
      orderId: `order-${page}-${index}`,
      eventType: 'CREATED',
    }))

  it.each([
    [2_999, [0, 200]],
    [3_000, [0, 30_000]],
  ])('of %i orders is followed by the next page at %j ms', async (count, at) => {
    kitchen.takes.read = MINUTE
    polls({ kind: 'events', events: ordersOf(count, 'a') }, nothing)
    kitchen.engine.start()
    await kitchen.clock.advance(31_000)
    expect(kitchen.leftNamed('poll').slice(0, 2)).toEqual(at)
  })
})

describe('"try now"', () => {
  it('acknowledges, reads and sends all waiting work at once', async () => {
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(10)
    kitchen.answers.act = () => ({ kind: 'unauthorized', cause: 'credentials-refused' })
    kitchen.answers.read = () => ({ kind: 'unauthorized', cause: 'credentials-refused' })
    kitchen.answers.acknowledge = () => ({ kind: 'unauthorized', cause: 'credentials-refused' })
    polls({ kind: 'events', events: eventsOf(1, 'a') }, nothing)
    kitchen.tap()
    await kitchen.clock.advance(30 * SECOND)
    kitchen.left()
    await kitchen.clock.advance(5 * SECOND)
    kitchen.left()
    kitchen.engine.checkNow()
    await kitchen.clock.advance(0)
    expect(new Set(kitchen.left().map(([, what]) => what))).toEqual(
      new Set(['acknowledge 1', 'read order-a', 'read order-1']),
    )
  })
})

describe('a worker that fails', () => {
  it.each([
    ['unacknowledgedEvents', 'acknowledger'],
    ['firstReads', 'order-reader'],
    ['openTaps', 'outbox'],
  ] as const)('at %s is reported with its name, and continues', async (step, worker) => {
    const sound = kitchen.ledger[step]
    Object.assign(kitchen.ledger, {
      [step]: () => {
        throw new Error('disk I/O error')
      },
    })
    kitchen.engine.start()
    await kitchen.clock.advance(10)
    Object.assign(kitchen.ledger, { [step]: sound })
    const linesAfterFailure = kitchen.log.lines.length
    expect(linesAfterFailure).toBeGreaterThan(0)
    for (const line of kitchen.log.lines) {
      expect(line).toEqual({ level: 'error', event: 'worker-failed', fields: { worker, error: 'disk I/O error' } })
    }
    await kitchen.clock.advance(2 * SECOND)
    expect(kitchen.log.lines).toHaveLength(linesAfterFailure)
  })
})

describe('a stop', () => {
  it('ends all work and leaves no timer behind', async () => {
    kitchen.engine.start()
    await kitchen.clock.advance(10)
    expect(kitchen.engine.signal.aborted).toBe(false)
    await kitchen.engine.stop()
    expect(kitchen.engine.signal.aborted).toBe(true)
    expect(kitchen.clock.pending()).toBe(0)
    kitchen.left()
    kitchen.engine.checkNow()
    kitchen.engine.eventsReceived()
    kitchen.engine.tapsChanged()
    await kitchen.clock.advance(5 * MINUTE)
    expect(kitchen.left()).toEqual([])
  })

  it('waits for current calls, stores nothing of them, and releases a tap that waits for a poll', async () => {
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(10 * SECOND)
    kitchen.takes.poll = 5 * SECOND
    kitchen.takes.read = 5 * SECOND
    kitchen.ledger.markToRead(['order-2'], kitchen.clock.now())
    kitchen.engine.eventsReceived()
    const tapId = kitchen.tap({ tappedAt: kitchen.at(-MINUTE), holdUntil: kitchen.at(-MINUTE) })
    await kitchen.clock.advance(SECOND)
    let isStopped = false
    const stopped = kitchen.engine.stop().then(() => {
      isStopped = true
    })
    await kitchen.clock.advance(3_900)
    expect(isStopped).toBe(false)
    await kitchen.clock.advance(200)
    await stopped
    expect(kitchen.ledger.order('order-2')?.lastReadAt).toBeUndefined()
    expect(kitchen.ledger.tap(tapId)).toMatchObject({ state: 'queued', attempts: 0 })
  })
})

describe('a fresh tap', () => {
  it('is sent at once, then its order is read, and the next tap of the order is sent at once', async () => {
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(10 * SECOND)
    kitchen.left()
    let status = 'CREATED'
    kitchen.answers.read = (orderId) => ({ kind: 'order', body: bodyOf(orderId, status) })
    kitchen.answers.act = ({ action }) => {
      status = action === 'confirm' ? 'CONFIRMED' : 'PREPARING'
      return { kind: 'accepted', status: 202 }
    }
    const first = kitchen.tap()
    const second = kitchen.tap({ action: 'preparing' })
    await kitchen.clock.advance(0)
    expect(kitchen.left()).toEqual([
      [10_000, 'confirm order-1'],
      [10_000, 'read order-1'],
      [10_000, 'preparing order-1'],
      [10_000, 'read order-1'],
    ])
    expect([kitchen.stateOf(first), kitchen.stateOf(second)]).toEqual(['confirmed', 'confirmed'])
    expect(kitchen.changed).toContain('order-1')
  })
})

describe('a tap that waited', () => {
  const stale = () => kitchen.tap({ tappedAt: kitchen.clock.now() - MINUTE, holdUntil: kitchen.clock.now() - MINUTE })

  beforeEach(async () => {
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.read('order-1')
    await kitchen.clock.advance(10)
    kitchen.left()
  })

  it('is sent after the events were fetched and its order was read', async () => {
    await kitchen.clock.advance(10 * SECOND)
    stale()
    await kitchen.clock.advance(0)
    expect(kitchen.left().slice(0, 3)).toEqual([
      [10_010, 'poll'],
      [10_010, 'read order-1'],
      [10_010, 'confirm order-1'],
    ])
  })

  it.each([
    [4_999, ['confirm order-1']],
    [5_000, ['poll', 'read order-1', 'confirm order-1']],
  ])('needs no new poll when a poll began less than five seconds ago: %i ms', async (ms, calls) => {
    await kitchen.clock.advance(ms - 10)
    stale()
    await kitchen.clock.advance(0)
    expect(
      kitchen
        .left()
        .map(([, what]) => what)
        .slice(0, calls.length),
    ).toEqual(calls)
  })

  it('needs a new read when its order was read five seconds ago', async () => {
    await kitchen.clock.advance(15 * SECOND)
    await kitchen.read('order-1')
    await kitchen.clock.advance(5 * SECOND)
    kitchen.left()
    stale()
    await kitchen.clock.advance(0)
    expect(kitchen.left().map(([, what]) => what)).toContain('read order-1')
  })

  it('needs a new read when its order was read half a minute ago and the clock was then set back by as much', async () => {
    await kitchen.read('order-1')
    await kitchen.clock.advance(32 * SECOND)
    kitchen.clock.applyReading(exactReading(kitchen.clock, -30 * SECOND))
    kitchen.left()
    kitchen.tap({ tappedAt: kitchen.clock.platform() - MINUTE, holdUntil: kitchen.clock.platform() - MINUTE })
    await kitchen.clock.advance(0)
    expect(
      kitchen
        .left()
        .map(([, what]) => what)
        .slice(0, 2),
    ).toEqual(['read order-1', 'confirm order-1'])
  })

  it('whose last attempt may have succeeded needs a read after that attempt, even if there is a recent earlier read', async () => {
    kitchen.answers.act = () => lost
    const tapId = kitchen.tap()
    await kitchen.clock.advance(0)
    expect(kitchen.left().map(([, what]) => what)).toEqual(['confirm order-1'])
    kitchen.know('order-1')
    kitchen.answers.act = () => ({ kind: 'accepted', status: 202 })
    await kitchen.clock.advance(SECOND)
    expect(
      kitchen
        .left()
        .map(([, what]) => what)
        .slice(0, 2),
    ).toEqual(['read order-1', 'confirm order-1'])
    expect(kitchen.stateOf(tapId)).toBe('sent')
  })

  it('waits until the last page of a backlog has come', async () => {
    await kitchen.clock.advance(10 * SECOND)
    polls({ kind: 'events', events: eventsOf(100, 'a') }, nothing)
    kitchen.takes.acknowledge = 3 * SECOND
    stale()
    await kitchen.clock.advance(2_900)
    expect(kitchen.left().map(([, what]) => what)).not.toContain('confirm order-1')
    await kitchen.clock.advance(200)
    const calls = kitchen.left().map(([, what]) => what)
    expect(calls.indexOf('poll')).toBeGreaterThanOrEqual(0)
    expect(calls.indexOf('confirm order-1')).toBeGreaterThan(calls.indexOf('poll'))
  })

  it('is followed by a poll within five seconds of the previous one', async () => {
    await kitchen.clock.advance(10 * SECOND)
    kitchen.answers.read = (orderId) => ({ kind: 'order', body: bodyOf(orderId, 'CREATED') })
    stale()
    await kitchen.clock.advance(10 * SECOND)
    expect(kitchen.leftNamed('poll')).toEqual([10_010, 15_010])
  })
})
