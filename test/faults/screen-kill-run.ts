import { between, chance, type Random, seededRandom } from '../../electron/practice/platform/randomness.ts'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { isCodeCheck } from '../../shared/order/lifecycle.ts'
import { isAction } from '../fixtures/platform/requests.ts'
import { injectFault } from './random-kitchen.ts'
import { CORE_STEPS, SCREEN_STEPS } from './screen-kill-messages.ts'
import {
  countKill,
  type KillCount,
  killsIn,
  LINES,
  SCREEN_KILL_POINTS,
  type ScreenKillPoint,
} from './screen-kill-points.ts'
import { findScreenViolations, lostTaps, showsTheSame } from './screen-kill-verdict.ts'
import { type Programs, type RunningScreen, type ScreenWorld, startScreenWorld } from './screen-kill-world.ts'

/** Number of open orders, more than the taps of a round. */
const OPEN_ORDERS = 6
/** When a step does not come within this time, the kill happens anyway. */
const STEP_WITHIN_MS = 2_500
/** Longest wait after a step that another process reports, in ms. */
const SPREAD_MS = 8
const ANY_TIME_MS = 900
const CHECK_INTERVAL_MS = 40
/** Time limit until all is at rest. Long, because the machine may be busy. */
const QUIET_WITHIN_MS = 300_000

export type ScreenKillFigures = {
  readonly count: KillCount
  readonly orders: number
  readonly taps: number
  readonly undone: number
  /** Number of comparisons of the boards at rest. */
  readonly rests: number
  readonly violations: readonly string[]
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function placeOrders({ platform }: ScreenWorld): void {
  const open = platform
    .orders()
    .filter(({ status, cancelled }) => !cancelled && !/^(?:DELIVERED|CONCLUDED)$/u.test(status))
  for (let count = open.length; count < OPEN_ORDERS; count += 1) {
    platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT', itemCount: 2 })
  }
}

/** The steps that this screen offers now. */
const offersOf = ({ tickets }: BoardSnapshot) =>
  tickets.flatMap(({ orderId, actions }) => {
    const action = actions.find((one) => one !== 'requestCancellation' && !isCodeCheck(one))
    return action === undefined ? [] : [{ orderId, action }]
  })

/** Waits until every tap has ended and both screens show the main computer's board. Returns that board. */
async function comeToRest(world: ScreenWorld): Promise<BoardSnapshot | undefined> {
  const until = performance.now() + QUIET_WITHIN_MS
  for (;;) {
    const shown = await Promise.all(world.screens.map(world.look))
    const board = await world.look(world.core)
    const isRead = board.tickets.every(({ reading }) => reading === 'read')
    const isQuiet =
      board.unsettledTaps === 0 && isRead && world.platform.model.pending(world.platform.clientId).length === 0
    const isEqual = shown.every(
      (one) => showsTheSame(one, board) && one.unsettledTaps === 0 && one.freshness.state === 'fresh',
    )
    if (isQuiet && isEqual && offersOf(board).length > 0) return board
    if (performance.now() > until) {
      const states = shown.map(({ unsettledTaps, freshness }) => `${unsettledTaps} taps open, ${freshness.state}`)
      world.durableReports.violations.push(
        `not at rest: main computer ${board.unsettledTaps} taps open; screens ${states.join(' and ')}; equal ${isEqual}`,
        world.core.program().errorOutput(),
        ...world.screens.map((screen) => screen.program().errorOutput()),
      )
      return undefined
    }
    await sleep(CHECK_INTERVAL_MS)
  }
}

/** The process that reports a step; `time`: no process. */
function reporterOf({ step }: ScreenKillPoint): 'screen' | 'core' | 'platform' | 'time' {
  if (step === 'alone' || SCREEN_STEPS.some((one) => one === step)) return 'screen'
  if (CORE_STEPS.some((one) => one === step)) return 'core'
  return step === 'any-time' ? 'time' : 'platform'
}

/** A process kills itself at its own step. Another process is killed when the step is reported. */
function chooseEnds({ core }: ScreenWorld, point: ScreenKillPoint, screen: RunningScreen): void {
  const ownStep = point.step === 'alone' ? 'tapped' : point.step
  const screenStep = SCREEN_STEPS.find((step) => step === ownStep)
  const coreStep = CORE_STEPS.find((step) => step === ownStep)
  if (screenStep && point.victim !== 'core') screen.program().send({ kind: 'kill-at', step: screenStep })
  if (coreStep && point.victim !== 'screen') core.program().send({ kind: 'kill-at', step: coreStep })
}

/** Resolves when the step is reported. */
function stepReached(
  { platform, onStep }: ScreenWorld,
  point: ScreenKillPoint,
  screen: RunningScreen,
  random: Random,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const reporter = reporterOf(point)
  const soon = (longestMs: number): void => void setTimeout(resolve, longestMs * random() ** 2)
  onStep((by, step) => {
    if (step === point.step && by === (reporter === 'screen' ? screen.name : reporter)) soon(SPREAD_MS)
  })
  platform.watch({
    onArrival: ({ route }) => {
      if (point.step === 'post-arrived' && isAction(route)) resolve()
    },
    onAnswer: ({ route }) => {
      if (point.step === 'post-answered' && isAction(route)) soon(SPREAD_MS)
    },
  })
  if (reporter === 'time') soon(ANY_TIME_MS)
  return promise
}

/** Undoes the next tap of this screen immediately. */
async function undoNextTap({ durableReports }: ScreenWorld, screen: RunningScreen): Promise<void> {
  const program = screen.program()
  try {
    const { tapId } = await program.next((report) => report.kind === 'tapped')
    durableReports.undoAsked.add(tapId)
    program.send({ kind: 'undo', tapId })
  } catch {
    // It was killed before it stored a tap.
  }
}

/** One tap, on one or both screens at the same time, and a kill at the given step. Returns whether the kill hit the step. */
async function tapAndKill(world: ScreenWorld, point: ScreenKillPoint, random: Random): Promise<boolean> {
  const { platform, screens, core } = world
  const [screen, other] = chance(random, 0.5) ? screens : ([screens[1], screens[0]] as const)
  const offers = offersOf(await world.look(screen))
  const offer = offers[between(random, 0, Math.max(0, offers.length - 1))]
  if (point.step === 'alone') await core.kill()
  const reached = stepReached(world, point, screen, random)
  chooseEnds(world, point, screen)
  if (point.step === 'undo-sent') void undoNextTap(world, screen)
  if (offer !== undefined) {
    screen.program().send({ kind: 'tap', ...offer })
    if (chance(random, 0.3)) other.program().send({ kind: 'tap', ...offer })
  }
  const ownEnd = reporterOf(point) === 'screen' ? screen.program().ended : core.program().ended
  const ends = point.step === 'alone' ? screen.program().ended : ownEnd
  const hasHit = await Promise.race([
    reached.then(() => true),
    ends.then(() => true),
    sleep(STEP_WITHIN_MS).then(() => false),
  ])
  world.onStep(() => undefined)
  platform.watch({})
  const victims = { screen: [screen], core: [core], both: [screen, core] }[point.victim]
  await Promise.all(victims.map((victim) => victim.kill()))
  return hasHit
}

/** Kills with one fault of the connection and random faults of the platform, then waits until all is at rest without any fault. */
async function killRound(
  world: ScreenWorld,
  kills: readonly ScreenKillPoint[],
  count: KillCount,
  round: number,
  random: Random,
) {
  const { line, platform, durableReports, core, screens } = world
  const { name, toxics } = LINES[round % LINES.length] ?? { name: 'no fault', toxics: [] }
  for (const toxic of toxics) {
    await line.add('upstream', toxic)
    await line.add('downstream', toxic)
  }
  for (const point of kills) {
    if (chance(random, 0.5)) injectFault(platform, random)
    const hasHit = await tapAndKill(world, point, random)
    if (point.step === 'alone') countKill(count, { step: 'any-time', victim: 'core' }, true, name)
    countKill(count, point, hasHit, name)
    durableReports.violations.push(
      ...lostTaps(world).map((lost) => `${lost} after a kill at ${point.step} of ${point.victim}`),
    )
    await Promise.all([core, ...screens].map((running) => running.startIfKilled()))
  }
  await line.clear()
  platform.clearFaults()
  placeOrders(world)
  const board = await comeToRest(world)
  if (board !== undefined) {
    const killsText = kills.map(({ step, victim }) => `${step}/${victim}`).join(', ')
    durableReports.violations.push(
      ...findScreenViolations(world, board).map((broken) => `${broken} (${killsText}, line ${name})`),
    )
  }
}

/**
 * Kills main computer and screens of one world until `kills` processes were killed. @param first index of the first
 * kill point
 */
export async function killScreens(
  programs: Programs,
  {
    kills,
    seed,
    first,
    undoSeconds,
  }: { readonly kills: number; readonly seed: number; readonly first: number; readonly undoSeconds: number },
): Promise<ScreenKillFigures> {
  const random = seededRandom(seed)
  const world = await startScreenWorld(programs, { random, seed, undoSeconds })
  const count: KillCount = { steps: new Map(), lines: new Map() }
  const { durableReports, platform } = world
  let rests = 0
  let next = first
  try {
    placeOrders(world)
    await comeToRest(world)
    while (killsIn(count) < kills && durableReports.violations.length === 0) {
      const isDouble = kills - killsIn(count) > 1 && chance(random, 0.3)
      const aims = (isDouble ? [next, next + 1] : [next]).flatMap(
        (index) => SCREEN_KILL_POINTS[index % SCREEN_KILL_POINTS.length] ?? [],
      )
      next += aims.length
      await killRound(world, aims, count, first + rests, random)
      rests += 1
    }
    return {
      count,
      orders: platform.orders().length,
      taps: durableReports.taps.size,
      undone: durableReports.undone.size,
      rests,
      violations: durableReports.violations,
    }
  } finally {
    await world.end()
  }
}
