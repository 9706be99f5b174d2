import { createConnectionCalls } from '../../electron/composition/connections-service.ts'
import { noBeep } from '../../electron/core/alarms.ts'
import { createVersions } from '../../electron/core/board.ts'
import type { KitchenConnection } from '../../electron/kitchen/connection.ts'
import { createKitchen, type Kitchen } from '../../electron/kitchen/kitchen.ts'
import { identifier, seededRandom } from '../../electron/practice/platform/randomness.ts'
import { createSystemClock, type TimeService } from '../../electron/sync/clock.ts'
import { ok } from '../../shared/result.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../fixtures/virtual-clock.ts'
import { createCrossings } from './crossings.ts'
import type { GeneratedHistory, HistoryEvent, HistoryOfTwo } from './generated-history.ts'
import { createProgramRun, type ProgramRun } from './program-run.ts'
import { createSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

const SECOND_MS = 1_000
const STEP_MS = 30_000
/** Staff are told of a cancellation within this time. */
const TOLD_WITHIN_MS = 12_000
/** Longer than the longest pause before a refused read is repeated: 66 minutes. */
const QUIET_WITHIN_STEPS = 200
/** A small limit, so that histories reach it. */
const MAX_OPEN = 2

type Placed = { readonly shop: number; readonly happening: HistoryEvent }
type Rules = Pick<GeneratedHistory, 'autoConfirm' | 'startsToo'>

const NO_PRINTS: KitchenConnection['printMarks'] = {
  wasPrinted: () => false,
  mayBeOnPaper: () => false,
  wasPrintedSince: () => false,
  wasPrintedInRun: () => false,
  wasStopPrinted: () => false,
  attemptsSince: () => 0,
  recordPrinted: () => undefined,
  recordFailed: () => undefined,
}

/** One run of the program: the product's kitchen over a core for each shop. */
type Run = { readonly life: ProgramRun; readonly kitchen: Kitchen; readonly boards: ReturnType<Crossings['begin']> }
type Crossings = ReturnType<typeof createCrossings>

/** A program that has ended draws nothing more, whatever its last calls still return. */
const seenWhileAlive = (kitchen: Kitchen, life: ProgramRun): Kitchen => ({
  ...kitchen,
  onDelta: (listener) =>
    kitchen.onDelta((delta) => {
      if (!life.isOver()) listener(delta)
    }),
})

function beginRun(shops: readonly SimulatedShop[], crossings: Crossings, rules: Rules): Run {
  const life = createProgramRun()
  const shared = { versions: createVersions(), lastBeep: noBeep(), inKitchen: () => kitchen.inKitchen() }
  const kept = shops.filter(({ isRemoved }) => !isRemoved)
  const connections = kept.map((shop) => ({
    slot: shop.slot,
    core: shop.open(life, shared),
    admit: () => undefined,
    spoken: () => ({ dialect: 'open-delivery-2', profile: 'generic' }) as const,
    mark: () => ({ name: shop.name, color: 'blue' }) as const,
    printMarks: NO_PRINTS,
  }))
  const [first, ...others] = connections
  if (first === undefined) throw new Error('a kitchen without a connection')
  const kitchen = createKitchen(first, { versions: shared.versions, log: createMemoryLog() })
  for (const one of others) kitchen.add(one)
  const boards = crossings.begin(seenWhileAlive(kitchen, life))
  for (const [index, { core }] of connections.entries()) {
    const board = boards.get(kept[index]?.slot ?? 1)
    if (board !== undefined) kept[index]?.begin({ core, board, staff: kitchen })
  }
  const patch = {
    autoConfirm: { enabled: rules.autoConfirm === true, mostOpen: MAX_OPEN },
    confirmStartsPreparation: rules.startsToo === true,
  }
  kitchen.changeSettings(patch)
  // Whether orders are accepted is a setting of each connection.
  for (const { core } of connections.slice(1)) core.changeSettings(patch)
  kitchen.start()
  return { life, kitchen, boards }
}

/** Staff remove a platform. It is refused while orders or taps of it would be lost. */
async function removal({ kitchen }: Run, shop: SimulatedShop, violations: string[]): Promise<void> {
  if (shop.isRemoved || shop.slot === 1) return
  const open = shop.invariants.whatIsOpen()
  const calls = createConnectionCalls({
    kitchen: {
      connections: kitchen.connections,
      renamed: kitchen.renamed,
      kept: () => undefined,
      async remove(slot) {
        await kitchen.remove(slot)
        return ok(null)
      },
    },
    files: { read: () => undefined, save: () => undefined },
    probe: () => Promise.reject(new Error('nothing is tested')),
  })
  const removed = await calls['connections:remove']({ slot: shop.slot })
  if (!removed.ok) return
  if (open.length > 0) violations.push(`8: ${shop.dish} was removed with ${open.join(', ')}`)
  shop.remove()
}

/** Runs a history of these shops, then waits until all is at rest. Returns the violations in words. */
async function live(
  shops: readonly [SimulatedShop, ...SimulatedShop[]],
  clock: VirtualClock,
  happenings: readonly Placed[],
  rules: Rules,
): Promise<readonly string[]> {
  const crossings = createCrossings(shops)
  const violations: string[] = []
  let run = beginRun(shops, crossings, rules)

  const passTime = async (ms: number): Promise<void> => {
    const announced = shops.map(({ invariants }) => invariants.announced())
    const begunAt = clock.now()
    await clock.advance(ms)
    if (ms < TOLD_WITHIN_MS || run.life.isOver()) return
    for (const [index, { slot, invariants, isRemoved }] of shops.entries()) {
      const board = run.boards.get(slot)
      if (board === undefined || isRemoved) continue
      invariants.checkTold(board, announced[index] ?? [])
      invariants.checkStops(board, begunAt)
    }
  }

  /** The end of a core waits for what it has on its way. After a crash it never comes. */
  const whileTimePasses = async (work: Promise<void>): Promise<void> => {
    let isOver = false
    const end = work.finally(() => {
      isOver = true
    })
    end.catch(() => undefined)
    while (!isOver && !run.life.isOver()) await clock.advance(SECOND_MS)
    if (isOver) await end
  }

  const apply = async ({ shop: index, happening }: Placed): Promise<void> => {
    const shop = shops[index] ?? shops[0]
    switch (happening.kind) {
      case 'time':
        return passTime(happening.ms)
      case 'crash':
        return run.life.crashAfter(happening.afterSteps)
      case 'restart':
        return run.life.end()
      case 'sleep':
        return clock.suspend(happening.ms)
      case 'clock-steps':
        return shop.stepClock(happening.aheadMs)
      case 'retry-now':
        return run.kitchen.retryNow()
      case 'rename':
        shop.rename(`${shop.dish} ${happening.name}`)
        return run.kitchen.renamed()
      case 'remove':
        if (happening.isAtEnd) {
          shop.endOrders()
          await passTime(STEP_MS + TOLD_WITHIN_MS)
        }
        return whileTimePasses(removal(run, shop, violations))
      default:
        return shop.apply(happening)
    }
  }

  for (const happening of happenings) {
    try {
      await apply(happening)
    } catch (error) {
      // The error of a call during the crash is expected. Every other error is a defect.
      if (!run.life.isOver()) throw error
    }
    if (run.life.isOver()) run = beginRun(shops, crossings, rules)
    for (const { invariants } of shops) invariants.observe(clock.now())
    if (shops.length > 1 && !run.life.isCrashing()) crossings.observe()
  }
  run.life.crashAfter(Number.POSITIVE_INFINITY)
  for (const shop of shops) shop.endFaults()
  const kept = (): readonly SimulatedShop[] => shops.filter(({ isRemoved }) => !isRemoved)
  // As the end of a pause does.
  run.kitchen.retryNow()
  const isQuiet = (): boolean => kept().every(({ invariants }) => invariants.isQuiet())
  for (let step = 0; step < QUIET_WITHIN_STEPS && !isQuiet(); step += 1) await clock.advance(STEP_MS)
  for (const { slot, invariants, orderIds } of kept()) {
    const board = run.boards.get(slot)
    if (board !== undefined) violations.push(...invariants.verdict(board, orderIds))
  }
  const crossed = crossings.verdict()
  run.life.end()
  for (const { databases } of shops) databases.close()
  return [...violations, ...crossed]
}

/** A history of a kitchen with one connection. */
export function runHistory({ seed, happenings, byEvents, ...rules }: GeneratedHistory): Promise<readonly string[]> {
  const random = seededRandom(seed)
  const clock = createVirtualClock()
  const shop = createSimulatedShop({
    slot: 1,
    clock,
    time: clock,
    random,
    randomOfPlatform: random,
    byEvents,
    dish: 'Pizza',
  })
  return live(
    [shop],
    clock,
    happenings.map((happening) => ({ shop: 0, happening })),
    rules,
  )
}

/** A second time service on the same machine: its platform's clock is another. */
const besideOf = (clock: VirtualClock): TimeService => ({
  ...createSystemClock(clock.readings()),
  setTimer: clock.setTimer,
})

/** A history of a kitchen with two connections. Their ids of orders, of events and for display are equal. */
export function runHistoryOfTwo({
  seed,
  happenings,
  pair,
  statesLastEvent,
  ...rules
}: HistoryOfTwo): Promise<readonly string[]> {
  const random = seededRandom(seed)
  const clock = createVirtualClock()
  const ids: string[] = []
  const idOf = (index: number): string => {
    ids[index] ??= identifier(random)
    return ids[index]
  }
  const common = { clock, random, idOf }
  const [ofFirst, ofSecond] = pair.map((dialect) => dialect && { dialect, statesLastEvent })
  const first = {
    ...common,
    slot: 1,
    time: clock,
    randomOfPlatform: seededRandom(seed),
    dish: 'Pizza',
    byEvents: ofFirst,
  } as const
  const second = {
    ...common,
    slot: 2,
    time: besideOf(clock),
    randomOfPlatform: seededRandom(seed),
    dish: 'Temaki',
    byEvents: ofSecond,
  } as const
  return live([createSimulatedShop(first), createSimulatedShop(second)], clock, happenings, rules)
}
