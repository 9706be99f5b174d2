import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { SETUP_STAGES, SETUP_STEPS, type SetupStage } from '../../../shared/contract/values.ts'
import { bodyOf, changeStatus, createTestCore, putOnBoard } from './test-core.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let kitchen: ReturnType<typeof createTestCore>
beforeEach(() => {
  kitchen = createTestCore()
})
afterEach(() => kitchen.end())

const onBoard = (orderId: string, status: string, more: object = {}) => putOnBoard(kitchen, orderId, status, more)
const becomes = (orderId: string, status: string) => changeStatus(kitchen, orderId, status)

describe('the snapshot for a new window', () => {
  it('contains the whole board with the platform’s time and this kitchen’s settings', async () => {
    await kitchen.end()
    kitchen = createTestCore({ notice: 'storageRepaired' })
    kitchen.world.offsetMs = 5_000
    kitchen.begin()
    await kitchen.clock.advance(10)
    expect(kitchen.core().snapshot()).toEqual({
      version: expect.any(Number),
      tickets: [],
      freshness: {
        state: 'fresh',
        trouble: undefined,
        checkedAt: kitchen.startedAt + 5_000,
        pollIntervalMs: 30_000,
        storeRiskAt: undefined,
      },
      unsettledTaps: 0,
      clock: { platformNow: kitchen.clock.now() + 5_000, skewMs: 5_000 },
      settings: { ...DEFAULT_SETTINGS, undoSeconds: 0, confirmStartsPreparation: false },
      soundTestedAt: undefined,
      notice: 'storageRepaired',
    })
  })
})

describe('a delta for the windows', () => {
  it('contains the new card, and no card that has not changed', async () => {
    kitchen.begin()
    await kitchen.clock.advance(10)
    const before = kitchen.world.deltas.length
    await kitchen.clock.advance(20 * SECOND)
    expect(kitchen.world.deltas).toHaveLength(before)
    await onBoard('order-1', 'CREATED')
    const deltas = kitchen.world.deltas.slice(before)
    expect(deltas.flatMap(({ changed }) => changed.map(({ orderId, reading }) => [orderId, reading]))).toEqual([
      ['order-1', 'loading'],
      ['order-1', 'read'],
    ])
    expect(deltas.map(({ version }) => version)).toEqual(deltas.map((_, index) => (deltas[0]?.version ?? 0) + index))
  })

  it('contains the orders of a page in the same order as after a restart', async () => {
    kitchen.begin()
    await kitchen.clock.advance(10)
    kitchen.world.pages.push(
      ['order-c', 'order-a', 'order-b'].map((orderId) => ({ eventId: `e-${orderId}`, orderId, eventType: 'CREATED' })),
    )
    kitchen.core().pollNow()
    await kitchen.clock.advance(2 * SECOND)
    const shown = () =>
      kitchen
        .core()
        .snapshot()
        .tickets.map(({ orderId }) => orderId)
    expect(shown()).toEqual(['order-a', 'order-b', 'order-c'])
    await kitchen.reopen()
    expect(shown()).toEqual(['order-a', 'order-b', 'order-c'])
  })
})

describe('a finished order', () => {
  it('that was cancelled stays until it is acknowledged, also over a restart', async () => {
    kitchen.begin({ doneLaneMinutes: 1 })
    await onBoard('order-1', 'CREATED')
    await becomes('order-1', 'CANCELLED')
    await kitchen.clock.advance(5 * MINUTE)
    expect(kitchen.ticket('order-1')?.cancelled).toMatchObject({ acknowledged: false })
    await kitchen.reopen()
    expect(kitchen.ticket('order-1')?.cancelled).toMatchObject({ acknowledged: false })
    kitchen.core().start()
    expect(kitchen.core().acknowledgeCancellation('order-1')).toMatchObject({ ok: true })
    expect(kitchen.ticket('order-1')).toBeUndefined()
  })

  it('that was put back stays until it is put away, also over a restart', async () => {
    kitchen.begin({ doneLaneMinutes: 1 })
    await onBoard('order-1', 'DELIVERED')
    await kitchen.clock.advance(5 * MINUTE)
    expect(kitchen.ticket('order-1')).toBeUndefined()
    expect(kitchen.core().recall('order-1', true)).toMatchObject({ ok: true })
    expect(kitchen.ticket('order-1')).toMatchObject({ recalled: true, lane: 'preparing' })
    await kitchen.clock.advance(5 * MINUTE)
    await kitchen.reopen()
    expect(kitchen.ticket('order-1')).toMatchObject({ recalled: true })
    kitchen.core().recall('order-1', false)
    expect(kitchen.ticket('order-1')).toBeUndefined()
  })
})

describe('the start of the core', () => {
  it('reads again the orders that the cache has lost, and no other order', async () => {
    kitchen.begin()
    await onBoard('order-1', 'CREATED')
    await onBoard('order-2', 'CREATED')
    await kitchen.core().stop()
    kitchen.world.reads.length = 0
    const { text } = kitchen.cache
    Object.assign(kitchen.cache, { text: (orderId: string) => (orderId === 'order-2' ? undefined : text(orderId)) })
    await kitchen.reopen()
    kitchen.core().start()
    await kitchen.clock.advance(SECOND)
    expect(kitchen.world.reads).toEqual(['order-2'])
  })
})

describe('the lists of the board', () => {
  it('contain an order’s timeline and the open taps, by the platform’s clock', async () => {
    kitchen.begin({ undoSeconds: 5 })
    kitchen.world.offsetMs = 3_000
    await onBoard('order-000123', 'CREATED')
    const tappedAt = kitchen.clock.now() + 3_000
    kitchen.core().act({ orderId: 'order-000123', action: 'confirm' })
    const story = kitchen.core().timeline('order-000123')
    expect(story).toMatchObject({ ok: true })
    expect(story.ok ? story.value.at(-1) : undefined).toEqual({ at: tappedAt, kind: 'tapped', detail: 'confirm' })
    expect(kitchen.core().queue()).toEqual({
      ok: true,
      value: [
        {
          orderId: 'order-000123',
          displayId: '4821',
          tap: expect.objectContaining({ tapId: 'tap-1', truth: 'held', tappedAt, holdUntil: tappedAt + 5_000 }),
        },
      ],
    })
  })
})

describe('the stored step of the set-up', () => {
  const step = (setupStep: SetupStage) => kitchen.core().changeSettings({ setupStep })

  it('goes back and forth until the last one, and never back from the last one', () => {
    for (const next of SETUP_STAGES) expect(step(next)).toMatchObject({ ok: true })
    for (const next of SETUP_STEPS) {
      expect(step(next)).toMatchObject({ ok: false, code: 'not-allowed' })
      expect(kitchen.core().changeSettings({ setupStep: next, undoSeconds: 9 })).toMatchObject({ ok: false })
    }
    expect(step('done')).toMatchObject({ ok: true })
    expect(kitchen.core().changeSettings({ undoSeconds: 7 })).toMatchObject({ ok: true })
    expect(kitchen.ledger.facts.settings.get()).toMatchObject({ setupStep: 'done', undoSeconds: 7 })
  })

  it('is refused when the platform has answered and no step was stored before', async () => {
    kitchen.begin()
    await kitchen.clock.advance(2 * SECOND)
    expect(kitchen.ledger.facts.lastPollAt.get()).toBeDefined()
    expect(step('platform')).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(kitchen.ledger.facts.settings.get().setupStep).toBeUndefined()
  })
})

describe('deliveries', () => {
  const delivered = (eventId: string, orderId: string) => [{ eventId, orderId, eventType: 'CREATED' }]

  it('are shown and read at once, and increase the poll interval to a minute', async () => {
    kitchen.begin()
    await kitchen.clock.advance(SECOND)
    kitchen.world.bodies.set('order-1', bodyOf('CREATED'))
    expect(kitchen.core().receiveDelivery(delivered('d1', 'order-1'))).toEqual({
      ok: true,
      value: { freshEvents: 1 },
    })
    expect(kitchen.ticket('order-1')).toMatchObject({ reading: 'loading' })
    await kitchen.clock.advance(SECOND)
    expect(kitchen.ticket('order-1')).toMatchObject({ reading: 'read' })
    await kitchen.clock.advance(28 * SECOND)
    kitchen.world.polls.length = 0
    await kitchen.clock.advance(3 * MINUTE)
    expect(kitchen.world.polls).toHaveLength(3)
  })

  it('of more than four new orders show each order after its read, or unread after a quarter of a second', async () => {
    const orderIds = Array.from({ length: 5 }, (_, index) => `order-${index}`)
    kitchen.begin()
    await kitchen.clock.advance(SECOND)
    const events = orderIds.flatMap((orderId) => delivered(`event-${orderId}`, orderId))
    kitchen.world.isReadPending = true
    kitchen.core().receiveDelivery(events)
    await kitchen.clock.advance(249)
    expect(orderIds.map(kitchen.ticket)).toEqual(orderIds.map(() => undefined))
    await kitchen.clock.advance(1)
    expect(orderIds.map((orderId) => kitchen.ticket(orderId)?.reading)).toEqual(orderIds.map(() => 'loading'))
  })

  it('of more than four new orders show no order twice when they are read in time', async () => {
    const orderIds = Array.from({ length: 5 }, (_, index) => `order-${index}`)
    kitchen.begin()
    await kitchen.clock.advance(SECOND)
    for (const orderId of orderIds) kitchen.world.bodies.set(orderId, bodyOf('CREATED'))
    const before = kitchen.world.deltas.length
    kitchen.core().receiveDelivery(orderIds.flatMap((orderId) => delivered(`event-${orderId}`, orderId)))
    await kitchen.clock.advance(SECOND)
    const drawn = kitchen.world.deltas.slice(before).flatMap(({ changed }) => changed)
    expect(drawn.map(({ orderId, reading }) => `${orderId} ${reading}`).toSorted()).toEqual(
      orderIds.map((orderId) => `${orderId} read`),
    )
  })
})

it('deliveries that miss an event do not slow the polls down', async () => {
  kitchen.begin()
  await kitchen.clock.advance(SECOND)
  kitchen.core().receiveDelivery([{ eventId: 'd1', orderId: 'order-1', eventType: 'CREATED' }])
  await onBoard('order-2', 'CREATED')
  kitchen.world.polls.length = 0
  await kitchen.clock.advance(2 * MINUTE)
  expect(kitchen.world.polls.length).toBeGreaterThanOrEqual(3)
})

describe('the return of the network', () => {
  it('causes no poll when the program ends before it', async () => {
    kitchen.begin()
    kitchen.world.isOnline = false
    await kitchen.clock.advance(5 * SECOND)
    kitchen.world.isOnline = true
    await kitchen.clock.advance(SECOND)
    await kitchen.core().stop()
    expect(kitchen.clock.pending()).toBe(0)
  })

  it('causes the next poll within five seconds', async () => {
    kitchen.begin()
    kitchen.world.isOnline = false
    await kitchen.clock.advance(5 * SECOND)
    kitchen.world.polls.length = 0
    kitchen.world.isOnline = true
    await kitchen.clock.advance(5 * SECOND)
    expect(kitchen.world.polls).toHaveLength(1)
  })
})

it('a storage that refuses the time of a poll is shown and logged, and does not prevent the stop', async () => {
  kitchen.begin()
  await kitchen.clock.advance(10)
  const { lastPollAt } = kitchen.ledger.facts
  const { failure } = kitchen.ledger
  const { set } = lastPollAt
  const refused = { level: 'error', event: 'storage-refused', fields: { error: 'disk full' } }
  Object.assign(lastPollAt, {
    set: () => {
      throw new Error('disk full')
    },
  })
  Object.assign(kitchen.ledger, { failure: () => 'disk-full' })
  await kitchen.clock.advance(31 * SECOND)
  expect(kitchen.core().snapshot().freshness).toMatchObject({ trouble: 'storage', checkedAt: kitchen.startedAt })
  expect(kitchen.log.lines).toContainEqual(refused)
  Object.assign(kitchen.ledger, { failure })
  await kitchen.clock.advance(31 * SECOND)
  expect(kitchen.core().snapshot().freshness.trouble).toBeUndefined()
  kitchen.log.lines.length = 0
  await kitchen.core().stop()
  expect(kitchen.log.lines).toEqual([refused])
  Object.assign(lastPollAt, { set })
})

it('a board that cannot be drawn again after a refused commit is logged, and does not end the program', async () => {
  const listeners: (() => void)[] = []
  const { boardOrders } = kitchen.ledger
  Object.assign(kitchen.ledger, { onLost: (listener: () => void) => listeners.push(listener) })
  await kitchen.reopen()
  kitchen.begin()
  await kitchen.clock.advance(10)
  Object.assign(kitchen.ledger, {
    boardOrders: () => {
      throw new Error('disk I/O error')
    },
  })
  for (const listener of listeners) listener()
  await kitchen.clock.advance(10)
  Object.assign(kitchen.ledger, { boardOrders })
  expect(kitchen.log.lines).toContainEqual({
    level: 'error',
    event: 'storage-refused',
    fields: { error: 'disk I/O error' },
  })
})

it('a wait that the platform requested ends when staff tap "try now", and not earlier for other reasons', async () => {
  kitchen.world.pollAnswer = { kind: 'unavailable', cause: 'throttled', retryAfterMs: 5 * MINUTE }
  kitchen.begin()
  await kitchen.clock.advance(5 * SECOND)
  kitchen.core().pollNow()
  await kitchen.clock.advance(5 * SECOND)
  expect(kitchen.world.polls).toEqual([0])
  kitchen.core().retryNow()
  await kitchen.clock.advance(0)
  expect(kitchen.world.polls).toEqual([0, 10 * SECOND])
})

it('the windows state that the platform refuses acknowledgments as long as it does', async () => {
  const states = () => kitchen.world.deltas.flatMap(({ notice }) => notice ?? [])
  kitchen.world.acknowledge = () => ({ kind: 'refused', status: 400 })
  kitchen.begin()
  await onBoard('o1', 'CREATED')
  expect([kitchen.core().snapshot().notice, states()]).toEqual(['acknowledgments-refused', ['acknowledgments-refused']])
  kitchen.world.acknowledge = () => ({ kind: 'acknowledged' })
  await kitchen.clock.advance(5 * MINUTE)
  expect([kitchen.core().snapshot().notice, states()]).toEqual([undefined, ['acknowledgments-refused', '']])
})

it('the form in which the platform accepts acknowledgments is stored in the settings, also over a restart', async () => {
  kitchen.world.acknowledge = (form) => (form === 'ids' ? { kind: 'acknowledged' } : { kind: 'refused', status: 400 })
  kitchen.begin()
  await onBoard('o1', 'CREATED')
  await kitchen.reopen()
  expect(kitchen.core().settings.now().dialect.acknowledgment).toBe('ids')
  expect(kitchen.core().snapshot().notice).toBeUndefined()
})

it('an order because of which the window crashes twice is reduced for windows, and whole for the safe page', async () => {
  kitchen.begin()
  await onBoard('o1', 'CREATED')
  for (let crashes = 0; crashes < 2; crashes += 1) kitchen.core().windowCrashed()
  expect(kitchen.ticket('o1')).toMatchObject({ quarantined: true, lines: [] })
  expect(kitchen.core().fullTickets()).toMatchObject([{ orderId: 'o1', lines: [{ name: 'Pastel' }] }])
})

it('an automatic acceptance that the storage refuses is logged and leaves the order new; the next poll repeats it', async () => {
  const { addTap } = kitchen.ledger
  Object.assign(kitchen.ledger, {
    addTap: () => {
      throw new Error('disk full')
    },
  })
  kitchen.begin({ autoConfirm: { enabled: true } })
  await onBoard('o1', 'CREATED')
  const failed = { level: 'error', event: 'auto-confirm-failed', fields: { error: 'disk full' } }
  expect(kitchen.log.lines).toContainEqual(failed)
  expect(kitchen.ticket('o1')).toMatchObject({ status: 'CREATED', tap: undefined })
  Object.assign(kitchen.ledger, { addTap })
  await kitchen.clock.advance(31 * SECOND)
  expect(kitchen.ticket('o1')?.tap).toMatchObject({ action: 'confirm', automatic: true })
})
