import { describe, expect, it } from 'vitest'
import type { AcknowledgeAnswer, EventReference } from '../../../electron/platform/answers.ts'
import { createAcknowledger } from '../../../electron/sync/acknowledger.ts'
import type { AcknowledgmentForm } from '../../../electron/sync/acknowledgment-forms.ts'
import { monotonicMs, platformMs } from '../../../shared/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const MINUTE = 60_000
const refused: AcknowledgeAnswer = { kind: 'refused', status: 400 }

/** A platform that accepts only one form, with `count` events that must be acknowledged. */
function platformThatTakes(form: AcknowledgmentForm | 'none', count: number, badIds: readonly string[] = []) {
  let now = 0
  let setting: AcknowledgmentForm = 'v2'
  let waiting: EventReference[] = Array.from({ length: count }, (_, index) => ({
    eventId: `e${index}`,
    orderId: 'o',
    eventType: 'CREATED',
  }))
  const posts: string[] = []
  const found: AcknowledgmentForm[] = []
  const refusing: boolean[] = []
  const marked: string[] = []
  const take = (ids: readonly string[]) => {
    waiting = waiting.filter(({ eventId }) => !ids.includes(eventId))
  }
  const acknowledger = createAcknowledger({
    ledger: {
      deferred: (work) => work(),
      unacknowledgedEvents: (most) => waiting.slice(0, most),
      markAcknowledged: take,
      markUnacknowledgeable: (eventId) => {
        marked.push(eventId)
        take([eventId])
      },
    },
    client: {
      acknowledgmentLimit: () => (setting === 'v2' ? 1_000 : 100),
      acknowledge(events, _signal, wanted = setting) {
        posts.push(`${wanted} ${events.length}`)
        const isGood = wanted === form && !events.some(({ eventId }) => badIds.includes(eventId))
        return Promise.resolve(isGood ? { kind: 'acknowledged' } : refused)
      },
    },
    clock: { platform: () => platformMs(now), monotonic: () => monotonicMs(now) },
    random: () => 0.5,
    signal: new AbortController().signal,
    log: createMemoryLog(),
    form: () => setting,
    onFormFound: (next) => {
      found.push(next)
      setting = next
    },
    onRefusing: (isRefusing) => refusing.push(isRefusing),
  })
  return {
    ...acknowledger,
    posts,
    found,
    refusing,
    marked,
    left: () => waiting.length,
    pass(ms: number) {
      now += ms
    },
  }
}

describe('a platform that refuses every acknowledgment in the form of the settings', () => {
  it.each(['v1', 'ids'] as const)('gets the acknowledgments in the form %s, which is stored', async (form) => {
    const platform = platformThatTakes(form, 200)
    expect(await platform.work()).toBeUndefined()
    expect(platform.left()).toBe(0)
    expect(platform.found).toEqual([form])
    expect(platform.marked).toEqual([])
    expect(platform.posts.length).toBeLessThan(20)
  })

  it('gets only a few calls every five minutes when it refuses every other form too, and a notice is shown', async () => {
    const platform = platformThatTakes('none', 200)
    expect(await platform.work()).toBe(5 * MINUTE)
    expect(platform.posts.length).toBeLessThan(20)
    expect(platform.refusing).toEqual([true])
    expect(platform.left()).toBe(200)
    const before = platform.posts.length
    for (let poll = 0; poll < 10; poll += 1) {
      platform.pass(30_000 - 1)
      await platform.work()
    }
    expect(platform.posts.length).toBeLessThanOrEqual(before + 3)
    expect(platform.posts.filter((post) => !post.startsWith('v2'))).toEqual(['v1 1', 'ids 1'])
  })

  it('is called at once when staff tap "try now"', async () => {
    const platform = platformThatTakes('none', 3)
    await platform.work()
    const before = platform.posts.length
    expect(await platform.work()).toBeGreaterThan(0)
    expect(platform.posts).toHaveLength(before)
    platform.retryNow()
    await platform.work()
    expect(platform.posts.length).toBeGreaterThan(before)
  })
})

it('a few bad ids among good ones are recorded, and no other form is used', async () => {
  const platform = platformThatTakes('v2', 200, ['e0', 'e7', 'e199'])
  expect(await platform.work()).toBeUndefined()
  expect(platform.marked).toEqual(['e0', 'e7', 'e199'])
  expect(platform.posts.every((post) => post.startsWith('v2'))).toBe(true)
  expect(platform.refusing).toEqual([])
})
