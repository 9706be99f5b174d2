import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBatch } from '../database/batch.ts'

/** A batch whose statements the test completes. */
function createHeldBatch(maxKeys = 10) {
  const statements: { readonly keys: readonly number[]; readonly end: PromiseWithResolvers<void> }[] = []
  const find = createBatch(async (keys: readonly number[]) => {
    const end = Promise.withResolvers<void>()
    statements.push({ keys, end })
    await end.promise
    return keys.map((key) => `found ${key}`)
  }, maxKeys)
  return { find, statements, sentKeys: () => statements.map(({ keys }) => keys) }
}

it('sends a single key at once, and all keys that arrive during a statement in one statement', async () => {
  const { find, statements, sentKeys } = createHeldBatch()
  const first = find(1)
  expect(sentKeys()).toEqual([[1]])
  const others = [find(2), find(3), find(2)]
  await turn()
  expect(sentKeys()).toEqual([[1]])
  statements[0]?.end.resolve()
  expect(await first).toBe('found 1')
  await turn()
  expect(sentKeys()).toEqual([[1], [2, 3, 2]])
  statements[1]?.end.resolve()
  expect(await Promise.all(others)).toEqual(['found 2', 'found 3', 'found 2'])
})

it('sends no more keys in a statement than the limit', async () => {
  const { find, statements, sentKeys } = createHeldBatch(2)
  const all = [1, 2, 3, 4].map(find)
  for (const at of [0, 1, 2]) {
    statements[at]?.end.resolve()
    await turn()
  }
  expect(sentKeys()).toEqual([[1], [2, 3], [4]])
  expect(await Promise.all(all)).toEqual(['found 1', 'found 2', 'found 3', 'found 4'])
})

it('passes a rejection only to the callers of that statement, and continues', async () => {
  const { find, statements } = createHeldBatch()
  const first = find(1)
  const second = find(2)
  statements[0]?.end.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  statements[1]?.end.resolve()
  expect(await second).toBe('found 2')
})
