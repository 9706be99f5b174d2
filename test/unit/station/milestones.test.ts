import { describe, expect, it } from 'vitest'
import { milestonesOf } from '../../../electron/station/milestones.ts'
import { shiftFigures, spreadOf } from '../../../electron/station/shift-figures.ts'
import type { HistoryEntry } from '../../../shared/history.ts'

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

  it('do not count a tap that was refused', () => {
    const story = [entry(1, 'read', 'CREATED'), entry(2, 'tapped', 'confirm'), entry(3, 'conflict', 'rejected')]
    expect(milestonesOf(story, 0).acceptedAt).toBeUndefined()
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
