import { afterAll, expect, it } from 'vitest'
import { killAllChildren } from './child-program.ts'
import { processKill } from './failures.ts'
import { percentile, sizeFrom } from './figures.ts'
import { wordsOf } from './kill-figures.ts'
import { killManyTimes } from './kill-run.ts'
import { bundled } from './station-bundle.ts'

const KILLS = sizeFrom('COMANDA_KILLS', 50)
const SEED = sizeFrom('COMANDA_SEED', Date.now() % 2_147_483_647)
/** From the start of the process to the board with all its tickets. The median, since a busy machine delays any one start. */
const RESTART_LIMIT_MS = 1_000
/** Generous: the run is bounded by its number of kills. */
const TIME_LIMIT_MS = 4 * 60 * 60_000

afterAll(killAllChildren)

it(`${KILLS} kills lose nothing and double nothing`, { timeout: TIME_LIMIT_MS }, async () => {
  const figures = await killManyTimes(processKill(), await bundled('station-process'), KILLS, SEED)
  console.log(`kill -9: ${KILLS} kills, seed ${SEED}\n${wordsOf(figures)}`)
  expect(figures.violations).toEqual([])
  expect(percentile(figures.restartToBoardMs, 0.5)).toBeLessThanOrEqual(RESTART_LIMIT_MS)
})
