import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTaps } from '../../../electron/core/new-taps.ts'
import type { Setback, ValidateCodeAnswer } from '../../../electron/platform/answers.ts'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog, type MemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

const ORDER = 'order-1'

let databases: MemoryDatabases
let ledger: Ledger
let clock: VirtualClock
let log: MemoryLog
let settings: Settings
let known: Ticket
let changed: string[]
let onChanged: (orderId: string) => void
let codeAnswer: ValidateCodeAnswer
let asked: unknown[]
let taps: ReturnType<typeof createTaps>

beforeEach(() => {
  databases = createMemoryDatabases()
  ledger = databases.open().ledger
  clock = createVirtualClock()
  log = createMemoryLog()
  settings = { ...DEFAULT_SETTINGS, undoSeconds: 5, confirmStartsPreparation: false }
  known = ticket('1')
  changed = []
  onChanged = (orderId) => changed.push(orderId)
  codeAnswer = { kind: 'valid' }
  asked = []
  const ids = [1, 2, 3].values()
  const { signal } = new AbortController()
  ledger.receiveEvents(
    [{ eventId: 'e1', orderId: ORDER, eventType: 'CREATED', createdAt: 'x', metadata: undefined, problem: undefined }],
    [],
    'poll',
    clock.now(),
  )
  taps = createTaps({
    ledger,
    client: {
      cancellationReasons: () => Promise.resolve({ kind: 'reasons', reasons: [] }),
      validateCode: (orderId, code, given) => {
        asked.push([orderId, code, given === signal])
        return Promise.resolve(codeAnswer)
      },
    },
    clock,
    newId: () => `tap-${ids.next().value}`,
    log,
    ticket: (orderId) => (orderId === ORDER ? known : undefined),
    settings: () => settings,
    signal,
    onChanged: (orderId) => onChanged(orderId),
  })
})
afterEach(() => databases.close())

const takesWrites = (does: boolean) => databases.ledgerDb.pragma(`query_only = ${does ? 'OFF' : 'ON'}`)
const story = () => ledger.timeline(ORDER).map(({ kind, detail }) => [kind, detail].filter(Boolean).join(' '))
const open = () => ledger.openTaps().map(({ tapId, state, args, holdUntil }) => ({ tapId, state, args, holdUntil }))

describe('a tap', () => {
  it('is held for the undo window and sent to windows once it is durable', () => {
    expect(taps.act({ orderId: ORDER, action: 'confirm' })).toEqual({ ok: true, value: { tapId: 'tap-1' } })
    expect(open()).toEqual([{ tapId: 'tap-1', state: 'held', args: {}, holdUntil: clock.now() + 5_000 }])
    expect(changed).toEqual([ORDER])
  })

  it('made twice before the board shows the first one is one step', () => {
    taps.act({ orderId: ORDER, action: 'confirm' })
    known = ticket('1', { actions: ['requestCancellation'] })
    expect(taps.act({ orderId: ORDER, action: 'confirm' })).toEqual({ ok: true, value: { tapId: 'tap-1' } })
    expect(open()).toHaveLength(1)
    taps.undo('tap-1')
    expect(taps.act({ orderId: ORDER, action: 'confirm' })).toMatchObject({ code: 'not-offered' })
  })

  it.each([
    [{ orderId: 'order-9', action: 'confirm' }, 'unknown-order', 'No such order on the board'],
    [{ orderId: ORDER, action: 'dispatch' }, 'not-offered', 'The order does not offer dispatch now'],
    [{ orderId: ORDER, action: 'requestCancellation' }, 'reason-missing', 'A request to cancel needs a reason'],
  ] as const)('%j changes nothing and returns the reason', (args, code, message) => {
    expect(taps.act(args)).toEqual({ ok: false, code, message })
    expect([open(), changed]).toEqual([[], []])
  })

  it('that the storage refuses is shown as a failure, and changes nothing', () => {
    takesWrites(false)
    const answer = taps.act({ orderId: ORDER, action: 'confirm' })
    expect(answer).toMatchObject({ ok: false, code: 'storage' })
    expect([open(), changed]).toEqual([[], []])
    expect(log.lines).toEqual([
      { level: 'error', event: 'storage-refused', fields: { orderId: ORDER, error: answer.ok ? '' : answer.message } },
    ])
    expect(answer.ok ? '' : answer.message).toContain('readonly')
  })

  it('that is durable remains queued when the board cannot be updated', () => {
    onChanged = () => {
      throw 'no board'
    }
    expect(taps.act({ orderId: ORDER, action: 'confirm' })).toMatchObject({ ok: true })
    expect(open()).toHaveLength(1)
    expect(log.lines.map(({ fields }) => fields)).toEqual([{ orderId: ORDER, error: 'no board' }])
  })
})

const CANCELLATION = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' } as const

describe('what is sent with a tap', () => {
  it.each<[object, object, object]>([
    [{ action: 'confirm' }, {}, { preparationMinutes: 25 }],
    [{ action: 'confirm', preparationMinutes: 40, cancellation: CANCELLATION }, {}, { preparationMinutes: 40 }],
    [{ action: 'preparing' }, { status: 'CONFIRMED' }, {}],
    [{ action: 'requestCancellation', cancellation: CANCELLATION }, {}, { cancellation: CANCELLATION }],
  ])('%j of an order with %j: %j', (args, order, expected) => {
    settings = { ...settings, preparationMinutes: 25 }
    known = ticket('1', order)
    expect(taps.act({ orderId: ORDER, action: 'confirm', ...args })).toMatchObject({ ok: true })
    expect(open().map((tap) => tap.args)).toEqual([expected])
  })

  it('is no preparation time for another action than the confirmation', () => {
    known = ticket('1', { status: 'CONFIRMED' })
    const answer = taps.act({ orderId: ORDER, action: 'preparing', preparationMinutes: 10 })
    expect([answer, open()]).toEqual([
      { ok: false, code: 'bad-arguments', message: 'Only a confirmation announces a preparation time' },
      [],
    ])
  })
})

describe('a tap of another screen', () => {
  const tap = (more: object = {}) =>
    ({ tapId: 'far', orderId: ORDER, action: 'confirm', ageMs: 2_000, by: 'Grill', ...more }) as const

  it('that comes again is stored once, with its name and age, and gets the same answer', () => {
    settings = { ...settings, confirmStartsPreparation: true }
    const answer = { ok: true, value: { tapId: 'tap-1' } }
    expect([taps.receiveTap(tap()), taps.receiveTap(tap())]).toEqual([answer, answer])
    const held = { state: 'held', holdUntil: clock.now() + 3_000 }
    expect(open()).toEqual([
      { ...held, tapId: 'far', args: { by: 'Grill' } },
      { ...held, tapId: 'tap-1', args: { by: 'Grill', follows: 'far' } },
    ])
    expect(ledger.tap('far')?.tappedAt).toBe(clock.now() - 2_000)
  })

  it.each([
    [5_000, 5_000],
    [9 * 86_400_000, 7 * 86_400_000],
  ])('of %i ms ago is not held any more; its age is at most a week', (ageMs, countedMs) => {
    expect(taps.receiveTap(tap({ ageMs }))).toEqual({ ok: true, value: { tapId: 'far' } })
    const at = clock.now() - countedMs
    expect(ledger.tap('far')).toMatchObject({ state: 'queued', tappedAt: at, holdUntil: at })
  })

  it.each([
    ['confirm', 'PREPARING', { state: 'confirmed' }],
    ['confirm', 'CANCELLED', { state: 'conflict', reason: 'order-cancelled' }],
    ['requestCancellation', 'CONCLUDED', { state: 'conflict', reason: 'order-over' }],
    ['dispatch', 'CREATED', { state: 'conflict', reason: 'invalid-transition' }],
  ])('that the order does not offer is settled at once: %s of an order in %s', (action, status, verdict) => {
    known = ticket('1', { status, actions: [] })
    const given = tap({ action, cancellation: CANCELLATION })
    expect(taps.receiveTap(given)).toEqual({ ok: true, value: { tapId: 'far' } })
    expect(ledger.tap('far')).toMatchObject({ action, ...verdict })
    expect(changed).toEqual([ORDER])
  })

  it.each([
    [{ orderId: 'order-9' }, 'unknown-order', 'No such order on the board'],
    [{ action: 'requestCancellation' }, 'reason-missing', 'A request to cancel needs a reason'],
  ])('%j is refused, and nothing is stored', (more, code, message) => {
    expect(taps.receiveTap(tap(more))).toEqual({ ok: false, code, message })
    expect([open(), changed]).toEqual([[], []])
  })
})

describe('an undone tap', () => {
  it('is removed while it is held', () => {
    taps.act({ orderId: ORDER, action: 'confirm' })
    expect(taps.undo('tap-1')).toEqual({ ok: true, value: null })
    expect([open(), changed]).toEqual([[], [ORDER, ORDER]])
    expect(story()).toContain('undone confirm')
  })

  it('is too late once it is not held, or unknown', () => {
    taps.act({ orderId: ORDER, action: 'confirm' })
    taps.sendNow('tap-1')
    expect(taps.undo('tap-1')).toEqual({ ok: false, code: 'too-late', message: 'The tap is no longer held' })
    expect(taps.undo('tap-9')).toEqual({ ok: false, code: 'too-late', message: 'No such tap' })
    expect(changed).toEqual([ORDER, ORDER])
  })
})

describe('a tap sent at once', () => {
  it('is sent without waiting', async () => {
    taps.act({ orderId: ORDER, action: 'confirm' })
    await clock.advance(1_000)
    expect(taps.sendNow('tap-1')).toEqual({ ok: true, value: null })
    expect(ledger.tap('tap-1')).toMatchObject({ state: 'queued', nextAttemptAt: clock.now() })
    expect(changed).toEqual([ORDER, ORDER])
  })

  it('is too late when it is not held', () => {
    taps.act({ orderId: ORDER, action: 'confirm' })
    taps.undo('tap-1')
    for (const tapId of ['tap-1', 'tap-9']) {
      expect(taps.sendNow(tapId)).toEqual({ ok: false, code: 'too-late', message: 'The tap is no longer held' })
    }
  })
})

describe('the check of a code at the counter', () => {
  it.each([
    ['valid', true],
    ['invalid', false],
  ] as const)('returns that the code is %s, and records this in the timeline', async (kind, isValid) => {
    codeAnswer = { kind }
    expect(await taps.validateCode(ORDER, '4821')).toEqual({ ok: true, value: { isValid } })
    expect(asked).toEqual([[ORDER, '4821', true]])
    expect(story()).toContain(`code-${kind}`)
    expect(changed).toEqual([ORDER])
  })

  it.each([
    [{ kind: 'unavailable', cause: 'timeout' }, 'offline', 'The platform could not be asked: timeout'],
    [{ kind: 'unavailable', cause: 'unintelligible', status: 200 }, 'code-unclear', 'No clear answer'],
    [{ kind: 'unavailable', cause: 'unintelligible', status: 400 }, 'code-unclear', 'No clear answer'],
    [
      { kind: 'unavailable', cause: 'unintelligible', status: 502 },
      'offline',
      'The platform could not be asked: unintelligible',
    ],
    [{ kind: 'unauthorized', cause: 'keychain-locked' }, 'not-configured', 'No valid credentials: keychain-locked'],
    [{ kind: 'refused', status: 403 }, 'forbidden', 'The platform refuses this establishment'],
    [{ kind: 'refused', status: 404 }, 'rejected', 'The platform refused with 404'],
  ] as const satisfies readonly (readonly [Setback, string, string])[])(
    'returns a reason after %j',
    async (answer, code, message) => {
      codeAnswer = answer
      expect(await taps.validateCode(ORDER, '4821')).toEqual({ ok: false, code, message })
      expect(story().filter((kind) => kind.startsWith('code'))).toEqual([])
      expect(changed).toEqual([])
    },
  )

  it('is not sent for an order that the board does not show', async () => {
    expect(await taps.validateCode('order-9', '4821')).toEqual({
      ok: false,
      code: 'unknown-order',
      message: 'No such order on the board',
    })
    expect(asked).toEqual([])
  })
})

describe('other actions of staff', () => {
  it('records a confirmed cancellation and a manual start, each with its time', async () => {
    known = { ...known, cancelled: { at: 1, acknowledged: false } }
    await clock.advance(10)
    expect(taps.acknowledgeCancellation(ORDER)).toEqual({ ok: true, value: null })
    expect(taps.startByHand(ORDER)).toEqual({ ok: true, value: null })
    expect(ledger.order(ORDER)).toMatchObject({
      cancellationAcknowledgedAt: clock.now(),
      startedByHandAt: clock.now(),
    })
    expect(changed).toEqual([ORDER, ORDER])
  })

  it('strikes a line and undoes it', () => {
    const struck = [true, false].map((isStruck) => {
      expect(taps.strikeLine(ORDER, '0:pastel', isStruck)).toEqual({ ok: true, value: null })
      return [...ledger.struckLines(ORDER)]
    })
    expect([struck, changed]).toEqual([
      [['0:pastel'], []],
      [ORDER, ORDER],
    ])
  })

  it('is refused for an order that the board does not show', () => {
    const unknown = { ok: false, code: 'unknown-order', message: 'No such order on the board' }
    expect(taps.strikeLine('order-9', '0:x', true)).toEqual(unknown)
    expect(taps.acknowledgeCancellation('order-9')).toEqual(unknown)
    expect(taps.startByHand('order-9')).toEqual(unknown)
    expect(changed).toEqual([])
  })
})

it('the queue has the taps that are not settled, oldest first, also of an order that the board does not show', async () => {
  taps.act({ orderId: ORDER, action: 'confirm' })
  await clock.advance(1)
  const at = clock.now()
  ledger.addTap({ tapId: 'far', orderId: 'order-gone', action: 'preparing', args: {}, tappedAt: at, holdUntil: at })
  const far = {
    orderId: 'order-gone',
    displayId: 'r-gone',
    tap: { tapId: 'far', action: 'preparing', truth: 'queued' },
  }
  const near = { orderId: ORDER, displayId: known.displayId, tap: { tapId: 'tap-1', action: 'confirm', truth: 'held' } }
  expect(taps.queue()).toMatchObject({ ok: true, value: [near, far] })
  taps.undo('tap-1')
  expect(taps.queue()).toMatchObject({ ok: true, value: [far] })
})
