import { expect, it } from 'vitest'
import { HISTORY_SEED, liveOnAllCores } from './all-cores.ts'

/** With a new seed at each run; 100,000 in `npm run test:soak`. */
const HISTORIES = Number(process.env.COMANDA_HISTORIES ?? 1_000)
/** Generous: the run is bounded by its number of histories. */
const TIME_LIMIT_MS = 6 * 60 * 60_000

it(`no invariant is violated in ${HISTORIES} generated histories`, { timeout: TIME_LIMIT_MS }, async () => {
  for (const { status, said } of await liveOnAllCores(HISTORIES, HISTORY_SEED)) expect(status, said).toBe(0)
})
