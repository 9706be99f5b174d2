import { afterEach, describe, expect, it, vi } from 'vitest'
import { isDefaultTime, lacksOffset, parseInstant } from '../../../shared/time/instant.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('platform timestamps', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ['2023-02-20T18:19:03.20162269Z', '2023-02-20T18:19:03.201Z'],
    ['2023-02-20T18:19:03Z', '2023-02-20T18:19:03.000Z'],
    ['2023-02-20T18:19:03.5Z', '2023-02-20T18:19:03.500Z'],
    ['2023-02-20T15:19:03.1-03:00', '2023-02-20T18:19:03.100Z'],
    ['2023-02-20T15:19:03-0300', '2023-02-20T18:19:03.000Z'],
    ['2023-02-20T18:19:03', '2023-02-20T18:19:03.000Z'],
    ['2024-02-29T23:59:59.999999999+14:00', '2024-02-29T09:59:59.999Z'],
    ['2023-02-20T23:49:03+0530', '2023-02-20T18:19:03.000Z'],
    ['2023-02-20T14:49:03-03:30', '2023-02-20T18:19:03.000Z'],
    ['  2023-02-20 8:19 GMT ', '2023-02-20T08:19:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['2023-02-20T18Z', '2023-02-20T18:00:00.000Z'],
    // The hour after the clocks went forward in New York, and the hour before they go back.
    ['2026-03-08T03:30[America/New_York]', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T00:30[America/New_York]', '2026-11-01T04:30:00.000Z'],
    ['2023-02-20T10:00[Asia/Kolkata]', '2023-02-20T04:30:00.000Z'],
    ['2023-02-20T10:00[America/St_Johns]', '2023-02-20T13:30:00.000Z'],
    ['2023-02-20T10:00[UTC]', '2023-02-20T10:00:00.000Z'],
    ['2023-02-20T10:00[Mars/Base]', '2023-02-20T10:00:00.000Z'],
    ['Mon, 20 Feb 2023 15:19 -0300', '2023-02-20T18:19:00.000Z'],
    ['Date(1676917143201-0300)', '2023-02-20T18:19:03.201Z'],
    [1676917143.2016, '2023-02-20T18:19:03.202Z'],
    [1676917143201, '2023-02-20T18:19:03.201Z'],
    ['1676917143201622', '2023-02-20T18:19:03.202Z'],
    ['1676917143201622690', '2023-02-20T18:19:03.202Z'],
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

  it.each([
    ...[undefined, null, 12, {}, '', 'yesterday', '2023-13-45T99:99:99Z', '20/02/2023 18:19', ['1676917143']],
    ...['at 2023-02-20T18:19:03Z', '2023-02-20T18:19:03Z on', 'x1676917143', '1676917143 s', '16769171430000000000'],
    ...['a /Date(1676917143201)/', '/Date(1676917143201)/ a', 'a Mon, 20 Feb 2023 15:19 GMT', '2023-02-30T18:19:03Z'],
  ])('%s is not a timestamp', (raw) => {
    expect(parseInstant(raw)).toBeUndefined()
  })

  it.each<[string, string, boolean]>([
    ['2026-11-27T10:00:00', '2026-11-27T13:00:00Z', true],
    [' 2026-11-27 ', '2026-11-27T03:00:00Z', true],
    ['2026-11-27T10:00:00Z', '2026-11-27T10:00:00Z', false],
    ['2026-11-27T10:00:00+02', '2026-11-27T08:00:00Z', false],
    ['2026-11-27T10:00:00[Asia/Tokyo]', '2026-11-27T01:00:00Z', false],
    [' 1676917143 ', '2023-02-20T18:19:03Z', false],
  ])('%s is, in the zone of a shop in São Paulo, %s', (text, iso, isOfShop) => {
    vi.stubEnv('TZ', 'America/Sao_Paulo')
    expect(parseInstant(text, 'shop')).toBe(Date.parse(iso))
    expect(lacksOffset(text)).toBe(isOfShop)
  })

  it.each([
    [' 0001-01-01T00:00:00 ', true],
    ['9999-12-31', true],
    ['0', true],
    ['yesterday', false],
    ['7', false],
  ])('%j has the form of a time: %j', (text, hasForm) => {
    expect(isDefaultTime(text)).toBe(hasForm)
    expect([undefined, 'yesterday'].map(lacksOffset)).toEqual([false, false])
  })
})
