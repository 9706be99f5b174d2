import { expect, it } from 'vitest'
import { permutations, spreadOfPermutations } from './permutations.ts'

it('the spread of permutations has each three numbers at each three positions, in each order', () => {
  const spread = spreadOfPermutations()
  for (const sequence of spread) expect(sequence.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  const positions = permutations([0, 1, 2, 3, 4, 5]).map((places) => places.slice(0, 3))
  for (const places of positions) {
    const seen = new Set(spread.map((sequence) => places.map((place) => sequence[place]).join()))
    expect(seen.size).toBe(6 * 5 * 4)
  }
  expect(spread).toHaveLength(6 * 5 * 4)
})
