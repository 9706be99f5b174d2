import { describe, expect, it } from 'vitest'
import type { AcknowledgeAnswer, EventReference, Unavailable } from '../../../electron/platform/answers.ts'
import { createAcknowledger } from '../../../electron/sync/acknowledger.ts'
import { monotonicMs, platformMs } from '../../../shared/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const SECOND = 1_000
/** More calls than any of these tests makes. After them the acknowledger has repeated without a pause. */
const MAX_READS = 100

/** One answer for each call; the last one is repeated. */
function acknowledging(count: number, answers: readonly AcknowledgeAnswer[], limit = 1_000) {
  let waiting: readonly EventReference[] = Array.from({ length: count }, (_, index) => ({
    eventId: `e${index}`,
    orderId: `o${index}`,
    eventType: 'CREATED',
  }))
  let now = 5_000
  let reads = 0
  const controller = new AbortController()
  const calls: number[] = []
  const booked: { readonly ids: readonly string[]; readonly at: number }[] = []
  const refused: unknown[] = []
  const take = (ids: readonly string[]) => {
    waiting = waiting.filter(({ eventId }) => !ids.includes(eventId))
  }
  const { work } = createAcknowledger({
    log: createMemoryLog(),
    form: () => 'v2',
    onFormFound: () => undefined,
    onRefusing: () => undefined,
    ledger: {
      deferred: (work) => work(),
      unacknowledgedEvents(most) {
        reads += 1
        if (reads > MAX_READS) throw new Error('repeats without a pause')
        return waiting.slice(0, most)
      },
      markAcknowledged(ids, at) {
        booked.push({ ids, at })
        take(ids)
      },
      markUnacknowledgeable(eventId, problem, at) {
        refused.push({ eventId, problem, at })
        take([eventId])
      },
    },
    client: {
      acknowledgmentLimit: () => limit,
      acknowledge(events) {
        calls.push(events.length)
        const answer = answers[Math.min(calls.length, answers.length) - 1]
        return answer ? Promise.resolve(answer) : Promise.reject(new Error('no answer is left'))
      },
    },
    clock: { platform: () => platformMs(now), monotonic: () => monotonicMs(now) },
    random: () => 0.5,
    signal: controller.signal,
  })
  return {
    work,
    calls,
    booked,
    refused,
    controller,
    pass: (ms: number) => {
      now += ms
    },
  }
}

const done: AcknowledgeAnswer = { kind: 'acknowledged' }
const lost = (cause: Unavailable['cause'], retryAfterMs?: number): AcknowledgeAnswer => ({
  kind: 'unavailable',
  cause,
  retryAfterMs,
})

describe('the wait after a failed acknowledgment', () => {
  it('grows from failure to failure, and starts again after a success', async () => {
    const { work } = acknowledging(1_001, [lost('server'), lost('server'), lost('server'), done, lost('server')])
    expect([await work(), await work(), await work(), await work()]).toEqual([375, 625, 1_125, 375])
  })

  it('may be shortened when the platform gave no time', async () => {
    const { work, calls } = acknowledging(1, [lost('server'), lost('throttled', 0), done])
    await work()
    expect(await work()).toBe(625)
    expect(await work()).toBeUndefined()
    expect(calls).toEqual([1, 1, 1])
  })

  it('is never shortened when the platform gave a time, also when new events arrive', async () => {
    const { work, calls, pass } = acknowledging(1, [lost('throttled', 60 * SECOND), done])
    expect(await work()).toBe(60_375)
    pass(20 * SECOND)
    expect(await work()).toBe(40_375)
    pass(40_374)
    expect(await work()).toBe(1)
    expect(calls).toHaveLength(1)
    pass(1)
    expect(await work()).toBeUndefined()
    expect(calls).toHaveLength(2)
  })

  it('is half a minute while the credentials are refused, and does not count as a network failure', async () => {
    const { work, refused } = acknowledging(2, [
      { kind: 'unauthorized', cause: 'credentials-refused' },
      { kind: 'refused', status: 403 },
      lost('server'),
    ])
    expect([await work(), await work(), await work()]).toEqual([30 * SECOND, 30 * SECOND, 375])
    expect(refused).toEqual([])
  })
})

describe('the size of a batch', () => {
  const sizesAfter = async (cause: Unavailable['cause']) => {
    const { work, calls } = acknowledging(1_000, [lost(cause)])
    for (let times = 0; times < 5; times += 1) await work()
    return calls
  }

  it.each(['timeout', 'network'] as const)('shrinks to a quarter after each %s, down to ten', async (cause) => {
    expect(await sizesAfter(cause)).toEqual([1_000, 250, 62, 15, 10])
  })

  it.each(['throttled', 'server', 'unintelligible'] as const)('is not changed by %s', async (cause) => {
    expect(await sizesAfter(cause)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
  })

  it('grows again with each success, up to the limit of the dialect', async () => {
    const { work, calls } = acknowledging(400, [lost('timeout'), lost('timeout'), done], 100)
    await work()
    await work()
    expect(await work()).toBeUndefined()
    expect(calls).toEqual([100, 25, 10, 40, 100, 100, 100, 50])
  })
})

describe('the records of acknowledgments', () => {
  it('contain when each batch was acknowledged', async () => {
    const { work, booked, pass } = acknowledging(3, [done], 2)
    pass(7)
    await work()
    expect(booked).toEqual([
      { ids: ['e0', 'e1'], at: 5_007 },
      { ids: ['e2'], at: 5_007 },
    ])
  })

  it('contain what was refused, with the answer and the time', async () => {
    const { work, refused, calls } = acknowledging(2, [
      { kind: 'refused', status: 400 },
      { kind: 'refused', status: 422 },
      done,
    ])
    expect(await work()).toBeUndefined()
    expect(refused).toEqual([{ eventId: 'e0', problem: 'refused with 422', at: 5_000 }])
    expect(calls).toEqual([2, 1, 1])
  })

  it('both halves of a refused batch are sent before the next events', async () => {
    const { work, calls } = acknowledging(8, [{ kind: 'refused', status: 400 }, done], 4)
    expect(await work()).toBeUndefined()
    expect(calls).toEqual([4, 2, 2, 4])
  })

  it('the rest of a refused batch stays for later when the connection fails during the search', async () => {
    const { work, calls, booked } = acknowledging(4, [{ kind: 'refused', status: 400 }, lost('server'), done])
    expect(await work()).toBe(375)
    expect(calls).toEqual([4, 2])
    expect(booked).toEqual([])
  })

  it('nothing more is sent after the program stops', async () => {
    const { work, calls, controller } = acknowledging(2, [done])
    controller.abort()
    expect(await work()).toBeUndefined()
    expect(calls).toEqual([])
  })
})
