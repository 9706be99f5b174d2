import { describe, expect, it } from 'vitest'
import type { RefusedTap } from '../../../renderer/store/state.ts'
import { createBumpGuard, MOVED_COOLDOWN_MS, TAP_COOLDOWN_MS } from '../../../renderer/ticket/bump-guard.ts'
import { monotonicMs } from '../../../shared/time/time.ts'

function guardAt() {
  let now = 10_000
  /** How long the window takes until it handles an input. */
  let delayMs = 0
  /** How long the finger has lain on the button. */
  let heldMs = 0
  const refused: RefusedTap[] = []
  const guard = createBumpGuard(
    () => now + delayMs,
    () => ({ began: monotonicMs(now - heldMs), at: monotonicMs(now) }),
    (why) => refused.push(why),
  )
  return {
    guard,
    refused,
    hold: (ms: number) => (heldMs = ms),
    wait: (ms: number) => (now += ms),
    delay: (ms: number) => (delayMs = ms),
  }
}

describe('the guard against accidental taps', () => {
  it.each([330, 500, 700, TAP_COOLDOWN_MS - 1])('drops a second tap on the same order after %i ms', (ms) => {
    const { guard, wait } = guardAt()
    expect(guard.accepts('a', 0)).toBe(true)
    wait(ms)
    expect(guard.remainingCooldownMs('a')).toBeGreaterThan(0)
    expect(guard.accepts('a', 0)).toBe(false)
  })

  it('drops the second tap of a double tap that a busy window handles late, and a tap before the button was there', () => {
    const { guard, wait, delay } = guardAt()
    expect(guard.accepts('a', 0)).toBe(true)
    wait(700)
    delay(400)
    expect(guard.accepts('a', 0)).toBe(false)
    expect(guard.accepts('b', 10_800)).toBe(false)
    expect(guard.accepts('b', 0)).toBe(true)
  })

  it('accepts a quick tap on another ticket if its button was already there before the first tap', () => {
    const { guard, wait } = guardAt()
    expect(guard.accepts('a', 0)).toBe(true)
    wait(120)
    expect([guard.accepts('b', 10_100), guard.accepts('b', 9_000)]).toEqual([false, true])
  })

  it('drops the second tap of a double tap although another order was tapped in between', () => {
    const { guard, wait } = guardAt()
    expect(guard.accepts('a', 0)).toBe(true)
    wait(150)
    expect(guard.accepts('b', 0)).toBe(true)
    wait(150)
    expect(guard.remainingCooldownMs('a')).toBe(TAP_COOLDOWN_MS - 300)
    expect(guard.accepts('a', 0)).toBe(false)
    expect(guard.accepts('b', 0)).toBe(false)
    wait(TAP_COOLDOWN_MS)
    expect(guard.accepts('a', 0)).toBe(true)
  })

  it('drops a tap on a ticket that has just moved although others moved after it', () => {
    const { guard, wait } = guardAt()
    guard.moved(['a', 'b'])
    wait(200)
    guard.moved(['c'])
    expect(guard.remainingCooldownMs('a')).toBe(MOVED_COOLDOWN_MS - 200)
    expect(guard.accepts('b', 0)).toBe(false)
    wait(MOVED_COOLDOWN_MS - 200)
    expect(guard.accepts('a', 0)).toBe(true)
    expect(guard.accepts('c', 0)).toBe(false)
  })

  it('names the reason of each tap that it drops', () => {
    const { guard, refused, wait } = guardAt()
    guard.accepts('a', 0)
    guard.isResting('a')
    guard.accepts('b', 10_001)
    wait(TAP_COOLDOWN_MS)
    guard.moved(['a'])
    guard.accepts('a', 0)
    guard.refuse('twice')
    expect(refused).toEqual(['twice', 'moved', 'moved', 'twice'])
  })

  it('a finger that lay on the button: counts from its beginning for what came meanwhile, from its end for a second tap', () => {
    const { guard, refused, wait, hold } = guardAt()
    hold(1_000)
    expect(guard.accepts('a', 9_500)).toBe(false)
    expect(guard.accepts('a', 0)).toBe(true)
    hold(0)
    wait(TAP_COOLDOWN_MS - 1)
    expect(guard.accepts('a', 0)).toBe(false)
    expect(refused).toEqual(['moved', 'twice'])
  })

  it('drops a second tap on an order for at least 800 ms, and a tap on a moved ticket for 600 ms', () => {
    expect(TAP_COOLDOWN_MS).toBeGreaterThanOrEqual(800)
    expect(MOVED_COOLDOWN_MS).toBe(600)
  })
})
