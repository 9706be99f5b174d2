import { describe, expect, it } from 'vitest'
import { parseInstant } from '../../../shared/time/instant.ts'

describe('platform timestamps', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['2023-02-20T18:19:03.20162269Z', '2023-02-20T18:19:03.201Z'],
    ['2023-02-20T18:19:03Z', '2023-02-20T18:19:03.000Z'],
    ['2023-02-20T18:19:03.5Z', '2023-02-20T18:19:03.500Z'],
    ['2023-02-20T15:19:03.1-03:00', '2023-02-20T18:19:03.100Z'],
    ['2023-02-20T15:19:03-0300', '2023-02-20T18:19:03.000Z'],
    ['2023-02-20T18:19:03', '2023-02-20T18:19:03.000Z'],
    ['2024-02-29T23:59:59.999999999+14:00', '2024-02-29T09:59:59.999Z'],
  ]
  it.each(cases)('%s is %s', (text, iso) => {
    expect(parseInstant(text)).toBe(Date.parse(iso))
  })

  it.each([
    '0001-01-01T00:00:00',
    '1970-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '2100-01-01T00:00:00Z',
    '9999-12-31T23:59:59.9999999Z',
  ])('%s is the default value of a program, not a time', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  it.each([undefined, null, 12, {}, '', 'yesterday', '2023-13-45T99:99:99Z', '20/02/2023 18:19'])(
    '%s is not a timestamp',
    (raw) => {
      expect(parseInstant(raw)).toBeUndefined()
    },
  )
})
