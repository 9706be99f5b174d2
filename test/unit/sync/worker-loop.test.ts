import { describe, expect, it } from 'vitest'
import { createWorkerLoop } from '../../../electron/sync/worker-loop.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, settled } from '../../fixtures/virtual-clock.ts'

describe('a worker loop', () => {
  it('never works twice at the same time, and works again after a kick during its work', async () => {
    const clock = createVirtualClock()
    let running = 0
    let most = 0
    let passes = 0
    const loop = createWorkerLoop({
      name: 'w',
      clock,
      log: createMemoryLog(),
      async work() {
        passes += 1
        running += 1
        most = Math.max(most, running)
        await settled()
        running -= 1
        return undefined
      },
    })
    loop.kick()
    loop.kick()
    loop.kick()
    await clock.advance(10)
    expect({ most, passes }).toEqual({ most: 1, passes: 2 })
  })

  it('works again at its planned time, or earlier after a kick', async () => {
    const clock = createVirtualClock()
    const passes: number[] = []
    const start = clock.now()
    const loop = createWorkerLoop({
      name: 'w',
      clock,
      log: createMemoryLog(),
      work: () => {
        passes.push(clock.now() - start)
        return Promise.resolve(1_000)
      },
    })
    loop.kick()
    await clock.advance(1_500)
    loop.kick()
    await clock.advance(1_100)
    expect(passes).toEqual([0, 1_000, 1_500, 2_500])
  })
})
