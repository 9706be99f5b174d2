import { describe, expect, it } from 'vitest'
import { freshnessByAge, TROUBLES } from '../../../shared/time/freshness.ts'
import { isLinkTrouble } from '../../../shared/time/link-trouble.ts'

describe('freshness by the age of the last poll', () => {
  const interval = 30_000
  it.each([
    [0, 'fresh'],
    [33_000, 'fresh'],
    [60_000, 'fresh'],
    [64_000, 'late'],
    [93_000, 'late'],
    [94_000, 'stale'],
    [86_400_000, 'stale'],
  ] as const)('%d ms is %s', (age, state) => {
    expect(freshnessByAge(age, interval)).toBe(state)
  })
})

it('four troubles lie between a screen and its main computer, all others at the main computer', () => {
  expect(TROUBLES.filter(isLinkTrouble).toSorted()).toEqual([
    'not-paired',
    'screen-older',
    'station-away',
    'station-older',
  ])
  expect(isLinkTrouble(undefined)).toBe(false)
})
