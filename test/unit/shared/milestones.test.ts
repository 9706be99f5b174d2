import { describe, expect, it } from 'vitest'
import { milestonesOf } from '../../../shared/history/milestones.ts'

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
