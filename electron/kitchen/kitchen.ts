import { isDeepStrictEqual } from 'node:util'
import type { CallName } from '../../shared/contract/calls.ts'
import type { ActArgs, CallResult, QueueEntry, ReportedRing } from '../../shared/contract/contract.ts'
import {
  applySettingsPatch,
  SETTING_NAMES,
  type Settings,
  type SettingsPatch,
  settingMarks,
} from '../../shared/contract/settings.ts'
import { type Failure, fail, messageOf, ok } from '../../shared/result.ts'
import { partsOfKey, type Slot, ticketKey } from '../../shared/ticket/ticket-key.ts'
import { isInKitchen } from '../core/auto-confirm.ts'
import type { Versions } from '../core/board.ts'
import type { Core, StaffCore } from '../core/core.ts'
import { createHistory } from '../core/order-history.ts'
import type { Log } from '../logging/log-port.ts'
import type { PrintMarks } from '../printing/print-service.ts'
import { clockGap, type KitchenConnection } from './connection.ts'
import { channelsOf, createKitchenBoard } from './kitchen-board.ts'
import { kitchenRecords, readEach } from './kitchen-records.ts'

/** The calls of a core, over all connections of a kitchen: orders are named by their keys. */
export type Kitchen = StaffCore & {
  readonly printMarks: PrintMarks
  /** Orders that are accepted and not ready, of all connections. */
  inKitchen(): number
  connections(): readonly KitchenConnection[]
  /** Further connections, whose work begins when the kitchen has started. Their tickets are published once. */
  add(...connections: readonly KitchenConnection[]): void
  /** A mark of a connection changed. */
  renamed(): void
  /** Ends the work of a further connection. */
  remove(slot: Slot): Promise<void>
}

const NO_ORDER: Failure<'unknown-order'> = fail('unknown-order', 'No such order on the board')

/** The kitchen's settings for a further connection, which has its own of the others. */
export function kitchensPart(settings: Settings): SettingsPatch {
  const shared = SETTING_NAMES.filter((name) => !settingMarks(name).ofConnection && name !== 'setupStep')
  const { enabled: _own, ...autoConfirm } = settings.autoConfirm
  const entries = shared.map((name) => [name, settings[name] ?? null])
  // The type of `Object.fromEntries` loses the names.
  return { ...(Object.fromEntries(entries) as SettingsPatch), autoConfirm }
}

/** Finds a connection by the key of an order or by a tap, and calls it with the platform's own id. */
interface Dispatch {
  find(key: string): KitchenConnection | undefined
  /** Calls the core of an order, unless its own storage or queue refuses this call. */
  of<T>(
    call: OrderCall,
    key: string,
    work: (core: Core, orderId: string, connection: KitchenConnection) => T,
  ): T | Failure<'unknown-order' | 'storage' | 'not-allowed' | 'locked'>
  /** Calls each core with its own of these entries. */
  each<T>(
    call: OrderCall,
    entries: readonly T[],
    keyOf: (entry: T) => string,
    work: (core: Core, own: readonly T[]) => unknown,
  ): CallResult<null>
  /** A ledger that does not answer hides no tap of the others; it may have this one. */
  ofTap(tapId: string, work: (core: Core) => CallResult<null>): CallResult<null>
}

function createDispatch(connections: readonly KitchenConnection[]): Dispatch {
  const find = (key: string): KitchenConnection | undefined => {
    const { slot } = partsOfKey(key)
    return connections.find((one) => one.slot === slot)
  }
  return {
    find,
    of(call, key, work) {
      const connection = find(key)
      if (connection === undefined) return NO_ORDER
      // The PIN was asked for before.
      return connection.admit(call, () => true) ?? work(connection.core, partsOfKey(key).orderId, connection)
    },
    each(call, entries, keyOf, work) {
      for (const connection of connections) {
        const own = entries.filter((entry) => find(keyOf(entry)) === connection)
        if (own.length > 0 && connection.admit(call, () => true) === undefined) work(connection.core, own)
      }
      return ok(null)
    },
    ofTap(tapId, work) {
      let isInDoubt = false
      const has = ({ core }: KitchenConnection): boolean => {
        try {
          return core.hasTap(tapId)
        } catch {
          isInDoubt = true
          return false
        }
      }
      const owner = connections.find((one) => one.admit('tap:undo', () => true) === undefined && has(one))
      if (owner !== undefined) return work(owner.core)
      return isInDoubt ? fail('storage', 'A ledger cannot be read') : fail('too-late', 'No such tap')
    },
  }
}

/** The arguments of a call behind the order. */
type After<C extends 'tickBag' | 'countBags'> = Parameters<Core[C]> extends [string, ...infer Rest] ? Rest : never

/** Calls about orders, as the admission knows them. */
type OrderCall = Extract<CallName, `order:${string}`>

const ownId = (key: string): string => partsOfKey(key).orderId

/** What a kitchen's staff do with orders: each call goes to the core of its order. */
function createOrderCalls(connections: readonly KitchenConnection[], first: KitchenConnection, dispatch: Dispatch) {
  const { of, each, ofTap } = dispatch
  return {
    act: (args: ActArgs) => of('order:act', args.orderId, (core, orderId) => core.act({ ...args, orderId })),
    receiveTap: (tap: Parameters<Core['receiveTap']>[0]) =>
      of('order:act', tap.orderId, (core, orderId) => core.receiveTap({ ...tap, orderId })),
    validateCode: async (key: string, code: string) =>
      of('order:validate-code', key, (core, orderId) => core.validateCode(orderId, code)),
    cancellationReasons: async (key: string) =>
      of('order:reasons', key, (core, orderId) => core.cancellationReasons(orderId)),
    acknowledgeCancellation: (key: string) =>
      of('order:acknowledge-cancellation', key, (core, orderId) => core.acknowledgeCancellation(orderId)),
    strikeLine: (key: string, lineId: string, struck: boolean) =>
      of('order:strike-line', key, (core, orderId) => core.strikeLine(orderId, lineId, struck)),
    moveFirst: (key: string, isFirst: boolean) =>
      of('order:move-first', key, (core, orderId) => core.moveFirst(orderId, isFirst)),
    hold: (key: string, until: number | null) =>
      of('order:hold', key, (core, orderId, connection) =>
        core.hold(orderId, until === null ? null : until - clockGap(connection, first.core.platformNow)),
      ),
    makeAgain: (key: string, lineId: string, reason: Parameters<Core['makeAgain']>[2]) =>
      of('order:make-again', key, (core, orderId) => core.makeAgain(orderId, lineId, reason)),
    tickBag: (key: string, ...rest: After<'tickBag'>) =>
      of('order:tick-bag', key, (core, orderId) => core.tickBag(orderId, ...rest)),
    countBags: (key: string, ...rest: After<'countBags'>) =>
      of('order:count-bags', key, (core, orderId) => core.countBags(orderId, ...rest)),
    startByHand: (key: string) => of('order:start-by-hand', key, (core, orderId) => core.startByHand(orderId)),
    whole: (key: string, part: number) => of('order:whole', key, (core, orderId) => core.whole(orderId, part)),
    quietAlarm: (key: string, how: Parameters<Core['quietAlarm']>[1]) =>
      of('order:quiet-alarm', key, (core, orderId) => core.quietAlarm(orderId, how)),
    shown: (keys: readonly string[]) => each('order:shown', keys, String, (core, own) => core.shown(own.map(ownId))),
    drawn: (keys: readonly string[], version: number) =>
      each('order:drawn', keys, String, (core, own) => core.drawn(own.map(ownId), version)),
    rang: (rings: readonly ReportedRing[]) =>
      each(
        'order:rang',
        rings,
        ({ orderId }) => orderId,
        (core, own) => core.rang(own.map((ring) => ({ ...ring, orderId: ownId(ring.orderId) }))),
      ),
    unplayed: (keys: readonly string[]) =>
      each('order:unplayed', keys, String, (core, own) => core.unplayed(own.map(ownId))),
    undo: (tapId: string) => ofTap(tapId, (core) => core.undo(tapId)),
    sendNow: (tapId: string) => ofTap(tapId, (core) => core.sendNow(tapId)),
    queue(): CallResult<QueueEntry[]> {
      const all = readEach(connections, ({ slot, core }) => {
        const own = core.queue()
        return own.ok ? own.value.map((entry) => ({ ...entry, orderId: ticketKey(slot, entry.orderId) })) : []
      })
      return ok(all.flat())
    },
  }
}

/** The print marks of all orders, by key. */
function printMarksOf(first: KitchenConnection, { find }: Dispatch): PrintMarks {
  const at = (key: string): PrintMarks => (find(key) ?? first).printMarks
  return {
    wasPrinted: (key) => at(key).wasPrinted(ownId(key)),
    mayBeOnPaper: (key) => at(key).mayBeOnPaper(ownId(key)),
    wasPrintedSince: (key, since) => at(key).wasPrintedSince(ownId(key), since),
    wasPrintedInRun: (key, since) => at(key).wasPrintedInRun(ownId(key), since),
    wasStopPrinted: (key, since) => at(key).wasStopPrinted(ownId(key), since),
    attemptsSince: (key, since) => at(key).attemptsSince(ownId(key), since),
    recordPrinted: (ticket) => at(ticket.orderId).recordPrinted({ ...ticket, orderId: ownId(ticket.orderId) }),
    recordFailed: (key, isAutomatic) => at(key).recordFailed(ownId(key), isAutomatic),
  }
}

/**
 * One kitchen over its connections, each with a core of its own. Windows, screens and paper see one board; what happens to a
 * connection touches no other.
 */
export function createKitchen(first: KitchenConnection, { versions, log }: { versions: Versions; log: Log }): Kitchen {
  const connections = [first]
  const ends = new Map<Slot, () => void>()
  let isStarted = false
  const dispatch = createDispatch(connections)
  const { follow, connectionsChanged, ...board } = createKitchenBoard(connections, first, versions)
  /** A further connection that fails, for example because its disk refuses, leaves the others at work. */
  const isolated = (slot: Slot, work: () => void): void => {
    if (slot === 1) {
      work()
      return
    }
    try {
      work()
    } catch (error) {
      log.error('connection-failed', { slot, error: messageOf(error) })
    }
  }
  const all = (call: (core: Core) => void): void => {
    for (const { slot, core } of connections) isolated(slot, () => call(core))
  }
  const followSettings = (patch: SettingsPatch): void => {
    for (const { slot, core } of connections.slice(1)) {
      const own = core.settings.now()
      if (!isDeepStrictEqual(applySettingsPatch(own, patch), own)) isolated(slot, () => void core.changeSettings(patch))
    }
  }
  ends.set(first.slot, follow(first))
  return {
    ...board,
    ...createOrderCalls(connections, first, dispatch),
    ...createHistory(kitchenRecords(connections, first, dispatch.find)),
    settings: first.core.settings,
    changeSettings(patch) {
      const changed = first.core.changeSettings(patch)
      if (changed.ok) followSettings(kitchensPart(changed.value))
      return changed
    },
    soundTested(heard) {
      all((core) => core.soundTested(heard))
      return ok(null)
    },
    channelsSeen: () => ok(channelsOf(connections)),
    rememberPlaces: first.core.rememberPlaces,
    showNotice: first.core.showNotice,
    windowCrashed: () => all((core) => core.windowCrashed()),
    pollNow: () => all((core) => core.pollNow()),
    retryNow: () => all((core) => core.retryNow()),
    start() {
      isStarted = true
      all((core) => core.start())
    },
    async stop() {
      const ended = await Promise.allSettled(connections.map(({ core }) => core.stop()))
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    },
    printMarks: printMarksOf(first, dispatch),
    inKitchen: () => board.tickets().filter(isInKitchen).length,
    connections: () => connections,
    add(...added) {
      connections.push(...added)
      connections.sort((one, other) => one.slot - other.slot)
      followSettings(kitchensPart(first.core.settings.now()))
      for (const one of added) ends.set(one.slot, follow(one))
      connectionsChanged([])
      if (isStarted) for (const { slot, core } of added) isolated(slot, core.start)
    },
    renamed: () => connectionsChanged([]),
    async remove(slot) {
      const index = connections.findIndex((one) => one.slot === slot && slot !== 1)
      const [removed] = index === -1 ? [] : connections.splice(index, 1)
      if (removed === undefined) return
      ends.get(slot)?.()
      connectionsChanged(removed.core.tickets().map(({ orderId }) => ticketKey(slot, orderId)))
      await removed.core.stop()
    },
  }
}
