import { describe, expect, it } from 'vitest'
import {
  addSums,
  type CountedOrder,
  countedOrder,
  figuresOf,
  readSums,
  sumsOf,
  sumsText,
} from '../../../shared/history/shift-sums.ts'

const MINUTE = 60_000
/** An hour of this computer's day. */
const at = (hour: number, minute = 0): number => new Date(2026, 10, 28, hour, minute).getTime()

type Given = Partial<CountedOrder> & { readonly received?: number; readonly accept?: number; readonly prepare?: number }

/** `accept` and `prepare` in ms; absent: the step was not taken. */
function order({ received = at(20), accept, prepare, ...more }: Given = {}): CountedOrder {
  const acceptedAt = accept === undefined ? undefined : received + accept
  return {
    isCancelled: false,
    cancelCode: undefined,
    promisedAt: undefined,
    channel: undefined,
    dishes: [],
    milestones: {
      receivedAt: received,
      acceptedAt,
      readyAt: prepare === undefined ? undefined : (acceptedAt ?? received) + prepare,
    },
    ...more,
  }
}
const figures = (...orders: readonly CountedOrder[]) => figuresOf(addSums(orders.map(sumsOf)))

describe('the figures of a shift', () => {
  it('of no order are zero, and name nothing', () => {
    expect(figures()).toEqual({
      orders: 0,
      cancelled: 0,
      cancelCode: undefined,
      accept: undefined,
      prepare: undefined,
      onTime: { kept: 0, promised: 0 },
      loss: undefined,
      hours: [],
      dishes: [],
      channels: [],
    })
  })

  it('have the typical time, and the one that nine of ten orders kept', () => {
    const minutes = [10, 1, 9, 2, 8, 3, 7, 4, 6, 5]
    expect(figures(...minutes.map((m) => order({ accept: m * 1_000, prepare: m * MINUTE })))).toMatchObject({
      accept: { count: 10, medianMs: 5_000, p90Ms: 9_000 },
      prepare: { count: 10, medianMs: 5 * MINUTE, p90Ms: 9 * MINUTE },
    })
    expect(figures(order({ accept: 7_000 })).accept).toEqual({ count: 1, medianMs: 7_000, p90Ms: 7_000 })
  })

  it('leave cancelled orders out of the times, and unmeasured ones out of the share', () => {
    const promisedAt = at(20, 20)
    expect(
      figures(
        order({ accept: 0, prepare: 20 * MINUTE, promisedAt }),
        order({ accept: 0, prepare: 20 * MINUTE + 1, promisedAt }),
        order({ accept: 0, prepare: 5 * MINUTE }),
        order({ accept: 0, promisedAt }),
        order({ accept: 0, prepare: 1, promisedAt, isCancelled: true, cancelCode: 'DELIVERY_PROBLEM' }),
        order({ isCancelled: true, cancelCode: 'OUTDATED_MENU' }),
        order({ isCancelled: true, cancelCode: 'OUTDATED_MENU' }),
      ),
    ).toMatchObject({
      orders: 7,
      cancelled: 3,
      cancelCode: 'OUTDATED_MENU',
      onTime: { kept: 1, promised: 2 },
      accept: { count: 4 },
      prepare: { count: 3 },
    })
  })

  it('are never negative', () => {
    const { milestones } = order({ accept: -10_000, prepare: MINUTE })
    expect(figures(order({ milestones })).accept).toMatchObject({ medianMs: 0 })
  })

  it('name the hour with most late orders, and what took longer in it', () => {
    const quick = order({ received: at(19), accept: 30_000, prepare: 10 * MINUTE, promisedAt: at(21) })
    const late = { received: at(20), promisedAt: at(20, 5) }
    const inKitchen = order({ ...late, accept: 30_000, prepare: 20 * MINUTE })
    expect(figures(quick, inKitchen, inKitchen).loss).toEqual({
      hour: 20,
      late: 2,
      orders: 2,
      cause: 'prepare',
      ms: 20 * MINUTE,
      otherMs: 10 * MINUTE,
    })
    const notAccepted = order({ ...late, accept: 9 * MINUTE, prepare: 10 * MINUTE })
    expect(figures(quick, notAccepted).loss).toMatchObject({ cause: 'accept', ms: 9 * MINUTE, otherMs: 30_000 })
    expect(figures(inKitchen).loss).toEqual({ hour: 20, late: 1, orders: 1 })
    expect(figures(quick).loss).toBeUndefined()
  })

  it('count the orders of each hour of a business day, without a gap, past midnight', () => {
    const late = order({ received: at(23), accept: 0, prepare: MINUTE, promisedAt: at(23) })
    expect(figures(order({ received: at(1) }), late, order({ received: at(22) })).hours).toEqual([
      { hour: 22, orders: 1, late: 0 },
      { hour: 23, orders: 1, late: 1 },
      { hour: 0, orders: 0, late: 0 },
      { hour: 1, orders: 1, late: 0 },
    ])
  })

  it('list the five dishes whose orders took longest, those of a single order only on a quiet day', () => {
    const dish = (name: string, minutes: number) => order({ accept: 0, prepare: minutes * MINUTE, dishes: [name] })
    expect(figures(dish('Suco', 3), dish('Feijoada', 30)).dishes.map(({ name }) => name)).toEqual(['Feijoada', 'Suco'])
    const often = ['A', 'B', 'C'].flatMap((name, index) => Array.from({ length: 3 }, () => dish(name, index + 5)))
    expect(figures(dish('Feijoada', 30), ...often).dishes).toEqual([
      { name: 'C', times: 3, prepareMs: 7 * MINUTE },
      { name: 'B', times: 3, prepareMs: 6 * MINUTE },
      { name: 'A', times: 3, prepareMs: 5 * MINUTE },
    ])
  })

  it('list the channels with the orders that were on time, the largest first', () => {
    const promisedAt = at(20, 10)
    expect(
      figures(
        order({ channel: 'Site' }),
        order({ channel: 'iFood', accept: 0, prepare: MINUTE, promisedAt }),
        order({ channel: 'iFood', accept: 0, prepare: 30 * MINUTE, promisedAt }),
      ).channels,
    ).toEqual([
      { name: 'iFood', orders: 2, kept: 1, promised: 2 },
      { name: 'Site', orders: 1, kept: 0, promised: 0 },
    ])
  })
})

describe('sums', () => {
  const orders = [
    order({ accept: 1_500, prepare: MINUTE + 500, dishes: ['__proto__', 'constructor x'], channel: 'toString' }),
    order({ received: at(21), accept: 0, prepare: MINUTE, promisedAt: at(21) }),
    order({ isCancelled: true, cancelCode: 'OTHER' }),
  ]

  it('give the same figures in one or in several parts, and as stored text', () => {
    const whole = figures(...orders)
    const parts = orders.map((one) => readSums(JSON.parse(sumsText(sumsOf(one)))))
    expect(figuresOf(addSums(parts))).toEqual(whole)
    expect(figuresOf(addSums([addSums(parts.slice(0, 1)), addSums(parts.slice(1))]))).toEqual(whole)
  })

  it('read as nothing what is no row of them', () => {
    expect([...readSums([['all ', 1], 'x', null, ['all ', 1, 0, 0, 0, 0, 0, 0, -1]])]).toEqual([])
    expect([...readSums({ all: 1 })]).toEqual([])
  })

  it('keep every dish, however many different times were counted', () => {
    const busy = Array.from({ length: 600 }, (_, second) => order({ accept: second * 1_000 }))
    const later = order({ accept: 1_000, prepare: MINUTE, dishes: ['Feijoada'] })
    expect(figures(...busy, later).dishes).toMatchObject([{ name: 'Feijoada' }])
  })

  it('count every order, and no more names of dishes than a menu has', () => {
    const sums = addSums(Array.from({ length: 1_000 }, (_, index) => sumsOf(order({ dishes: [`Dish ${index}`] }))))
    expect(figuresOf(sums).orders).toBe(1_000)
    expect(sums.size).toBeLessThanOrEqual(402)
  })

  it('name dishes and channels of the stored order, no customer and no order', () => {
    const body = {
      id: 'o1',
      displayId: '4821',
      status: 'CONCLUDED',
      context: { salesChannel: 'IFOOD' },
      customer: { name: 'Marina' },
      items: [
        { name: 'X-Bacon', quantity: 2, observations: 'for Marina' },
        { name: 'X-Bacon', quantity: 1 },
        { name: ' \u200b ', quantity: 1 },
      ],
    }
    const counted = countedOrder({ status: 'CONCLUDED', firstSeenAt: at(20) }, body, [])
    expect(counted).toMatchObject({ dishes: ['X-Bacon'], channel: 'iFood', isCancelled: false })
    expect(sumsText(sumsOf(counted))).not.toMatch(/Marina|4821|o1/)
    expect(countedOrder({ firstSeenAt: at(20) }, undefined, [])).toMatchObject({ dishes: [], channel: undefined })
  })
})
