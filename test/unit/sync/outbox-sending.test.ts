import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActAnswer, ActRequest } from '../../../electron/platform/answers.ts'
import type { Ledger, NewTap } from '../../../electron/storage/ports.ts'
import type { Revalidation } from '../../../electron/sync/disputed-cancellation.ts'
import { createOutboxSender, headTaps, type OutboxSender } from '../../../electron/sync/outbox-sender.ts'
import { createMemoryLog, type MemoryLog } from '../../fixtures/memory-log.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { tapOf } from '../../fixtures/tap.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let clock: VirtualClock
let databases: MemoryDatabases
let ledger: Ledger
let log: MemoryLog
let sender: OutboxSender
let controller: AbortController
let sent: ActRequest[]
let looked: string[]
let wanted: string[]
let changed: string[]
let drained: number
let kicks: number
let taps: number
let answer: () => ActAnswer
let look: () => Promise<Revalidation>
let takesMs: number

beforeEach(() => {
  clock = createVirtualClock()
  databases = createMemoryDatabases()
  ;({ ledger } = databases.open())
  log = createMemoryLog()
  controller = new AbortController()
  sent = []
  looked = []
  wanted = []
  changed = []
  drained = 0
  kicks = 0
  taps = 0
  takesMs = 0
  answer = () => ({ kind: 'accepted', status: 202 })
  look = () => Promise.resolve('fresh')
  sender = createOutboxSender({
    client: {
      act(request) {
        sent.push(request)
        if (takesMs === 0) return Promise.resolve(answer())
        return new Promise((resolve) => {
          clock.setTimer(takesMs, () => resolve(answer()))
        })
      },
    },
    ledger,
    clock,
    random: () => 0.5,
    signal: controller.signal,
    log,
    kick: () => {
      kicks += 1
    },
    revalidate(tap) {
      looked.push(tap.tapId)
      return look()
    },
    onReadWanted: () => {
      wanted.push(...readsDue(ledger, clock.now(), 9).map(({ orderId }) => orderId))
    },
    onChange: (orderId) => changed.push(orderId),
    onBacklogSent: () => {
      drained += 1
    },
  })
})
afterEach(() => databases.close())

function tap(more: Partial<NewTap> = {}): string {
  taps += 1
  const tapId = `tap-${taps}`
  const at = clock.now()
  ledger.addTap({ tapId, orderId: 'order-1', action: 'confirm', args: {}, tappedAt: at, holdUntil: at, ...more })
  return tapId
}
/** A tap that has waited so long that its order is read before it is sent. */
const staleTap = (more: Partial<NewTap> = {}): string => {
  const at = clock.now() - MINUTE
  return tap({ tappedAt: at, holdUntil: at, ...more })
}
const work = async (): Promise<number | undefined> => {
  const wait = await sender.work()
  await clock.advance(0)
  return wait
}
const lost: ActAnswer = { kind: 'unavailable', cause: 'network' }

describe('sending', () => {
  it("reads the order of a previous run's tap, held or not, before it sends the tap, because a crash may have lost the record of the POST", async () => {
    const held = tap({ holdUntil: clock.now() + MINUTE })
    const queued = tap({ orderId: 'order-2' })
    const at = clock.now()
    ledger.resetAfterStart(at)
    for (const tapId of [held, queued]) {
      expect(ledger.tap(tapId)).toMatchObject({ state: 'queued', attempts: 1, firstAttemptAt: at, lastAttemptAt: at })
    }
    await work()
    expect(looked).toEqual([held, queued])
  })

  it('commits nothing before the answer; then it commits the attempt, the answer and the mark to read together', async () => {
    const tapId = tap()
    takesMs = 100
    await work()
    expect(databases.ledgerDb.inTransaction).toBe(true)
    await clock.advance(100)
    expect(databases.ledgerDb.inTransaction).toBe(false)
    expect(ledger.tap(tapId)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(wanted).toEqual(['order-1'])
  })

  it('sets a tap to the state sending again when a refused commit has lost this state during the POST', async () => {
    const tapId = tap()
    takesMs = 100
    await work()
    const { ledgerDb } = databases
    ledgerDb.exec('CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT')
    ledgerDb.exec('CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED) STRICT')
    const refused = () => ledgerDb.exec('INSERT INTO children VALUES (1)')
    expect(() => ledger.inTransaction(refused)).toThrow(/FOREIGN KEY/)
    expect(ledger.tap(tapId)).toMatchObject({ state: 'sending', attempts: 1 })
    expect(ledger.undoTap(tapId, clock.now())).toBe(false)
    await clock.advance(100)
    expect(ledger.tap(tapId)).toMatchObject({ state: 'sent' })
    expect(sent).toHaveLength(1)
  })

  it('leaves no tap as being sent when the call itself fails by a defect: it waits and is sent again', async () => {
    const tapId = tap()
    answer = () => {
      throw new TypeError('no such member')
    }
    await work()
    expect(ledger.tap(tapId)).toMatchObject({ state: 'queued', attempts: 1 })
    expect(log.lines).toMatchObject([{ level: 'error', event: 'task-failed', fields: { worker: 'post' } }])
    answer = () => ({ kind: 'accepted', status: 202 })
    await clock.advance(MINUTE)
    await work()
    expect(ledger.tap(tapId)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('records the tap before the POST, sends its values, and stores the answer', async () => {
    const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' }
    const tapId = tap({ action: 'requestCancellation', args: { cancellation } })
    takesMs = 100
    await clock.advance(10)
    const startedAt = clock.now()
    expect(await work()).toBeUndefined()
    expect(sent).toEqual([{ orderId: 'order-1', action: 'requestCancellation', cancellation }])
    expect(ledger.tap(tapId)).toMatchObject({
      state: 'sending',
      attempts: 1,
      firstAttemptAt: startedAt,
      lastAttemptAt: startedAt,
    })
    expect([changed, wanted]).toEqual([['order-1'], []])
    await clock.advance(100)
    expect(ledger.tap(tapId)).toMatchObject({ state: 'sent', answeredAt: startedAt + 100 })
    expect([changed, wanted, kicks]).toEqual([['order-1', 'order-1'], ['order-1'], 1])
  })

  it('handles two orders at a time', async () => {
    takesMs = 100
    for (const orderId of ['a', 'b', 'c']) tap({ orderId })
    await work()
    expect(sent.map(({ orderId }) => orderId)).toEqual(['a', 'b'])
    await work()
    expect(sent).toHaveLength(2)
    await clock.advance(100)
    await work()
    expect(sent.at(-1)?.orderId).toBe('c')
    await clock.advance(100)
  })

  it('sends one tap of an order at a time, in the order of the taps', async () => {
    takesMs = 100
    tap()
    tap({ action: 'preparing' })
    await work()
    await work()
    await clock.advance(100)
    await work()
    // The first tap is sent and not proved yet.
    expect(sent.map(({ action }) => action)).toEqual(['confirm'])
    ledger.changeTaps([{ tapId: 'tap-1', state: 'confirmed', onlyFrom: ['sent'] }], clock.now())
    await work()
    expect(sent.map(({ action }) => action)).toEqual(['confirm', 'preparing'])
    await clock.advance(100)
  })
})

it.each<[string, () => void]>([
  ['program has stopped', () => controller.abort()],
  ['order is over', () => ledger.changeTaps([{ tapId: 'tap-1', state: 'conflict', onlyFrom: ['queued'] }], 0)],
])('a tap is not sent when, after the read of its order, the %s', async (_what, happens) => {
  staleTap()
  look = () => {
    happens()
    return Promise.resolve('fresh')
  }
  await work()
  expect(await work()).toBeUndefined()
  expect([looked, sent]).toEqual([['tap-1'], []])
})

it('an acceptance by the rules is refused when its last moment is over before the first attempt, and not sent', async () => {
  const [late, due] = [-1, 0].map((left) =>
    tap({ orderId: `order${left}`, args: { automatic: { notAfter: clock.now() + left } } }),
  )
  await work()
  expect(ledger.tap(late ?? '')).toMatchObject({ state: 'conflict', reason: 'expired', settledAt: clock.now() })
  expect([ledger.tap(due ?? '')?.state, sent.map(({ orderId }) => orderId)]).toEqual(['sent', ['order0']])
  expect(changed).toContain('order-1')
})

describe('the first open tap of an order', () => {
  it('is one for each order; a cancellation request that was sent delays nothing', () => {
    const open = [
      tapOf({ tapId: 'a', orderId: '1', action: 'requestCancellation', state: 'sent' }),
      tapOf({ tapId: 'b', orderId: '1', state: 'sent' }),
      tapOf({ tapId: 'c', orderId: '1' }),
      tapOf({ tapId: 'd', orderId: '2', action: 'requestCancellation', state: 'queued' }),
      tapOf({ tapId: 'e', orderId: '2' }),
    ]
    expect(headTaps(open).map(({ tapId }) => tapId)).toEqual(['b', 'd'])
  })
})

describe('a held tap', () => {
  it('is checked at the earliest end of several undo windows', async () => {
    tap({ orderId: 'a', holdUntil: clock.now() + 9 * SECOND })
    tap({ orderId: 'b', holdUntil: clock.now() + 3 * SECOND })
    expect(await work()).toBe(3 * SECOND)
  })

  it('waits for the end of its undo window and is then queued', async () => {
    const tapId = tap({ holdUntil: clock.now() + 5 * SECOND })
    expect(await work()).toBe(5 * SECOND)
    await clock.advance(4_999)
    expect(await work()).toBe(1)
    await clock.advance(1)
    expect(await work()).toBe(0)
    expect(ledger.tap(tapId)).toMatchObject({ state: 'queued', nextAttemptAt: clock.now() })
    expect(changed).toEqual(['order-1'])
    await work()
    expect(sent).toHaveLength(1)
  })
})

describe('a tap that waited', () => {
  it('has waited since the end of its undo window; without a wait nothing is read or reported', async () => {
    tap({ tappedAt: clock.now() - MINUTE, holdUntil: clock.now() - 10 * SECOND })
    await work()
    await work()
    expect([looked, sent.length, drained]).toEqual([[], 1, 0])
  })

  it.each([
    [20_000, 0],
    [20_001, 1],
  ])('for %i ms causes %i reads of its order before it is sent', async (ms, looks) => {
    tap({ tappedAt: clock.now() - ms, holdUntil: clock.now() - ms })
    await work()
    expect([looked.length, sent.length]).toEqual([looks, 1])
  })

  it('has its order read before each further attempt, and counts them since the first', async () => {
    const tapId = tap()
    const firstAttemptAt = clock.now()
    answer = () => lost
    await work()
    await clock.advance(SECOND)
    await work()
    expect([looked, sent.length]).toEqual([['tap-1'], 2])
    expect(ledger.tap(tapId)).toMatchObject({ attempts: 2, firstAttemptAt, lastAttemptAt: clock.now() })
  })

  it('waits for the back-off when its order could not be read', async () => {
    staleTap()
    look = () => Promise.resolve('unread')
    await work()
    expect(ledger.tap('tap-1')).toMatchObject({ state: 'queued', attempts: 0, nextAttemptAt: clock.now() + 375 })
    expect(await work()).toBe(375)
    expect([sent, changed]).toEqual([[], []])
  })

  it('waits five seconds with all similar taps when the events could not be fetched, without a write', async () => {
    staleTap({ orderId: 'a' })
    staleTap({ orderId: 'b' })
    look = () => Promise.resolve('undrained')
    await work()
    expect(looked).toHaveLength(2)
    expect(await work()).toBe(5 * SECOND)
    expect(looked).toHaveLength(2)
    expect(ledger.tap('tap-1')?.attempts).toBe(0)
    tap({ orderId: 'c' })
    await work()
    expect(sent.map(({ orderId }) => orderId)).toEqual(['c'])
    await clock.advance(5 * SECOND)
    look = () => Promise.resolve('fresh')
    await work()
    expect(sent.map(({ orderId }) => orderId)).toEqual(['c', 'a', 'b'])
  })

  it.each(['fresh', 'undrained', 'unread'] as const)(
    'is neither sent nor delayed when the program stops during a read that ends with %s',
    async (outcome) => {
      const tapId = staleTap()
      const before = ledger.tap(tapId)
      look = async () => {
        controller.abort()
        return outcome
      }
      await work()
      expect(sent).toEqual([])
      expect(ledger.tap(tapId)).toEqual(before)
    },
  )

  it('causes one report when all waiting taps are sent', async () => {
    staleTap({ orderId: 'a' })
    staleTap({ orderId: 'b' })
    takesMs = 100
    await work()
    await work()
    expect(drained).toBe(0)
    await clock.advance(100)
    await work()
    await work()
    expect(drained).toBe(1)
  })
})

describe('an answer', () => {
  it.each([
    [{ kind: 'accepted', status: 202 }, 'sent', ['order-1']],
    [{ kind: 'refused', status: 409 }, 'disputed', ['order-1']],
    [{ kind: 'refused', status: 400 }, 'conflict', ['order-1']],
    [lost, 'queued', []],
  ] as const satisfies readonly (readonly [ActAnswer, string, readonly string[]])[])(
    '%j changes the tap to %s, and a read of the order is requested: %j',
    async (given, state, reads) => {
      const tapId = tap()
      answer = () => given
      await work()
      expect([ledger.tap(tapId)?.state, wanted]).toEqual([state, reads])
    },
  )

  it('with Retry-After delays every tap for the full time, also after "try now"', async () => {
    tap({ orderId: 'a' })
    answer = () => ({ kind: 'unavailable', cause: 'throttled', retryAfterMs: MINUTE })
    await work()
    answer = () => ({ kind: 'accepted', status: 202 })
    tap({ orderId: 'b' })
    expect(await work()).toBe(MINUTE)
    sender.retryWaiting()
    expect(await work()).toBe(MINUTE)
    await clock.advance(59_999)
    await work()
    expect(sent).toHaveLength(1)
    await clock.advance(1)
    await work()
    expect(sent.map(({ orderId }) => orderId)).toEqual(['a', 'b'])
  })

  it('with a shorter Retry-After does not shorten a longer one', async () => {
    takesMs = 100
    tap({ orderId: 'a' })
    tap({ orderId: 'b' })
    const waits = [MINUTE, SECOND]
    answer = () => ({ kind: 'unavailable', cause: 'throttled', retryAfterMs: waits.shift() ?? 0 })
    await work()
    await clock.advance(100)
    tap({ orderId: 'c' })
    expect(await work()).toBe(MINUTE)
  })

  it('that refuses the credentials delays every tap for half a minute, or until "try now"', async () => {
    tap({ orderId: 'a' })
    answer = () => ({ kind: 'unauthorized', cause: 'credentials-refused' })
    await work()
    tap({ orderId: 'b' })
    expect(await work()).toBe(30 * SECOND)
    await clock.advance(10 * SECOND)
    answer = () => ({ kind: 'accepted', status: 202 })
    sender.retryWaiting()
    await work()
    expect(sent.map(({ orderId }) => orderId)).toEqual(['a', 'b', 'a'])
  })

  it('that cannot be stored is kept and stored later, and never sent again', async () => {
    const tapId = tap()
    const { changeTaps } = ledger
    takesMs = 100
    await work()
    Object.assign(ledger, {
      changeTaps: () => {
        throw new Error('disk full')
      },
    })
    await clock.advance(100)
    expect(log.lines).toEqual([
      { level: 'error', event: 'task-failed', fields: { worker: 'outbox', error: 'disk full' } },
    ])
    Object.assign(ledger, { changeTaps })
    const answeredAt = clock.now()
    // Its slot stays in use for a second, so that a refusing disk is not written to without a pause.
    await work()
    expect(ledger.tap(tapId)?.state).toBe('sending')
    await clock.advance(SECOND)
    await work()
    expect(ledger.tap(tapId)).toMatchObject({ state: 'sent', answeredAt })
    expect(wanted).toEqual(['order-1'])
    await work()
    expect(sent).toHaveLength(1)
  })
})

describe('"try now"', () => {
  it('sends a waiting tap earlier once, not at each check', async () => {
    tap()
    answer = () => lost
    await work()
    answer = () => ({ kind: 'unavailable', cause: 'server' })
    await clock.advance(100)
    expect(await work()).toBe(275)
    sender.retryWaiting()
    await work()
    expect(sent).toHaveLength(2)
    expect(await work()).toBe(625)
    expect(sent).toHaveLength(2)
  })

  it('affects a tap that was made before it, and not one that was made after it', async () => {
    tap()
    ledger.changeTaps([{ tapId: 'tap-1', nextAttemptAt: clock.now() + MINUTE, onlyFrom: ['queued'] }], clock.now())
    expect(await work()).toBe(MINUTE)
    sender.retryWaiting()
    expect(await work()).toBe(MINUTE)
    await clock.advance(1)
    sender.retryWaiting()
    await work()
    expect(sent).toHaveLength(1)
  })

  it('ends the wait for events that could not be fetched', async () => {
    staleTap()
    look = () => Promise.resolve('undrained')
    await work()
    await clock.advance(SECOND)
    expect(await work()).toBe(4 * SECOND)
    sender.retryWaiting()
    look = () => Promise.resolve('fresh')
    await work()
    expect(sent).toHaveLength(1)
  })
})

describe('the confirmation of an accepted tap', () => {
  /** The order was read, and the read shows no effect of the tap yet. */
  const readWithoutEffect = (): void => {
    for (const { orderId, generation } of readsDue(ledger, clock.now(), 9)) {
      ledger.recordRead({
        orderId,
        generation,
        status: 'CREATED',
        at: clock.now(),
        readAt: clock.now(),
        settlements: [],
      })
    }
  }

  it('is read a second after the answer and then at growing intervals', async () => {
    tap()
    await work()
    expect(wanted).toEqual(['order-1'])
    expect(await work()).toBe(SECOND)
    readWithoutEffect()
    await clock.advance(999)
    expect(await work()).toBe(1)
    expect(wanted).toHaveLength(1)
    await clock.advance(1)
    expect(await work()).toBe(750)
    expect(wanted).toHaveLength(2)
    expect(await work()).toBe(750)
    readWithoutEffect()
    await clock.advance(750)
    expect(await work()).toBe(1_250)
    readWithoutEffect()
    await clock.advance(1_250)
    expect(await work()).toBe(2_250)
    expect(wanted).toHaveLength(4)
  })

  it('does not change the pause of a read that failed', async () => {
    tap()
    await work()
    const nextReadAt = clock.now() + MINUTE
    for (const { orderId, generation } of readsDue(ledger, clock.now(), 9)) {
      ledger.recordReadFailure({ orderId, generation, at: clock.now(), nextReadAt })
    }
    for (let times = 0; times < 5; times += 1) await clock.advance((await work()) ?? 0)
    expect(wanted).toHaveLength(1)
    expect(ledger.nextReadAt()).toBe(nextReadAt)
  })

  it('of a cancellation request is read every minute, without end', async () => {
    tap({ action: 'requestCancellation', args: { cancellation: { code: 'X', reason: 'x' } } })
    await work()
    expect(await work()).toBe(SECOND)
    readWithoutEffect()
    await clock.advance(SECOND)
    expect(await work()).toBe(MINUTE)
    readWithoutEffect()
    await clock.advance(MINUTE)
    expect(await work()).toBe(MINUTE)
    expect(wanted).toHaveLength(3)
  })

  it('of a tap from the previous run is read at once', async () => {
    const tapId = tap()
    ledger.changeTaps([{ tapId, state: 'sent', answeredAt: clock.now() - MINUTE, onlyFrom: ['queued'] }], clock.now())
    expect(await work()).toBe(750)
    expect(wanted).toEqual(['order-1'])
  })

  it('of a tap that must be sent again begins again', async () => {
    const tapId = tap()
    await work()
    for (let times = 0; times < 3; times += 1) {
      await clock.advance(2 * SECOND)
      await work()
    }
    ledger.changeTaps([{ tapId, state: 'confirmed', onlyFrom: ['sent'] }], clock.now())
    expect(await work()).toBeUndefined()
    ledger.changeTaps([{ tapId, state: 'sent', answeredAt: clock.now(), onlyFrom: ['confirmed'] }], clock.now())
    expect(await work()).toBe(SECOND)
  })
})

describe('a request to cancel that the platform disputes', () => {
  const cancellation = { code: 'X', reason: 'x' }
  let tapId: string
  beforeEach(async () => {
    tapId = tap({ action: 'requestCancellation', args: { cancellation } })
    answer = () => ({ kind: 'refused', status: 409 })
    await work()
    changed.length = 0
  })

  it('is refused five seconds later, when neither the events nor the order show that it is open', async () => {
    expect(await work()).toBe(5 * SECOND)
    await clock.advance(5 * SECOND)
    expect(await work()).toBeUndefined()
    const refused = { state: 'conflict', reason: 'invalid-transition', settledAt: clock.now() }
    expect(ledger.tap(tapId)).toMatchObject(refused)
    expect([looked, changed, sent.length]).toEqual([[tapId], ['order-1'], 1])
  })

  it.each(['undrained', 'unread'] as const)('stays open, and is decided five seconds later: %s', async (outcome) => {
    await clock.advance(5 * SECOND)
    look = () => Promise.resolve(outcome)
    await work()
    expect([ledger.tap(tapId)?.state, changed]).toEqual(['disputed', []])
    expect(await work()).toBe(5 * SECOND)
    expect(looked).toHaveLength(1)
    look = () => Promise.resolve('fresh')
    await clock.advance(5 * SECOND)
    await work()
    expect(ledger.tap(tapId)?.state).toBe('conflict')
  })

  it.each<[string, string, () => void]>([
    ['disputed', 'the program stops', () => controller.abort()],
    [
      'sent',
      'the read shows that it is open',
      () => ledger.changeTaps([{ tapId, state: 'sent', onlyFrom: ['disputed'] }], clock.now()),
    ],
  ])('stays %s when %s meanwhile', async (state, _what, happens) => {
    await clock.advance(5 * SECOND)
    look = () => {
      happens()
      return Promise.resolve('fresh')
    }
    await work()
    expect([ledger.tap(tapId)?.state, changed]).toEqual([state, []])
  })
})
