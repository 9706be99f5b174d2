import { expect, it } from 'vitest'
import { SEED } from '../fixtures/seed.ts'
import { runOnAllCores } from './all-cores.ts'

const HISTORIES = Number(process.env.COMANDA_SCREEN_HISTORIES ?? 150)
/** A long limit: the number of histories bounds the run. */
const TIME_LIMIT_MS = 6 * 60 * 60_000

it(`in ${HISTORIES} generated histories of a main computer and its screens no tap is lost or counts twice`, {
  timeout: TIME_LIMIT_MS,
}, async () => {
  for (const { status, output } of await runOnAllCores(HISTORIES, SEED, ['--screens'])) expect(status, output).toBe(0)
})
