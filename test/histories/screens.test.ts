import { expect, it } from 'vitest'
import { HISTORY_SEED, liveOnAllCores } from './all-cores.ts'

const HISTORIES = Number(process.env.COMANDA_SCREEN_HISTORIES ?? 150)
/** Generous: the run is bounded by its number of histories. */
const TIME_LIMIT_MS = 6 * 60 * 60_000

it(`${HISTORIES} generated histories of a station and its screens: no tap is lost, none counts twice`, {
  timeout: TIME_LIMIT_MS,
}, async () => {
  for (const { status, said } of await liveOnAllCores(HISTORIES, HISTORY_SEED, ['--screens']))
    expect(status, said).toBe(0)
})
