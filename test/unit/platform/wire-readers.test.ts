import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctOffset } from '../../../electron/platform/clock-offset.ts'
import { parseErrorBody } from '../../../electron/platform/error-body.ts'
import { LONGEST_WAIT_MS, parseHttpDate, parseRetryAfter } from '../../../electron/platform/retry-after.ts'
import { parseBody } from '../../../shared/json-body.ts'

const NOW = Date.UTC(2026, 7, 1, 12)
const inMs = (ms: number) => new Date(NOW + ms).toUTCString()

describe('a Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['1.5', 1_500],
    ['86400', 600_000],
    ['999999999999', LONGEST_WAIT_MS],
    [inMs(90_000), 90_000],
    [inMs(-90_000), 0],
    ['-5', undefined],
    ['1e9', undefined],
    ['soon', undefined],
    ['', undefined],
    ['2027', 600_000],
    [null, undefined],
  ])('is read from %j', (text, ms) => {
    expect(parseRetryAfter(text, undefined, NOW)).toBe(ms)
  })

  it('is counted from the answer’s own date, regardless of this machine’s clock', () => {
    expect(parseRetryAfter(inMs(60_000), NOW, NOW + 3_600_000)).toBe(60_000)
  })
})

it('the three forms of an HTTP date are read', () => {
  const epoch = Date.UTC(1994, 10, 6, 8, 49, 37)
  expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(epoch)
  expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(epoch)
  expect(parseHttpDate('1994-11-06')).toBeUndefined()
})

describe('the clock offset', () => {
  it('is exact to half a second plus the delay, for every clock and every delay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 999 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        (trueOffset, delay, subSecond, share, currentOffset) => {
          const sentAt = NOW + subSecond
          const receivedAt = sentAt + delay
          const written = sentAt + delay * share + trueOffset
          const platformAt = Math.floor(written / 1_000) * 1_000
          const offset = correctOffset(currentOffset, { platformAt, sentAt, receivedAt })
          expect(Math.abs(offset - trueOffset)).toBeLessThanOrEqual(1_000 + delay)
          expect(correctOffset(offset, { platformAt, sentAt, receivedAt })).toBe(offset)
        },
      ),
    )
  })
})

describe('an error body', () => {
  const read = (value: unknown) => parseErrorBody({ kind: 'json', value })
  it.each([
    [
      { code: 'A', message: 'b', details: [{ field: 'x', issue: 'y' }] },
      { code: 'A', message: 'b' },
    ],
    [{ error: { code: 'A', message: 'b' } }, { code: 'A', message: 'b' }],
    [{ title: 'Not found', status: 404 }, { message: 'Not found' }],
    [
      { error: 'invalid_client', error_description: 'No' },
      { code: 'invalid_client', message: 'No' },
    ],
    [{ code: 42 }, { code: '42' }],
    [{ code: {}, message: [] }, {}],
    [{ error: null }, {}],
    [null, {}],
    ['text', {}],
    [[], {}],
  ])('is read: %j', (body, expected) => {
    expect(read(body)).toEqual(expected)
  })

  it('causes no exception, regardless of its content', () => {
    fc.assert(fc.property(fc.anything(), (value) => void read(value)))
    fc.assert(fc.property(fc.string(), (text) => void parseBody(text, null)))
  })
})
