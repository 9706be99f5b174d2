import { expect, it, vi } from 'vitest'
import { createMarkMemory } from '../../../electron/screens/link/screen-hub.ts'
import type { ExecutedMark } from '../../../electron/storage/ports.ts'
import { fail, ok } from '../../../shared/result.ts'
import { memoryFact, refusingFact } from '../../fixtures/memory-fact.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const HOUR = 3_600_000

function memories(store = memoryFact<readonly ExecutedMark[]>([])) {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  return { clock, log, store, newRun: () => createMarkMemory({ store, clock, log }) }
}

it('executes a mark once, also when it arrives again before its result', async () => {
  const memory = memories().newRun()
  const execute = vi.fn(async () => ok(null))
  expect(await Promise.all([memory.once('d', 'a', execute), memory.once('d', 'a', execute)])).toEqual([
    ok(null),
    ok(null),
  ])
  expect(await memory.once('d', 'a', execute)).toEqual(ok(null))
  expect(execute).toHaveBeenCalledTimes(1)
  await memory.once('d', 'b', execute)
  // Two screens may give their marks the same id.
  await memory.once('other', 'a', execute)
  expect(execute).toHaveBeenCalledTimes(3)
})

it('executes a mark again that was not stored, or whose execution failed', async () => {
  const memory = memories().newRun()
  const refused = fail('storage', 'the disk is full')
  expect(await memory.once('d', 'a', async () => refused)).toEqual(refused)
  await expect(memory.once('d', 'a', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect')
  expect(await memory.once('d', 'a', async () => ok(1))).toEqual(ok(1))
  expect(await memory.once('d', 'a', async () => ok(2))).toEqual(ok(1))
})

it('executes no mark again in a later run of the evening, and answers as at first', async () => {
  const { newRun, clock } = memories()
  const first = newRun()
  await first.once('d', 'done', async () => ok(null))
  await first.once('d', 'refused', async () => fail('unknown-order', 'gone'))
  await clock.advance(8 * HOUR)
  const execute = vi.fn(async () => ok(null))
  const second = newRun()
  expect(await second.once('d', 'done', execute)).toEqual(ok(null))
  expect(await second.once('d', 'refused', execute)).toMatchObject({ ok: false, code: 'unknown-order' })
  expect(execute).not.toHaveBeenCalled()
})

it('keeps the marks of a day', async () => {
  const { newRun, clock, store } = memories()
  const memory = newRun()
  for (let mark = 0; mark < 400; mark += 1) await memory.once('d', `mark ${mark}`, async () => ok(null))
  expect(store.get().length).toBe(300)
  await clock.advance(25 * HOUR)
  await memory.once('d', 'last', async () => ok(null))
  expect(store.get()).toMatchObject([{ id: 'last' }])
})

it('knows a mark for this run when the storage refuses to keep it', async () => {
  const { newRun, log } = memories(refusingFact<readonly ExecutedMark[]>([]))
  const memory = newRun()
  const execute = vi.fn(async () => ok(null))
  await memory.once('d', 'a', execute)
  await memory.once('d', 'a', execute)
  expect(execute).toHaveBeenCalledTimes(1)
  expect(log.lines.map(({ event }) => event)).toContain('storage-refused')
})
