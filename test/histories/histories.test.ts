import { expect, it } from 'vitest'
import { SEED } from '../fixtures/seed.ts'
import { runOnAllCores } from './all-cores.ts'

/** Each run has a new seed. `npm run test:soak` runs 100,000 histories. */
const HISTORIES = Number(process.env.COMANDA_HISTORIES ?? 1_000)
/** A long limit: the number of histories bounds the run. */
const TIME_LIMIT_MS = 6 * 60 * 60_000

it(`no invariant is violated in ${HISTORIES} generated histories`, { timeout: TIME_LIMIT_MS }, async () => {
  for (const { status, output } of await runOnAllCores(HISTORIES, SEED)) expect(status, output).toBe(0)
})

it('nor in a third as many at a platform of Open Delivery 1.x', { timeout: TIME_LIMIT_MS }, async () => {
  const runs = await runOnAllCores(Math.ceil(HISTORIES / 3), SEED, ['--of-1'])
  for (const { status, output } of runs) expect(status, output).toBe(0)
})

it('nor in a third as many of a kitchen with a platform of each dialect, whose ids are equal', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const runs = await runOnAllCores(Math.ceil(HISTORIES / 3), SEED, ['--two'])
  for (const { status, output } of runs) expect(status, output).toBe(0)
})
