import { describe, expect, it } from 'vitest'
import { createDeliveries, watchNetwork } from '../../../electron/core/platform-link.ts'
import { monotonicMs, platformMs } from '../../../shared/time/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const MINUTE_MS = 60_000

function core(onReceived: (orderIds: readonly string[]) => void = () => undefined) {
  let now = 0
  let fresh: readonly string[] = ['o1']
  let isBroken = false
  const sources: string[] = []
  const log = createMemoryLog()
  const deliveries = createDeliveries({
    ledger: {
      receiveEvents: (_events, _unreadable, source) => {
        sources.push(source)
        if (isBroken) throw new Error('disk full')
        return { freshOrderIds: fresh, freshEvents: fresh.length, droppedOrderIds: [] }
      },
    },
    clock: { platform: () => platformMs(now), monotonic: () => monotonicMs(now) },
    log,
    onReceived,
  })
  return {
    deliveries,
    log,
    sources,
    pass: (ms: number) => {
      now += ms
    },
    nothingNew: () => {
      fresh = []
    },
    breakStorage: () => {
      isBroken = true
    },
  }
}

describe('polling during deliveries', () => {
  it('counts the ten minutes from the delivery, not from the start', () => {
    const { deliveries, pass } = core()
    pass(60 * MINUTE_MS)
    expect(deliveries.pollIntervalMs(30_000)).toBe(30_000)
    deliveries.receive([{}])
    pass(9 * MINUTE_MS)
    expect(deliveries.pollIntervalMs(30_000)).toBe(60_000)
  })

  it('keeps its interval until a delivery brings a new event', () => {
    const { deliveries, nothingNew } = core()
    expect(deliveries.pollIntervalMs(30_000)).toBe(30_000)
    nothingNew()
    deliveries.receive([{}])
    expect(deliveries.pollIntervalMs(30_000)).toBe(30_000)
  })

  it('slows down to a minute, never further, for ten minutes after a delivery', () => {
    const { deliveries, pass } = core()
    deliveries.receive([{}])
    for (const chosen of [1_000, 30_000, 60_000]) expect(deliveries.pollIntervalMs(chosen)).toBe(60_000)
    pass(10 * MINUTE_MS - 1)
    expect(deliveries.pollIntervalMs(30_000)).toBe(60_000)
    pass(1)
    expect(deliveries.pollIntervalMs(30_000)).toBe(30_000)
  })

  it('returns to its own interval when a poll finds an event that no delivery brought', () => {
    const { deliveries } = core()
    deliveries.receive([{}])
    deliveries.recordMissed()
    expect(deliveries.pollIntervalMs(30_000)).toBe(30_000)
  })
})

describe('a delivery', () => {
  it('is stored as a delivery, so that it is not acknowledged', () => {
    const { deliveries, sources } = core()
    deliveries.receive([{}])
    expect(sources).toEqual(['webhook'])
  })

  it('is refused as a value when nothing could be stored', () => {
    const { deliveries, breakStorage, log } = core(() => {
      throw new Error('must not be called')
    })
    breakStorage()
    expect(deliveries.receive([{}])).toEqual({ ok: false, code: 'storage', message: 'disk full' })
    expect(log.lines).toEqual([{ level: 'error', event: 'storage-refused', fields: { error: 'disk full' } }])
  })

  it('that contains nothing new calls no listener', () => {
    const reported: (readonly string[])[] = []
    const { deliveries, nothingNew } = core((orderIds) => reported.push(orderIds))
    deliveries.receive([{}])
    nothingNew()
    expect(deliveries.receive([{}])).toEqual({ ok: true, value: { freshEvents: 0 } })
    expect(reported).toEqual([['o1']])
  })

  it('that is durable remains accepted when the board cannot be updated', () => {
    const { deliveries, log } = core(() => {
      throw new Error('no board')
    })
    expect(deliveries.receive([{}])).toEqual({ ok: true, value: { freshEvents: 1 } })
    expect(log.lines).toEqual([{ level: 'error', event: 'delivery-not-shown', fields: { error: 'no board' } }])
  })
})

const watched = (random: number) => {
  const clock = createVirtualClock()
  const state = { isOnline: true, returns: [] as number[] }
  const startedAt = clock.now()
  const watch = watchNetwork({
    isOnline: () => state.isOnline,
    clock,
    random: () => random,
    onReturn: () => state.returns.push(clock.now() - startedAt),
  })
  const setOnline = (isOnline: boolean): void => {
    state.isOnline = isOnline
    expect(watch.isOnline()).toBe(isOnline)
  }
  return { clock, state, watch, setOnline }
}

it('the return of the network is reported once, after a random pause', async () => {
  const { clock, state, setOnline } = watched(0.5)
  setOnline(true)
  await clock.advance(60_000)
  expect(state.returns).toEqual([])
  setOnline(false)
  setOnline(true)
  setOnline(true)
  await clock.advance(60_000)
  expect(state.returns).toEqual([62_500])
})

it('nothing is reported after the stop, and an unstable network causes one report', async () => {
  const { clock, state, setOnline, watch } = watched(0.9)
  for (let times = 0; times < 20; times += 1) {
    setOnline(false)
    await clock.advance(100)
    setOnline(true)
  }
  await clock.advance(10_000)
  expect(state.returns).toHaveLength(1)
  setOnline(false)
  setOnline(true)
  watch.stop()
  await clock.advance(10_000)
  expect(state.returns).toHaveLength(1)
})
