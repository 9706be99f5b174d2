import { between, chance, type Random, seededRandom } from '../../electron/practice/platform/randomness.ts'
import { touch } from '../e2e/finger.ts'
import { eventually } from '../fixtures/running-kitchen.ts'
import type { DensityApp, StartStatus } from './density-app.ts'
import { CALM_MS, countMoves, type EveningFigures, isPageOneBlank } from './density-bounds.ts'
import type { BoardMeasures } from './density-page.ts'

const ORDERS = 400
/** In a kitchen an order comes this often. Here the next one comes as soon as the board does not change. */
const ORDER_EVERY_MS = 30_000
const MS_PER_HOUR = 3_600_000
/** One of this many steps begins with a touch. */
const STEPS_PER_TOUCH = 8
/** Further orders come within the three seconds after a touch. */
const MOST_STEPS_AFTER_TOUCH = 3
/** Longer than the time after a touch in which no ticket moves, and the delay of the moves. */
const CALM_AGAIN_MS = CALM_MS + 300
/** A ticket that has moved accepts no tap for 600 ms (renderer/ticket/bump-guard.ts). */
const BEFORE_TOUCH_MS = 700
const STEP_TIMEOUT_MS = 20_000

type Stage = {
  readonly status: StartStatus
  readonly most: number
  readonly moves: readonly ('confirm' | 'preparing' | 'ready-for-pickup' | 'dispatch' | 'delivered')[]
}
/** Fifteen open orders. When a status has more, one of its oldest takes its next step. */
const STAGES: readonly Stage[] = [
  { status: 'READY', most: 2, moves: ['dispatch', 'delivered'] },
  { status: 'PREPARING', most: 8, moves: ['ready-for-pickup'] },
  { status: 'CONFIRMED', most: 1, moves: ['preparing'] },
  { status: 'CREATED', most: 4, moves: ['confirm'] },
]
/** Orders are not finished in the sequence in which they came. */
const AMONG_OLDEST = 3

/** A new order comes, and of each status with too many orders one takes its next step. */
function takeStep(app: DensityApp, random: Random): void {
  const before = Object.entries(app.statuses())
  app.place(random, 'CREATED')
  for (const { status, most, moves } of STAGES) {
    const ids = before.filter(([, one]) => one === status).map(([id]) => id)
    const id = ids.length < most ? undefined : ids[between(random, 0, Math.min(AMONG_OLDEST, ids.length) - 1)]
    if (id !== undefined) for (const move of moves) app.kitchen.platform.model.move(id, move)
  }
}

/** Touches the large button of an order in sight, or the head of its ticket, which opens the order. */
async function touchBoard(app: DensityApp, random: Random): Promise<void> {
  const page = app.kitchen.page()
  const isButton = chance(random, 0.5)
  const target = isButton ? '.act-primary' : '.head-open'
  await app.settle(BEFORE_TOUCH_MS)
  const { corners, steps } = await app.measure()
  const ids = Object.keys(corners).filter((id) => !steps[id]?.startsWith('READY'))
  const offset = between(random, 0, ids.length - 1)
  for (const id of [...ids.slice(offset), ...ids.slice(0, offset)]) {
    const element = page.locator(`.page article[data-order-id="${id}"] ${target}`)
    if ((await element.count()) === 0) continue
    const { platform } = app.kitchen
    const before = platform.order(id)?.status
    await touch(page, element.first())
    if (isButton) await eventually('the tap is sent', () => platform.order(id)?.status !== before, STEP_TIMEOUT_MS)
    return
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * 400 orders come and go, about fifteen are open. At random steps the board is touched, and orders come before the three
 * seconds after the touch are over. Every frame in which something changed is compared with the one before.
 */
export async function measureEvening(app: DensityApp, size: string, seed: number): Promise<EveningFigures> {
  const page = app.kitchen.page()
  const random = seededRandom(seed)
  const touchRandom = seededRandom(seed + 1_000_000)
  const measures: BoardMeasures[] = []
  let touches = 0
  let stepsUntilCalm: number | undefined
  await page.evaluate(() => window.density.record())
  for (let step = 0; step < ORDERS; step += 1) {
    if (stepsUntilCalm === undefined && step > 0 && chance(touchRandom, 1 / STEPS_PER_TOUCH)) {
      await touchBoard(app, touchRandom)
      touches += 1
      stepsUntilCalm = between(touchRandom, 1, MOST_STEPS_AFTER_TOUCH)
    }
    takeStep(app, random)
    await app.settle()
    if (stepsUntilCalm !== undefined) stepsUntilCalm -= 1
    if (stepsUntilCalm === 0) {
      await page.evaluate((ms) => window.density.whenUntouched(ms), CALM_AGAIN_MS)
      await app.settle()
      stepsUntilCalm = undefined
    }
    measures.push(await app.measure())
  }
  const { moves, layouts, blankFrames } = await page.evaluate(() => window.density.recording())
  const open = STAGES.reduce((sum, { most }) => sum + most, 0)
  const late = measures.slice(open)
  return {
    size,
    seed,
    open: mean(late.map(({ steps }) => Object.keys(steps).length)),
    inSight: mean(late.map(({ inSight }) => inSight)),
    whole: mean(late.map(({ whole }) => whole)),
    layouts,
    newOutOfSight: mean(late.map(({ newOutOfSight }) => newOutOfSight)),
    hours: (ORDERS * ORDER_EVERY_MS) / MS_PER_HOUR,
    touches,
    moves: countMoves(moves),
    blankSteps: measures.filter(isPageOneBlank).length,
    blankFrames,
  }
}
