import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeShape } from '../../../electron/sync/receive-page.ts'

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
