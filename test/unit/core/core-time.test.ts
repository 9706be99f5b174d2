import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeStatus, createTestCore, putOnBoard } from './test-core.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const MINUTE = 60 * SECOND

let kitchen: ReturnType<typeof createTestCore>
beforeEach(() => {
  kitchen = createTestCore()
})
afterEach(() => kitchen.end())

const onBoard = (orderId: string, status: string, more: object = {}) => putOnBoard(kitchen, orderId, status, more)
const becomes = (orderId: string, status: string) => changeStatus(kitchen, orderId, status)

describe('changes that only time causes', () => {
  const scheduled = (inMs: number) => ({
    createdAt: new Date(kitchen.clock.now()).toISOString(),
    timing: {
      orderTiming: 'SCHEDULED',
      preparationStartDateTime: new Date(kitchen.clock.now() + inMs).toISOString(),
    },
  })

  it('a silenced order rings again in its last two minutes to be accepted, until it is silenced once more', async () => {
    kitchen.begin({ confirmDeadlineMinutes: 8 })
    await onBoard('order-1', 'CREATED')
    expect(kitchen.ticket('order-1')?.alarm).toBe('new')
    kitchen.core().quietAlarm('order-1', 'opened')
    expect(kitchen.ticket('order-1')?.alarm).toBeUndefined()
    const confirmBy = kitchen.ticket('order-1')?.confirmBy ?? 0
    await kitchen.clock.advance(confirmBy - 2 * MINUTE - 1 - kitchen.clock.now())
    expect(kitchen.ticket('order-1')?.alarm).toBeUndefined()
    await kitchen.clock.advance(1_001)
    expect(kitchen.ticket('order-1')?.alarm).toBe('new')
    kitchen.core().quietAlarm('order-1', 'silenced')
    await kitchen.clock.advance(10 * SECOND)
    expect(kitchen.ticket('order-1')?.alarm).toBeUndefined()
  })

  it('continue after a failed read of the databases, which is logged', async () => {
    kitchen.begin()
    await onBoard('order-1', 'CREATED', scheduled(10 * SECOND))
    const { soundTestedAt } = kitchen.ledger.facts
    const { get } = soundTestedAt
    Object.assign(soundTestedAt, {
      get: () => {
        throw new Error('disk I/O error')
      },
    })
    await kitchen.clock.advance(3 * SECOND)
    Object.assign(soundTestedAt, { get })
    expect(kitchen.log.lines).toContainEqual({
      level: 'error',
      event: 'periodic-check-failed',
      fields: { error: 'disk I/O error' },
    })
    await kitchen.clock.advance(10 * SECOND)
    expect(kitchen.ticket('order-1')).toMatchObject({ lane: 'new' })
  })
})

it('the check of every second reads neither taps nor orders, however many there are', async () => {
  kitchen.begin({ pollIntervalSeconds: 60, undoSeconds: 10 })
  for (const orderId of ['order-1', 'order-2']) {
    await onBoard(orderId, 'CREATED')
    kitchen.core().act({ orderId, action: 'confirm' })
  }
  await kitchen.clock.advance(SECOND)
  const calls: string[] = []
  for (const [name, method] of Object.entries(kitchen.ledger)) {
    if (typeof method !== 'function') continue
    const counted = (...args: unknown[]): unknown => {
      calls.push(name)
      return Reflect.apply(method, kitchen.ledger, args)
    }
    Object.assign(kitchen.ledger, { [name]: counted })
  }
  await kitchen.clock.advance(2 * SECOND)
  const eachSecond = ['failure', 'openTapCount', 'commitDue']
  expect(calls).toEqual([...eachSecond, ...eachSecond])
  expect(kitchen.core().snapshot().unsettledTaps).toBe(2)
})

describe('a suspend', () => {
  it('of hours counts as a long absence: the core polls at once and reads every open order again', async () => {
    kitchen.begin()
    await onBoard('order-1', 'CREATED')
    await kitchen.clock.advance(10)
    kitchen.world.reads.length = 0
    const polls = kitchen.world.polls.length
    kitchen.clock.suspend(8 * HOUR)
    await kitchen.clock.advance(3 * SECOND)
    expect(kitchen.world.polls.length).toBe(polls + 1)
    expect(kitchen.world.reads).toEqual(['order-1'])
  })

  it('makes the board stale at once without a connection, and sends the time to the windows', async () => {
    kitchen.begin()
    await onBoard('order-1', 'CREATED')
    kitchen.world.pollAnswer = { kind: 'unavailable', cause: 'network' }
    kitchen.world.deltas.length = 0
    kitchen.clock.suspend(8 * HOUR)
    await kitchen.clock.advance(2 * SECOND)
    expect(kitchen.core().snapshot().freshness.state).toBe('stale')
    const withClock = kitchen.world.deltas.find(({ clock }) => clock)
    expect(Math.abs((withClock?.clock?.platformNow ?? 0) - kitchen.clock.now())).toBeLessThanOrEqual(2 * SECOND)
  })
})

describe('a wall clock that is wrong', () => {
  it('is shown while it is wrong, and no longer after NTP has corrected it, without a restart or a poll', async () => {
    kitchen.clock.setWall(-3 * HOUR)
    kitchen.begin({ pollIntervalSeconds: 60 })
    await kitchen.clock.advance(2 * SECOND)
    const skews = () => kitchen.world.deltas.flatMap(({ clock }) => clock?.skewMs ?? [])
    expect(skews().at(-1)).toBe(3 * HOUR)
    const polls = kitchen.world.polls.length
    kitchen.clock.setWall(0)
    await kitchen.clock.advance(2 * SECOND)
    expect(skews().at(-1)).toBe(0)
    expect(kitchen.world.polls.length).toBe(polls)
  })
})

describe('a step of the platform’s time', () => {
  it('of an hour is sent with the clock at once, and moves no stored time', async () => {
    kitchen.begin()
    await onBoard('order-1', 'CREATED')
    await becomes('order-1', 'CANCELLED')
    const shownAt = () => kitchen.ticket('order-1')?.cancelled?.at
    const before = shownAt()
    kitchen.world.offsetMs = HOUR
    await kitchen.clock.advance(31 * SECOND)
    expect(shownAt()).toBe(before)
    expect(kitchen.world.deltas.findLast(({ clock }) => clock)?.clock).toMatchObject({ skewMs: HOUR })
    expect(kitchen.ledger.facts.clockLog.get().map(({ source, offsetMs }) => [source, offsetMs])).toEqual([
      ['platform', 0],
      ['platform', HOUR],
    ])
  })

  it.each([HOUR, -HOUR])('of %i ms does not shorten the undo window of a tap', async (ms) => {
    kitchen.begin({ undoSeconds: 10, pollIntervalSeconds: 1 })
    await onBoard('order-1', 'CREATED')
    kitchen.core().act({ orderId: 'order-1', action: 'confirm' })
    await kitchen.clock.advance(4 * SECOND)
    kitchen.world.offsetMs = ms
    await kitchen.clock.advance(4 * SECOND)
    expect(kitchen.ticket('order-1')?.tap?.truth).toBe('held')
    await kitchen.clock.advance(3 * SECOND)
    expect(kitchen.ticket('order-1')?.tap?.truth).toBe('sent')
  })
})
