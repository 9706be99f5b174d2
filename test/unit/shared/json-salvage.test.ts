import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readShaped } from '../../../electron/platform/shaped-body.ts'
import { sortPage } from '../../../electron/sync/receive-page.ts'
import { readDelivery } from '../../../shared/order/delivery.ts'
import { salvageList, salvageObject } from '../../../shared/order/json-salvage.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { processorMs } from '../../fixtures/processor-ms.ts'

const good = (id: string) => ({
  eventId: id,
  eventType: 'CREATED',
  orderId: `o-${id}`,
  createdAt: '2026-03-02T12:00:00Z',
})
const text = (id: string, more = ''): string => JSON.stringify(good(id)).replace(/}$/, `${more}}`)
const pageOf = (page: string) => {
  const body = readShaped(page, null, 'events')
  return sortPage(body.kind === 'json' && Array.isArray(body.value) ? body.value : [])
}
/** Elements that `JSON.parse` refuses; each has the ids `b` and `o-b`. */
const BROKEN: readonly (readonly [string, string])[] = [
  ['a raw line break', text('b', ',"metadata":{"reason":"sem\nestoque"}')],
  ['a raw tab and a null character', text('b', ',"metadata":{"reason":"a\tb\u0000"}')],
  ['an unescaped quotation mark', text('b', ',"metadata":{"reason":"the "best" one"}')],
  ['NaN', text('b', ',"value":NaN')],
  ['infinity', text('b', ',"value":-Infinity')],
  ['undefined', text('b', ',"value":undefined')],
  ['a missing value', text('b', ',"value":')],
  ['a trailing comma', text('b', ',')],
  ['a wrong escape', text('b', ',"note":"\\x41 \\u12"')],
  ['single quotation marks', "{'eventId':'b','eventType':'CREATED','orderId':'o-b'}"],
  ['names without quotation marks', '{eventId:"b",eventType:"CREATED",orderId:"o-b"}'],
  ['a missing comma', '{"eventId":"b" "eventType":"CREATED" "orderId":"o-b"}'],
  ['an expression', text('b', ',"value":<none>')],
  ['a missing brace', text('b').slice(0, -1)],
]

describe('a page with a broken element', () => {
  it.each(BROKEN)('has its other elements, and the ids of the broken one: %s', (_what, broken) => {
    for (const page of [`[${text('a')},${broken},${text('c')}]`, `{"events":[${text('a')},${broken},${text('c')}]}`]) {
      const { events } = pageOf(page)
      expect(events.map(({ eventId, orderId }) => [eventId, orderId])).toEqual([
        ['a', 'o-a'],
        ['b', 'o-b'],
        ['c', 'o-c'],
      ])
    }
  })

  it.each([
    [`[${text('a')},"text",null,7,${text('c')}]`],
    [JSON.stringify({ events: [good('a'), good('c')] })],
    [JSON.stringify({ data: { items: [good('a'), good('c')] } })],
    [JSON.stringify([[good('a')], [good('c')]])],
    [JSON.stringify({ 0: good('a'), 1: good('c') })],
    [JSON.stringify(JSON.stringify([good('a'), good('c')]))],
    [JSON.stringify({ _embedded: { events: [good('a'), { event: good('c') }] } })],
    [JSON.stringify({ page: { errors: [], notifications: [good('a'), good('c')] } }).replace('page', 'data')],
    [`[${text('a')},${text('c')},${text('b').slice(0, 30)}`],
    [`[${text('a')},,${text('c')},]`],
    [
      JSON.stringify([
        { event_id: 'a', OrderId: 'o-a', event_type: 'created' },
        { id: { value: 'c' }, orderId: { id: 'o-c' } },
      ]),
    ],
  ])('or in another form has the events a and c: %s', (page) => {
    expect(pageOf(page).events.map(({ eventId, orderId }) => [eventId, orderId])).toEqual([
      ['a', 'o-a'],
      ['c', 'o-c'],
    ])
  })

  it('can be one event alone', () => {
    expect(pageOf(text('a')).events).toMatchObject([{ eventId: 'a', orderId: 'o-a' }])
    expect(pageOf(text('b', ',"value":NaN')).events).toMatchObject([{ eventId: 'b', orderId: 'o-b' }])
  })

  it('without an id is reported, and its order is read', () => {
    const { events, unreadable } = pageOf(`[{"orderId":"o-b","note":"a\nb"},{"eventId":"c","value":<>}]`)
    expect(unreadable).toMatchObject([{ orderId: 'o-b' }])
    expect(events).toMatchObject([{ eventId: 'c', orderId: undefined, problem: expect.any(String) }])
  })

  it('property: a damaged character costs at most the elements beside it, and never invents an id', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('"', '\n', '}', '{', ',', ':', '\\', 'N'), (place, character) => {
        const ids = ['e10', 'e11', 'e12', 'e13', 'e14', 'e15']
        const page = `[${ids.map((id) => text(id)).join(',')}]`
        const at = 1 + (place % (page.length - 2))
        const { events } = pageOf(`${page.slice(0, at)}${character}${page.slice(at + 1)}`)
        expect(events.filter(({ eventId }) => ids.includes(eventId)).length).toBeGreaterThanOrEqual(ids.length - 2)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the body of an order', () => {
  const order =
    '{"id":"o","displayId":"8842","status":"CREATED","items":[{"name":"Pizza","quantity":1,"observations":"sem\nsal"},{"name":"Suco","quantity":NaN},]}'
  it('with raw line breaks, NaN and a trailing comma is read', () => {
    const body = readShaped(order, null, 'order')
    const parsed = parseOrder(body.kind === 'json' ? body.value : undefined)
    if (!parsed.ok) throw new Error(parsed.reason)
    expect(parsed.order).toMatchObject({
      displayId: '8842',
      items: [
        { name: 'Pizza', observations: 'sem\nsal' },
        { name: 'Suco', quantity: 'unreadable', comandaUnread: 1 },
      ],
    })
  })

  it('that was cut is read again: dishes may be missing', () => {
    expect(readShaped(order.slice(0, -30), null, 'order')).toEqual({ kind: 'unreadable' })
  })
})

describe('a text with faults', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`
  it.each<[string, unknown]>([
    ['{"a":"\\u00e9\\n\\t\\"\\/\\u12 \\x"}', { a: 'é\n\t"/u12 x' }],
    ["{'a':[1,,+2,.5,5.,-1e3,'b'],}", { a: [1, 2, 0.5, 5, -1000, 'b'] }],
    ['[12345678901234567890,-9007199254740993,1.5e300]', ['12345678901234567890', '-9007199254740993', 1.5e300]],
    ['[True,false,NaN,-Infinity,None,{"a":,"b":}]', [true, false, null, null, null, { a: null, b: null }]],
    ['{"__proto__":{"x":1},"a":1,constructor:toString}', { a: 1, constructor: null }],
    ['\ufeff\u0000 [ { "a" : "b "c" d" } ] \n', [{ a: 'b "c" d' }]],
    ['{"a":1} x', undefined],
    ['{"a":1', undefined],
    ['{"a":"b', undefined],
    ['{"a" 1}', undefined],
    ['{"a":1x}', undefined],
    ['{1:2}', undefined],
    ['"a"', undefined],
    ['', undefined],
  ])('%j is read as far as its meaning is clear', (text, value) => {
    const read = salvageObject(text)
    expect(read).toEqual(value)
    expect(JSON.stringify(read)).toBe(JSON.stringify(value))
  })

  it('is read to a depth of sixty', () => {
    expect(salvageObject(nested(60))).toEqual(JSON.parse(nested(60)))
    expect(salvageObject(nested(61))).toBeUndefined()
  })

  it.each<[string, number, readonly unknown[]]>([
    ['[{"a":1},{"a":2},{"a":3}]', 2, [{ a: 1 }, { a: 2 }]],
    ['{"count":2,"events":[{"a":1},7,"b",{"a":2}]}', 9, [{ a: 1 }, { a: 2 }]],
    ['{"a":1} {"a":2}', 9, [{ a: 1 }, { a: 2 }]],
    ['[{"a":<1>} , { "b":2}]', 9, ['{"a":<1>} , ', { b: 2 }]],
    ['[{"b":2},{"a":<1>}]', 9, [{ b: 2 }, '{"a":<1>}]']],
    ['[{"b":2},{"a":<1>,"c', 9, [{ b: 2 }]],
    ['no list', 9, []],
  ])('has the objects of its list, whole or as their text: %s', (text, most, objects) => {
    expect(salvageList(text, most)).toEqual(objects)
  })
})

/** Parts of a list without an end, each of which looks like the beginning of an object. */
const ENDLESS = [
  `{'a':"x,`,
  '{"a":"x , ',
  '{"a":[1,',
  '{"a":{"b":1,',
  '{"eventId":"1","x":{"y":"z},',
  '{"orderId":"o","x":"\n},',
  '{"eventId":"1","orderId":"2",',
  `{"a":[${'1,'.repeat(100)}`,
  `{"a":"b${' '.repeat(199)}"`,
  '{"eventId":"e","orderId":"o","v":<none>},',
  '{"a":"" ',
  '},{"',
  "{'",
  '{',
  '["a",',
]
const CHARACTERS = 64_000
const MOST_MS = 100

describe('a list whose objects do not end costs time that grows with its length', () => {
  it.each(ENDLESS)('%s', (part) => {
    for (const begin of ['[', '{"events":[']) {
      const page = begin + part.repeat(CHARACTERS / part.length)
      expect(processorMs(() => void readShaped(page, null, 'events'), MOST_MS)).toBeLessThan(MOST_MS)
      expect(processorMs(() => void readDelivery(page, 0), MOST_MS)).toBeLessThan(MOST_MS)
    }
  })

  it('and a sound event behind them is found by its ids', () => {
    const page = `[${`{'a':"x,`.repeat(900)},${text('b')}]`
    expect(pageOf(page).events.map(({ eventId, orderId }) => [eventId, orderId])).toContainEqual(['b', 'o-b'])
  })
})
