import { expect, it } from 'vitest'
import { createSerialQueue } from '../../../shared/serial-queue.ts'

it('a serial queue runs one task at a time, in the order of the calls, also after a task that failed', async () => {
  const enqueue = createSerialQueue()
  const log: string[] = []
  const first = Promise.withResolvers<string>()
  const failure = new Error('second')
  const results = Promise.allSettled([
    enqueue(() => {
      log.push('first begins')
      return first.promise
    }),
    enqueue(async () => {
      log.push('second begins')
      throw failure
    }),
    enqueue(async () => {
      log.push('third begins')
      return 'third'
    }),
  ])
  await Promise.resolve()
  expect(log).toEqual(['first begins'])
  first.resolve('first')
  expect(await results).toEqual([
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled', value: 'third' },
  ])
  expect(log).toEqual(['first begins', 'second begins', 'third begins'])
})
