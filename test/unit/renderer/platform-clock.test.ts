import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlatformClock } from '../../../renderer/store/platform-clock.ts'
import { countdown, durationParts } from '../../../shared/time/duration.ts'

describe('the platform clock of a window', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("advances monotonically, regardless of this computer's own clock", () => {
    let monotonic = 1_000
    const clock = createPlatformClock(() => monotonic)
    expect(clock.now()).toBe(0)
    clock.set({ platformNow: 500_000, receivedAt: 1_000 })
    monotonic = 61_000
    vi.setSystemTime(0)
    expect(clock.now()).toBe(560_000)
  })

  it('does not run backwards after a reading from the future', () => {
    const clock = createPlatformClock(() => 0)
    clock.set({ platformNow: 500_000, receivedAt: 40 })
    expect(clock.now()).toBe(500_000)
  })

  it('has one timer while it has a subscriber, and none afterwards', () => {
    const clock = createPlatformClock(() => 0)
    const first = vi.fn()
    const second = vi.fn()
    const endFirst = clock.subscribe(first)
    const endSecond = clock.subscribe(second)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(2_000)
    expect(first).toHaveBeenCalledTimes(2)
    expect(second).toHaveBeenCalledTimes(2)
    endFirst()
    expect(vi.getTimerCount()).toBe(1)
    endSecond()
    expect(vi.getTimerCount()).toBe(0)
    clock.subscribe(first)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('notifies no subscriber when a reading moves the time by less than half a second, as each poll does', () => {
    let monotonic = 0
    const clock = createPlatformClock(() => monotonic)
    clock.set({ platformNow: 500_000, receivedAt: 0 })
    const [each, slow] = [vi.fn(), vi.fn()]
    clock.subscribe(each)
    clock.subscribeSlowly(slow)
    monotonic = 30_000
    clock.set({ platformNow: 530_400, receivedAt: 30_000 })
    expect([each.mock.calls.length, slow.mock.calls.length, clock.now()]).toEqual([0, 0, 530_400])
    clock.set({ platformNow: 529_000, receivedAt: 30_000 })
    expect([each.mock.calls.length, slow.mock.calls.length]).toEqual([1, 1])
  })

  it('notifies slow subscribers every ten seconds, and at once of a step of the time', () => {
    const clock = createPlatformClock(() => 0)
    const unseen = vi.fn()
    const end = clock.subscribeSlowly(unseen)
    vi.advanceTimersByTime(9_000)
    expect(unseen).not.toHaveBeenCalled()
    vi.advanceTimersByTime(11_000)
    expect(unseen).toHaveBeenCalledTimes(2)
    clock.set({ platformNow: 500_000, receivedAt: 0 })
    expect(unseen).toHaveBeenCalledTimes(3)
    end()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('spans of time', () => {
  it.each([
    [0, '0:00'],
    [-5_000, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [125_000, '2:05'],
    [3_600_000, '1:00:00'],
    [3_725_000, '1:02:05'],
  ])('counts %i ms down as %s', (ms, shown) => {
    expect(countdown(ms)).toBe(shown)
  })

  it('is never negative', () => {
    expect(durationParts(-1)).toEqual({ hours: 0, minutes: 0, seconds: 0 })
  })
})
