import fc from 'fast-check'
import { expect, it } from 'vitest'
import { history } from './history.ts'
import { liveThrough } from './simulated-kitchen.ts'

const HISTORIES = Number(process.env.COMANDA_HISTORIES ?? 10_000)
const SEED = Number(process.env.COMANDA_SEED ?? Date.now() % 2_147_483_647)
/** Generous: the run is bounded by its number of histories. */
const TIME_LIMIT_MS = 60 * 60_000

it(`no invariant is violated in ${HISTORIES} generated histories`, { timeout: TIME_LIMIT_MS }, async () => {
  console.log(`histories: ${HISTORIES}, seed: ${SEED} (repeat with COMANDA_SEED=${SEED})`)
  await fc.assert(
    fc.asyncProperty(history, async (lived) => {
      expect(await liveThrough(lived)).toEqual([])
    }),
    { numRuns: HISTORIES, seed: SEED },
  )
})
