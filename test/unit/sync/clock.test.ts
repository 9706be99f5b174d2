import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSystemClock } from '../../../electron/sync/clock.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
let sinceBoot: number

beforeEach(() => {
  sinceBoot = 5_000
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START })
  vi.spyOn(performance, 'now').mockImplementation(() => sinceBoot)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the machine’s clock', () => {
  it('goes on from the wall clock at its start, and is not moved when that is set', () => {
    const clock = createSystemClock()
    expect(clock.now()).toBe(START)
    vi.setSystemTime(START + 86_400_000)
    sinceBoot += 1_500.4
    expect(clock.now()).toBe(START + 1_500)
  })

  it('measures spans with what only ever grows', () => {
    const clock = createSystemClock()
    sinceBoot += 250
    expect(clock.monotonic()).toBe(5_250)
  })

  it('runs a task once, when its time has come', () => {
    let runs = 0
    createSystemClock().setTimer(2_000, () => (runs += 1))
    vi.advanceTimersByTime(1_999)
    expect(runs).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(runs).toBe(1)
  })

  it('takes a task back', () => {
    let runs = 0
    const cancel = createSystemClock().setTimer(2_000, () => (runs += 1))
    cancel()
    vi.advanceTimersByTime(60_000)
    expect(runs).toBe(0)
  })

  it('runs what is already due at once, and waits for what is weeks away', () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const clock = createSystemClock()
    clock.setTimer(-5, () => undefined)
    clock.setTimer(40 * 86_400_000, () => undefined)
    expect(set.mock.calls.map(([, delay]) => delay)).toEqual([0, 2_147_000_000])
  })
})
