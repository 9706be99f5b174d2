import { expect, it, onTestFinished } from 'vitest'
import { openStorage, type Storage } from '../../../electron/storage/storage.ts'
import { createSystemClock, type TimeService } from '../../../electron/sync/clock.ts'
import { startStorageMaintenance } from '../../../electron/upkeep/upkeep.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, exactReading, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { event, read, tempFolder } from '../storage/test-ledger.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/**
 * The program on a computer whose clock is ahead. It starts as the main computer does, with the offset of the last run
 * if one is known.
 */
function startedAhead(clock: VirtualClock, aheadMs: number): { readonly storage: Storage; readonly time: TimeService } {
  const time: TimeService = { ...createSystemClock(clock.readings(() => aheadMs)), setTimer: clock.setTimer }
  const openTestLedger = openStorage(tempFolder(), { now: clock.now() })
  if (!openTestLedger.ok) throw new Error(openTestLedger.message)
  const storage = openTestLedger.value
  const { ledger } = storage
  const endedAt = clock.now() - HOUR
  ledger.receiveEvents([event('e-1', 'finished')], [], 'poll', endedAt)
  ledger.recordRead(read('finished', 'DELIVERED', endedAt, { generation: 1 }))
  ledger.facts.lastPollAt.set(clock.now() - 30 * MINUTE)
  time.restoreOffset(0)
  const maintenance = startStorageMaintenance(
    { clock: time, log: createMemoryLog() },
    {
      ...storage,
      // A copy is made on another thread, which does not use this clock.
      renewCopies: async () => ({ ok: false, code: 'io', message: 'unused' }),
      // The names of the files would be looked up every two seconds for days.
      restoreFiles: () => false,
    },
  )
  onTestFinished(async () => {
    await maintenance.end()
    storage.close()
  })
  return { storage, time }
}

it.each([YEAR, 74 * YEAR])(
  'a clock that is %i ms ahead deletes nothing while the platform cannot be reached',
  async (ahead) => {
    const clock = createVirtualClock()
    const { storage, time } = startedAhead(clock, ahead)
    await clock.advance(DAY)
    expect(time.platform()).toBe(clock.now() + ahead)
    expect(storage.ledger.order('finished')).toMatchObject({ status: 'DELIVERED' })
    expect(storage.ledger.timeline('finished')).not.toEqual([])
  },
)

it('data expires by the platform’s clock as soon as this clock is known', async () => {
  const clock = createVirtualClock()
  const { storage, time } = startedAhead(clock, YEAR)
  await clock.advance(HOUR)
  time.applyReading(exactReading(clock, 6 * DAY))
  await clock.advance(2 * HOUR)
  expect(storage.ledger.order('finished')).toBeDefined()
  time.applyReading(exactReading(clock, 8 * DAY))
  await clock.advance(2 * HOUR)
  expect(storage.ledger.order('finished')).toBeUndefined()
})

it('without the platform data expires after the time for which the program has run', async () => {
  const clock = createVirtualClock()
  const { storage } = startedAhead(clock, 0)
  await clock.advance(6 * DAY)
  expect(storage.ledger.order('finished')).toBeDefined()
  await clock.advance(2 * DAY)
  expect(storage.ledger.order('finished')).toBeUndefined()
})

it('an answer with a date one year ahead deletes nothing if later answers correct it', async () => {
  const clock = createVirtualClock()
  const { storage, time } = startedAhead(clock, 0)
  time.applyReading(exactReading(clock, 0))
  await clock.advance(3 * HOUR)
  // One of several servers has a wrong clock: wrong and right dates alternate for half a day.
  for (let minutes = 0; minutes < 12 * 60; minutes += 25) {
    time.applyReading(exactReading(clock, YEAR))
    await clock.advance(20 * MINUTE)
    time.applyReading(exactReading(clock, 0))
    await clock.advance(5 * MINUTE)
  }
  expect(storage.ledger.order('finished')).toMatchObject({ status: 'DELIVERED' })
  expect(storage.ledger.timeline('finished')).not.toEqual([])
})
