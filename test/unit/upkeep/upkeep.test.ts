import { describe, expect, it, vi } from 'vitest'
import type { Storage } from '../../../electron/storage/storage.ts'
import { startUpkeep } from '../../../electron/upkeep/upkeep.ts'
import { fail } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const HOUR_MS = 3_600_000
const NOTHING_PURGED = { textsBefore: 0, shownBefore: 0, deletedOrderIds: [], changes: 0 }

function keeping(storage: Partial<Pick<Storage, 'purge' | 'renewCopies'>> = {}) {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  const calls: string[] = []
  const onDamaged = vi.fn()
  const { end, backups } = startUpkeep({
    storage: {
      // biome-ignore lint/correctness/useYield: nothing is left to do
      *purge() {
        calls.push('purge')
        return NOTHING_PURGED
      },
      optimize: () => {
        calls.push('optimize')
      },
      renewCopies: async () => {
        calls.push('copy')
        return fail('io', 'unused')
      },
      ...storage,
    },
    removeOldLogs: async () => {
      calls.push('logs')
    },
    clock,
    expiryTime: clock.now,
    log,
    onDamaged,
  })
  return { clock, log, calls, onDamaged, end, copy: backups.renew }
}

describe('the maintenance of the databases', () => {
  it('does nothing during the start, then removes old logs, purges and copies, and repeats this every hour', async () => {
    const { clock, calls } = keeping()
    await clock.advance(59_000)
    expect(calls).toEqual([])
    await clock.advance(2_000)
    expect(calls).toEqual(['logs', 'purge', 'optimize', 'copy'])
    await clock.advance(3 * HOUR_MS)
    expect(calls).toHaveLength(16)
  })

  it('continues after a failure, and requests the repair of a damaged ledger', async () => {
    const { clock, log, onDamaged } = keeping({
      purge: () => {
        throw new Error('disk full')
      },
    })
    await clock.advance(HOUR_MS + 60_000)
    expect(log.lines.filter(({ event }) => event === 'upkeep-failed')).toHaveLength(2)
    expect(onDamaged).not.toHaveBeenCalled()
    const rotten = keeping({ renewCopies: async () => fail('damaged', 'a page does not pass') })
    await rotten.clock.advance(60_000)
    expect(rotten.onDamaged).toHaveBeenCalledTimes(1)
  })

  it('lets others work between the parts of a purge', async () => {
    const done: string[] = []
    const { copy, calls } = keeping({
      *purge() {
        done.push('first part')
        setImmediate(() => done.push('other work'))
        yield
        done.push('second part')
        return NOTHING_PURGED
      },
    })
    await expect(copy()).rejects.toThrow('io')
    expect([done, calls]).toEqual([
      ['first part', 'other work', 'second part'],
      ['optimize', 'copy'],
    ])
  })

  it('neither purges nor copies while a copy is in progress', async () => {
    const copy = Promise.withResolvers<Awaited<ReturnType<Storage['renewCopies']>>>()
    let copies = 0
    const { clock, calls } = keeping({
      renewCopies: () => {
        copies += 1
        return copies === 1 ? copy.promise : Promise.resolve(fail('io', 'unused'))
      },
    })
    await clock.advance(5 * HOUR_MS)
    const purges = () => calls.filter((call) => call === 'purge').length
    expect([purges(), copies]).toEqual([1, 1])
    copy.resolve(fail('io', 'unused'))
    await clock.advance(HOUR_MS)
    expect([purges(), copies]).toEqual([2, 2])
  })

  it('reports the end of the current copy, and starts nothing afterwards', async () => {
    const copy = Promise.withResolvers<Awaited<ReturnType<Storage['renewCopies']>>>()
    const { clock, onDamaged, end } = keeping({ renewCopies: () => copy.promise })
    await clock.advance(60_000)
    let hasEnded = false
    const ending = end().then(() => {
      hasEnded = true
    })
    await clock.advance(1_000)
    expect(hasEnded).toBe(false)
    copy.resolve(fail('damaged', 'a page does not pass'))
    await ending
    expect(onDamaged).not.toHaveBeenCalled()
  })

  it('purges before each copy, also before one that is made on request at the start', async () => {
    const { calls, copy } = keeping()
    await expect(copy()).rejects.toThrow('io')
    expect(calls).toEqual(['purge', 'optimize', 'copy'])
  })
})
