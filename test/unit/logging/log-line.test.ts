import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLimitedLines, type LogFields } from '../../../electron/logging/log-port.ts'
import { logLine, redact } from '../../../electron/logging/redaction.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const AT = Date.UTC(2026, 7, 1, 12)
const parsed = (fields: LogFields, event = 'poll-failed') => JSON.parse(logLine(AT, 'warn', event, fields))

describe('redaction', () => {
  it('keeps the known names', () => {
    const fields = { route: 'poll', status: 503, orderId: '2c97e104-35ed-4c18-85d7-854a40b6b9e3', cause: 'server' }
    expect(redact(fields)).toEqual(fields)
  })

  it('keeps the numbers of an order that could not be read completely', () => {
    const fields = { orderId: '4711', parts: 2, items: 40 }
    expect(redact(fields)).toEqual(fields)
  })

  it('removes the values of all other names, and lists these names', () => {
    const unlisted = { route: 'poll', clientSecret: 'hush', customerName: 'Maria', 'Maria Silva': 'x' }
    // The compiler refuses such names in a call.
    expect(redact(unlisted as LogFields)).toEqual({ route: 'poll', redacted: 'clientSecret,customerName,?' })
  })

  it.each([
    ['code', 'not a word'],
    ['code', 'aZ9'.repeat(12)],
    ['name', 'x'.repeat(81)],
    ['status', '200; Bearer abc'],
    ['cause', { value: 'secret' }],
    ['error', new Error('secret')],
    ['cause', null],
  ])('removes a value that is not a valid %s: %j', (name, value) => {
    expect(redact({ [name]: value } as unknown as LogFields)).toEqual({ [name]: '[redacted]' })
  })

  it.each([
    ['SQLITE_BUSY: database is locked', 'SQLITE_BUSY: database is locked'],
    ['items.0.quantity: Invalid input', 'items.0.quantity: Invalid input'],
    [`Unexpected token 'M', "Maria Silva" is not valid JSON`, 'Unexpected token "…", "…" is not valid JSON'],
    ['Unexpected end of "Maria Sil', 'Unexpected end of "…"'],
    ['fetch https://api.example.test/9f8c7b6a/od/v2 failed', 'fetch [address] failed'],
    ['sent Bearer abc.def-ghi', 'sent [redacted]'],
    ['key a81b7f0d9c2e4f6a8b0c1d2e3f405162 refused', 'key [redacted] refused'],
    ['call +5511987654321 or maria@example.test', 'call +[number] or [redacted]'],
  ])('removes quotations, addresses and keys from prose: %j', (text, expected) => {
    expect(redact({ error: text })).toEqual({ error: expected })
  })

  it('removes folders from a stack location, because they name the user', () => {
    expect(redact({ place: 'at sender.send (file:///home/maria/comanda/out/main/main.js:10:5)' })).toEqual({
      place: 'at sender.send (main.js:10:5)',
    })
    expect(redact({ place: 'at C:\\Users\\maria\\app.asar\\main.js:10:5' })).toEqual({ place: 'at main.js:10:5' })
  })

  it('cuts long values', () => {
    expect(String(redact({ orderId: 'ab '.repeat(10_000) }).orderId).length).toBeLessThan(310)
    expect(String(redact({ reason: 'ab '.repeat(10_000) }).reason).length).toBeLessThan(310)
  })
})

describe('a line', () => {
  it('is one JSON object', () => {
    expect(parsed({ status: 503 })).toEqual({
      at: '2026-08-01T12:00:00.000Z',
      level: 'warn',
      event: 'poll-failed',
      status: 503,
    })
  })

  it('refuses an event name of the wrong form', () => {
    expect(parsed({}, 'x\n{"level":"info"}').event).toBe('event-name-malformed')
  })

  it('contains no line break, regardless of its values', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', '\r\n', '\u2028', '\u0085', '\u202e', '\u001b[2J', '\ud800'),
    )
    const fields = fc.dictionary(fc.constantFrom('orderId', 'reason', 'code', 'at', 'level', '__proto__', 'x\n'), nasty)
    fc.assert(
      fc.property(fields, nasty, (values, event) => {
        const line = logLine(AT, 'info', event, values)
        expect(line.slice(0, -1)).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]*$/u)
        expect(line.endsWith('}\n')).toBe(true)
        expect(JSON.parse(line)).toMatchObject({ at: '2026-08-01T12:00:00.000Z', level: 'info' })
      }),
    )
  })
})

it('20 lines of a kind are written in a minute, and the number of the others in the next minute', () => {
  let at = 5_000
  const log = createMemoryLog()
  const line = createLimitedLines(log, () => at)
  for (let call = 0; call < 1_000; call += 1) line('read 404', 'refused', { status: 404 })
  line('poll 500', 'refused', { status: 500 })
  expect(log.lines).toHaveLength(21)
  expect(log.lines.at(-1)?.fields).toEqual({ status: 500 })

  at += 60_000
  line('read 404', 'refused', { status: 404 })
  line('read 404', 'refused', { status: 404 })
  expect(log.lines.slice(21).map(({ fields }) => fields)).toEqual([{ status: 404, leftOut: 980 }, { status: 404 }])
})
