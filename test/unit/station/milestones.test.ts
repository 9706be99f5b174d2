import { describe, expect, it } from 'vitest'
import { milestonesOf, shiftFigures, spreadOf } from '../../../electron/station/order-history.ts'
import type { HistoryEntry } from '../../../shared/contract/history.ts'

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
