import { between, chance, seededRandom } from '../../electron/practice/platform/randomness.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import { type ChildProgram, startChild } from './child-program.ts'
import type { CoreAction, CoreReport, CoreStart } from './core-messages.ts'
import type { ProgramFailure } from './failures.ts'
import type { KillFigures } from './kill-figures.ts'
import { delayFor, KILL_POINTS, type KillPoint, nameOf } from './kill-points.ts'
import { findViolations } from './kill-verdict.ts'
import { missingEvents } from './ledger-queries.ts'
import { createRandomKitchen } from './random-kitchen.ts'
import { acknowledgedIds, startWatchedPlatform, type WatchedPlatform } from './watched-platform.ts'

/** Shortest and longest time between two actions of staff or platform, in ms. */
const MOMENT_MS = [8, 45] as const
/** A run is killed this long after its board or its start when the intended time does not come. */
const LONGEST_LIFE_MS = 1_600
const LONGEST_START_MS = 20_000
/** Time limit until the core is at rest. Long, because the machine may be busy. */
const QUIET_WITHIN_MS = 300_000
const CHECK_INTERVAL_MS = 100

type CoreProgram = ChildProgram<CoreAction, CoreReport>

/** Everything that the killed processes had reported as durable. */
export type DurableReports = {
  readonly taps: Map<string, { readonly orderId: string; readonly action: QueuedAction }>
  readonly undone: Set<string>
  /** Events whose acknowledgment has reached the platform, and the orders of those events. */
  readonly acknowledged: Set<string>
  readonly knownOrders: Set<string>
  readonly violations: string[]
}

type Run = {
  readonly platform: WatchedPlatform
  readonly failure: ProgramFailure
  readonly program: string
  readonly random: () => number
  readonly durableReports: DurableReports
}

const settingsFor = (point: KillPoint | undefined, random: () => number): SettingsPatch => ({
  pollIntervalSeconds: 1,
  undoSeconds: point?.kind === 'undo' || chance(random, 0.3) ? 0.4 : 0,
  doneLaneMinutes: 1,
})

function startCore({ platform, failure, program, random, durableReports }: Run, point?: KillPoint): CoreProgram {
  const { apiUrl, clientId, clientSecret } = platform
  const start: CoreStart = {
    folder: failure.folder(),
    apiUrl,
    clientId,
    clientSecret,
    settings: settingsFor(point, random),
  }
  const core = startChild<CoreAction, CoreReport>([process.execPath, program, JSON.stringify(start)])
  core.onReport((report) => {
    if (report.kind === 'tapped') durableReports.taps.set(report.tapId, report)
    if (report.kind === 'undone') durableReports.undone.add(report.tapId)
    if (report.kind === 'restart-wanted')
      durableReports.violations.push('the core requested a restart without a failure')
    if (report.kind === 'refused' && report.code === 'storage') {
      durableReports.violations.push(`a tap was refused by an intact storage: ${report.orderId}`)
    }
  })
  return core
}

/** Orders that the first board of a run must contain: open orders with an event that was acknowledged in an earlier run. */
function expectedOnBoard({ platform, durableReports }: Run): readonly string[] {
  for (const orderId of durableReports.knownOrders) {
    const order = platform.order(orderId)
    const isOver = !order || order.cancelled || order.status === 'DELIVERED' || order.status === 'CONCLUDED'
    if (isOver) durableReports.knownOrders.delete(orderId)
  }
  return [...durableReports.knownOrders]
}

/** From the start of a process to its board: time by the clock, and time of the processor. */
type Restart = { readonly ms: number; readonly processorMs: number }

type Life = { readonly hasHit: boolean; readonly restart: Restart | undefined }

/** Runs the core from its start to its kill. `restart` is undefined when the kill came before the board. */
async function runUntilKill(
  run: Run,
  point: KillPoint,
  randomKitchen: ReturnType<typeof createRandomKitchen>,
): Promise<Life> {
  const { platform, failure, durableReports, random } = run
  const acknowledgedNow: string[] = []
  const expected = expectedOnBoard(run)
  const core = startCore(run, point)
  let isOver = false
  let hasHit = false
  let restart: Restart | undefined
  const killSoon = (): void => {
    if (isOver) return
    isOver = true
    hasHit = true
    const delayMs = delayFor(point, random)
    if (delayMs === 0) failure.strike(core)
    else setTimeout(() => failure.strike(core), delayMs)
  }
  const isAt = (moment: KillPoint['kind'], route?: string): boolean =>
    point.kind === moment && (!('routes' in point) || point.routes.some((one) => one === route))

  const giveUp = (): void => {
    if (!isOver) failure.strike(core)
    isOver = true
  }
  let tooLong = setTimeout(giveUp, LONGEST_START_MS)

  platform.watch({
    onArrival: (request) => {
      const ids = acknowledgedIds(request)
      if (ids.length > 0) {
        for (const id of missingEvents(failure.folder(), ids)) {
          durableReports.violations.push(`${id} was acknowledged and is not in the ledger at that moment`)
        }
        for (const id of ids) {
          durableReports.acknowledged.add(id)
          acknowledgedNow.push(id)
          const orderId = platform.model.orderOfEvent(id)
          if (orderId !== undefined) durableReports.knownOrders.add(orderId)
        }
      }
      if (isAt('arrival', request.route)) killSoon()
    },
    onAnswer: ({ route }) => {
      if (isAt('answer', route)) killSoon()
    },
  })
  core.onReport((report) => {
    if (report.kind === 'board') {
      restart = { ms: report.at - core.startedAt, processorMs: report.processorMs }
      clearTimeout(tooLong)
      tooLong = setTimeout(giveUp, LONGEST_LIFE_MS)
      const shown = new Set(report.orderIds)
      for (const orderId of expected) {
        if (!shown.has(orderId)) durableReports.violations.push(`${orderId} is not on the board after a start`)
      }
      if (isAt('any-time')) killSoon()
    }
    if (report.kind === 'tapped' && isAt('tap')) killSoon()
    if (report.kind === 'undone' && isAt('undo')) killSoon()
  })
  if (isAt('starting')) killSoon()
  let hasEnded = false
  void core.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    randomKitchen.platformDoes()
    core.send(randomKitchen.staffDo())
    await new Promise((resolve) => setTimeout(resolve, between(random, ...MOMENT_MS)))
  }
  clearTimeout(tooLong)
  const { signal } = await core.ended
  await failure.afterStrike()
  if (acknowledgedNow.length > 0) {
    for (const id of missingEvents(failure.folder(), acknowledgedNow)) {
      durableReports.violations.push(`${id} had been acknowledged and is not in the ledger after the end`)
    }
  }
  if (signal !== 'SIGKILL') durableReports.violations.push(`the core ended by itself:\n${core.errorOutput()}`)
  return { hasHit, restart }
}

/** Runs the core without a kill until every event is acknowledged and every tap settled. Returns the elapsed ms. */
async function comeToRest(run: Run): Promise<number> {
  const { platform, durableReports } = run
  platform.clearFaults()
  platform.watch({})
  const core = startCore(run)
  await core.next((report) => report.kind === 'board')
  for (;;) {
    for (const { id } of platform.orders()) platform.decideCancellation(id, 'deny')
    const seen = core.next((report) => report.kind === 'seen')
    core.send({ kind: 'look' })
    const { snapshot } = await seen
    const restMs = performance.timeOrigin + performance.now() - core.startedAt
    const isAtRest =
      snapshot.unsettledTaps === 0 &&
      platform.model.pending(platform.clientId).length === 0 &&
      snapshot.tickets.every(({ reading }) => reading === 'read')
    if (isAtRest || restMs > QUIET_WITHIN_MS) {
      // One more poll must change nothing.
      if (isAtRest) await new Promise((resolve) => setTimeout(resolve, 2 * CHECK_INTERVAL_MS))
      else
        durableReports.violations.push(
          `not at rest after ${QUIET_WITHIN_MS} ms: ${snapshot.unsettledTaps} taps are open`,
        )
      const stopped = core.next((report) => report.kind === 'stopped')
      core.send({ kind: 'stop' })
      await stopped
      await core.ended
      durableReports.violations.push(...findViolations(platform, run.failure.folder(), durableReports, snapshot))
      return restMs
    }
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
  }
}

/** Kills the core `kills` times on one profile, waits until it is at rest, and returns the violations. */
export async function killManyTimes(
  failure: ProgramFailure,
  program: string,
  kills: number,
  seed: number,
): Promise<KillFigures> {
  const random = seededRandom(seed)
  const platform = await startWatchedPlatform({ seed })
  const durableReports: DurableReports = {
    taps: new Map(),
    undone: new Set(),
    acknowledged: new Set(),
    knownOrders: new Set(),
    violations: [],
  }
  const run: Run = { platform, failure, program, random, durableReports }
  const randomKitchen = createRandomKitchen(platform, random)
  const counted = new Map<string, { aimed: number; hit: number }>()
  const restarts: Restart[] = []
  try {
    for (let killed = 0; killed < kills; killed += 1) {
      const point = KILL_POINTS[killed % KILL_POINTS.length] ?? { kind: 'any-time' }
      const { restart, hasHit } = await runUntilKill(run, point, randomKitchen)
      if (restart !== undefined) restarts.push(restart)
      const { aimed, hit } = counted.get(nameOf(point)) ?? { aimed: 0, hit: 0 }
      counted.set(nameOf(point), { aimed: aimed + 1, hit: hit + (hasHit ? 1 : 0) })
    }
    const quietAfterMs = await comeToRest(run)
    return {
      kills: counted,
      orders: randomKitchen.orderIds.length,
      taps: durableReports.taps.size,
      undone: durableReports.undone.size,
      acknowledgments: platform.requestLog.requestsTo('acknowledgment').length,
      acknowledgedEvents: durableReports.acknowledged.size,
      restartToBoardMs: restarts.map(({ ms }) => ms),
      restartProcessorMs: restarts.map(({ processorMs }) => processorMs),
      quietAfterMs,
      violations: durableReports.violations,
    }
  } finally {
    await platform.close()
    failure.remove()
  }
}
