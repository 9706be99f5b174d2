import { describe, expect, it } from 'vitest'
import { createWorkerLoop } from '../../../electron/sync/engine.ts'
import { createPool } from '../../../electron/sync/pool.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, settled } from '../../fixtures/virtual-clock.ts'

function pooled(limit = 3) {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  let ends = 0
  const pool = createPool({ name: 'readers', limit, clock, log, onEnd: () => (ends += 1) })
  const task = (ms: number) => () =>
    new Promise<void>((resolve) => {
      clock.setTimer(ms, resolve)
    })
  return { clock, log, pool, task, ends: () => ends }
}

describe('parallel tasks', () => {
  it('each use a slot until they end, and the end of each is reported when its slot is free', async () => {
    const { clock, pool, task, ends } = pooled()
    pool.run('a', task(10))
    pool.run('b', task(20))
    expect([pool.has('a'), pool.has('b'), pool.has('c'), pool.free()]).toEqual([true, true, false, 1])
    await clock.advance(10)
    expect([pool.has('a'), pool.has('b'), pool.free(), ends()]).toEqual([false, true, 2, 1])
    await clock.advance(10)
    expect([pool.has('b'), pool.free(), ends()]).toEqual([false, 3, 2])
  })

  it.each([
    [new Error('disk full'), 'disk full'],
    ['no words', 'no words'],
  ])('that throw %s are reported, and delay no other task', async (thrown, reported) => {
    const { clock, log, pool, ends } = pooled()
    pool.run('a', () => Promise.reject(thrown))
    await clock.advance(999)
    expect(ends()).toBe(0)
    await clock.advance(1)
    expect([ends(), pool.free()]).toEqual([1, 3])
    expect(log.lines).toEqual([
      { level: 'error', event: 'task-failed', fields: { worker: 'readers', error: reported } },
    ])
  })

  it('are all awaited by idle(), also those that begin meanwhile', async () => {
    const { clock, pool, task } = pooled()
    pool.run('a', task(10))
    let isIdle = false
    const idle = pool.idle().then(() => {
      isIdle = true
    })
    await clock.advance(5)
    pool.run('b', task(100))
    await clock.advance(50)
    expect(isIdle).toBe(false)
    await clock.advance(100)
    await idle
    expect(isIdle).toBe(true)
  })
})

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

  it('keeps one timer: a kick replaces the planned time', async () => {
    const clock = createVirtualClock()
    const loop = createWorkerLoop({ name: 'w', clock, log: createMemoryLog(), work: () => Promise.resolve(10_000) })
    for (let kicks = 0; kicks < 5; kicks += 1) {
      loop.kick()
      await clock.advance(10)
    }
    expect(clock.pending()).toBe(1)
    await loop.stop()
    expect(clock.pending()).toBe(0)
  })

  it('plans no time when the work needs a kick, and none after a stop during the work', async () => {
    const clock = createVirtualClock()
    const idle = createWorkerLoop({ name: 'w', clock, log: createMemoryLog(), work: () => Promise.resolve(undefined) })
    idle.kick()
    await clock.advance(10)
    expect(clock.pending()).toBe(0)

    let passes = 0
    const busy = createWorkerLoop({
      name: 'w',
      clock,
      log: createMemoryLog(),
      work: () =>
        new Promise((resolve) => {
          passes += 1
          clock.setTimer(50, () => resolve(1_000))
        }),
    })
    busy.kick()
    await clock.advance(10)
    busy.kick()
    let isStopped = false
    const stopped = busy.stop().then(() => {
      isStopped = true
    })
    await clock.advance(10)
    expect(isStopped).toBe(false)
    await clock.advance(60_000)
    await stopped
    expect([passes, clock.pending()]).toEqual([1, 0])
  })

  it('tries again a second after a failure, and reports the message of the error', async () => {
    const clock = createVirtualClock()
    const log = createMemoryLog()
    const startedAt = clock.now()
    const passes: number[] = []
    const loop = createWorkerLoop({
      name: 'outbox',
      clock,
      log,
      work: () => {
        passes.push(clock.now() - startedAt)
        return passes.length === 1 ? Promise.reject('no words') : Promise.resolve(undefined)
      },
    })
    loop.kick()
    await clock.advance(5_000)
    expect(passes).toEqual([0, 1_000])
    expect(log.lines).toEqual([
      { level: 'error', event: 'worker-failed', fields: { worker: 'outbox', error: 'no words' } },
    ])
  })
})
