import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../electron/practice/platform/randomness.ts'
import { SEED } from '../fixtures/seed.ts'
import { killAllChildren } from './child-program.ts'
import { bundleProgram } from './core-bundle.ts'
import { powerLoss } from './failures.ts'
import { sizeFromEnvironment, warnNotRun } from './figures.ts'
import { wordsOf } from './kill-figures.ts'
import { killManyTimes } from './kill-run.ts'
import { type DriveBay, missingForDrives, openDriveBay } from './loop-image.ts'
import { type Cut, type CutParts, cutPower } from './power-cut.ts'
import { SCENARIOS, type Scenario } from './writer-messages.ts'

const CUTS = sizeFromEnvironment('COMANDA_CUTS', 20)
const STATION_CUTS = sizeFromEnvironment('COMANDA_STATION_CUTS', 20)
/**
 * Repeats cuts until this number of them has lost data. On a busy machine most cuts happen during the flushes of a
 * checkpoint, after which no data can be lost for a moment.
 */
const LOSSES_WANTED = 3
const MAX_CONTROL_CUTS = sizeFromEnvironment('COMANDA_CONTROL_CUTS', 40)
const DRIVE_MEGABYTES = 32
/** A long limit: the number of cuts bounds the runs. */
const TIME_LIMIT_MS = 4 * 60 * 60_000

const missing = missingForDrives()
if (missing !== undefined) warnNotRun('power cuts', missing)

describe.skipIf(missing !== undefined)(`power cuts${missing === undefined ? '' : ` (not run: ${missing})`}`, () => {
  let bay: DriveBay
  let parts: CutParts

  beforeAll(async () => {
    bay = openDriveBay()
    parts = {
      bay,
      template: bay.format(DRIVE_MEGABYTES),
      program: await bundleProgram('ledger-writer-process'),
      random: seededRandom(SEED),
    }
  })
  afterAll(async () => {
    await killAllChildren()
    bay.empty()
  })

  it(`${CUTS} power cuts lose no durable data`, { timeout: TIME_LIMIT_MS }, async () => {
    const cuts: Cut[] = []
    for (let done = 0; done < CUTS; done += 1) {
      cuts.push(await cutPower(parts, SCENARIOS[done % SCENARIOS.length] ?? 'work', 'FULL'))
    }
    const of = (scenario: Scenario) => cuts.filter((cut) => cut.scenario === scenario)
    const steps = (some: readonly Cut[]) => some.reduce((sum, cut) => sum + cut.steps, 0)
    console.log(
      [
        `power cuts: ${CUTS}, ${steps(cuts)} steps reported as durable, ${cuts.flatMap(({ lost }) => lost).length} lost (seed ${SEED})`,
        ...SCENARIOS.map((scenario) => `  ${of(scenario).length} during ${scenario}: ${steps(of(scenario))} steps`),
      ].join('\n'),
    )
    expect(cuts.flatMap(({ lost }) => lost)).toEqual([])
    expect(cuts.flatMap(({ broken }) => broken)).toEqual([])
  })

  it.each([1, 3])(
    `${STATION_CUTS} power cuts under a kitchen with 1 or 3 connections violate no invariant: %i`,
    {
      timeout: TIME_LIMIT_MS,
    },
    async (connections) => {
      const failure = powerLoss(bay, parts.template)
      const kills = Math.ceil(STATION_CUTS / 2)
      const program = await bundleProgram('core-process')
      const figures = await killManyTimes(failure, program, { kills, seed: SEED, connections })
      console.log(`power cuts under ${connections} connections: ${kills}, seed ${SEED}\n${wordsOf(figures)}`)
      expect(figures.violations).toEqual([])
    },
  )

  it('the same cuts lose data with synchronous=NORMAL: the harness detects loss', {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    const cuts: Cut[] = []
    const losing = () => cuts.filter(({ lost }) => lost.length > 0).length
    while (losing() < LOSSES_WANTED && cuts.length < MAX_CONTROL_CUTS) {
      cuts.push(await cutPower(parts, 'work', 'NORMAL'))
    }
    const lost = cuts.map((cut) => cut.lost.length)
    console.log(
      `control arm, synchronous=NORMAL: ${losing()} of ${cuts.length} cuts lost something, ` +
        `${lost.reduce((sum, one) => sum + one, 0)} of ${cuts.reduce((sum, cut) => sum + cut.steps, 0)} steps, at most ${Math.max(...lost)} at once`,
    )
    expect(losing()).toBe(LOSSES_WANTED)
  })
})
