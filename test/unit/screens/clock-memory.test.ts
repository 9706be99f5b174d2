import { expect, it } from 'vitest'
import { createScreenClock } from '../../../electron/screens/link/main-pings.ts'
import type { ScreenFact, ScreenFacts } from '../../../electron/screens/link/screen-facts.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { ok } from '../../../shared/result.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const AHEAD_MS = 10 * 60_000

it("a screen with a wrong clock uses the platform's time at its next start, without its main computer", () => {
  const world = createVirtualClock()
  const stored = new Map<ScreenFact, string>()
  const facts: ScreenFacts = {
    get: (name) => stored.get(name),
    save(name, value) {
      stored.set(name, value)
      return ok(null)
    },
  }
  /** One run of the program on a machine whose clock is ten minutes ahead. */
  const run = () => {
    const clock = createSystemClock(world.readings(() => AHEAD_MS))
    return { clock, memory: createScreenClock(facts, clock) }
  }
  const error = (clock: ReturnType<typeof run>['clock']) => Math.abs(clock.platform() - world.now())

  const first = run()
  expect(error(first.clock)).toBe(AHEAD_MS)
  const at = first.clock.monotonic()
  first.memory.applyReading({ platformNow: world.now(), sentAt: at, receivedAt: at })
  expect(error(first.clock)).toBeLessThan(2_000)
  expect(error(run().clock)).toBeLessThan(2_000)
})
