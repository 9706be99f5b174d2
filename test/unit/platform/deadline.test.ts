import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDeadline } from '../../../electron/platform/deadline.ts'

const forever = () => new Promise<never>(() => undefined)
let now: number

beforeEach(() => {
  now = 1_000
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = async (ms: number): Promise<void> => {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}
const outcomeOf = <T>(promise: Promise<T>) => {
  const seen: { outcome?: T } = {}
  void promise.then((outcome) => {
    seen.outcome = outcome
  })
  return seen
}

/** Work that never ends, with a time limit of one second. `progress` reports progress of the work. */
async function endlessWork() {
  let report: () => void = () => undefined
  const seen = outcomeOf(
    withDeadline(
      (_signal, onProgress) => {
        report = onProgress
        return forever()
      },
      undefined,
      1_000,
    ),
  )
  await pass(0)
  return { seen, progress: () => report() }
}

describe('work with a deadline', () => {
  it('returns its result, and leaves no timer behind', async () => {
    expect(await withDeadline(() => Promise.resolve(7), undefined, 1_000)).toEqual({ kind: 'done', value: 7 })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns a failure as a value when it rejects or throws', async () => {
    const error = new Error('broken')
    expect(await withDeadline(() => Promise.reject(error), undefined, 1_000)).toEqual({ kind: 'failed', error })
    const throwing = (): Promise<never> => {
      throw error
    }
    expect(await withDeadline(throwing, undefined, 1_000)).toEqual({ kind: 'failed', error })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is aborted when it reports no progress until its time limit', async () => {
    let inner: AbortSignal | undefined
    const seen = outcomeOf(
      withDeadline(
        (signal) => {
          inner = signal
          return forever()
        },
        undefined,
        1_000,
      ),
    )
    await pass(999)
    expect([seen, inner?.aborted]).toEqual([{}, false])
    await pass(1)
    expect([seen.outcome, inner?.aborted]).toEqual([{ kind: 'interrupted', why: 'timeout' }, true])
  })

  it('may take six times its time limit while it reports progress, and no longer', async () => {
    const { seen, progress } = await endlessWork()
    for (let times = 0; times < 5; times += 1) {
      await pass(999)
      progress()
    }
    await pass(10)
    progress()
    await pass(989)
    expect(seen).toEqual({})
    await pass(1)
    expect(seen.outcome).toEqual({ kind: 'interrupted', why: 'timeout' })
  })

  it('ends when its caller aborts, before and during the work, and removes its listeners', async () => {
    let isStarted = false
    const work = () => {
      isStarted = true
      return forever()
    }
    const aborted = { kind: 'interrupted', why: 'aborted' }
    expect(await withDeadline(work, AbortSignal.abort(), 1_000)).toEqual(aborted)
    expect([isStarted, vi.getTimerCount()]).toEqual([false, 0])

    const controller = new AbortController()
    const removed = vi.spyOn(controller.signal, 'removeEventListener')
    let inner: AbortSignal | undefined
    const seen = outcomeOf(
      withDeadline(
        (signal) => {
          inner = signal
          return forever()
        },
        controller.signal,
        1_000,
      ),
    )
    await pass(10)
    controller.abort()
    await pass(0)
    expect([seen.outcome, inner?.aborted, vi.getTimerCount()]).toEqual([aborted, true, 0])
    expect(removed.mock.calls.map(([type]) => type)).toEqual(['abort'])
  })
})
