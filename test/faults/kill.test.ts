import { afterAll, expect, it } from 'vitest'
import { killAllChildren } from './child-program.ts'
import { milliseconds, percentile, sizeFrom } from './figures.ts'
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
  const figures = await killManyTimes(await bundled('station-process'), KILLS, SEED)
  const { orders, taps, undone, acknowledgments, acknowledgedEvents, restartToBoardMs, quietAfterMs } = figures
  console.log(
    [
      `kill -9: ${KILLS} kills, seed ${SEED} (the choices repeat with COMANDA_SEED=${SEED}, the instants do not)`,
      ...[...figures.kills].map(
        ([aim, { aimed, hit }]) => `  ${aimed} at: ${aim} (${hit} hit it, the others fell later)`,
      ),
      `  ${orders} orders, ${taps} taps answered as durable, ${undone} of them taken back`,
      `  ${acknowledgments} acknowledgments of ${acknowledgedEvents} events, each looked up in the ledger when it arrived`,
      `  start to board: ${milliseconds(restartToBoardMs)}; at rest ${quietAfterMs.toFixed(0)} ms after the last start`,
      `  ${figures.violations.length} violations`,
    ].join('\n'),
  )
  expect(figures.violations).toEqual([])
  expect(percentile(restartToBoardMs, 0.5)).toBeLessThanOrEqual(RESTART_LIMIT_MS)
})
