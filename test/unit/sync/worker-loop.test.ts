import { describe, expect, it } from 'vitest'
import { createPool } from '../../../electron/sync/pool.ts'
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

  it('continues after a failure, and ends permanently when stopped', async () => {
    const clock = createVirtualClock()
    const log = createMemoryLog()
    let passes = 0
    const loop = createWorkerLoop({
      name: 'w',
      clock,
      log,
      work: () => {
        passes += 1
        return passes === 1 ? Promise.reject(new Error('disk full')) : Promise.resolve(5_000)
      },
    })
    loop.kick()
    await clock.advance(2_000)
    expect(passes).toBe(2)
    expect(log.lines).toEqual([{ level: 'error', event: 'worker-failed', fields: { worker: 'w', error: 'disk full' } }])
    await loop.stop()
    loop.kick()
    await clock.advance(60_000)
    expect(passes).toBe(2)
  })
})

describe('a pool', () => {
  it('frees the slot of a failed task after a second, so that a refusing disk is not written to without a pause', async () => {
    const clock = createVirtualClock()
    let ends = 0
    const pool = createPool({ name: 'p', limit: 2, clock, log: createMemoryLog(), onEnd: () => (ends += 1) })
    pool.run('a', () => Promise.reject(new Error('disk full')))
    await clock.advance(900)
    expect({ busy: pool.has('a'), free: pool.free(), ends }).toEqual({ busy: true, free: 1, ends: 0 })
    await clock.advance(200)
    expect({ busy: pool.has('a'), free: pool.free(), ends }).toEqual({ busy: false, free: 2, ends: 1 })
  })

  it('reports when nothing runs any more', async () => {
    const clock = createVirtualClock()
    const pool = createPool({ name: 'p', limit: 1, clock, log: createMemoryLog(), onEnd: () => undefined })
    let isDone = false
    pool.run('a', async () => {
      await new Promise<void>((resolve) => {
        clock.setTimer(50, resolve)
      })
      isDone = true
    })
    const idle = pool.idle()
    await clock.advance(100)
    await idle
    expect(isDone).toBe(true)
  })
})
