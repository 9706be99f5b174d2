import { afterAll, describe, expect, it } from 'vitest'
import { printFigure } from '../fixtures/figures.ts'
import { SEED } from '../fixtures/seed.ts'
import { killAllChildren } from './child-program.ts'
import { bundleProgram } from './core-bundle.ts'
import { processKill } from './failures.ts'
import { percentile, sizeFromEnvironment } from './figures.ts'
import { wordsOf } from './kill-figures.ts'
import { killManyTimes } from './kill-run.ts'

const KILLS = sizeFromEnvironment('COMANDA_KILLS', 50)
/** Connections of each run, which has its share of the kills. A run waits most of the time, so two runs need half the time. */
const RUNS = [1, 3]
/** From the start of the process to the board with all its tickets. */
const RESTART_BOUND_MS = 1_000
/** A long limit: the number of kills bounds the run. */
const TIME_LIMIT_MS = 4 * 60 * 60_000

afterAll(killAllChildren)

describe.concurrent(`${KILLS} kills lose no order or tap and duplicate none`, { timeout: TIME_LIMIT_MS }, () => {
  const program = bundleProgram('core-process')
  it.each(RUNS)('with %i connections', async (connections) => {
    const kills = Math.ceil(KILLS / RUNS.length)
    const figures = await killManyTimes(processKill(), await program, { kills, seed: SEED, connections })
    console.log(`kill -9: ${kills} kills with ${connections} connections, seed ${SEED}\n${wordsOf(figures)}`)
    expect(figures.violations).toEqual([])
    const restartMs = percentile(figures.restartProcessorMs, 0.5)
    printFigure(`restart after kill -9, ${connections} connections, processor`, restartMs, 'ms', RESTART_BOUND_MS)
  })
})
