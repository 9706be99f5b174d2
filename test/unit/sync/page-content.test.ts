import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { describeShape, sortPage } from '../../../electron/sync/receive-page.ts'

const cancelled = (metadata: unknown) => ({
  eventId: 'e1',
  eventType: 'CANCELLED',
  orderId: 'o1',
  createdAt: '2026-03-02T12:00:00Z',
  metadata,
})
const metadataOf = (metadata: unknown) => sortPage([cancelled(metadata)]).events[0]?.metadata

describe('the stored data of an event', () => {
  it('are the fields that the inbox needs, without a problem', () => {
    expect(sortPage([cancelled(undefined)]).events).toEqual([
      {
        eventId: 'e1',
        orderId: 'o1',
        eventType: 'CANCELLED',
        createdAt: '2026-03-02T12:00:00Z',
        metadata: undefined,
        problem: undefined,
      },
    ])
  })

  it('include the code and the reason of a cancellation, each if it exists', () => {
    expect(metadataOf({ code: 'C', reason: 'R', who: 'x' })).toEqual({ code: 'C', reason: 'R' })
    expect(metadataOf({ code: 'C' })).toEqual({ code: 'C', reason: undefined })
    expect(metadataOf({ code: 7 })).toEqual({ code: '7', reason: undefined })
    expect(metadataOf({ reason: 'R' })).toEqual({ code: undefined, reason: 'R' })
  })

  it('include no code or reason when the text is empty or absent', () => {
    expect(metadataOf({ code: '', reason: '' })).toBeUndefined()
    expect(metadataOf({ code: {}, reason: ['x'] })).toBeUndefined()
    expect(metadataOf({})).toBeUndefined()
  })
})

describe('the stored data of a malformed event', () => {
  it('with an id are the id and the reason why it cannot be read, as an event of no order', () => {
    expect(sortPage([{ eventId: 'e9', eventType: 'CREATED', createdAt: 'x', metadata: { code: 'C' } }])).toEqual({
      events: [
        {
          eventId: 'e9',
          orderId: undefined,
          eventType: 'UNREADABLE',
          createdAt: undefined,
          metadata: undefined,
          problem: expect.stringContaining('orderId'),
        },
      ],
      unreadable: [],
    })
  })

  it('without an id are its shape and the reason why it cannot be read', () => {
    expect(sortPage([{ some: 'thing' }])).toEqual({
      events: [],
      unreadable: [{ raw: '{"some":"<text of 5>"}', problem: expect.stringContaining('eventId') }],
    })
  })

  it('without an id include its order, which can be read', () => {
    const event = { eventType: 'CREATED', orderId: 9 }
    for (const eventId of [undefined, '', null, {}, []]) {
      expect(sortPage([{ ...event, eventId }]).unreadable).toMatchObject([{ orderId: '9' }])
    }
    expect(sortPage([{ ...event, orderId: '' }]).unreadable).toMatchObject([{ orderId: undefined }])
  })

  it('include at most five reasons and 500 characters of them', () => {
    const [kept] = sortPage([{ eventId: { long: 'x'.repeat(10_000) }, orderId: [] }]).unreadable
    expect(kept?.problem.length).toBeLessThanOrEqual(500)
  })
})

test('the shape of an event has the fields and their kinds, and contains only ids, types and times', () => {
  const raw = {
    eventType: 'CREATED',
    orderId: 'o-1',
    createdAt: '2026-01-01T00:00:00Z',
    customer: { name: 'CANARY', phone: 5_581_999, id: 'c-1' },
    notes: ['CANARY', null, true],
    metadata: { code: 'OTHER', reason: 'CANARY' },
  }
  expect(JSON.parse(describeShape(raw))).toEqual({
    eventType: 'CREATED',
    orderId: 'o-1',
    createdAt: '2026-01-01T00:00:00Z',
    customer: { name: '<text of 6>', phone: '<number>', id: 'c-1' },
    notes: ['<text of 6>', null, true],
    metadata: { code: 'OTHER', reason: '<text of 6>' },
  })
})

test.each([
  ['half a {"body of CANARY', '"<text of 23>"'],
  ['{"nome":"CANARY"}', '{"nome":"<text of 6>"}'],
  ['{"Maria CANARY":1}', '{"<field 1>":"<number>"}'],
  ['{"orderId":"Maria CANARY, Rua A"}', '{"orderId":"<text of 19>"}'],
])('the shape of %s contains no text of a customer', (text, expected) => {
  expect(describeShape(text)).toBe(expected)
})

test('an event of any depth and size has a shape', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`)
  expect(describeShape(deep)).toBe('[[[["<nested>"]]]]')
  expect(describeShape(Array.from({ length: 100_000 }, () => 'x')).length).toBeLessThan(500)
  fc.assert(fc.property(fc.jsonValue(), (value) => describeShape(value).length < 200_000))
})
