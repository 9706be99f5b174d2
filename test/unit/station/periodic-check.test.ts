import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlatformClient } from '../../../electron/platform/answers.ts'
import { createStation } from '../../../electron/station/station.ts'
import type { Station } from '../../../electron/station/station-port.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DONE_LANE_MINUTES = 2

let databases: MemoryDatabases
let clock: VirtualClock
let ledger: Ledger
let station: Station
/** The names of the ledger's methods, in the order of the calls. */
let calls: string[]

const counted = (target: Ledger): Ledger =>
  new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        calls.push(String(name))
        return Reflect.apply(member, object, args)
      }
    },
  })

const orderBody = (id: string, over: object = {}) => ({
  id,
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pizza', quantity: 1 }],
  ...over,
})

/** A platform that never answers, so that only time changes the board. */
const platformWithoutAnswers: PlatformClient = {
  poll: () => new Promise(() => undefined),
  acknowledge: () => new Promise(() => undefined),
  acknowledgmentLimit: () => 100,
  readOrder: () => new Promise(() => undefined),
  act: () => new Promise(() => undefined),
  validateCode: () => new Promise(() => undefined),
}

function has(id: string, status: string, over: object = {}): void {
  const { cache } = databases.open()
  const at = clock.now()
  ledger.receiveEvents(
    [{ eventId: id, orderId: id, eventType: status, createdAt: undefined, metadata: undefined, problem: undefined }],
    [],
    'webhook',
    at,
  )
  cache.save(id, orderBody(id, { status, ...over }), at)
  ledger.recordRead({ orderId: id, generation: 1, status, at, settlements: [] })
}

function start(): void {
  const { cache } = databases.open()
  calls = []
  station = createStation({
    ledger: counted(ledger),
    cache,
    client: platformWithoutAnswers,
    clock,
    random: () => 0.5,
    newId: () => 'tap-1',
    log: createMemoryLog(),
    isOnline: () => true,
  })
  station.changeSettings({ doneLaneMinutes: DONE_LANE_MINUTES, undoSeconds: 0 })
  station.start()
}

const ids = () => station.snapshot().tickets.map(({ orderId }) => orderId)

beforeEach(() => {
  databases = createMemoryDatabases()
  clock = createVirtualClock()
  ledger = databases.open().ledger
})
afterEach(() => databases.close())

describe('the check of every second', () => {
  it('reads neither taps nor orders, however many there are', async () => {
    for (let index = 0; index < 5; index += 1) {
      has(`open-${index}`, 'CREATED')
      has(`done-${index}`, 'DELIVERED')
      ledger.addTap({
        tapId: `t-${index}`,
        orderId: `open-${index}`,
        action: 'requestCancellation',
        args: {},
        tappedAt: clock.now(),
        holdUntil: clock.now() + 10 * MINUTE,
      })
    }
    start()
    await clock.advance(SECOND)
    calls = []
    await clock.advance(30 * SECOND)
    // The result is in memory: no row is read.
    const reads = calls.filter((call) => call !== 'hasFailed')
    expect(new Set(reads)).toEqual(new Set(['openTapCount', 'soundTestedAt', 'commitDue']))
    expect(reads).toHaveLength(90)
    expect(station.snapshot().unsettledTaps).toBe(5)
  })

  it('removes finished orders from the board when their time is over, once, and keeps orders that staff put back or have not seen', async () => {
    has('done', 'DELIVERED')
    has('recalled', 'DELIVERED')
    has('stopped', 'CANCELLED')
    ledger.recallOrder('recalled', true, clock.now())
    start()
    await clock.advance(DONE_LANE_MINUTES * MINUTE)
    expect(ids()).toEqual(expect.arrayContaining(['done', 'recalled', 'stopped']))
    await clock.advance(2 * SECOND)
    expect(ids().toSorted()).toEqual(['recalled', 'stopped'])
    calls = []
    await clock.advance(10 * SECOND)
    expect(calls).not.toContain('order')
    station.acknowledgeCancellation('stopped')
    expect(station.recall('recalled', false)).toMatchObject({ ok: true })
    expect(ids()).toEqual([])
  })
})
