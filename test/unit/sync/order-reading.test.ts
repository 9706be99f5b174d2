import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadAnswer } from '../../../electron/platform/answers.ts'
import type { Ledger, OrderCache } from '../../../electron/storage/ports.ts'
import { createOrderReader, type OrderReader } from '../../../electron/sync/order-reader.ts'
import { platformMs } from '../../../shared/time/time.ts'
import { createMemoryLog, type MemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let clock: VirtualClock
let databases: MemoryDatabases
let ledger: Ledger
let cache: OrderCache
let log: MemoryLog
let reader: OrderReader
let controller: AbortController
let begun: string[]
let changedOrders: string[]
let kicks: number
let isBacklog: boolean
let answer: (orderId: string) => ReadAnswer
let takesMs: (orderId: string) => number

beforeEach(() => {
  clock = createVirtualClock()
  databases = createMemoryDatabases()
  ;({ ledger, cache } = databases.open())
  log = createMemoryLog()
  controller = new AbortController()
  begun = []
  changedOrders = []
  kicks = 0
  isBacklog = false
  answer = (orderId) => ({ kind: 'order', body: bodyOf(orderId) })
  takesMs = () => 100
  reader = createOrderReader(parts())
})
afterEach(() => databases.close())

const parts = () => ({
  client: {
    readOrder: (orderId: string) =>
      new Promise<ReadAnswer>((resolve) => {
        begun.push(orderId)
        clock.setTimer(takesMs(orderId), () => resolve(answer(orderId)))
      }),
  },
  ledger,
  cache,
  clock,
  random: () => 0.5,
  signal: controller.signal,
  log,
  onRead: (orderIds: readonly string[]) => {
    changedOrders.push(...orderIds)
  },
  isBacklog: () => isBacklog,
  kick: () => {
    kicks += 1
  },
})
const bodyOf = (id: string, more: object = {}) => ({
  id,
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pastel', quantity: 1 }],
  ...more,
})
const numbered = (count: number, name = 'order') => Array.from({ length: count }, (_, index) => `${name}-${index}`)
const requestRead = (...orderIds: readonly string[]) => ledger.markToRead(orderIds, clock.now())
const event = (eventType: string, orderId = 'order-0') =>
  ledger.receiveEvents(
    [
      {
        eventId: `${eventType}-${orderId}`,
        orderId,
        eventType,
        createdAt: 'x',
        metadata: undefined,
        problem: undefined,
      },
    ],
    [],
    'webhook',
    clock.now(),
  )
const lost: ReadAnswer = { kind: 'unavailable', cause: 'server' }
/** Makes a read of each order fail, so that it waits for another attempt, and makes it due. */
const failed = async (...orderIds: readonly string[]): Promise<void> => {
  const before = answer
  answer = () => lost
  for (const orderId of orderIds) {
    requestRead(orderId)
    await reader.work()
    await clock.advance(takesMs(orderId))
  }
  answer = before
  await clock.advance(SECOND)
  begun.length = 0
  changedOrders.length = 0
}

describe('an order that was read', () => {
  it('has the same time of its read in cache and ledger, also while the clock goes on', async () => {
    let readings = 0
    const platform = () => {
      readings += 1
      return platformMs(clock.platform() + readings)
    }
    const running = { ...clock, platform }
    reader = createOrderReader({ ...parts(), clock: running })
    requestRead('order-0')
    await reader.work()
    await clock.advance(takesMs('order-0'))
    expect(readings).toBeGreaterThan(1)
    expect(cache.readTimes().get('order-0')).toBe(ledger.order('order-0')?.lastReadAt)
  })

  it('is saved in the cache together with its parsed form, so that the board does not parse it again', async () => {
    const saved: unknown[] = []
    const { save } = cache
    Object.assign(cache, {
      save: (...[orderId, body, readAt, whole, order]: [...Parameters<typeof save>, order?: unknown]) => {
        saved.push(order)
        return save(orderId, body, readAt, whole)
      },
    })
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    expect(saved).toEqual([expect.objectContaining({ id: 'order-0', items: [expect.anything()] })])
  })
})

describe('reads that are due', () => {
  it('run four at a time, and the others follow as slots become free', async () => {
    requestRead(...numbered(6))
    expect(await reader.work()).toBeUndefined()
    expect(begun).toEqual(numbered(4))
    expect(kicks).toBe(0)
    await clock.advance(100)
    expect(kicks).toBeGreaterThanOrEqual(1)
    await reader.work()
    expect(begun).toEqual(numbered(6))
  })

  it('free their slots when their answers come, before these are stored', async () => {
    takesMs = (orderId) => (orderId === 'order-5' ? 100 : 500)
    requestRead('order-5', ...numbered(5))
    await reader.work()
    await clock.advance(100)
    expect([begun, changedOrders]).toEqual([['order-5', ...numbered(3)], []])
    await reader.work()
    expect(begun).toEqual(['order-5', ...numbered(4)])
    await clock.advance(20)
    expect(changedOrders).toEqual(['order-5'])
  })

  it('are stored together when their answers come within 20 ms, and at once when no other read runs', async () => {
    const commits: string[][] = []
    const together = ledger.inOneCommit
    reader = createOrderReader({
      ...parts(),
      ledger: {
        ...ledger,
        inOneCommit: (work) => {
          commits.push([])
          return together(work)
        },
        recordRead: (read) => {
          commits.at(-1)?.push(read.orderId)
          ledger.recordRead(read)
        },
      },
    })
    takesMs = (orderId) => 100 + 5 * Number(orderId.at(-1))
    requestRead(...numbered(3))
    await reader.work()
    await clock.advance(200)
    expect(commits).toEqual([numbered(3)])
    requestRead('order-7')
    await reader.work()
    await clock.advance(135)
    expect(commits.at(-1)).toEqual(['order-7'])
  })

  it('are stored separately when the storage refuses them together, and a refused one does not delay the others', async () => {
    reader = createOrderReader({
      ...parts(),
      ledger: {
        ...ledger,
        recordRead: (read) => {
          if (read.orderId === 'order-1') throw new Error('refused')
          ledger.recordRead(read)
        },
      },
    })
    requestRead(...numbered(3))
    await reader.work()
    await clock.advance(200)
    expect(changedOrders).toEqual(['order-0', 'order-2'])
    expect(ledger.isReadPending('order-1')).toBe(true)
    expect(ledger.order('order-1')?.status).toBeUndefined()
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'task-failed' }))
  })

  it("are stored and logged when the board's update throws, and the loop continues", async () => {
    reader = createOrderReader({
      ...parts(),
      onRead: () => {
        throw new Error('not drawn')
      },
    })
    takesMs = (orderId) => (orderId === 'order-0' ? 100 : 500)
    requestRead(...numbered(2))
    await reader.work()
    await clock.advance(200)
    expect(ledger.order('order-0')?.status).toBe('CREATED')
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'task-failed' }))
  })

  it('are not stored when their answers wait and the program stops', async () => {
    takesMs = (orderId) => (orderId === 'order-0' ? 100 : 500)
    requestRead(...numbered(2))
    await reader.work()
    const answered = reader.readUnderWay('order-0')
    await clock.advance(110)
    controller.abort()
    expect(await answered).toBe(false)
    await clock.advance(1_000)
    await reader.idle()
    expect(await reader.work()).toBeUndefined()
    expect([changedOrders, ledger.order('order-0')?.status]).toEqual([[], undefined])
    expect(ledger.isReadPending('order-0')).toBe(true)
  })

  it('never run twice for one order at the same time', async () => {
    requestRead('order-0')
    await reader.work()
    requestRead('order-0')
    await reader.work()
    expect(begun).toEqual(['order-0'])
    await clock.advance(100)
    // An event came during the read, so the order is read once more.
    await reader.work()
    expect(begun).toEqual(['order-0', 'order-0'])
    await clock.advance(100)
    await reader.work()
    expect(begun).toHaveLength(2)
  })

  it('of an order that a backlog names again begin two seconds after its last read, or when a caller wants one', async () => {
    isBacklog = true
    for (const orderId of numbered(2)) {
      requestRead(orderId)
      await reader.work()
      await clock.advance(100)
    }
    requestRead(...numbered(2))
    expect(await reader.work()).toBe(1_800)
    await clock.advance(1_800)
    expect(await reader.work()).toBe(100)
    void reader.readNow('order-1')
    await reader.work()
    expect(begun).toEqual([...numbered(2), ...numbered(2)])
    await clock.advance(100)
  })

  it('of orders with an attempt run two at a time, even if nothing else waits', async () => {
    await failed(...numbered(4, 'tried'))
    await reader.work()
    expect(begun).toHaveLength(2)
  })

  it('have a known time for the next one', async () => {
    expect(await reader.work()).toBeUndefined()
    answer = () => lost
    requestRead('order-0')
    expect(await reader.work()).toBeUndefined()
    await clock.advance(100)
    expect(await reader.work()).toBe(375)
    await clock.advance(374)
    expect(await reader.work()).toBe(1)
    await clock.advance(1)
    expect(await reader.work()).toBeUndefined()
    expect(begun).toHaveLength(2)
  })
})

describe('a read', () => {
  it('is stored with the time of its begin, and reported once it is durable', async () => {
    requestRead('order-0')
    const beganAt = clock.now()
    await reader.work()
    await clock.advance(100)
    expect(cache.body('order-0')).toMatchObject({ id: 'order-0' })
    expect(ledger.order('order-0')).toMatchObject({ status: 'CREATED', lastReadAt: beganAt, problem: undefined })
    expect(cache.readTimes().get('order-0')).toBe(beganAt)
    expect(ledger.nextReadAt()).toBeUndefined()
    expect(changedOrders).toEqual(['order-0'])
    expect(log.lines).toEqual([])
  })

  it('settles taps by the time at which it began, not at which it ended', async () => {
    requestRead('order-0')
    ledger.addTap({ tapId: 't', orderId: 'order-0', action: 'confirm', args: {}, tappedAt: 0, holdUntil: 0 })
    ledger.changeTaps([{ tapId: 't', state: 'disputed', answeredAt: clock.now() + 50, onlyFrom: ['queued'] }], 0)
    await reader.work()
    await clock.advance(100)
    expect(ledger.tap('t')?.state).toBe('disputed')
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    expect(ledger.tap('t')).toMatchObject({ state: 'conflict', settledAt: clock.now() })
  })

  it.each([
    ['a cancellation event came', () => event('CANCELLED'), 'CANCELLED'],
    ['other events came', () => event('CONCLUDED'), 'CONCLUDED'],
    ['no event came', () => undefined, 'CONCLUDED'],
  ])('of an archived order when %s: the status is %3$s', async (_when, before, status) => {
    requestRead('order-0')
    before()
    answer = (orderId) => ({ kind: 'order', body: bodyOf(orderId, { status: 'CONCLUDED' }) })
    await reader.work()
    await clock.advance(100)
    expect(ledger.order('order-0')?.status).toBe(status)
  })

  it('of an archived order that was read as cancelled before: the order stays cancelled', async () => {
    answer = (orderId) => ({ kind: 'order', body: bodyOf(orderId, { status: 'CANCELLED' }) })
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    answer = (orderId) => ({ kind: 'order', body: bodyOf(orderId, { status: 'CONCLUDED' }) })
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    expect(ledger.order('order-0')?.status).toBe('CANCELLED')
  })

  it('without items keeps the items that were read before, and counts as partly unreadable', async () => {
    for (const items of [[{ name: 'Pastel', quantity: 1 }], []]) {
      answer = (orderId) => ({ kind: 'order', body: bodyOf(orderId, { items }) })
      requestRead('order-0')
      await reader.work()
      await clock.advance(100)
    }
    expect(cache.body('order-0')).toMatchObject({ items: [{ name: 'Pastel' }], comandaUnread: 1 })
  })

  it.each([
    ['in case only', 'ORDER-0', false, 'CREATED'],
    ['in case only, and is that of another order', 'ORDER-0', true, undefined],
    ['in more than case', 'order-7', false, undefined],
  ])('with an id that differs %s', async (_how, id, isKnown, status) => {
    if (isKnown) event('CREATED', id)
    answer = () => ({ kind: 'order', body: bodyOf(id) })
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    expect(ledger.order('order-0')?.status).toBe(status)
  })

  it('from which no ticket can be made is reported, stored with its reason, and repeated later', async () => {
    answer = (orderId) => ({ kind: 'order', body: { code: 'E1', message: orderId } })
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    const { problem = '' } = ledger.order('order-0') ?? {}
    expect(problem).toContain('id')
    expect(log.lines).toEqual([{ level: 'warn', event: 'order-unreadable', fields: { orderId: 'order-0', problem } }])
    expect([changedOrders, cache.body('order-0')]).toEqual([['order-0'], undefined])
    expect(ledger.nextReadAt()).toBe(clock.now() + 63 * SECOND)
  })

  it('that throws frees its slot a second later and answers its waiting callers', async () => {
    const { recordRead } = ledger
    Object.assign(ledger, {
      recordRead: () => {
        throw new Error('disk full')
      },
    })
    const waited = reader.readNow('order-0')
    await reader.work()
    await clock.advance(100)
    expect(await waited).toBe(false)
    Object.assign(ledger, { recordRead })
    expect(log.lines).toEqual([
      { level: 'error', event: 'task-failed', fields: { worker: 'order-reader', error: 'disk full' } },
    ])
    await reader.work()
    expect(begun).toHaveLength(1)
    await clock.advance(SECOND)
    await reader.work()
    expect(begun).toHaveLength(2)
    expect(reader.readUnderWay('order-0')).toBeDefined()
    await clock.advance(100)
  })
})

describe('a read that the platform delays', () => {
  const throttled: ReadAnswer = { kind: 'unavailable', cause: 'throttled', retryAfterMs: MINUTE }

  it('waits the full time, also when another read is requested, and callers get an answer at once', async () => {
    answer = () => throttled
    requestRead('order-0')
    await reader.work()
    await clock.advance(100)
    expect(ledger.nextReadAt()).toBe(clock.now() + MINUTE + 375)
    await clock.advance(20 * SECOND)
    const waited = reader.readNow('order-0')
    await reader.work()
    expect(await waited).toBe(false)
    expect(begun).toHaveLength(1)
    expect(ledger.nextReadAt()).toBe(clock.now() + 40_375)
    await clock.advance(40_374)
    requestRead('order-0')
    await reader.work()
    expect(begun).toHaveLength(1)
    await clock.advance(1)
    requestRead('order-0')
    await reader.work()
    expect(begun).toHaveLength(2)
    await clock.advance(100)
  })
})

describe('a caller that requests a read', () => {
  it('may wait for the read under way, of its own order, together with other callers', async () => {
    expect(reader.readUnderWay('order-0')).toBeUndefined()
    const requested = [reader.readNow('order-0'), reader.readNow('order-0')]
    await reader.work()
    expect(reader.readUnderWay('order-1')).toBeUndefined()
    const joined = reader.readUnderWay('order-0')
    await clock.advance(100)
    expect(await Promise.all([...requested, joined])).toEqual([true, true, true])
    expect([reader.readUnderWay('order-0'), begun]).toEqual([undefined, ['order-0']])
  })

  it.each([
    ['the order', { kind: 'order', body: {} }, true],
    ['a refusal', { kind: 'refused', status: 404 }, true],
    ['no answer', lost, false],
    ['no credentials', { kind: 'unauthorized', cause: 'credentials-refused' }, false],
  ] as const)(
    'gets true when the platform answers and false when it does not: %s',
    async (_what, given, isAnswered) => {
      answer = () => given
      const waited = reader.readNow('order-0')
      expect(kicks).toBe(1)
      await reader.work()
      await clock.advance(100)
      expect(await waited).toBe(isAnswered)
    },
  )

  it('waits for the next read when it calls during a read', async () => {
    const answered: string[] = []
    const first = reader.readNow('order-0').then(() => answered.push('first'))
    await reader.work()
    await clock.advance(50)
    const second = reader.readNow('order-0').then(() => answered.push('second'))
    await clock.advance(50)
    await first
    expect(answered).toEqual(['first'])
    await reader.work()
    await clock.advance(100)
    await second
    expect(begun).toHaveLength(2)
  })

  it('does not get an answer from the read of another order', async () => {
    takesMs = (orderId) => (orderId === 'order-0' ? 100 : 300)
    let isAnswered = false
    void reader.readNow('order-1').then(() => {
      isAnswered = true
    })
    requestRead('order-0')
    await reader.work()
    await clock.advance(120)
    expect([changedOrders, isAnswered]).toEqual([['order-0'], false])
    await clock.advance(180)
    expect(isAnswered).toBe(true)
  })

  it('gets false at once after the stop, and nothing is marked', async () => {
    controller.abort()
    expect(await reader.readNow('order-0')).toBe(false)
    expect(ledger.nextReadAt()).toBeUndefined()
    expect(kicks).toBe(0)
  })

  it('of a read that never began gets an answer when the program stops', async () => {
    // A platform that does not answer: the call ends when it is aborted.
    const readOrder = (_orderId: string, signal?: AbortSignal) =>
      new Promise<ReadAnswer>((resolve) => {
        signal?.addEventListener('abort', () => resolve({ kind: 'unavailable', cause: 'network' }))
      })
    reader = createOrderReader({ ...parts(), client: { readOrder } })
    const first = reader.readNow('order-1')
    await reader.work()
    // The current read began before this call, so it does not answer it.
    const second = reader.readNow('order-1')
    controller.abort()
    expect(await Promise.all([first, second])).toEqual([false, false])
    await reader.idle()
  })
})
