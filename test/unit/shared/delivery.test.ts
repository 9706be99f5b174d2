import { describe, expect, it } from 'vitest'
import { DELIVERY_MAX_AGE_MS, readDelivery } from '../../../shared/order/delivery.ts'
import { parseEvent } from '../../../shared/order/event.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')
const event = (id: string, ageMs = 0) => ({
  eventId: id,
  eventType: 'CREATED',
  orderId: `o-${id}`,
  createdAt: new Date(NOW - ageMs).toISOString(),
})
const [A, B] = [event('a'), event('b')]
const text = (value: unknown): string => JSON.stringify(value)

/** The orders that a delivery names, or what else it is. */
function readingOf(body: string): readonly (string | undefined)[] | string {
  const delivery = readDelivery(body, NOW)
  if (delivery.kind !== 'events') return delivery.kind
  const orders = delivery.events.map((sent) => {
    const parsed = parseEvent(sent)
    return parsed.ok ? parsed.event.orderId : parsed.orderId
  })
  return orders.filter((orderId) => orderId !== undefined)
}

describe('the orders of a delivery are found', () => {
  it.each<readonly [string, string]>([
    ['in a list', text([A, B])],
    ['in a list of lists', text([[A], [B]])],
    ['in an object', text({ events: [A, B] })],
    ['under another name', text({ notifications: [A, B] })],
    ['under another name, in a block', text({ envelope: { batch: { entries: [A, B] } } })],
    ['in an envelope with its own id and type', text({ eventId: 'd1', eventType: 'ORDER_BATCH', list: [A, B] })],
    ['in an envelope with an id', text({ id: 'd1', timestamp: 1, events: [A, B] })],
    ['beside an empty list', text({ events: [], data: [A, B] })],
    ['in two lists', text({ created: [A], changed: [B] })],
    ['in a list of envelopes', text([{ events: [A] }, { id: 'd2', data: [B] }])],
    ['by their ids', text({ a: A, b: B })],
    ['in a list in blocks', text([{ event: A }, { data: B }])],
    ['encoded twice', text(text([A, B]))],
    ['encoded twice in an object', text({ body: text([A, B]) })],
    ['after a mark of the byte order', `\ufeff${text([A, B])}`],
    ['before other text', `${text([A, B])} -- end of message`],
    ['before a null character', `${text([A, B])}\0`],
    ['in lines', `${text(A)}\n${text(B)}\n`],
    ['in lines with lists', `${text({ ...A, tags: ['x'] })}\n${text({ ...B, tags: ['x'] })}`],
    ['behind a prefix', `)]}',\n${text([A, B])}`],
    ['in a stream', `data: ${text(A)}\n\ndata: ${text(B)}\n\n`],
    ['in JSON with a superfluous comma', `[${text(A)},${text(B)},]`],
    ['in an object with a raw line break', `{"note":"a\nb","events":[${text(A)},${text(B)}]}`],
    ['without their end', text({ events: [A, B] }).slice(0, -2)],
  ])('%s', (_form, body) => {
    expect(readingOf(body)).toEqual(['o-a', 'o-b'])
  })

  it.each<readonly [string, string, readonly string[]]>([
    ['alone', text(A), ['o-a']],
    ['alone, before other text', `${text(A)}}}`, ['o-a']],
    ['alone, cut at its end', text(A).slice(0, -1), ['o-a']],
    ['without an id of the event', '{"orderId":"o-a","eventType":"CREATED"}', ['o-a']],
    ['with ids that are numbers', '{"eventId":17,"orderId":4711}', ['4711']],
    ['with numbers above 2^53', '{"eventId":90071992547409931,"orderId":90071992547409933}', ['90071992547409933']],
    ['with the type beside the block', '{"event":"order.created","data":{"id":"a","orderId":"o-a"}}', ['o-a']],
    ['with the order in a block', '{"eventId":"a","eventType":"CREATED","resource":{"orderId":"o-a"}}', ['o-a']],
    ['beside an element that is none', text([{ hello: 1 }, A, null]), ['o-a']],
    ['beside a keep-alive', text([{ code: 'KEEPALIVE', id: 'k' }, A]), ['o-a']],
  ])('of one event %s', (_form, body, orders) => {
    expect(readingOf(body)).toEqual(orders)
  })

  it('to the last one, however many they are', () => {
    const many = Array.from({ length: 2_500 }, (_, index) => event(`e${index}`))
    expect(readingOf(text({ events: many }))).toHaveLength(2_500)
    expect(readingOf(`${text({ events: many })}x`)).toHaveLength(2_500)
  })

  it('with the id of the event, when the order stands in a block', () => {
    const delivery = readDelivery('{"eventId":"a","eventType":"CREATED","resource":{"orderId":"o-a"}}', NOW)
    expect(delivery).toMatchObject({ events: [{ eventId: 'a', eventType: 'CREATED', orderId: 'o-a' }] })
  })
})

it.each([
  '',
  ' \n',
  '\ufeff',
  'null',
  'true',
  '7',
  '{}',
  '[]',
  '[[]]',
  '{"events":[]}',
  '{"events":null}',
  '{"hello":1}',
  '{"eventId":"a","eventType":"CREATED"}',
  '[{"id":"x"}]',
  'OK',
  '<html><body>login</body></html>',
  'half a {"bod',
  '{"type":"UNKNOWN"}',
  `${'{"event":'.repeat(50_000)}"PING"${'}'.repeat(50_000)}`,
])('a body without an event is none: %s', (body) => {
  expect(readingOf(body)).toBe('unreadable')
})

it.each([
  '{"code":"KEEPALIVE","fullCode":"KEEPALIVE","id":"k1","merchantIds":["m1"]}',
  '{"eventId":"k1","eventType":"KEEP_ALIVE"}',
  '[{"code":"KEEPALIVE"}]',
  '{"events":[{"eventType":"keep-alive"}]}',
  '{"type":"ping"}',
  '{"event":{"type":"HEARTBEAT"}}',
  '{"event":"ping","data":{}}',
  '"PING"',
  'ping\n',
])('a known keep-alive is recognised: %s', (body) => {
  expect(readingOf(body)).toBe('keep-alive')
})

it('an event that is older than its id is kept is left out, and a delivery of such events is outdated', () => {
  const [old, young] = [event('old', DELIVERY_MAX_AGE_MS + 1), event('young', DELIVERY_MAX_AGE_MS)]
  expect(readingOf(text(old))).toBe('outdated')
  expect(readingOf(text({ events: [old, { hello: 1 }] }))).toBe('outdated')
  expect(readingOf(text([old, young]))).toEqual(['o-young'])
})
