import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctOffset } from '../../../electron/platform/clock-offset.ts'
import {
  createWaitReader,
  LONGEST_WAIT_MS,
  parseHttpDate,
  parseRetryAfter,
} from '../../../electron/platform/retry-after.ts'
import { parseErrorBody } from '../../../electron/platform/setback.ts'
import { parseBody } from '../../../shared/json-body.ts'

describe('a body', () => {
  it.each([
    ['', null, { kind: 'none' }],
    [' \n\t ', 'text/html', { kind: 'none' }],
    ['\uFEFF', null, { kind: 'none' }],
    ['\uFEFF[1]', 'text/plain', { kind: 'json', value: [1] }],
    ['x\uFEFF', null, { kind: 'text' }],
    [' {"a":1} ', null, { kind: 'json', value: { a: 1 } }],
    ['null', null, { kind: 'json', value: null }],
    ['false', 'text/html', { kind: 'json', value: false }],
    ['<html>', null, { kind: 'page' }],
    ['  <!doctype html>', 'application/json', { kind: 'page' }],
    ['Sign in<br>', 'text/html; charset=utf-8', { kind: 'page' }],
    ['Sign in </B>', 'TEXT/HTML', { kind: 'page' }],
    ['Sign in <!-- -->', 'application/xhtml+xml', { kind: 'page' }],
    ['Sign in<br>', 'text/plain', { kind: 'text' }],
    // Express and Flask label each text so.
    ['Accepted', 'text/html; charset=utf-8', { kind: 'text' }],
    ['1 < 2', 'text/html', { kind: 'text' }],
    ['{"valid":fal', 'text/html', { kind: 'unreadable' }],
    ['OK', 'text/plain', { kind: 'text' }],
    ['OK < 1', null, { kind: 'text' }],
    ['{"half":', null, { kind: 'unreadable' }],
    ['{"valid":fal', 'application/json', { kind: 'unreadable' }],
    [' [1,', 'text/plain', { kind: 'unreadable' }],
  ])('%j is read as %j', (text, contentType, body) => {
    expect(parseBody(text, contentType)).toEqual(body)
  })

  const jsonOf = (text: string): unknown => {
    const body = parseBody(text, null)
    return body.kind === 'json' ? body.value : undefined
  }

  it('contains integers beyond the precision of a double as text, and other values unchanged', () => {
    expect(
      jsonOf(
        '{"a":9007199254740993,"b":-9007199254740993,"c":9007199254740991,"d":"9007199254740993","e":[12345678901234567890]}',
      ),
    ).toEqual({
      a: '9007199254740993',
      b: '-9007199254740993',
      c: 9_007_199_254_740_991,
      d: '9007199254740993',
      e: ['12345678901234567890'],
    })
    expect(jsonOf('[1.2345678901234567, 12345678901234567e3, 1234567890123456]')).toEqual([
      1.2345678901234567, 12345678901234567e3, 1_234_567_890_123_456,
    ])
    expect(jsonOf('9007199254740993')).toBe('9007199254740993')
  })

  it('is read when it is nested deeper than the stack allows', () => {
    const depth = 50_000
    const text = `${'['.repeat(depth)}1234567890123456789${']'.repeat(depth)}`
    expect(parseBody(text, null)).toMatchObject({ kind: 'json' })
    expect(parseBody(`${text}]`, null)).toEqual({ kind: 'unreadable' })
    expect(parseBody('[1234567890123456789', null)).toEqual({ kind: 'unreadable' })
  })

  it.each(['__proto__', '__PROTO__', '\\u005f_proto__', '\\u005F_proto__', '__\\u0070roto__', '__pr\\u006fto__'])(
    'has no field named %s, at any depth',
    (name) => {
      const text = `{"${name}":{"a":1},"list":[0,null,{"${name}":{"a":1},"b":{"${name}":1,"c":2}}],"d":"x"}`
      const value = jsonOf(text)
      const isTheName = JSON.parse(`"${name}"`) === '__proto__'
      const list = isTheName ? [0, null, { b: { c: 2 } }] : expect.anything()
      expect(value).toMatchObject({ d: 'x', list })
      expect(JSON.stringify(value).includes('__proto__')).toBe(false)
      if (isTheName) expect(Object.getOwnPropertyNames(value)).toEqual(['list', 'd'])
    },
  )

  it('may be empty, or text that contains the name', () => {
    expect(jsonOf('"__proto__"')).toBe('__proto__')
    expect(jsonOf('["__proto__", null]')).toEqual(['__proto__', null])
  })
})

describe('the message of a refusal', () => {
  const read = (value: unknown) => parseErrorBody({ kind: 'json', value })

  it('is trimmed, cut, and absent when it is empty', () => {
    expect(read({ code: '  A  ', message: '   ' })).toEqual({ code: 'A' })
    expect(read({ code: '', error: 'x' })).toEqual({ code: 'x' })
    expect(read({ code: 'c'.repeat(200), message: 'm'.repeat(600) })).toEqual({
      code: 'c'.repeat(100),
      message: 'm'.repeat(500),
    })
    expect(read({ error: 'e'.repeat(200) })).toEqual({ code: 'e'.repeat(100) })
    expect(read({ title: 't'.repeat(600) }).message).toHaveLength(500)
    expect(read({ error_description: 't'.repeat(600) }).message).toHaveLength(500)
    expect(read({ message: true, code: false })).toEqual({})
  })

  it('is cut before a pair of code units, not inside of it', () => {
    const [code, message] = [`${'c'.repeat(99)}🍕`, `${'m'.repeat(499)}🍕`]
    expect(read({ code, message })).toEqual({ code: 'c'.repeat(99), message: 'm'.repeat(499) })
  })
})

const NOW = Date.UTC(2026, 7, 1, 12)
const inMs = (ms: number) => new Date(NOW + ms).toUTCString()

describe('the waits in the headers of answers', () => {
  const reader = () => {
    let at = 0
    const read = createWaitReader(() => at)
    const headers = new Headers()
    return {
      headers,
      pass: (ms: number) => {
        at += ms
      },
      read: (route = 'poll') => read(route, (name) => headers.get(name), undefined, NOW),
    }
  }

  it('are read from `retry-after-ms` too, and the longer one counts', () => {
    const { headers, read } = reader()
    expect(read()).toBeUndefined()
    headers.set('retry-after-ms', '6500')
    expect(read()).toBe(6_500)
    headers.set('retry-after', '6')
    expect(read()).toBe(6_500)
    headers.set('retry-after-ms', 'soon')
    expect(read()).toBe(6_000)
  })

  it('are five seconds when they are not readable, then twice as long for the same call', () => {
    const { headers, pass, read } = reader()
    headers.set('retry-after', 'soon')
    expect(read()).toBe(5_000)
    pass(1_000)
    expect(read()).toBe(5_000)
    pass(4_000)
    expect(read()).toBe(10_000)
    expect(read('read')).toBe(5_000)
    pass(10_000)
    expect(read()).toBe(20_000)
    for (let times = 0; times < 10; times += 1) {
      pass(LONGEST_WAIT_MS)
      read()
    }
    pass(LONGEST_WAIT_MS)
    expect(read()).toBe(LONGEST_WAIT_MS)
    headers.delete('retry-after')
    expect(read()).toBeUndefined()
    headers.set('retry-after', '-5')
    expect(read()).toBe(5_000)
  })
})

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
    ['6, 6', 6_000],
    ['6,60', 60_000],
    ['6, soon', 6_000],
    ['6s', 6_000],
    ['6 sec', 6_000],
    ['6 Seconds', 6_000],
    ['"6"', 6_000],
    ['250ms', 250],
    ['2m', 120_000],
    ['1 minute', 60_000],
    ['1h', 600_000],
    ['6 apples', undefined],
    [`${inMs(90_000)}, ${inMs(30_000)}`, 90_000],
    ['2026-08-01T12:01:30Z', 90_000],
    ['2026-08-01T12:01:30.000+00:00, 2026-08-01T12:01:30.000+00:00', 90_000],
    ['2026-08-01 12:01:30', 90_000],
    ['2026-08-01T09:01:30-03:00', 90_000],
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
