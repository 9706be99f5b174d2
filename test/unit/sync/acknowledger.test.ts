import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AcknowledgeAnswer, EventReference } from '../../../electron/platform/answers.ts'
import { createAcknowledger } from '../../../electron/sync/acknowledger.ts'
import { monotonicMs, platformMs } from '../../../shared/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

/** More calls than any of these tests makes. After them the acknowledger has repeated without a pause. */
const MAX_READS = 1_000

const eventOf = (eventId: string): EventReference => ({ eventId, orderId: `o-${eventId}`, eventType: 'CREATED' })

function acknowledging(ids: readonly string[], limit: number, answer: (ids: readonly string[]) => AcknowledgeAnswer) {
  let waiting = ids.map(eventOf)
  const acknowledged: string[] = []
  const refused: string[] = []
  const calls: number[] = []
  let reads = 0
  const take = (taken: readonly string[]) => {
    waiting = waiting.filter(({ eventId }) => !taken.includes(eventId))
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
      markAcknowledged(eventIds) {
        acknowledged.push(...eventIds)
        take(eventIds)
      },
      markUnacknowledgeable(eventId) {
        refused.push(eventId)
        take([eventId])
      },
    },
    client: {
      acknowledgmentLimit: () => limit,
      acknowledge(events) {
        calls.push(events.length)
        return Promise.resolve(answer(events.map(({ eventId }) => eventId)))
      },
    },
    clock: { platform: () => platformMs(0), monotonic: () => monotonicMs(0) },
    random: () => 0.5,
    signal: new AbortController().signal,
  })
  return { work, acknowledged, refused, calls }
}

describe('acknowledging', () => {
  it('finds the ids because of which a platform refuses a batch, and acknowledges all the others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.func(fc.boolean()),
        async (count, limit, isBad) => {
          const ids = Array.from({ length: count }, (_, index) => `e${index}`)
          const bad = ids.filter((id, index) => index % 7 === 3 && isBad(id))
          const { work, acknowledged, refused } = acknowledging(ids, limit, (batch) =>
            batch.some((id) => bad.includes(id)) ? { kind: 'refused', status: 400 } : { kind: 'acknowledged' },
          )
          expect(await work()).toBeUndefined()
          expect(refused).toEqual(bad)
          expect(acknowledged).toEqual(ids.filter((id) => !bad.includes(id)))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('acknowledges the events of other establishments when those of one are refused with 403', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `e${index}`)
    const forbidden = ['e3', 'e17', 'e39']
    const { work, acknowledged, refused, calls } = acknowledging(ids, 40, (batch) =>
      batch.some((id) => forbidden.includes(id)) ? { kind: 'refused', status: 403 } : { kind: 'acknowledged' },
    )
    expect([await work(), calls.length]).toEqual([30_000, 1])
    expect(await work()).toBe(5 * 60_000)
    expect(acknowledged).toEqual(ids.filter((id) => !forbidden.includes(id)))
    expect(refused).toEqual([])
    const before = calls.length
    expect(await work()).toBe(5 * 60_000)
    expect(calls).toHaveLength(before)
  })

  it('makes few calls while every event is refused with 403', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `e${index}`)
    const { work, refused, calls } = acknowledging(ids, 1_000, () => ({ kind: 'refused', status: 403 }))
    expect([await work(), await work()]).toEqual([30_000, 5 * 60_000])
    expect(calls.length).toBeLessThan(16)
    expect(refused).toEqual([])
  })
})
