import { expect, it } from 'vitest'
import { createConcurrencyLimit } from '../../../electron/platform/client.ts'

it('a limited number of tasks run at once, in their order, whether they succeed or fail', async () => {
  const inTurn = createConcurrencyLimit(2)
  const begun: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const results = Array.from({ length: 4 }, (_, index) =>
    inTurn(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(index)
          ends.push((error) => (error === undefined ? resolve(index) : reject(error)))
        }),
    ).catch((error: unknown) => error),
  )
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  await settled()
  expect(begun).toEqual([0, 1])
  const failure = new Error('failed')
  ends[0]?.(failure)
  await settled()
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.()
  await settled()
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(results)).toEqual([failure, 1, 2, 3])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})
