import { expect, test } from 'vitest'
import { SEED } from '../../fixtures/seed.ts'
import { flipBits } from './flip-harness.ts'

/** The soak run uses a larger number and another seed. */
const WANTED_HARMFUL = Number(process.env.COMANDA_FLIPS ?? 1_000)

test('every harmful bit flip is detected before the repositories give a wrong answer', { timeout: 600_000 }, () => {
  const figures = flipBits({ orders: 6, wantedHarmful: WANTED_HARMFUL, seed: SEED })
  console.log(
    `bit flips: seed ${SEED}, ${figures.flips} flips, ${figures.harmful} harmful, ${figures.detected} detected, ` +
      `${figures.silent.length} silent`,
  )
  expect(figures.silent).toEqual([])
  expect(figures.survived).toEqual([])
  expect(figures.detected).toBe(figures.harmful)
  expect(figures.harmful).toBeGreaterThanOrEqual(WANTED_HARMFUL)
})
