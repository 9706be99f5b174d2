import { beforeEach, describe, expect, it } from 'vitest'
import { createHistory, milestonesOf, shiftFigures, spreadOf } from '../../../electron/core/order-history.ts'
import type { OrderRecord, TimelineRecord } from '../../../electron/storage/ports.ts'
import type { HistoryEntry } from '../../../shared/contract/history.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { lineIdsOf, PART_OF_LINE } from '../../../shared/order/order-changes.ts'
import { businessDay } from '../../../shared/time/business-day.ts'
import { platformMs } from '../../../shared/time/time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Noon of a business day in the time zone of this computer, by the platform's clock. */
const NOON = new Date(2026, 2, 2, 12).getTime()
const NOW = NOON

let records: OrderRecord[]
let bodies: Map<string, unknown>
let stories: Map<string, TimelineRecord[]>
let recalled: string[]
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
  stories = new Map()
  recalled = []
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
      facts: { recalled: { get: () => recalled } },
      recallOrder: (orderId, isRecalled, at) => {
        recallCalls.push([orderId, isRecalled, at])
        recalled = isRecalled ? [...recalled, orderId] : recalled.filter((one) => one !== orderId)
      },
    },
    cache: { body: (orderId) => bodies.get(orderId) },
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

const page = (daysAgo = 0, search = '', number = 0) => {
  const answer = history.history({ daysAgo, search, page: number })
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}
const ids = (daysAgo = 0, search = '') => page(daysAgo, search).entries.map(({ orderId }) => orderId)
const recallOf = (orderId: string, daysAgo = 0) =>
  page(daysAgo).entries.find((entry) => entry.orderId === orderId)?.recall

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
  it('shows all known data of an order, by the platform’s clock', () => {
    records = [record('order-000001')]
    bodies.set('order-000001', body('4821'))
    stories.set('order-000001', [{ orderId: 'order-000001', at: NOW - 500, kind: 'shown' }])
    expect(page().entries).toEqual([
      {
        orderId: 'order-000001',
        displayId: '4821',
        status: 'DELIVERED',
        orderType: 'TAKEOUT',
        customerName: 'Antônio',
        items: ['2× Pão de Queijo', expect.stringContaining('Picanha')],
        promisedAt: undefined,
        milestones: expect.objectContaining({ receivedAt: NOON - HOUR_MS, shownAt: NOON - 500 }),
        recall: 'possible',
      },
    ])
    expect(page().entries[0]?.items[1]).toContain('0,5')
    settings = { ...settings, locale: 'en' }
    expect(page().entries[0]?.items[1]).toContain('0.5')
  })
})

describe('a day of the history', () => {
  it('is the business day by the platform’s clock', () => {
    const { from, until } = businessDay(NOON, 0)
    records = [
      record('last of yesterday', { firstSeenAt: from - 1 }),
      record('first', { firstSeenAt: from }),
      record('last', { firstSeenAt: until - 1 }),
      record('first of tomorrow', { firstSeenAt: until }),
    ]
    expect(ids()).toEqual(['last', 'first'])
    expect(ids(1)).toEqual(['last of yesterday'])
    expect(page(0).from).toBe(from)
    expect(page(1).from).toBe(businessDay(NOON, 1).from)
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
  ])('finds the right orders for %j', (search, found) => {
    expect(ids(0, search)).toEqual(found)
    expect(page(0, search).total).toBe(found.length)
  })
})

describe('putting a ticket back', () => {
  it('is possible from READY on, but not for orders in preparation or cancelled orders', () => {
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
    expect(statuses.map((status) => recallOf(status))).toEqual([
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

  it('is stored, sent to windows and can be undone, also when the order could not be put back again', () => {
    records = [record('a')]
    expect(history.recall('a', true)).toEqual({ ok: true, value: null })
    expect(recallOf('a')).toBe('recalled')
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

  it('is possible for all orders of today and for the last fifty orders of the week', () => {
    const today = Array.from({ length: 60 }, (_, index) => record(`t${index}`, { firstSeenAt: NOW - index }))
    records = today
    expect(recallOf('t49')).toBe('possible')
    expect(page(0, '', 1).entries.at(-1)).toMatchObject({ orderId: 't59', recall: 'possible' })
    expect(history.recall('t59', true)).toMatchObject({ ok: true })

    records = Array.from({ length: 60 }, (_, index) => record(`y${index}`, { firstSeenAt: NOW - DAY_MS - index }))
    expect(recallOf('y49', 1)).toBe('possible')
    expect(page(1, '', 1).entries[0]).toMatchObject({ orderId: 'y50', recall: 'no' })
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

const entry = (at: number, kind: string, detail?: string) => ({ at, kind, detail })

describe('the milestones of an order', () => {
  it('come from its timeline', () => {
    const story = [
      entry(100, 'received', 'CREATED'),
      entry(110, 'read', 'CREATED'),
      entry(120, 'shown'),
      entry(121, 'rang', 'new'),
      entry(150, 'tapped', 'confirm'),
      entry(151, 'undone', 'confirm'),
      entry(200, 'tapped', 'confirm'),
      entry(205, 'sent', 'confirm'),
      entry(230, 'read', 'CONFIRMED'),
      entry(230, 'confirmed', 'confirm'),
      entry(800, 'tapped', 'ready-for-pickup'),
      entry(830, 'read', 'READY'),
      entry(830, 'confirmed', 'ready-for-pickup'),
      entry(990, 'read', 'DELIVERED'),
    ]
    expect(milestonesOf(story, 90)).toEqual({
      receivedAt: 100,
      shownAt: 120,
      rungAt: 121,
      tappedAt: 200,
      sentAt: 205,
      confirmedAt: 230,
      acceptedAt: 200,
      readyAt: 800,
      handedOverAt: 990,
      cancelledAt: undefined,
    })
  })
})

describe('the figures of a shift', () => {
  it('are percentiles of the measured times', () => {
    expect(spreadOf([])).toBeUndefined()
    expect(spreadOf([7])).toEqual({ count: 1, medianMs: 7, p90Ms: 7 })
    expect(spreadOf([10, 1, 9, 2, 8, 3, 7, 4, 6, 5])).toEqual({ count: 10, medianMs: 5, p90Ms: 9 })
  })

  it('leave cancelled orders out of the times and unmeasured ones out of the share', () => {
    const order = (orderId: string, more: Partial<HistoryEntry> & { readonly readyAt?: number }): HistoryEntry => ({
      orderId,
      displayId: orderId,
      status: 'READY',
      orderType: 'DELIVERY',
      items: [],
      recall: 'no',
      milestones: { receivedAt: 0, acceptedAt: 60, readyAt: more.readyAt },
      ...more,
    })
    const figures = shiftFigures(
      [
        order('a', { readyAt: 600, promisedAt: 600 }),
        order('b', { readyAt: 900, promisedAt: 600 }),
        order('c', { readyAt: 300 }),
        order('d', { promisedAt: 10 }),
        order('e', { status: 'CANCELLED', readyAt: 1, promisedAt: 600 }),
      ],
      42,
    )
    expect(figures).toMatchObject({ from: 42, orders: 5, cancelled: 1, onTime: { kept: 1, promised: 2 } })
    expect(figures.accept).toEqual({ count: 4, medianMs: 60, p90Ms: 60 })
    expect(figures.ready).toEqual({ count: 3, medianMs: 600, p90Ms: 900 })
    expect(figures.prepare).toEqual({ count: 3, medianMs: 540, p90Ms: 840 })
  })
})

type Story = readonly ReturnType<typeof entry>[]
const tapped = (action: string): Story => [entry(5, 'tapped', action), entry(6, 'confirmed', action)]
const read = (...statuses: readonly (string | undefined)[]): Story =>
  statuses.map((status, index) => entry(index + 1, 'read', status))

describe('the time of a step', () => {
  it.each<[string, Story, Partial<ReturnType<typeof milestonesOf>>]>([
    ['is that of the tap if a read confirmed it', tapped('confirm'), { tappedAt: 5, acceptedAt: 5, confirmedAt: 6 }],
    [
      'is unknown if the tap came after the confirmation',
      [entry(1, 'read', 'CREATED'), entry(4, 'confirmed', 'confirm'), entry(5, 'tapped', 'confirm')],
      { acceptedAt: undefined },
    ],
    [
      'is not that of the confirmation of another step',
      [entry(5, 'tapped', 'confirm'), entry(6, 'confirmed', 'preparing')],
      { acceptedAt: undefined, readyAt: undefined, tappedAt: 5 },
    ],
    [
      'is not that of a step between',
      tapped('preparing'),
      { acceptedAt: undefined, readyAt: undefined, handedOverAt: undefined },
    ],
    ['is that of the tap for the hand-over to a courier', tapped('dispatch'), { handedOverAt: 5 }],
    ['is that of the tap for the hand-over to the customer', tapped('delivered'), { handedOverAt: 5 }],
    [
      'is that of the first read that showed it, after one that did not',
      read('CREATED', 'ON_THE_GRILL', undefined, 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED'),
      { acceptedAt: 4, readyAt: 6, handedOverAt: 7 },
    ],
    [
      'is unknown if no read showed it or the first already did',
      read('CONFIRMED', 'PREPARING'),
      { acceptedAt: undefined, readyAt: undefined },
    ],
    [
      'ignores an undone tap, whichever of several it was',
      [
        entry(1, 'tapped', 'confirm'),
        entry(2, 'tapped', 'requestCancellation'),
        entry(3, 'undone', 'confirm'),
        entry(4, 'undone', 'preparing'),
        entry(5, 'tapped', 'confirm'),
        entry(6, 'tapped', 'confirm'),
        entry(7, 'undone', 'confirm'),
        entry(9, 'confirmed', 'confirm'),
      ],
      { tappedAt: 2, acceptedAt: 5 },
    ],
    [
      'is unknown after a proof that was withdrawn',
      [...tapped('delivered'), entry(8, 'confirmation-withdrawn', 'delivered')],
      { handedOverAt: undefined, confirmedAt: undefined, tappedAt: 5 },
    ],
    [
      'is not shown by an archived order, which may have been cancelled',
      read('CONFIRMED', 'PREPARING', 'CONCLUDED'),
      { readyAt: undefined, handedOverAt: undefined },
    ],
    [
      'is that of the cancellation that was not taken back',
      [entry(1, 'cancelled', 'X'), entry(2, 'cancellation-withdrawn'), entry(3, 'cancelled')],
      { cancelledAt: 3 },
    ],
    [
      'is unknown for a cancellation that was taken back',
      [entry(1, 'cancelled', 'X'), entry(2, 'cancellation-withdrawn')],
      { cancelledAt: undefined },
    ],
    [
      'is that of the first entry of its kind',
      ['received', 'shown', 'rang', 'sent', 'confirmed', 'cancelled'].flatMap((kind, index) => [
        entry(index + 1, kind, 'x'),
        entry(index + 100, kind, 'x'),
      ]),
      { receivedAt: 1, shownAt: 2, rungAt: 3, sentAt: 4, confirmedAt: 5, cancelledAt: 6, tappedAt: undefined },
    ],
  ])('%s', (_what, story, expected) => {
    expect(milestonesOf(story, 0)).toMatchObject(expected)
  })
})

describe('the times of a shift', () => {
  const order = (milestones: HistoryEntry['milestones'], promisedAt?: number): HistoryEntry => ({
    orderId: 'a',
    displayId: 'a',
    status: 'READY',
    orderType: 'DELIVERY',
    items: [],
    recall: 'no',
    milestones,
    ...(promisedAt === undefined ? {} : { promisedAt }),
  })

  it('are never negative, and absent when an end is unknown', () => {
    expect(shiftFigures([order({ receivedAt: 100, acceptedAt: 90 })], 0)).toMatchObject({
      accept: { count: 1, medianMs: 0 },
      prepare: undefined,
      ready: undefined,
      onTime: { kept: 0, promised: 0 },
    })
    expect(shiftFigures([order({ receivedAt: 100, readyAt: 190 })], 0)).toMatchObject({
      accept: undefined,
      prepare: undefined,
      ready: { count: 1, medianMs: 90 },
    })
  })

  it('are compared with the promised time to the millisecond', () => {
    const kept = (promisedAt: number) => shiftFigures([order({ receivedAt: 0, readyAt: 600 }, promisedAt)], 0).onTime
    expect([kept(599), kept(600), kept(601)]).toEqual([
      { kept: 0, promised: 1 },
      { kept: 1, promised: 1 },
      { kept: 1, promised: 1 },
    ])
  })
})
