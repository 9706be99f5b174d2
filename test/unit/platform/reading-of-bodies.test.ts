import { describe, expect, it } from 'vitest'
import { parseErrorBody } from '../../../electron/platform/error-body.ts'
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
    ['Sign in', 'text/html; charset=utf-8', { kind: 'page' }],
    ['Sign in', 'TEXT/HTML', { kind: 'page' }],
    ['Sign in', 'application/xhtml+xml', { kind: 'page' }],
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
})
