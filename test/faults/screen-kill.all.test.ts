import { availableParallelism } from 'node:os'
import { afterAll, expect, it } from 'vitest'
import { SEED } from '../fixtures/seed.ts'
import { killAllChildren } from './child-program.ts'
import { bundleProgram } from './core-bundle.ts'
import { sizeFromEnvironment } from './figures.ts'
import { type KillCount, killsIn, killTableOf } from './screen-kill-points.ts'
import { killScreens } from './screen-kill-run.ts'

const KILLS = sizeFromEnvironment('COMANDA_SCREEN_KILLS', 20)
/** Number of main computers with screens in parallel, because most of a round is waiting. */
const WORLDS = 2 * availableParallelism()
/** A long limit: the number of kills bounds the run. */
const TIME_LIMIT_MS = 4 * 60 * 60_000

afterAll(killAllChildren)

function addUp(counts: readonly KillCount[]): KillCount {
  const sum: KillCount = { steps: new Map(), lines: new Map() }
  for (const { steps, lines } of counts) {
    for (const [step, row] of steps) {
      const before = sum.steps.get(step) ?? { screen: 0, core: 0, both: 0, missed: 0 }
      sum.steps.set(step, {
        screen: before.screen + row.screen,
        core: before.core + row.core,
        both: before.both + row.both,
        missed: before.missed + row.missed,
      })
    }
    for (const [line, kills] of lines) sum.lines.set(line, (sum.lines.get(line) ?? 0) + kills)
  }
  return sum
}

it(`${KILLS} kills of a main computer and its screens lose no tap and duplicate none`, {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const [core, screen] = await Promise.all([bundleProgram('screened-core-process'), bundleProgram('screen-process')])
  const share = Math.ceil(KILLS / WORLDS)
  const worlds = await Promise.all(
    Array.from({ length: WORLDS }, (_, world) =>
      // Each world begins at another step. Half of them have an undo time.
      killScreens(
        { core, screen },
        { kills: share, seed: SEED + world, first: world * share, undoSeconds: world % 2 === 0 ? 0 : 0.4 },
      ),
    ),
  )
  const total = addUp(worlds.map(({ count }) => count))
  const sumOf = (figure: 'orders' | 'taps' | 'undone' | 'rests') => worlds.reduce((sum, each) => sum + each[figure], 0)
  console.log(
    [
      `kill -9 of main computer and screens: ${killsIn(total)} kills, seed ${SEED}`,
      killTableOf(total),
      `  ${sumOf('orders')} orders, ${sumOf('taps')} taps stored, ${sumOf('undone')} of them undone`,
      `  ${sumOf('rests')} times at rest: every tap ended, every screen equal to its main computer`,
    ].join('\n'),
  )
  expect(worlds.flatMap(({ violations }) => violations)).toEqual([])
  expect(killsIn(total)).toBeGreaterThanOrEqual(KILLS)
})
