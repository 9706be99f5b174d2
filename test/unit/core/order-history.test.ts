import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createHistory } from '../../../electron/core/order-history.ts'
import type { OrderRecord, Tap, TimelineRecord } from '../../../electron/storage/ports.ts'
import type { HistoryQuery, ShiftQuery } from '../../../shared/contract/history.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import { addSums, countedOrder, type Sums, sumsOf } from '../../../shared/history/shift-sums.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { lineIdsOf, PART_OF_LINE } from '../../../shared/order/order-changes.ts'
import { businessDate, businessDay } from '../../../shared/time/business-day.ts'
import { platformMs } from '../../../shared/time/time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Noon of a business day in the time zone of this computer, by the platform's clock. */
const NOON = new Date(2026, 2, 2, 12).getTime()
const NOW = NOON

let records: OrderRecord[]
let bodies: Map<string, unknown>
let stories: Map<string, TimelineRecord[]>
let bodiesRead: number
let recalled: string[]
let taps: Tap[]
let deleted: Map<string, Sums>
let settings: Settings
let saved: { readonly name: string; readonly text: string }[]
let saving: () => Promise<boolean>
let recallReports: string[]
let recallCalls: unknown[]
let history: ReturnType<typeof createHistory>

const record = (orderId: string, more: Partial<OrderRecord> = {}): OrderRecord => ({
  orderId,
  firstSeenAt: NOW - HOUR_MS,
  status: 'DELIVERED',
  statusBeforeCancellation: undefined,
  lastReadAt: NOW,
  problem: undefined,
  cancellationAcknowledgedAt: undefined,
  startedByHandAt: undefined,
  endedAt: NOW,
  readGeneration: 1,
  ...more,
})
const body = (displayId: string, more: object = {}) => ({
  id: 'x',
  displayId,
  status: 'DELIVERED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [
    { name: 'Pão de Queijo', quantity: 2 },
    { name: 'Picanha', quantity: 0.5, unit: 'KG' },
  ],
  customer: { name: 'Antônio' },
  ...more,
})

beforeEach(() => {
  records = []
  bodies = new Map()
  bodiesRead = 0
  stories = new Map()
  recalled = []
  taps = []
  deleted = new Map()
  settings = DEFAULT_SETTINGS
  saved = []
  saving = () => Promise.resolve(true)
  recallReports = []
  recallCalls = []
  history = createHistory({
    ledger: {
      ordersSeen: (from, until) =>
        records
          .filter(({ firstSeenAt }) => firstSeenAt >= from && firstSeenAt < until)
          .toSorted((left, right) => right.firstSeenAt - left.firstSeenAt),
      order: (orderId) => records.find((one) => one.orderId === orderId),
      timeline: (orderId) => stories.get(orderId) ?? [],
      tapsOf: () => taps,
      sumsOfDay: (date) => deleted.get(date) ?? addSums([]),
      facts: { recalled: { get: () => recalled } },
      recallOrder: (orderId, isRecalled, at) => {
        recallCalls.push([orderId, isRecalled, at])
        recalled = isRecalled ? [...recalled, orderId] : recalled.filter((one) => one !== orderId)
      },
    },
    cache: {
      body(orderId) {
        bodiesRead += 1
        return bodies.get(orderId)
      },
    },
    clock: { platform: () => platformMs(NOW) },
    clockLog: () => [],
    settings: () => settings,
    saveFile: async (name, text) => {
      const isSaved = await saving()
      saved.push({ name, text })
      return isSaved
    },
    onRecall: (orderId) => recallReports.push(orderId),
  })
})

const page = async (daysAgo = 0, search = '', number = 0, only?: HistoryQuery['only']) => {
  const answer = await history.history({ daysAgo, search, page: number, only })
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}
const ids = async (daysAgo = 0, search = '') => (await page(daysAgo, search)).entries.map(({ orderId }) => orderId)
const recallOf = async (orderId: string, daysAgo = 0) =>
  (await page(daysAgo)).entries.find((entry) => entry.orderId === orderId)?.recall

describe('the timeline of an order', () => {
  const entry = (kind: string, detail?: string): TimelineRecord => ({ orderId: 'order-1', at: NOW, kind, detail })

  it('shows the quantity and the name of a line that was struck, in the list and in both files', async () => {
    records = [record('order-1')]
    const sent = body('4821', {
      items: [
        { id: 'i1', name: 'Pão de Queijo', quantity: 2 },
        { name: 'Suco', quantity: 1 },
      ],
    })
    bodies.set('order-1', sent)
    const parsed = parseOrder(sent)
    const [bread = '', juice = ''] = parsed.ok ? lineIdsOf(parsed.order.items) : []
    stories.set('order-1', [
      entry('line-struck', bread),
      entry('line-restored', bread),
      entry('line-struck', `${juice}${PART_OF_LINE}Bar`),
    ])
    const named = ['2× Pão de Queijo', '2× Pão de Queijo', '1× Suco']
    const story = history.timeline('order-1')
    expect(story.ok && story.value.map(({ detail }) => detail)).toEqual(named)
    await history.exportHistory({ daysAgo: 0, search: '', format: 'json' })
    await history.exportHistory({ daysAgo: 0, search: '', format: 'html' })
    for (const { text } of saved) {
      expect(text).not.toContain(bread)
      for (const name of named) expect(text).toContain(name)
    }
  })
})

describe('an entry of the history', () => {
  it('shows all known data of an order, by the platform’s clock', async () => {
    records = [record('order-000001')]
    bodies.set('order-000001', body('4821'))
    stories.set('order-000001', [{ orderId: 'order-000001', at: NOW - 500, kind: 'shown' }])
    expect((await page()).entries).toEqual([
      {
        orderId: 'order-000001',
        displayId: '4821',
        status: 'DELIVERED',
        orderType: 'TAKEOUT',
        customerName: 'Antônio',
        items: ['2× Pão de Queijo', expect.stringContaining('Picanha')],
        promisedAt: undefined,
        channel: undefined,
        cancelCode: undefined,
        milestones: expect.objectContaining({ receivedAt: NOON - HOUR_MS, shownAt: NOON - 500 }),
        recall: 'possible',
      },
    ])
    expect((await page()).entries[0]?.items[1]).toContain('0,5')
    settings = { ...settings, locale: 'en' }
    expect((await page()).entries[0]?.items[1]).toContain('0.5')
  })
})

describe('a day of the history', () => {
  it('is the business day by the platform’s clock', async () => {
    const { from, until } = businessDay(NOON, 0)
    records = [
      record('last of yesterday', { firstSeenAt: from - 1 }),
      record('first', { firstSeenAt: from }),
      record('last', { firstSeenAt: until - 1 }),
      record('first of tomorrow', { firstSeenAt: until }),
    ]
    expect(await ids()).toEqual(['last', 'first'])
    expect(await ids(1)).toEqual(['last of yesterday'])
    expect((await page(0)).from).toBe(from)
    expect((await page(1)).from).toBe(businessDay(NOON, 1).from)
  })
})

describe('the search', () => {
  beforeEach(() => {
    records = [record('order-one', { firstSeenAt: NOW - 1 }), record('order-two', { firstSeenAt: NOW - 2 })]
    bodies.set('order-one', body('4821'))
    bodies.set('order-two', body('77', { customer: undefined, items: [{ name: 'Água', quantity: 1 }] }))
  })

  it.each([
    ['', ['order-one', 'order-two']],
    ['   ', ['order-one', 'order-two']],
    ['482', ['order-one']],
    ['77', ['order-two']],
    ['ORDER-T', ['order-two']],
    ['antonio', ['order-one']],
    ['ANTÔNIO ', ['order-one']],
    ['pao de q', ['order-one']],
    ['agua', ['order-two']],
    ['picanha', ['order-one']],
    ['sushi', []],
  ])('finds the right orders for %j', async (search, found) => {
    expect(await ids(0, search)).toEqual(found)
    expect((await page(0, search)).total).toBe(found.length)
  })
})

describe('putting a ticket back', () => {
  it('is possible from READY on, but not for orders in preparation or cancelled orders', async () => {
    const statuses = [
      'CREATED',
      'CONFIRMED',
      'PREPARING',
      'READY',
      'IN_DELIVERY',
      'DELIVERED',
      'CONCLUDED',
      'CANCELLED',
    ]
    records = statuses.map((status, index) => record(status, { status, firstSeenAt: NOW - index }))
    expect(await Promise.all(statuses.map((status) => recallOf(status)))).toEqual([
      'no',
      'no',
      'no',
      'possible',
      'possible',
      'possible',
      'possible',
      'no',
    ])
    for (const [orderId, isPossible] of [
      ['PREPARING', false],
      ['CANCELLED', false],
      ['READY', true],
    ] as const) {
      expect(history.recall(orderId, true)).toEqual(
        isPossible
          ? { ok: true, value: null }
          : { ok: false, code: 'not-offered', message: 'Only a finished, recent order comes back' },
      )
    }
  })

  it('is stored, sent to windows and can be undone, also when the order could not be put back again', async () => {
    records = [record('a')]
    expect(history.recall('a', true)).toEqual({ ok: true, value: null })
    expect(await recallOf('a')).toBe('recalled')
    records = [record('a', { status: 'CREATED', firstSeenAt: NOW - 30 * DAY_MS })]
    expect(history.recall('a', false)).toEqual({ ok: true, value: null })
    expect([recallCalls, recallReports]).toEqual([
      [
        ['a', true, NOW],
        ['a', false, NOW],
      ],
      ['a', 'a'],
    ])
  })

  it('is possible for all orders of today and for the last fifty orders of the week', async () => {
    const today = Array.from({ length: 60 }, (_, index) => record(`t${index}`, { firstSeenAt: NOW - index }))
    records = today
    expect(await recallOf('t49')).toBe('possible')
    expect((await page(0, '', 1)).entries.at(-1)).toMatchObject({ orderId: 't59', recall: 'possible' })
    expect(history.recall('t59', true)).toMatchObject({ ok: true })

    records = Array.from({ length: 60 }, (_, index) => record(`y${index}`, { firstSeenAt: NOW - DAY_MS - index }))
    expect(await recallOf('y49', 1)).toBe('possible')
    expect((await page(1, '', 1)).entries[0]).toMatchObject({ orderId: 'y50', recall: 'no' })
    expect(history.recall('y49', true)).toMatchObject({ ok: true })
    expect(history.recall('y50', true)).toMatchObject({ ok: false, code: 'not-offered' })
  })

  it('is not possible after a week', () => {
    const { from } = businessDay(NOON, 7)
    records = [record('in time', { firstSeenAt: from }), record('too old', { firstSeenAt: from - 1 })]
    expect(history.recall('in time', true)).toMatchObject({ ok: true })
    expect(history.recall('too old', true)).toMatchObject({ ok: false, code: 'not-offered' })
  })
})

describe('a day of very many orders', () => {
  beforeEach(() => {
    records = Array.from({ length: 230 }, (_, index) => record(`o${index}`, { firstSeenAt: NOW - index }))
  })

  /** The most orders whose bodies were read in one turn of the main loop. */
  async function mostInATurn(work: () => Promise<unknown>) {
    const all: number[] = []
    bodiesRead = 0
    let isOver = false
    const done = work().finally(() => {
      isOver = true
    })
    while (!isOver) {
      all.push(bodiesRead)
      bodiesRead = 0
      await turn()
    }
    await done
    return Math.max(...all, bodiesRead)
  }

  it('is searched, counted and exported in parts, and other work is done between them', async () => {
    const query = { daysAgo: 0, search: 'o2', page: 0 }
    expect(await mostInATurn(() => history.history(query))).toBeLessThanOrEqual(100)
    expect(await mostInATurn(() => history.shift({ daysAgo: 0 }))).toBe(50)
    expect(await mostInATurn(() => history.exportHistory({ ...query, format: 'json' }))).toBeLessThanOrEqual(100)
    expect(await history.shift({ daysAgo: 0 })).toMatchObject({ value: { orders: 230 } })
  })
})

describe('the exported day', () => {
  const wanted = { daysAgo: 0, search: '', format: 'json' } as const
  beforeEach(() => {
    records = [record('a', { firstSeenAt: NOW - 1 }), record('b', { firstSeenAt: NOW - 2 })]
    bodies.set('a', body('48/21'))
    bodies.set('b', body('77'))
    stories.set('a', [{ orderId: 'a', at: NOW - 500, kind: 'shown' }])
  })
  const exported = () => JSON.parse(saved[0]?.text ?? '')

  it('contains every order of the search with its timeline and the figures, by the platform’s clock', async () => {
    expect(await history.exportHistory(wanted)).toEqual({ ok: true, value: { saved: true } })
    const { from } = businessDay(NOON, 0)
    expect(saved[0]?.name).toBe(`comanda-${new Date(from).toISOString().slice(0, 10)}.json`)
    expect(exported()).toMatchObject({
      businessDayFrom: new Date(from).toISOString(),
      exportedAt: new Date(NOON).toISOString(),
      shift: { orders: 2 },
      orders: [
        { displayId: '48/21', timeline: [{ at: new Date(NOON - 500).toISOString(), kind: 'shown' }] },
        { displayId: '77', timeline: [] },
      ],
    })
  })

  it('of one order has its number in a valid file name, and no figures', async () => {
    await history.exportHistory({ ...wanted, orderId: 'a', format: 'html' })
    expect(saved[0]?.name).toBe('comanda-48_21.html')
    expect(saved[0]?.text).toContain('<!doctype html>')
    saved = []
    await history.exportHistory({ ...wanted, orderId: 'a' })
    expect(exported().orders).toHaveLength(1)
    expect(exported().shift).toBeUndefined()
  })
})

const shiftOf = async (daysAgo: number, days: ShiftQuery['days']) => {
  const answer = await history.shift({ daysAgo, days })
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}
const daysBefore = (days: number): number => businessDay(NOON, days).from + HOUR_MS

describe('the figures of a shift', () => {
  it('are those of the stored orders and of the sums of deleted ones', async () => {
    records = [record('a'), record('b', { firstSeenAt: daysBefore(7) })]
    bodies.set('a', body('1'))
    const gone = sumsOf(countedOrder({ status: 'CANCELLED', firstSeenAt: daysBefore(7) }, body('9'), []))
    deleted.set(businessDate(daysBefore(7)), addSums([gone, gone]))
    expect(await shiftOf(0, 1)).toMatchObject({ orders: 1, cancelled: 0, ordersBefore: 3, dishes: [] })
    expect(await shiftOf(0, 7)).toMatchObject({ orders: 1, ordersBefore: 3, from: businessDay(NOON, 6).from })
    expect(await shiftOf(0, 30)).toMatchObject({ orders: 4, cancelled: 2, ordersBefore: undefined })
  })
})

describe('the list of late and of cancelled orders', () => {
  it('has these orders alone, and their numbers are known in each list and for a search', async () => {
    const promised = { timing: { schedule: { scheduledDateTimeEnd: new Date(NOW - 1_000).toISOString() } } }
    records = [
      record('late'),
      record('in time'),
      record('cancelled', { status: 'CANCELLED' }),
      record('open', { status: 'CREATED' }),
    ]
    for (const { orderId } of records) bodies.set(orderId, body(orderId, promised))
    const ready = (at: number) => [
      { orderId: '', at: 1, kind: 'read', detail: 'CREATED' },
      { orderId: '', at, kind: 'read', detail: 'READY' },
    ]
    stories.set('late', ready(NOW))
    stories.set('in time', ready(NOW - 1_000))
    stories.set('cancelled', ready(NOW))
    const counts = { all: 4, late: 1, cancelled: 1 }
    expect(await page(0, '', 0, 'late')).toMatchObject({ total: 1, counts, entries: [{ orderId: 'late' }] })
    expect(await page(0, '', 0, 'cancelled')).toMatchObject({ total: 1, counts, entries: [{ orderId: 'cancelled' }] })
    expect(await page(0, 'in time')).toMatchObject({ total: 1, counts: { all: 1, late: 0, cancelled: 0 } })
  })
})

describe('the screen of a tap', () => {
  it('is in the timeline, in the order of the taps of an action; an undone one and the shop’s rule have none', () => {
    records = [record('a')]
    const story = (kind: string, detail: string) => ({ orderId: 'a', at: NOW, kind, detail })
    stories.set('a', [
      story('tapped', 'confirm'),
      story('undone', 'confirm'),
      story('accepted-automatically', 'confirm'),
      story('tapped', 'confirm'),
      story('tapped', 'ready-for-pickup'),
    ])
    const tap = (action: Tap['action'], args: Tap['args']): Tap => ({
      ...{ seq: 1, tapId: 't', orderId: 'a', action, args, state: 'confirmed', tappedAt: NOW, holdUntil: NOW },
      ...{ attempts: 1, firstAttemptAt: NOW, lastAttemptAt: NOW, answeredAt: NOW, nextAttemptAt: NOW },
      ...{ reason: undefined, detail: undefined, settledAt: NOW },
    })
    taps = [
      tap('confirm', { automatic: { notAfter: NOW } }),
      tap('confirm', { by: 'Balcão' }),
      tap('ready-for-pickup', {}),
    ]
    const answer = history.timeline('a')
    expect(answer.ok && answer.value.map(({ by }) => by)).toEqual([
      undefined,
      undefined,
      undefined,
      'Balcão',
      undefined,
    ])
  })
})
