import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOrderReader } from '../../../electron/sync/order-reader.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

let databases: MemoryDatabases
beforeEach(() => {
  databases = createMemoryDatabases()
})
afterEach(() => databases.close())

it('a caller of a read that never began gets an answer when the program stops', async () => {
  const controller = new AbortController()
  const clock = createVirtualClock()
  const reader = createOrderReader({
    // A platform that does not answer: the call ends when it is aborted.
    client: {
      readOrder: (_orderId, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () =>
            resolve({ kind: 'unavailable', cause: 'network', retryAfterMs: undefined }),
          )
        }),
    },
    ...databases.open(),
    clock,
    random: () => 0.5,
    signal: controller.signal,
    log: createMemoryLog(),
    kick: () => undefined,
    onRead: () => undefined,
  })
  const first = reader.readNow('order-1')
  await reader.work()
  // The current read began before this call, so it does not answer it.
  const second = reader.readNow('order-1')
  controller.abort()
  expect(await Promise.all([first, second])).toEqual([false, false])
  expect(await reader.readNow('order-1')).toBe(false)
  await reader.idle()
})
