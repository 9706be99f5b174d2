import { expect, it, vi } from 'vitest'
import { createMarkMemory } from '../../../electron/screens/link/screen-hub.ts'
import { fail, ok } from '../../../shared/result.ts'

it('executes a mark once, also when it arrives again before its result', async () => {
  const memory = createMarkMemory()
  const execute = vi.fn(async () => ok(null))
  expect(await Promise.all([memory.once('a', execute), memory.once('a', execute)])).toEqual([ok(null), ok(null)])
  expect(await memory.once('a', execute)).toEqual(ok(null))
  expect(execute).toHaveBeenCalledTimes(1)
  await memory.once('b', execute)
  expect(execute).toHaveBeenCalledTimes(2)
})

it('executes a mark again that was not stored, or whose execution failed', async () => {
  const memory = createMarkMemory()
  const refused = fail('storage', 'the disk is full')
  expect(await memory.once('a', async () => refused)).toEqual(refused)
  await expect(memory.once('a', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect')
  expect(await memory.once('a', async () => ok(1))).toEqual(ok(1))
  expect(await memory.once('a', async () => ok(2))).toEqual(ok(1))
})
