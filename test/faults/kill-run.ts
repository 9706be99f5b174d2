import { join } from 'node:path'
import { between, chance, seededRandom } from '../../electron/practice/platform/randomness.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import { SLOTS, type Slot } from '../../shared/ticket/ticket-key.ts'
import { ownOf } from '../histories/shop-board.ts'
import { type ChildProgram, startChild } from './child-program.ts'
import type { CoreAction, CoreReport, CoreStart } from './core-messages.ts'
import type { ProgramFailure } from './failures.ts'
import type { KillFigures } from './kill-figures.ts'
import { delayFor, KILL_POINTS, type KillPoint, nameOf } from './kill-points.ts'
import { findViolations } from './kill-verdict.ts'
import { missingEvents } from './ledger-queries.ts'
import { createRandomKitchen, type RandomKitchen } from './random-kitchen.ts'
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

/** One connection of the kitchen. */
type Shop = {
  readonly slot: Slot
  readonly platform: WatchedPlatform
  readonly kitchen: RandomKitchen
  readonly durableReports: DurableReports
}

type Run = {
  readonly shops: readonly [Shop, ...Shop[]]
  readonly failure: ProgramFailure
  readonly program: string
  readonly random: () => number
}

/** Where the databases of a connection are. */
const folderOf = ({ failure }: Run, { slot }: Shop): string =>
  slot === 1 ? failure.folder() : join(failure.folder(), 'connections', `${slot}`)

const settingsFor = (point: KillPoint | undefined, random: () => number): SettingsPatch => ({
  pollIntervalSeconds: 1,
  undoSeconds: point?.kind === 'undo' || chance(random, 0.3) ? 0.4 : 0,
  doneLaneMinutes: 1,
})

function startCore({ shops, failure, program, random }: Run, point?: KillPoint): CoreProgram {
  const start: CoreStart = {
    folder: failure.folder(),
    connections: shops.map(({ platform: { apiUrl, clientId, clientSecret } }) => ({ apiUrl, clientId, clientSecret })),
    settings: settingsFor(point, random),
  }
  const core = startChild<CoreAction, CoreReport>([process.execPath, program, JSON.stringify(start)])
  const [{ durableReports: first }] = shops
  core.onReport((report) => {
    if (report.kind === 'restart-wanted') first.violations.push('the core requested a restart without a failure')
    if (report.kind === 'refused' && report.code === 'storage') {
      first.violations.push(`a tap was refused by an intact storage: ${report.orderId}`)
    }
    for (const { slot, durableReports } of shops) {
      const own = report.kind === 'tapped' ? ownOf([report], slot)[0] : undefined
      if (own !== undefined) durableReports.taps.set(own.tapId, own)
      const isOwn = report.kind === 'undone' && durableReports.taps.has(report.tapId)
      if (isOwn) durableReports.undone.add(report.tapId)
    }
  })
  return core
}

/** Orders that the first board of a run must contain: open orders with an event that was acknowledged in an earlier run. */
function expectedOnBoard({ platform, durableReports }: Shop): readonly string[] {
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
async function runUntilKill(run: Run, point: KillPoint): Promise<Life> {
  const { shops, failure, random } = run
  const [{ durableReports: reportsOfFirst }] = shops
  const acknowledgedNow = new Map<Shop, string[]>(shops.map((shop) => [shop, []]))
  const expected = shops.map((shop) => expectedOnBoard(shop))
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

  const recordAcknowledged = (shop: Shop, ids: readonly string[]): void => {
    const { platform, durableReports } = shop
    for (const id of missingEvents(folderOf(run, shop), ids)) {
      durableReports.violations.push(`${id} was acknowledged and is not in the ledger at that moment`)
    }
    for (const id of ids) {
      durableReports.acknowledged.add(id)
      acknowledgedNow.get(shop)?.push(id)
      const orderId = platform.model.orderOfEvent(id)
      if (orderId !== undefined) durableReports.knownOrders.add(orderId)
    }
  }
  for (const shop of shops) {
    shop.platform.watch({
      onArrival: (request) => {
        const ids = acknowledgedIds(request)
        if (ids.length > 0) recordAcknowledged(shop, ids)
        if (isAt('arrival', request.route)) killSoon()
      },
      onAnswer: ({ route }) => {
        if (isAt('answer', route)) killSoon()
      },
    })
  }
  core.onReport((report) => {
    if (report.kind === 'board') {
      restart = { ms: report.at - core.startedAt, processorMs: report.processorMs }
      clearTimeout(tooLong)
      tooLong = setTimeout(giveUp, LONGEST_LIFE_MS)
      const all = report.orderIds.map((orderId) => ({ orderId }))
      for (const [index, { slot, durableReports }] of shops.entries()) {
        const shown = new Set(ownOf(all, slot).map(({ orderId }) => orderId))
        for (const orderId of expected[index] ?? [])
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
    for (const { kitchen } of shops) kitchen.platformDoes()
    core.send(shops[0].kitchen.staffDo())
    await new Promise((resolve) => setTimeout(resolve, between(random, ...MOMENT_MS)))
  }
  clearTimeout(tooLong)
  const { signal } = await core.ended
  await failure.afterStrike()
  for (const [shop, ids] of acknowledgedNow) {
    if (ids.length === 0) continue
    for (const id of missingEvents(folderOf(run, shop), ids)) {
      shop.durableReports.violations.push(`${id} had been acknowledged and is not in the ledger after the end`)
    }
  }
  if (signal !== 'SIGKILL') reportsOfFirst.violations.push(`the core ended by itself:\n${core.errorOutput()}`)
  return { hasHit, restart }
}

/** Runs the core without a kill until every event is acknowledged and every tap settled. Returns the elapsed ms. */
async function comeToRest(run: Run): Promise<number> {
  const { shops } = run
  for (const { platform } of shops) {
    platform.clearFaults()
    platform.watch({})
  }
  const core = startCore(run)
  await core.next((report) => report.kind === 'board')
  for (;;) {
    for (const { platform } of shops) for (const { id } of platform.orders()) platform.decideCancellation(id, 'deny')
    const seen = core.next((report) => report.kind === 'seen')
    core.send({ kind: 'look' })
    const { snapshot } = await seen
    const restMs = performance.timeOrigin + performance.now() - core.startedAt
    const isAtRest =
      snapshot.unsettledTaps === 0 &&
      shops.every(({ platform }) => platform.model.pending(platform.clientId).length === 0) &&
      snapshot.tickets.every(({ reading }) => reading === 'read')
    if (isAtRest || restMs > QUIET_WITHIN_MS) {
      // One more poll must change nothing.
      if (isAtRest) await new Promise((resolve) => setTimeout(resolve, 2 * CHECK_INTERVAL_MS))
      else
        shops[0].durableReports.violations.push(
          `not at rest after ${QUIET_WITHIN_MS} ms: ${snapshot.unsettledTaps} taps are open`,
        )
      const stopped = core.next((report) => report.kind === 'stopped')
      core.send({ kind: 'stop' })
      await stopped
      await core.ended
      for (const shop of shops) {
        const { platform, durableReports, slot } = shop
        const tickets = ownOf(snapshot.tickets, slot)
        durableReports.violations.push(...findViolations(platform, folderOf(run, shop), durableReports, tickets))
      }
      return restMs
    }
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
  }
}

/** Equal seeds: the first ids of the platforms are equal. */
async function openShop(slot: Slot, seed: number, random: () => number): Promise<Shop> {
  const platform = await startWatchedPlatform({ seed, clientId: `kitchen-${slot}` })
  const durableReports: DurableReports = {
    taps: new Map(),
    undone: new Set(),
    acknowledged: new Set(),
    knownOrders: new Set(),
    violations: [],
  }
  return { slot, platform, kitchen: createRandomKitchen(platform, random), durableReports }
}

/** Kills the core `kills` times on one profile of so many connections, waits until it is at rest, and returns the violations. */
export async function killManyTimes(
  failure: ProgramFailure,
  program: string,
  { kills, seed, connections = 1 }: { readonly kills: number; readonly seed: number; readonly connections?: number },
): Promise<KillFigures> {
  const random = seededRandom(seed)
  const further = SLOTS.slice(1, connections).map((slot) => openShop(slot, seed, random))
  const shops = [await openShop(1, seed, random), ...(await Promise.all(further))] as const
  const run: Run = { shops, failure, program, random }
  const counted = new Map<string, { aimed: number; hit: number }>()
  const restarts: Restart[] = []
  const sum = (of: (shop: Shop) => number): number => shops.reduce((before, shop) => before + of(shop), 0)
  try {
    for (let killed = 0; killed < kills; killed += 1) {
      const point = KILL_POINTS[killed % KILL_POINTS.length] ?? { kind: 'any-time' }
      const { restart, hasHit } = await runUntilKill(run, point)
      if (restart !== undefined) restarts.push(restart)
      const { aimed, hit } = counted.get(nameOf(point)) ?? { aimed: 0, hit: 0 }
      counted.set(nameOf(point), { aimed: aimed + 1, hit: hit + (hasHit ? 1 : 0) })
    }
    const quietAfterMs = await comeToRest(run)
    return {
      kills: counted,
      orders: sum(({ kitchen }) => kitchen.orderIds.length),
      taps: sum(({ durableReports }) => durableReports.taps.size),
      undone: sum(({ durableReports }) => durableReports.undone.size),
      acknowledgments: sum(({ platform }) => platform.requestLog.requestsTo('acknowledgment').length),
      acknowledgedEvents: sum(({ durableReports }) => durableReports.acknowledged.size),
      restartToBoardMs: restarts.map(({ ms }) => ms),
      restartProcessorMs: restarts.map(({ processorMs }) => processorMs),
      quietAfterMs,
      violations: shops.flatMap(({ durableReports }) => durableReports.violations),
    }
  } finally {
    for (const { platform } of shops) await platform.close()
    failure.remove()
  }
}
