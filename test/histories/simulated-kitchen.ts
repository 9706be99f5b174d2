import { type Core, createCore } from '../../electron/core/core.ts'
import { makeOrder } from '../../electron/practice/platform/order-factory.ts'
import { seededRandom } from '../../electron/practice/platform/randomness.ts'
import { assertNever } from '../../shared/result.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { createPlatformModel } from '../fixtures/platform/model.ts'
import { createVirtualClock, exactReading } from '../fixtures/virtual-clock.ts'
import { createWishes } from './customers-wishes.ts'
import { CREDENTIAL, createWire } from './faulty-wire.ts'
import type { GeneratedHistory, HistoryEvent } from './generated-history.ts'
import { createInvariants } from './invariants.ts'
import { createMemoryDatabases } from './memory-databases.ts'
import { createProgramRun, type ProgramRun } from './program-run.ts'

const MERCHANT = { id: 'm', name: 'Cantina' }
const STEP_MS = 30_000
/** Staff are told of a cancellation within this time. */
const TOLD_WITHIN_MS = 12_000
/** Longer than the longest pause before a refused read is repeated: 66 minutes. */
const QUIET_WITHIN_STEPS = 200
/** A small limit, so that histories reach it. */
const MAX_OPEN = 2
const MOVES = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const

/** Runs one history, then waits until all is at rest. Returns the violations in words. */
export async function runHistory({
  seed,
  happenings,
  autoConfirm,
  startsToo,
  of1,
}: GeneratedHistory): Promise<readonly string[]> {
  const random = seededRandom(seed)
  const clock = createVirtualClock()
  const model = createPlatformModel({
    now: clock.now,
    random,
    merchantsOf: new Map([[CREDENTIAL, new Set([MERCHANT.id])]]),
    cancellation: { answer: 'silent', delayMs: 0 },
  })
  const databases = createMemoryDatabases()
  const wishes = createWishes(model, clock.now)
  const invariants = createInvariants({ model, databases, wishes: of1 && wishes })
  const wire = createWire({ model, clock, random, watch: invariants.watch, of1, wishes })
  const orderIds: string[] = []
  const tapIds: string[] = []

  const begin = (): { readonly life: ProgramRun; readonly core: Core } => {
    const life = createProgramRun()
    const { ledger, cache } = databases.open()
    const core = createCore({
      ledger: life.guard(ledger),
      cache: life.guard(cache),
      client: wire.client(life),
      clock: life.clock(clock),
      random,
      newId: () => `tap-${tapIds.length}-${Math.floor(random() * 1e9)}`,
      log: createMemoryLog(),
      isOnline: () => true,
    })
    if (of1) core.setConnection({ dialect: 'open-delivery-1', profile: 'generic' }, 'host')
    invariants.beginLife(core)
    core.changeSettings({
      autoConfirm: { enabled: autoConfirm === true, mostOpen: MAX_OPEN },
      confirmStartsPreparation: startsToo === true,
    })
    core.start()
    return { life, core }
  }

  let { life, core } = begin()

  const restartIfEnded = (): void => {
    if (life.isOver()) ({ life, core } = begin())
  }

  const tap = (orderId: string, choice: number, sendNow: boolean): void => {
    const offered = core
      .snapshot()
      .tickets.find((ticket) => ticket.orderId === orderId)
      ?.actions.filter((action) => action !== 'validateCode')
    const action = offered?.[choice % Math.max(1, offered.length)]
    if (action === undefined) return
    const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' } as const
    const result = core.act({ orderId, action, ...(action === 'requestCancellation' ? { cancellation } : {}) })
    if (!result.ok) return
    tapIds.push(result.value.tapId)
    invariants.tapped(result.value.tapId)
    if (sendNow) core.sendNow(result.value.tapId)
  }

  let ownEvents = 0
  /** An event that the platform does not know. */
  const eventOf = (orderId: string, eventType: string) => {
    ownEvents += 1
    return { eventId: `own-${ownEvents}`, eventType, orderId, createdAt: new Date(clock.now()).toISOString() }
  }

  const orderAt = (position: number): string | undefined => orderIds[position % Math.max(1, orderIds.length)]

  const applyEvent = async (happening: HistoryEvent): Promise<void> => {
    switch (happening.kind) {
      case 'order': {
        const overrides = {
          orderType: happening.isTakeout ? ('TAKEOUT' as const) : ('DELIVERY' as const),
          orderTiming: happening.timing,
          items: [{ id: 'i', name: 'Pizza', quantity: 1, unit: 'UN' as const }],
        }
        const order = makeOrder(overrides, { random, at: clock.now(), merchant: MERCHANT, sourceAppId: 'app' })
        model.place(order, { readLag: { reads: Math.floor(random() * 3) } })
        orderIds.push(order.id)
        return
      }
      case 'tap': {
        const orderId = orderAt(happening.order)
        if (orderId !== undefined) tap(orderId, happening.choice, happening.sendNow)
        return
      }
      case 'double-tap': {
        const orderId = orderAt(happening.order)
        if (orderId === undefined) return
        tap(orderId, 0, false)
        tap(orderId, 0, false)
        return
      }
      case 'undo': {
        const tapId = tapIds[happening.tap % Math.max(1, tapIds.length)]
        if (tapId !== undefined && core.undo(tapId).ok) invariants.undone(tapId)
        return
      }
      case 'customer-asks': {
        const orderId = orderAt(happening.order)
        if (of1 && orderId !== undefined) wishes.ask(orderId)
        return
      }
      case 'platform-cancels':
        model.cancel(orderAt(happening.order) ?? '', 'CUSTOMER', 'Desistiu')
        return
      case 'platform-moves': {
        const orderId = orderAt(happening.order) ?? ''
        MOVES.some((move) => model.move(orderId, move))
        return
      }
      case 'platform-deletes': {
        const orderId = orderAt(happening.order) ?? ''
        model.conclude(orderId)
        wire.deleteArchived(orderId)
        return
      }
      case 'false-cancellation': {
        const orderId = orderAt(happening.order)
        if (orderId === undefined || model.order(orderId)?.cancelled) return
        invariants.announcedFalsely(orderId)
        core.receiveDelivery([eventOf(orderId, 'CANCELLED')])
        return
      }
      case 'event-again': {
        const orderId = orderAt(happening.order)
        const events = model.events().filter((one) => one.orderId === orderId)
        const event = events[happening.choice % Math.max(1, events.length)]
        if (orderId === undefined || event === undefined) return
        core.receiveDelivery([happening.hasOtherId ? eventOf(orderId, event.eventType) : event])
        return
      }
      case 'platform-concludes':
        model.conclude(orderAt(happening.order) ?? '')
        return
      case 'other-requests':
        model.requestCancellation(CREDENTIAL, orderAt(happening.order) ?? '', { code: 'OTHER', reason: 'Portal' })
        return
      case 'platform-decides':
        // Another device of the shop answers the customer.
        wishes.answer(orderAt(happening.order) ?? '', happening.accepts)
        model.decideCancellation(orderAt(happening.order) ?? '', happening.accepts ? 'accept' : 'deny')
        return
      case 'faults':
        wire.strike(happening.fault, happening.calls)
        return
      case 'late-events':
        wire.publishLate(happening.ms)
        return
      case 'outage':
        wire.setOutage(happening.isOut)
        return
      case 'time': {
        const announced = invariants.announced()
        const begunAt = clock.now()
        await clock.advance(happening.ms)
        if (happening.ms < TOLD_WITHIN_MS || life.isOver()) return
        invariants.checkTold(core, announced)
        invariants.checkStops(core, begunAt)
        return
      }
      case 'crash':
        life.crashAfter(happening.afterSteps)
        return
      case 'restart':
        life.end()
        return
      case 'sleep':
        clock.suspend(happening.ms)
        return
      case 'clock-steps':
        clock.applyReading(exactReading(clock, happening.aheadMs))
        return
      case 'retry-now':
        core.retryNow()
        return
      case 'delivery': {
        const orderId = orderAt(happening.order)
        const event = model.events().find((one) => one.orderId === orderId)
        if (event !== undefined) core.receiveDelivery([event])
        return
      }
      default:
        return assertNever(happening)
    }
  }

  for (const happening of happenings) {
    try {
      await applyEvent(happening)
    } catch (error) {
      // The error of a call during the crash is expected. Every other error is a defect.
      if (!life.isOver()) throw error
    }
    restartIfEnded()
    invariants.observe(clock.now())
  }
  life.crashAfter(Number.POSITIVE_INFINITY)
  wire.endFaults()
  for (let step = 0; step < QUIET_WITHIN_STEPS && !invariants.isQuiet(); step += 1) await clock.advance(STEP_MS)
  const violations = invariants.verdict(core, orderIds)
  life.end()
  databases.close()
  return violations
}
