import { expect, it } from 'vitest'
import type { ActAnswer } from '../../../electron/platform/answers.ts'
import { createRetryAfterMemory } from '../../../electron/station/retry-after-memory.ts'
import type { RetryAfter } from '../../../electron/storage/ports.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const REQUEST = { orderId: 'o1', action: 'confirm' } as const
const { signal } = new AbortController()

function memory() {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  const world = {
    answer: { kind: 'accepted', status: 202 } as ActAnswer,
    stored: [] as readonly RetryAfter[],
    calls: 0,
  }
  const open = (refuses = false) =>
    createRetryAfterMemory({
      client: {
        poll: () => Promise.resolve({ kind: 'events', events: [] }),
        acknowledge: () => Promise.resolve({ kind: 'acknowledged' }),
        readOrder: () => Promise.resolve({ kind: 'order', body: null }),
        act() {
          world.calls += 1
          return Promise.resolve(world.answer)
        },
      },
      ledger: {
        facts: {
          retryAfters: {
            get: () => world.stored,
            set(waits) {
              if (refuses) throw new Error('disk full')
              world.stored = waits
            },
          },
        },
      },
      clock,
      log,
    })
  return { clock, log, world, open }
}
const throttled = (retryAfterMs: number): ActAnswer => ({ kind: 'unavailable', cause: 'throttled', retryAfterMs })

it('the longest of several waits counts, and a success ends it', async () => {
  const { clock, world, open } = memory()
  const before = open()
  for (const waitMs of [90_000, 5_000]) {
    world.answer = throttled(waitMs)
    await before.act(REQUEST, signal)
  }
  await clock.advance(10_000)
  const after = open()
  expect(await after.act(REQUEST, signal)).toEqual(throttled(80_000))
  expect(await after.poll(signal)).toEqual({ kind: 'events', events: [] })
  expect(world.calls).toBe(2)
  await clock.advance(80_000)
  world.answer = { kind: 'accepted', status: 202 }
  expect(await after.act(REQUEST, signal)).toEqual(world.answer)
  expect(world.stored).toEqual([])
})

it('a failure without Retry-After changes nothing, and a refused write leaves the answer unchanged', async () => {
  const { world, open, log } = memory()
  world.answer = throttled(90_000)
  await open().act(REQUEST, signal)
  const kept = world.stored
  world.stored = []
  const refusing = open(true)
  expect(await refusing.act(REQUEST, signal)).toEqual(throttled(90_000))
  expect(log.lines.map(({ event }) => event)).toEqual(['storage-refused'])
  world.answer = { kind: 'unavailable', cause: 'network' }
  const other = open()
  await other.act(REQUEST, signal)
  expect(world.stored).toEqual([])
  world.stored = kept
  other.forget()
  expect(world.stored).toEqual(kept)
  open().forget()
  expect(world.stored).toEqual([])
})
