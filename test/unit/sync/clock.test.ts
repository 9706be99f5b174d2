import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSystemClock } from '../../../electron/sync/clock.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** The readings of an operating system, changed as Linux changes its clocks. The clock module is the real one. */
function machine(startAt = START) {
  let wall = startAt
  let monotonic = 5_000
  let uptime = 90_000
  const clock = createSystemClock({ wall: () => wall, monotonic: () => monotonic, uptime: () => uptime })
  return {
    clock,
    run(ms: number) {
      wall += ms
      monotonic += ms
      uptime += ms
    },
    /** `CLOCK_MONOTONIC` stops, and the other two clocks continue. */
    sleep(ms: number) {
      wall += ms
      uptime += ms
    },
    /** A person or NTP sets the wall clock. */
    step(ms: number) {
      wall += ms
    },
    /** An answer of a platform whose clock is `aheadOfWallMs` ahead. */
    answer(aheadOfWallMs: number) {
      const at = clock.monotonic()
      clock.applyReading({ platformAt: wall + aheadOfWallMs, sentAt: at + SECOND, receivedAt: at })
    },
  }
}

describe('the time service', () => {
  it('advances from the wall clock at its start, to the millisecond', () => {
    const { clock, run } = machine()
    expect([clock.platform(), clock.wall(), clock.source()]).toEqual([START, START, 'machine'])
    run(1_500.4)
    expect([clock.platform(), clock.monotonic()]).toEqual([START + 1_500, 6_500.4])
  })

  it('computes the platform’s time from a Date header, and keeps it inside the header’s uncertainty', () => {
    const { clock, run, answer } = machine()
    answer(2 * HOUR)
    expect([clock.platform(), clock.source(), clock.offsetMs()]).toEqual([START + 2 * HOUR, 'platform', 2 * HOUR])
    run(10 * SECOND)
    const at = clock.monotonic()
    clock.applyReading({ platformAt: START + 2 * HOUR + 9_500, sentAt: at - 100, receivedAt: at })
    expect(clock.platform()).toBe(START + 2 * HOUR + 10 * SECOND)
  })

  it('uses the offset of an earlier run until a header arrives', () => {
    const { clock, answer } = machine()
    clock.restoreOffset(-2 * HOUR)
    expect([clock.platform(), clock.source()]).toEqual([START - 2 * HOUR, 'remembered'])
    answer(0)
    clock.restoreOffset(-2 * HOUR)
    expect([clock.platform(), clock.source()]).toEqual([START, 'platform'])
  })

  it('reports once how far the platform’s time stepped, and ignores less than two seconds', () => {
    const { clock, answer } = machine()
    const steps: number[] = []
    const end = clock.onStep((deltaMs) => steps.push(deltaMs))
    answer(1_999)
    answer(-1_000)
    expect(steps).toEqual([])
    answer(-2_001)
    expect(steps).toEqual([-2_001])
    end()
    answer(HOUR)
    expect(steps).toEqual([-2_001])
  })
})

describe('a suspend', () => {
  it('counts as elapsed time, although the monotonic clock stopped', () => {
    const { clock, run, sleep, answer } = machine()
    answer(0)
    const before = clock.monotonic()
    run(10 * SECOND)
    sleep(8 * HOUR)
    expect(clock.monotonic() - before).toBe(8 * HOUR + 10 * SECOND)
    expect(clock.sleptMs()).toBe(8 * HOUR)
    expect([clock.platform(), clock.offsetMs()]).toEqual([START + 8 * HOUR + 10 * SECOND, 0])
  })

  it('is detected also when the wall clock was set back by exactly its length, and every suspend counts', () => {
    const { clock, sleep, step, run } = machine()
    sleep(HOUR)
    step(-HOUR)
    clock.check()
    run(30 * SECOND)
    sleep(HOUR)
    clock.check()
    expect(clock.sleptMs()).toBe(2 * HOUR)
  })

  it('is distinguished from a step before or after it', () => {
    const { clock, sleep, step, answer } = machine()
    answer(0)
    step(2 * HOUR)
    sleep(HOUR)
    expect([clock.platform(), clock.offsetMs()]).toEqual([START + HOUR, -2 * HOUR])
    step(-2 * HOUR)
    expect([clock.platform(), clock.offsetMs()]).toEqual([START + HOUR, 0])
  })
})

describe('a step of the wall clock', () => {
  it.each([2 * HOUR, -2 * HOUR])('by %i ms changes neither intervals nor the platform’s time', (ms) => {
    const { clock, run, step, answer } = machine()
    answer(0)
    step(ms)
    clock.check()
    run(1_500)
    expect([clock.platform(), clock.monotonic()]).toEqual([START + 1_500, 6_500])
  })

  it('by NTP that corrects it ends the skew at once, without a restart and without an answer', () => {
    const { clock, step, answer } = machine(START - 3 * HOUR)
    answer(3 * HOUR)
    expect(clock.offsetMs()).toBe(3 * HOUR)
    step(3 * HOUR)
    expect(clock.offsetMs()).toBe(0)
  })

  it('is applied at the next check while no other time is known', () => {
    const { clock, step } = machine(START - HOUR)
    const steps: number[] = []
    clock.onStep((deltaMs) => steps.push(deltaMs))
    step(HOUR)
    expect(clock.platform()).toBe(START - HOUR)
    clock.check()
    clock.check()
    expect([clock.platform(), steps]).toEqual([START, [HOUR]])
  })
})

it('differences of less than a second are no step of the wall clock, until they add up to one', () => {
  const { clock, step } = machine()
  const shown = [600, 400].map((ms) => {
    step(ms)
    clock.check()
    return clock.platform() - START
  })
  expect(shown).toEqual([0, SECOND])
})

describe('timers', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('run once at their time, and can be cancelled', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { clock } = machine()
    let runs = 0
    clock.setTimer(2_000, () => (runs += 1))
    clock.setTimer(2_000, () => (runs += 10))()
    vi.advanceTimersByTime(1_999)
    expect(runs).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(runs).toBe(1)
  })

  it('run at once when they are already due, and wait when they are weeks away', () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const { clock } = machine()
    clock.setTimer(-5, () => undefined)()
    clock.setTimer(40 * 86_400_000, () => undefined)()
    expect(set.mock.calls.map(([, delay]) => delay)).toEqual([0, 2_147_000_000])
  })
})
