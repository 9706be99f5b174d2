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

  it('is tried again later when its order cannot be read', async () => {
    await kitchen.clock.advance(10 * SECOND)
    kitchen.answers.read = () => ({ kind: 'unavailable', cause: 'server' })
    const tapId = stale()
    await kitchen.clock.advance(0)
    expect(kitchen.left().map(([, what]) => what)).toEqual(['poll', 'read order-1'])
    expect(kitchen.ledger.tap(tapId)).toMatchObject({ state: 'queued', nextAttemptAt: kitchen.clock.now() + 375 })
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

describe('"try now" for a tap that waits for its next attempt', () => {
  it('sends it at once', async () => {
    kitchen.know('order-1')
    kitchen.engine.start()
    await kitchen.clock.advance(10)
    kitchen.answers.act = () => ({ kind: 'unauthorized', cause: 'credentials-refused' })
    kitchen.tap()
    await kitchen.clock.advance(2 * SECOND)
    expect(kitchen.leftNamed('confirm order-1')).toEqual([10])
    kitchen.engine.checkNow()
    await kitchen.clock.advance(0)
    expect(kitchen.leftNamed('confirm order-1')).toEqual([2_010])
  })
})
