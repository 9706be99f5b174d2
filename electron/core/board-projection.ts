import type { Settings } from '../../shared/contract/settings.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import { firstCharacters } from '../../shared/order/order-cut.ts'
import { messageOf } from '../../shared/result.ts'
import {
  type AlarmCause,
  isInLastCall,
  ONCE_ENTRIES,
  type OnceCause,
  UNREAD_RINGS_AFTER_MS,
} from '../../shared/ticket/alarm.ts'
import { announcedCancellation } from '../../shared/ticket/announced-cancellation.ts'
import { onceAlarmTimes } from '../../shared/ticket/lateness.ts'
import { quarantinedTicket, unreadTicket } from '../../shared/ticket/reduced-ticket.ts'
import { type Ticket, ticketSchema } from '../../shared/ticket/ticket.ts'
import { projectTicket, type TicketRules } from '../../shared/ticket/ticket-projection.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/time/schedule.ts'
import { type DuringOrder, unmarked } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger, OrderRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { Board } from './board.ts'
import type { ParsedOrders } from './parsed-orders.ts'
import { ticketSourceOf } from './ticket-source.ts'

type Merchant =
  | { readonly id?: string | undefined; readonly name?: string | undefined; readonly externalCode?: string | undefined }
  | undefined

/** The end of a long id distinguishes: platforms number establishments consecutively. */
const ID_CHARACTERS = 8
/** Name and id together fit the chip of a ticket. */
const MAX_NAME_CHARACTERS = 80
const MAX_MARK_CHARACTERS = 36
/** More establishments than one credential serves; beyond it an id is shown beside every name. */
const MAX_MERCHANTS = 1_000

const nameKey = (name: string): string => name.trim().toLowerCase()
const keyOf = ({ id, externalCode }: NonNullable<Merchant>): string => id ?? externalCode ?? ''

/** Labels that distinguish the establishments of the orders so far. */
export function createMerchants() {
  /** The establishments by name, each by its own id. */
  const known = new Map<string, Map<string, NonNullable<Merchant>>>()
  let count = 0

  /** The code, else the end of the id, else the whole id where two ends are equal. */
  const distinguishingMark = (
    merchant: NonNullable<Merchant>,
    namesakes: Iterable<NonNullable<Merchant>>,
  ): string | undefined => {
    const others = [...namesakes].filter((other) => keyOf(other) !== keyOf(merchant))
    const { externalCode, id } = merchant
    if (externalCode !== undefined && others.every((other) => other.externalCode !== externalCode)) return externalCode
    if (id === undefined) return externalCode
    const end = id.slice(-ID_CHARACTERS).toWellFormed()
    return others.every((other) => !other.id?.endsWith(end)) ? end : id
  }

  return {
    /** The name. The code or the id is added when another establishment has the same name or this one has none. */
    label(merchant: Merchant): string | undefined {
      if (merchant === undefined) return undefined
      const name = merchant.name?.trim() ?? ''
      if (name === '') return merchant.externalCode ?? merchant.id
      const namesakes = known.get(nameKey(name))
      const isAlone = (namesakes?.size ?? 0) <= 1 && count < MAX_MERCHANTS
      if (isAlone) return merchant.name
      const mark = distinguishingMark(merchant, namesakes?.values() ?? [])
      return mark === undefined
        ? merchant.name
        : `${firstCharacters(name, MAX_NAME_CHARACTERS)} · ${mark.slice(-MAX_MARK_CHARACTERS)}`
    },
    /** Adds an establishment; true when labels that were given before may have changed. */
    record(merchant: Merchant): boolean {
      if (merchant === undefined || count >= MAX_MERCHANTS) return false
      const name = nameKey(merchant.name ?? '')
      const namesakes = known.get(name) ?? new Map<string, NonNullable<Merchant>>()
      if (namesakes.has(keyOf(merchant))) return false
      namesakes.set(keyOf(merchant), { id: merchant.id, name: merchant.name, externalCode: merchant.externalCode })
      known.set(name, namesakes)
      count += 1
      return name !== '' && namesakes.size > 1
    },
  }
}

/**
 * Most tickets of orders that were not read yet. A kitchen has a handful; a platform that names endless orders must not
 * fill the board with them. The others are drawn as soon as they are read, or as places become free.
 */
const MAX_UNREAD = 100

/** The places on the board for orders that were not read yet. */
function createUnreadPlaces() {
  const placed = new Set<string>()
  const waiting = new Set<string>()
  return {
    /** Whether the order is drawn: it was read, or it has a place. Otherwise it waits for a place. */
    admits({ orderId, status }: Pick<OrderRecord, 'orderId' | 'status'>): boolean {
      const isUnread = status === undefined
      waiting.delete(orderId)
      if (!isUnread) placed.delete(orderId)
      else if (placed.size < MAX_UNREAD) placed.add(orderId)
      else if (!placed.has(orderId)) waiting.add(orderId)
      return !isUnread || placed.has(orderId)
    },
    forget(orderId: string): void {
      placed.delete(orderId)
      waiting.delete(orderId)
    },
    /** Waiting orders for which there is a free place now, the latest first. */
    nextAdmitted(): readonly string[] {
      const free = MAX_UNREAD - placed.size
      return free > 0 ? [...waiting].slice(-free) : []
    },
    /** Number of orders that wait for a place. */
    heldBack: (): number => waiting.size,
  }
}

/**
 * True in the last minutes before the deadline for acceptance: then its alarm rings even if the order is scheduled or
 * silenced.
 */
const needsLastCall = ({ confirmBy, alarm }: Ticket, now: number): boolean =>
  alarm === undefined && isInLastCall(confirmBy, now)

const staysUnread = ({ reading, createdAt, alarm }: Ticket, now: number): boolean =>
  alarm === undefined && reading === 'loading' && now - createdAt >= UNREAD_RINGS_AFTER_MS

/** What changes on the board by time alone: alarms that begin, scheduled orders that start, finished orders that leave. */
function createTimeChanges(ledger: Pick<Ledger, 'countOf' | 'alarmQuietedAt'>, settings: () => Settings) {
  /** Finished orders that are still on the board, with the instant at which each ended. */
  const leaving = new Map<string, number>()
  /** When the next alarm or warning of an order begins, by the platform's clock. */
  const beginTimes = new Map<string, number>()
  /** Orders whose ticket was already built for their last call. */
  const lastCalled = new Set<string>()

  /** An alarm or a warning of the order begins at this time, unless it has begun. @param at platform ms */
  const recordBegin = (orderId: string, at: number | undefined, now: number): void => {
    if (at !== undefined && now < at) beginTimes.set(orderId, Math.min(at, beginTimes.get(orderId) ?? at))
  }

  /**
   * Whether an alarm that began at `at` has rung, or staff have touched the ticket since. An entry of the timeline before that
   * moment is of a clock that was ahead.
   */
  const isOver = (orderId: string, cause: OnceCause, at: number): boolean => {
    const quietedAt = ledger.alarmQuietedAt(orderId)
    return ledger.countOf(orderId, ONCE_ENTRIES[cause], at) > 0 || (quietedAt !== undefined && quietedAt >= at)
  }

  return {
    recordBegin,
    /** Call before the ticket of the order is built again. */
    forget(orderId: string): void {
      leaving.delete(orderId)
      beginTimes.delete(orderId)
    },
    /** The finished order stays on the board for some time. @param endedAt platform ms */
    recordLeaving(orderId: string, endedAt: number): void {
      leaving.set(orderId, endedAt)
    },
    /** Adds the first alarm that rings once and has begun: of a courier who waits, of food that stands, of a delay. */
    withOnceAlarm(ticket: Ticket, now: number): Ticket {
      if (!(ticket.alarm === undefined || ticket.alarm === 'accepted')) return ticket
      const times = onceAlarmTimes(ticket, settings())
      for (const { at } of times) recordBegin(ticket.orderId, at, now)
      const begun = times.filter(({ at }) => now >= at)
      const first = begun.find(({ cause, at }) => !isOver(ticket.orderId, cause, at))
      if (first !== undefined) return { ...ticket, alarm: first.cause }
      // An acceptance elsewhere has rung by the time of a delay.
      return begun.some(({ cause }) => cause === 'delayed') ? { ...ticket, alarm: undefined } : ticket
    },
    /** Call with each ticket that was built; `undefined`: the order is not on the board. */
    recordBuilt(orderId: string, ticket: Ticket | undefined, now: number): void {
      // A clock that was ahead began the last call too early.
      if (!isInLastCall(ticket?.confirmBy, now)) lastCalled.delete(orderId)
    },
    /** Whether the ticket has to be built again now. True for its last call only once. */
    checkDue(ticket: Ticket, now: number, oldestEndShown: number): boolean {
      if (needsLastCall(ticket, now) && !lastCalled.has(ticket.orderId)) {
        lastCalled.add(ticket.orderId)
        return true
      }
      if (staysUnread(ticket, now) || now >= (beginTimes.get(ticket.orderId) ?? Number.POSITIVE_INFINITY)) return true
      if (ticket.lane === 'scheduled') return ticket.startAt !== undefined && ticket.startAt <= now
      return (leaving.get(ticket.orderId) ?? oldestEndShown) < oldestEndShown
    },
  }
}

const MINUTE_MS = 60_000
/** Which orders the board has, and their tickets as the databases hold them now. */
export type Projection = ReturnType<typeof createProjection>

export function createProjection(parts: {
  readonly ledger: Ledger
  readonly orders: Pick<ParsedOrders, 'of' | 'forget' | 'cache'>
  readonly board: Pick<Board, 'update' | 'tickets'>
  readonly clock: Pick<Clock, 'platform'>
  readonly settings: () => Settings
  readonly log: Pick<Log, 'error'>
  /** Whether the order's drawing ended the window twice. */
  readonly isQuarantined?: (orderId: string) => boolean
  readonly duringOrder?: DuringOrder
  /** Whether no window has painted the order in time. */
  readonly isUnseen?: (orderId: string) => boolean
  readonly isUnplayed?: (orderId: string, cause: AlarmCause) => boolean
  readonly isUnsupported?: TicketRules['isUnsupported']
  readonly learned?: () => ReadonlySet<OrderAction>
}) {
  const {
    ledger,
    orders,
    board,
    clock,
    settings,
    log,
    isQuarantined = () => false,
    duringOrder = unmarked,
    isUnseen = () => false,
    isUnplayed = () => false,
    isUnsupported,
    learned,
  } = parts
  const timeChanges = createTimeChanges(ledger, settings)
  const unreadPlaces = createUnreadPlaces()
  const merchants = createMerchants()
  let haveLabelsChanged = false
  let recalled: ReadonlySet<string> = new Set(ledger.facts.recalled.get())

  const oldestEndShown = (): number => clock.platform() - settings().doneLaneMinutes * MINUTE_MS

  /** A cancelled order stays until it is acknowledged. An order that staff recalled stays until staff put it away. */
  const staysUntilSeen = ({ orderId, status, cancellationAcknowledgedAt }: OrderRecord): boolean =>
    recalled.has(orderId) || (status === 'CANCELLED' && cancellationAcknowledgedAt === undefined)

  const ticketOnBoard = (orderId: string): Ticket | undefined => {
    const record = ledger.order(orderId)
    timeChanges.forget(orderId)
    if (!record) {
      unreadPlaces.forget(orderId)
      return undefined
    }
    if (record.endedAt !== undefined && !staysUntilSeen(record)) {
      if (record.endedAt < oldestEndShown()) return undefined
      timeChanges.recordLeaving(orderId, record.endedAt)
    }
    return unreadPlaces.admits(record) ? ticketOf(record) : undefined
  }

  const rules = (): TicketRules => {
    const {
      dialect,
      confirmDeadlineMinutes,
      travelMinutes,
      preparationMinutes = USUAL_PREPARATION_MINUTES,
    } = settings()
    return {
      dialect,
      confirmDeadlineMinutes,
      preparationMinutes,
      travelMinutes,
      isUnsupported,
      learned: learned?.(),
      merchantLabel: (merchant) => {
        if (merchants.record(merchant)) haveLabelsChanged = true
        return merchants.label(merchant)
      },
    }
  }

  /**
   * An order that cannot be made into a ticket is shown by its id alone. So neither a defect of the projection nor a
   * value outside the contract hides the other tickets from the windows.
   */
  const ticketOf = (record: OrderRecord, isWhole = !isQuarantined(record.orderId)): Ticket => {
    const now = clock.platform()
    const { orderId, status = '' } = record
    try {
      const source = ticketSourceOf(record, ledger, orders.of(orderId), {
        isRecalled: recalled.has(orderId),
        earlier: orders.cache.earlier(orderId),
      })
      timeChanges.recordBegin(orderId, announcedCancellation(source)?.at, now)
      const ticket = timeChanges.withOnceAlarm(projectTicket(source, rules(), now), now)
      const checked = ticketSchema.safeParse(ticket)
      if (checked.success) return isWhole ? ticket : quarantinedTicket(ticket)
      log.error('ticket-malformed', { orderId, place: checked.error.issues[0]?.path.join('.') })
    } catch (error) {
      log.error('ticket-not-drawn', { orderId, error: messageOf(error) })
    }
    return unreadTicket({ orderId, status, firstSeenAt: record.firstSeenAt })
  }

  const draw = (orderId: string): Ticket | undefined => {
    const ticket = ticketOnBoard(orderId)
    if (ticket === undefined) orders.forget(orderId)
    timeChanges.recordBuilt(orderId, ticket, clock.platform())
    if (ticket?.alarm === undefined) return ticket
    return {
      ...ticket,
      ...(ticket.alarm === 'new' && isUnseen(orderId) ? { unseen: true } : {}),
      ...(isUnplayed(orderId, ticket.alarm) ? { unplayed: true } : {}),
    }
  }

  const redraw = (orderIds: Iterable<string>): void =>
    board.update(new Map([...orderIds].map((orderId) => [orderId, duringOrder(orderId, () => draw(orderId))])))

  return {
    /** Builds these tickets again. New ones are added in this order. */
    refresh(orderIds: readonly string[]): void {
      redraw(orderIds)
      const next = unreadPlaces.nextAdmitted()
      if (next.length > 0) redraw(next)
      if (!haveLabelsChanged) return
      // A second establishment has the same name: the tickets already drawn now show their establishment as well.
      haveLabelsChanged = false
      redraw(board.tickets().flatMap(({ orderId, merchantName }) => (merchantName === undefined ? [] : [orderId])))
    },
    /** Number of unread orders that wait for a place on the board. */
    heldBack: unreadPlaces.heldBack,
    orderIds: (): readonly string[] => [
      ...new Set([...ledger.boardOrders(oldestEndShown()).map(({ orderId }) => orderId), ...recalled]),
    ],
    /** Ids of orders that changed by time alone: their start has come, they leave the board, or their alarm begins. */
    changedByTime(): readonly string[] {
      const now = clock.platform()
      const since = oldestEndShown()
      return board
        .tickets()
        .filter((ticket) => timeChanges.checkDue(ticket, now, since))
        .map(({ orderId }) => orderId)
    },
    /** The whole ticket, also of an order in quarantine. */
    fullTicket(orderId: string): Ticket | undefined {
      const record = ledger.order(orderId)
      return record && duringOrder(orderId, () => ticketOf(record, true))
    },
    /** Call after staff put an order back on the board or took it away. */
    recallChanged(): void {
      recalled = new Set(ledger.facts.recalled.get())
    },
  }
}
