import { afterEach, expect, it } from 'vitest'
import { createRevalidation } from '../../../electron/sync/engine.ts'
import { createVirtualClock, exactReading } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases } from '../../histories/memory-databases.ts'

const HOUR = 60 * 60_000

const databases = createMemoryDatabases()
afterEach(() => databases.close())

it('an attempt of a moment ago needs a read after it, also when the clock steps by an hour while the events are fetched', async () => {
  const { ledger } = databases.open()
  const clock = createVirtualClock()
  const now = clock.platform()
  ledger.addTap({ tapId: 'tap', orderId: 'order', action: 'confirm', args: {}, tappedAt: now, holdUntil: now })
  ledger.changeTaps([{ tapId: 'tap', attempts: 1, firstAttemptAt: now, lastAttemptAt: now, onlyFrom: ['queued'] }], now)
  const tap = ledger.tap('tap')
  if (tap === undefined) throw new Error('the tap was not stored')
  const reads: string[] = []
  const revalidate = createRevalidation({
    drain: {
      wait() {
        clock.applyReading(exactReading(clock, HOUR))
        ledger.correctTimes(HOUR, clock.platform())
        ledger.recordRead({
          orderId: 'order',
          generation: undefined,
          status: 'CREATED',
          at: now + HOUR,
          readAt: now + HOUR,
          settlements: [],
        })
        return Promise.resolve(true)
      },
    },
    reader: {
      readNow(orderId) {
        reads.push(orderId)
        return Promise.resolve(true)
      },
      readUnderWay: () => undefined,
      wasJustRead: () => true,
    },
    ledger,
    clock,
    signal: new AbortController().signal,
  })
  expect(await revalidate(tap)).toBe('fresh')
  expect(reads).toEqual(['order'])
})
