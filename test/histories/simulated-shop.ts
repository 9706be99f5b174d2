import { type Core, createCore } from '../../electron/core/core.ts'
import type { CoreParts } from '../../electron/core/core-parts.ts'
import { makeOrder } from '../../electron/practice/platform/order-factory.ts'
import type { Random } from '../../electron/practice/platform/randomness.ts'
import type { TimeService } from '../../electron/sync/clock.ts'
import type { CallResult } from '../../shared/contract/contract.ts'
import { isCodeCheck } from '../../shared/order/lifecycle.ts'
import { assertNever } from '../../shared/result.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'
import { createPlatformModel } from '../fixtures/platform/model.ts'
import { exactReading, type VirtualClock } from '../fixtures/virtual-clock.ts'
import { createWishes } from './customers-wishes.ts'
import { type ByEvents, CREDENTIAL, createWire } from './faulty-wire.ts'
import type { HistoryEvent } from './generated-history.ts'
import { createInvariants } from './invariants.ts'
import { createMemoryDatabases, type MemoryDatabases } from './memory-databases.ts'
import type { ProgramRun } from './program-run.ts'
import type { ShopBoard } from './shop-board.ts'

const MERCHANT = { id: 'm', name: 'Cantina' }
const MOVES = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const

/** What only one shop is concerned by; the others are about the whole program. */
export type ShopEvent = Exclude<
  HistoryEvent,
  { readonly kind: 'time' | 'crash' | 'restart' | 'sleep' | 'clock-steps' | 'retry-now' | 'rename' | 'remove' }
>

/** A run of the program, as one of its connections has it. */
type ShopRun = {
  readonly core: Core
  readonly board: ShopBoard
  /** The calls of staff, by the keys of the board. */
  readonly staff: Pick<Core, 'act' | 'sendNow' | 'undo'>
}

/** One connection of a simulated kitchen: its platform, what the program stores of it, and the invariants that it has to keep. */
export interface SimulatedShop {
  readonly slot: Slot
  readonly databases: MemoryDatabases
  readonly orderIds: readonly string[]
  readonly invariants: ReturnType<typeof createInvariants>
  /** The dish of each of its orders. No other shop has it. */
  readonly dish: string
  /** What staff call the platform. */
  readonly name: string
  readonly isRemoved: boolean
  /** Violations of the rule that nothing crosses from one connection to another. */
  readonly crossings: readonly string[]
  /** The core of a run of the program, on what the runs before have stored. */
  open(life: ProgramRun, shared: Pick<CoreParts, 'versions' | 'inKitchen' | 'lastBeep'>): Core
  begin(run: ShopRun): void
  apply(event: ShopEvent): void
  stepClock(aheadMs: number): void
  /** Staff gave the platform this name, or removed it from the kitchen for ever. */
  rename(name: string): void
  remove(): void
  /** All orders reach their guests: they stay on the board for a time, and none is open. */
  endOrders(): void
  endFaults(): void
  knowsOrder(orderId: string): boolean
  /** Whether the platform, or another program of it, sent this event to this connection. */
  wasGiven(eventId: string, orderId: string): boolean
}

export type ShopOptions = {
  readonly slot: Slot
  readonly clock: VirtualClock
  /** The clock of its core. */
  readonly time: TimeService
  readonly random: Random
  /** Of the platform: equal seeds give equal ids of events. */
  readonly randomOfPlatform: Random
  /** Absent: the platform speaks v2. */
  readonly byEvents?: ByEvents | undefined
  readonly dish: string
  /** The id of the order number `index`; absent: any. */
  readonly idOf?: ((index: number) => string) | undefined
}

/** What is placed at the platform. */
function orderFor(
  happening: Extract<HistoryEvent, { kind: 'order' }>,
  index: number,
  { clock, random, dish, idOf }: ShopOptions,
) {
  const overrides = {
    orderType: happening.isTakeout ? ('TAKEOUT' as const) : ('DELIVERY' as const),
    orderTiming: happening.timing,
    items: [{ id: 'i', name: dish, quantity: 1, unit: 'UN' as const }],
    ...(idOf === undefined ? {} : { order: { id: idOf(index), displayId: `A${index}` } }),
  }
  return makeOrder(overrides, { random, at: clock.now(), merchant: MERCHANT, sourceAppId: 'app' })
}

const nth = <T>(all: readonly T[], position: number): T | undefined => all[position % Math.max(1, all.length)]

export function createSimulatedShop(options: ShopOptions): SimulatedShop {
  const { slot, clock, time, random, byEvents, dish } = options
  const model = createPlatformModel({
    now: clock.now,
    random: options.randomOfPlatform,
    merchantsOf: new Map([[CREDENTIAL, new Set([MERCHANT.id])]]),
    cancellation: { answer: 'silent', delayMs: 0 },
  })
  const databases = createMemoryDatabases()
  const wishes = createWishes(model, clock.now, byEvents?.dialect)
  const invariants = createInvariants({ model, databases, wishes: byEvents && wishes })
  const given = new Set<string>()
  const give = (eventId: string | undefined, orderId: string | undefined) => given.add(`${eventId} ${orderId}`)
  const wire = createWire({
    model,
    clock,
    random,
    byEvents,
    wishes,
    watch: { ...invariants.watch, onGiven: give },
  })
  const orderIds: string[] = []
  const tapIds: string[] = []
  const crossings: string[] = []
  let run: ShopRun | undefined
  let ownEvents = 0
  let name = dish
  let isRemoved = false

  /** By another program of the platform, for example the webhook. */
  const deliver = (event: { readonly eventId: string; readonly orderId: string }): void => {
    give(event.eventId, event.orderId)
    run?.core.receiveDelivery([event])
  }
  /** An event that the platform does not know. */
  const eventOf = (orderId: string, eventType: string) => {
    ownEvents += 1
    return { eventId: `own-${ownEvents}`, eventType, orderId, createdAt: new Date(clock.now()).toISOString() }
  }

  const tap = (orderId: string, choice: number, sendNow: boolean): void => {
    if (run === undefined) return
    const { board, staff } = run
    const offered = board
      .tickets()
      .find((ticket) => ticket.orderId === orderId)
      ?.actions.filter((action) => !isCodeCheck(action))
    const action = nth(offered ?? [], choice)
    if (action === undefined) return
    const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou' } as const
    const result = staff.act({
      orderId: board.keyOf(orderId),
      action,
      ...(action === 'requestCancellation' ? { cancellation } : {}),
    })
    if (!result.ok) {
      if (result.code === 'unknown-order') crossings.push(`7: ${orderId} is on the board, and a tap did not reach it`)
      return
    }
    tapIds.push(result.value.tapId)
    invariants.tapped(result.value.tapId)
    if (sendNow) ofHeld(result.value.tapId, staff.sendNow)
  }

  /** A tap that is held can be undone and sent: the call reaches the ledger that has it. */
  function ofHeld(tapId: string, call: (tapId: string) => CallResult<null>): boolean {
    const isHeld = invariants.isHeld(tapId)
    const result = call(tapId)
    if (isHeld && !result.ok && result.code === 'too-late')
      crossings.push(`7: ${tapId} is held, and a call about it did not reach it`)
    return result.ok
  }

  function apply(happening: ShopEvent): void {
    if (isRemoved) return
    const orderAt = (position: number): string | undefined => nth(orderIds, position)
    switch (happening.kind) {
      case 'order': {
        const order = orderFor(happening, orderIds.length, options)
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
        const tapId = nth(tapIds, happening.tap)
        if (tapId !== undefined && run && ofHeld(tapId, run.staff.undo)) invariants.undone(tapId)
        return
      }
      case 'customer-asks': {
        const orderId = orderAt(happening.order)
        if (byEvents && orderId !== undefined) wishes.ask(orderId)
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
        // Where events tell the status, one of a cancellation is the platform's word.
        if (byEvents || orderId === undefined || model.order(orderId)?.cancelled) return
        invariants.announcedFalsely(orderId)
        deliver(eventOf(orderId, 'CANCELLED'))
        return
      }
      case 'event-again': {
        const orderId = orderAt(happening.order)
        const event = nth(
          model.events().filter((one) => one.orderId === orderId),
          happening.choice,
        )
        if (orderId === undefined || event === undefined) return
        deliver(happening.hasOtherId ? eventOf(orderId, event.eventType) : event)
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
      case 'pause':
        wire.setPaused(happening.isPaused)
        // As the call does that ends or begins a pause.
        run?.core.retryNow()
        return
      case 'delivery': {
        const orderId = orderAt(happening.order)
        const event = model.events().find((one) => one.orderId === orderId)
        if (event !== undefined) deliver(event)
        return
      }
      default:
        assertNever(happening)
    }
  }

  return {
    slot,
    databases,
    orderIds,
    invariants,
    dish,
    get name() {
      return name
    },
    get isRemoved() {
      return isRemoved
    },
    crossings,
    open(life, shared) {
      const { ledger, cache } = databases.open()
      const core = createCore({
        ...shared,
        slot,
        ledger: life.guard(ledger),
        cache: life.guard(cache),
        client: wire.client(life),
        clock: life.clock(time),
        random,
        newId: () => `tap-${slot}-${tapIds.length}-${Math.floor(random() * 1e9)}`,
        log: createMemoryLog(),
        isOnline: () => true,
      })
      if (byEvents)
        core.setConnection(
          { dialect: byEvents.dialect, profile: byEvents.dialect === 'ifood' ? 'ifood' : 'generic' },
          'host',
        )
      return core
    },
    begin(next) {
      run = next
      invariants.beginLife(next.board)
    },
    apply,
    stepClock: (aheadMs) => time.applyReading(exactReading(clock, aheadMs)),
    rename(next) {
      name = next
    },
    remove() {
      isRemoved = true
    },
    endOrders() {
      for (const orderId of orderIds) for (const move of MOVES) model.move(orderId, move)
    },
    endFaults: wire.endFaults,
    knowsOrder: (orderId) => model.order(orderId) !== undefined,
    wasGiven: (eventId, orderId) => given.has(`${eventId} ${orderId}`),
  }
}
