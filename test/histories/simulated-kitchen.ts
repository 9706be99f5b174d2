import { noBeep } from '../../electron/core/alarms.ts'
import { createVersions } from '../../electron/core/board.ts'
import type { KitchenConnection } from '../../electron/kitchen/connection.ts'
import { createKitchen, type Kitchen } from '../../electron/kitchen/kitchen.ts'
import { identifier, seededRandom } from '../../electron/practice/platform/randomness.ts'
import { createSystemClock, type TimeService } from '../../electron/sync/clock.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../fixtures/virtual-clock.ts'
import { createCrossings } from './crossings.ts'
import type { GeneratedHistory, HistoryEvent, HistoryOfTwo } from './generated-history.ts'
import { createProgramRun, type ProgramRun } from './program-run.ts'
import { createSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

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
  const connections = shops.map((shop) => ({
    slot: shop.slot,
    core: shop.open(life, shared),
    admit: () => undefined,
    spoken: () => ({ dialect: 'open-delivery-2', profile: 'generic' }) as const,
    mark: () => ({ name: shop.dish, color: 'blue' }) as const,
    printMarks: NO_PRINTS,
  }))
  const [first, ...others] = connections
  if (first === undefined) throw new Error('a kitchen without a connection')
  const kitchen = createKitchen(first, { versions: shared.versions, log: createMemoryLog() })
  for (const one of others) kitchen.add(one)
  const boards = crossings.begin(seenWhileAlive(kitchen, life))
  for (const [index, { core }] of connections.entries()) {
    const board = boards[index]
    if (board !== undefined) shops[index]?.begin({ core, board, staff: kitchen })
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

/** Runs a history of these shops, then waits until all is at rest. Returns the violations in words. */
async function live(
  shops: readonly [SimulatedShop, ...SimulatedShop[]],
  clock: VirtualClock,
  happenings: readonly Placed[],
  rules: Rules,
): Promise<readonly string[]> {
  const crossings = createCrossings(shops)
  let run = beginRun(shops, crossings, rules)

  const passTime = async (ms: number): Promise<void> => {
    const announced = shops.map(({ invariants }) => invariants.announced())
    const begunAt = clock.now()
    await clock.advance(ms)
    if (ms < TOLD_WITHIN_MS || run.life.isOver()) return
    for (const [index, board] of run.boards.entries()) {
      shops[index]?.invariants.checkTold(board, announced[index] ?? [])
      shops[index]?.invariants.checkStops(board, begunAt)
    }
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
  const isQuiet = (): boolean => shops.every(({ invariants }) => invariants.isQuiet())
  for (let step = 0; step < QUIET_WITHIN_STEPS && !isQuiet(); step += 1) await clock.advance(STEP_MS)
  const violations = shops.flatMap(({ invariants, orderIds }, index) => {
    const board = run.boards[index]
    return board === undefined ? [] : invariants.verdict(board, orderIds)
  })
  const crossed = crossings.verdict()
  run.life.end()
  for (const { databases } of shops) databases.close()
  return [...violations, ...crossed]
}

/** A history of a kitchen with one connection. */
export function runHistory({ seed, happenings, of1, ...rules }: GeneratedHistory): Promise<readonly string[]> {
  const random = seededRandom(seed)
  const clock = createVirtualClock()
  const shop = createSimulatedShop({
    slot: 1,
    clock,
    time: clock,
    random,
    randomOfPlatform: random,
    of1,
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

/** A history of a kitchen with a connection of v2 and one of 1.x. Their ids of orders, of events and for display are equal. */
export function runHistoryOfTwo({
  seed,
  happenings,
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
  const first = { ...common, slot: 1, time: clock, randomOfPlatform: seededRandom(seed), dish: 'Pizza' } as const
  const second = {
    ...common,
    slot: 2,
    time: besideOf(clock),
    randomOfPlatform: seededRandom(seed),
    dish: 'Temaki',
    of1: { statesLastEvent },
  } as const
  return live([createSimulatedShop(first), createSimulatedShop(second)], clock, happenings, rules)
}
