import { describe, expect, it } from 'vitest'
import { makeOrder } from '../../../electron/rehearsal/order-factory.ts'
import { seededRandom, wireTime } from '../../../electron/rehearsal/randomness.ts'
import type { WireOption, WireOrder } from '../../../electron/rehearsal/wire.ts'

const AT = Date.UTC(2026, 10, 20, 12, 34, 56, 789)
const merchant = { id: 'm1', name: 'Cantina' }

function orders(count: number, seed = 1): readonly WireOrder[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => makeOrder({}, { random, at: AT, merchant, sourceAppId: 'app' }))
}

const depth = (options: readonly WireOption[] | undefined): number =>
  options === undefined || options.length === 0 ? 0 : 1 + Math.max(...options.map((option) => depth(option.options)))

describe('orders from the menu', () => {
  const many = orders(400)

  it('are the same for the same seed', () => {
    expect(orders(5, 9)).toEqual(orders(5, 9))
    expect(orders(5, 9)).not.toEqual(orders(5, 10))
  })

  it('contain the difficult cases of a kitchen', () => {
    const items = many.flatMap((order) => order.items)
    expect(Math.max(...items.map((item) => depth(item.options)))).toBe(3)
    expect(items.some((item) => item.unit === 'KG' && item.quantity === 0.5 && item.name.includes('Picanha'))).toBe(
      true,
    )
    expect(items.some((item) => item.observations === 'ALERGIA a amendoim')).toBe(true)
    expect(items.some((item) => item.observations === 'sem cebola')).toBe(true)
    expect(items.some((item) => item.observations === 'ponto bem passado')).toBe(true)
    expect(items.some((item) => (item.observations?.length ?? 0) > 150)).toBe(true)
  })

  it('contain the platform’s data about people and money', () => {
    for (const order of many) {
      expect(order.customer?.documentNumber).toMatch(/^\d{11}$/)
      expect(order.customer?.phone?.number).toMatch(/^\+55119\d{8}$/)
      expect(order.customer?.email).toMatch(/^[a-z]+\.[a-z]+@example\.com$/)
      const { total, payments } = order
      expect((payments?.prepaid ?? 0) + (payments?.pending ?? 0)).toBe(total?.orderAmount.value)
    }
    expect(many.some((order) => order.payments?.methods.some((method) => method.changeFor !== undefined))).toBe(true)
  })

  it('use the values that the caller sets', () => {
    const random = seededRandom(1)
    const order = makeOrder(
      { orderType: 'INDOOR', displayId: 'M5-01', order: { observations: 'Mesa 5' } },
      { random, at: AT, merchant, sourceAppId: 'app' },
    )
    expect(order).toMatchObject({ displayId: 'M5-01', observations: 'Mesa 5', fulfillment: { orderType: 'INDOOR' } })
  })
})

describe('timestamps of the platform', () => {
  it('mean the given second, in every offset and with every number of digits', () => {
    const random = seededRandom(2)
    const texts = Array.from({ length: 200 }, () => wireTime(AT, random))
    for (const text of texts) expect(Math.floor(Date.parse(text) / 1000)).toBe(Math.floor(AT / 1000))
    expect(texts.some((text) => text.endsWith('-03:00'))).toBe(true)
    expect(new Set(texts.map((text) => (/\.(\d+)/.exec(text)?.[1] ?? '').length))).toEqual(
      new Set([0, 1, 3, 6, 7, 8, 9]),
    )
  })
})
