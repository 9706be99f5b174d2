import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOrder } from '../../../shared/order.ts'
import { cutOf, cutOrder } from '../../../shared/order-cut.ts'

const essentials = {
  id: 'o1',
  status: 'CREATED',
  fulfillment: { orderType: 'DELIVERY' },
  items: [{ name: 'Pizza', quantity: 1 }],
}

const orderOf = (raw: unknown) => {
  const parsed = parseOrder(raw)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}

const ones = (count: number): readonly unknown[] => Array.from({ length: count }, () => 1)
const nested = (levels: number): object => (levels === 0 ? {} : { inner: nested(levels - 1) })
/** A body with 100,000 characters, field names included, plus `more`. */
const bodyOfTexts = (more: number): object => {
  const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(1_000))
  return { a: texts(40), b: texts(40), c: texts(19), d: 'x'.repeat(996 + more) }
}
/** A body with 6,000 values plus `more`. */
const bodyOfValues = (more: number): object => {
  const lists = (count: number) => Array.from({ length: count }, () => ones(40))
  return { a: lists(40), b: lists(40), c: lists(40), d: lists(25), e: ones(20), f: ones(28 + more) }
}

describe('reading an order', () => {
  it('accepts one with only the required fields', () => {
    expect(orderOf(essentials)).toMatchObject({ id: 'o1', status: 'CREATED', items: [{ name: 'Pizza', quantity: 1 }] })
  })

  it.each([
    [{ status: { status: 'READY' } }, 'READY'],
    [{ status: { value: 'READY', since: 'x' } }, 'READY'],
    [{ status: { code: 'ON_THE_GRILL' } }, 'ON_THE_GRILL'],
    [{ status: 'created' }, 'CREATED'],
    [{ status: { value: ' In_Delivery ' } }, 'IN_DELIVERY'],
    [{ status: 'on the grill' }, 'on the grill'],
  ])('accepts a status in another case or as a block: %j', (block, status) => {
    expect(orderOf({ ...essentials, ...block }).status).toBe(status)
  })

  it('accepts unknown fields at every level, and leaves them out', () => {
    const order = orderOf({
      ...essentials,
      loyalty: { points: 'UNKNOWN' },
      customer: { name: 'Ana', phone: 'UNKNOWN' },
      payments: { prepaid: { value: 3, note: 'UNKNOWN' }, methods: [{ method: 'PIX', card: 'UNKNOWN' }] },
      items: [
        { name: 'X', quantity: 1, allergens: ['UNKNOWN'], options: [{ name: 'Y', quantity: 1, note: 'UNKNOWN' }] },
      ],
    })
    expect(order).toMatchObject({
      customer: { name: 'Ana' },
      payments: { prepaid: 3, methods: [{ method: 'PIX' }] },
      items: [{ name: 'X', options: [{ name: 'Y' }] }],
    })
    expect(JSON.stringify(order)).not.toContain('UNKNOWN')
  })

  it('reads quantities that come as text with a comma', () => {
    expect(
      orderOf({ ...essentials, items: [{ name: 'Picanha', quantity: '0,5', unit: 'KG' }] }).items[0]?.quantity,
    ).toBe(0.5)
  })

  it('reads options of any depth and leaves out an option that has no name', () => {
    const option = {
      name: 'Massa',
      quantity: 1,
      options: [{ name: 'Borda', quantity: 1, options: [{ name: 'Catupiry' }, 3] }],
    }
    const order = orderOf({
      ...essentials,
      items: [{ name: 'Pizza', quantity: 1, options: [option, { quantity: 2 }] }],
    })
    expect(order.items[0]?.options).toHaveLength(1)
    expect(order.items[0]?.options[0]?.options[0]?.options.map(({ name }) => name)).toEqual(['Catupiry'])
  })

  it.each([
    ['id', { ...essentials, id: undefined }],
    ['status', { ...essentials, status: 7 }],
    ['fulfillment', { ...essentials, fulfillment: null }],
    ['items', { ...essentials, items: 'pizza' }],
    ['items.0.name', { ...essentials, items: [{ quantity: 1 }] }],
  ])('names the field that it could not read: %s', (field, raw) => {
    expect(parseOrder(raw)).toMatchObject({ ok: false, reason: expect.stringContaining(field) })
  })

  it('does not depend on the values of optional fields', () => {
    const optional = fc.record(
      {
        displayId: fc.anything(),
        createdAt: fc.anything(),
        timing: fc.anything(),
        merchant: fc.anything(),
        customer: fc.anything(),
        payments: fc.anything(),
        total: fc.anything(),
        context: fc.anything(),
        observations: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(optional, (extra) => {
        expect(parseOrder({ ...extra, ...essentials })).toMatchObject({ ok: true })
      }),
      { numRuns: 2_000 },
    )
  })

  it('accepts endless nesting, and reads its first levels', () => {
    const deep = (levels: number): unknown =>
      Array.from({ length: levels }).reduce((inner) => ({ name: 'x', quantity: 1, options: [inner] }), undefined)
    const withOption = (levels: number) => ({
      ...essentials,
      items: [{ name: 'x', quantity: 1, options: [deep(levels)] }],
    })
    expect(parseOrder(withOption(50))).toMatchObject({ ok: true })
    expect(parseOrder(withOption(20_000))).toMatchObject({ ok: true })
  })

  it('reads only the first lines of an endless order, and keeps five reasons and 500 characters', () => {
    const read = new Set<string | symbol>()
    const items = new Proxy(
      Array.from({ length: 300_000 }, () => ({})),
      {
        get(list, key, receiver) {
          read.add(key)
          return Reflect.get(list, key, receiver)
        },
      },
    )
    const parsed = parseOrder({ ...essentials, items })
    expect(read.size).toBeLessThan(1_000)
    if (parsed.ok) throw new Error('An order without names makes no ticket')
    expect(parsed.reason.split(';')).toHaveLength(5)
    expect(parsed.reason.length).toBeLessThanOrEqual(500)
  })

  it('states once what was cut, also when it is cut again', () => {
    const items = Array.from({ length: 5_000 }, () => ({ name: 'x'.repeat(3_000), quantity: 1 }))
    const cut = cutOrder({ ...essentials, items })
    expect(cutOf(cut).lines).toBe(4_440)
    expect(cutOf(cut).characters).toBeGreaterThan(60 * 1_000)
    expect(cutOrder(cut)).toEqual(cut)
    expect(JSON.stringify(cut).length).toBeLessThan(150_000)
    expect(orderOf(cut).items).toHaveLength(61)
  })

  it('keeps a usual order unchanged, without a copy', () => {
    const order = { ...essentials, observations: 'Sem cebola', items: [{ name: 'Pizza', quantity: 2, options: [] }] }
    expect(cutOrder(order)).toBe(order)
    expect(cutOf(cutOrder(order))).toEqual({ characters: 0, lines: 0 })
  })

  it.each([
    ['a text', (more: number) => ({ note: 'x'.repeat(2_000 + more) }), { characters: 1, lines: 0 }],
    ['an id', (more: number) => ({ id: 'x'.repeat(8_000 + more) }), { characters: 1, lines: 0 }],
    ['the name of a field', (more: number) => ({ ['x'.repeat(2_000 + more)]: 1 }), { characters: 1, lines: 0 }],
    ['all texts', bodyOfTexts, { characters: 1, lines: 0 }],
    ['a list', (more: number) => ({ list: ones(40 + more) }), { characters: 0, lines: 1 }],
    ['the depth', (more: number) => nested(16 + more), { characters: 0, lines: 1 }],
    ['all values', bodyOfValues, { characters: 0, lines: 1 }],
  ])('keeps %s up to its limit, and cuts the rest', (_what, bodyWith, cut) => {
    const atLimit = bodyWith(0)
    expect(cutOrder(atLimit)).toBe(atLimit)
    expect(cutOf(cutOrder(bodyWith(1)))).toEqual(cut)
  })

  it('keeps a hundred fields of an object', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
    const hundred = fields(100)
    expect(cutOrder(hundred)).toBe(hundred)
    expect(cutOrder(fields(101))).toEqual(hundred)
  })

  it('reads a limited number of values of a body', () => {
    let reads = 0
    const counted = {
      get value() {
        reads += 1
        if (reads > 12_000) throw new Error('The parser reads every value')
        return 1
      },
    }
    const wide = Array.from({ length: 8 }).reduce<unknown>((inner) => Array.from({ length: 40 }, () => inner), counted)
    expect(cutOf(cutOrder({ wide })).lines).toBeGreaterThan(0)
  })

  it('does not accept an infinite number as a quantity', () => {
    const endless = { ...essentials, items: [{ name: 'x', quantity: '9'.repeat(400) }] }
    expect(parseOrder(endless)).toMatchObject({ ok: false, reason: expect.stringContaining('items.0.quantity') })
  })

  it('never throws, regardless of its input', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(typeof parseOrder(raw).ok).toBe('boolean')
      }),
      { numRuns: 2_000 },
    )
  })
})
