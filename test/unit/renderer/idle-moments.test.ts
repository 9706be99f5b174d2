import { describe, expect, it } from 'vitest'
import { createIdleMoments, LONGEST_TOUCH_MS } from '../../../renderer/store/idle-moments.ts'

const REMAINING_MS = 40

/** A page with a fake clock: the test makes it idle, lets it paint and runs its timers. */
function aPage() {
  let idle: ((remainingMs: number) => void)[] = []
  let paints: (() => void)[] = []
  let timers: { readonly ms: number; readonly run: () => void }[] = []
  let finger = (_isDown: boolean): void => undefined
  const moments = createIdleMoments({
    requestIdle: (run) => {
      idle.push(run)
      return () => {
        idle = idle.filter((other) => other !== run)
      }
    },
    afterPaint: (run) => void paints.push(run),
    after: (ms, run) => {
      const timer = { ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    onFinger: (listener) => {
      finger = listener
    },
  })
  const runAll = (all: readonly (() => void)[]): void => {
    for (const run of all) run()
  }
  return {
    moments,
    down: () => finger(true),
    up: () => finger(false),
    becomeIdle: () => {
      const now = idle
      idle = []
      for (const run of now) run(REMAINING_MS)
    },
    paint: () => {
      const now = paints
      paints = []
      runAll(now)
    },
    wait: (passed: number) => {
      const due = timers.filter(({ ms }) => ms <= passed)
      timers = timers.filter(({ ms }) => ms > passed)
      runAll(due.map(({ run }) => run))
    },
  }
}

describe('idle work', () => {
  it('waits for the frame after the later of two touches', () => {
    const { moments, down, up, becomeIdle, paint } = aPage()
    let runs = 0
    down()
    up()
    down()
    moments.whenIdle(() => (runs += 1))
    becomeIdle()
    paint()
    becomeIdle()
    expect(runs).toBe(0)
    up()
    paint()
    becomeIdle()
    expect(runs).toBe(1)
  })

  it('runs while a finger rests on the screen', () => {
    const { moments, down, becomeIdle, wait } = aPage()
    let runs = 0
    down()
    moments.whenIdle((remainingMs) => {
      runs += 1
      expect(remainingMs).toBe(REMAINING_MS)
    })
    becomeIdle()
    wait(LONGEST_TOUCH_MS - 1)
    becomeIdle()
    expect(runs).toBe(0)
    wait(LONGEST_TOUCH_MS)
    becomeIdle()
    expect(runs).toBe(1)
  })

  it.each(['before', 'during'])('is cancelled %s a touch', (when) => {
    const { moments, down, up, becomeIdle, paint } = aPage()
    let runs = 0
    const cancel = moments.whenIdle(() => (runs += 1))
    if (when === 'during') {
      down()
      becomeIdle()
    }
    cancel()
    up()
    paint()
    becomeIdle()
    expect(runs).toBe(0)
  })
})
