import { expect, it } from 'vitest'
import { createRetryAfterMemory } from '../../../electron/core/platform-link.ts'
import type { ActAnswer } from '../../../electron/platform/answers.ts'
import type { RetryAfter } from '../../../electron/storage/ports.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

function memory() {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  const world = {
    answer: { kind: 'accepted', status: 202 } as ActAnswer,
    stored: [] as readonly RetryAfter[],
    calls: 0,
  }
  const open = (refuses = false) => {
    const waits = createRetryAfterMemory({
      ledger: {
        facts: {
          retryAfters: {
            get: () => world.stored,
            set(kept) {
              if (refuses) throw new Error('disk full')
              world.stored = kept
            },
          },
        },
      },
      clock,
      log,
    })
    return {
      forget: waits.forget,
      poll: () => waits.unlessWaiting('poll', async () => ({ kind: 'events' as const, events: [] })),
      act: () =>
        waits.unlessWaiting('act', async () => {
          world.calls += 1
          return world.answer
        }),
    }
  }
  return { clock, log, world, open }
}
const throttled = (retryAfterMs: number): ActAnswer => ({ kind: 'unavailable', cause: 'throttled', retryAfterMs })

it('the longest of several waits counts, and a success ends it', async () => {
  const { clock, world, open } = memory()
  const before = open()
  const underWay = [5_000, 90_000, 60_000].map((waitMs) => {
    world.answer = throttled(waitMs)
    return before.act()
  })
  await Promise.all(underWay)
  await clock.advance(10_000)
  const after = open()
  expect(await after.act()).toEqual(throttled(80_000))
  expect(await after.poll()).toEqual({ kind: 'events', events: [] })
  expect(world.calls).toBe(3)
  await clock.advance(80_000)
  world.answer = { kind: 'accepted', status: 202 }
  expect(await after.act()).toEqual(world.answer)
  expect(world.stored).toEqual([])
})

it('a failure without Retry-After changes nothing, and a refused write leaves the answer unchanged', async () => {
  const { world, open, log } = memory()
  world.answer = throttled(90_000)
  await open().act()
  const kept = world.stored
  world.stored = []
  const refusing = open(true)
  expect(await refusing.act()).toEqual(throttled(90_000))
  expect(log.lines.map(({ event }) => event)).toEqual(['storage-refused'])
  world.answer = { kind: 'unavailable', cause: 'network' }
  const other = open()
  await other.act()
  expect(world.stored).toEqual([])
  world.stored = kept
  other.forget()
  expect(world.stored).toEqual(kept)
  open().forget()
  expect(world.stored).toEqual([])
})
