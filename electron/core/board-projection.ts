import type { Settings } from '../../shared/contract/settings.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import { messageOf } from '../../shared/result.ts'
import type { AlarmCause } from '../../shared/ticket/alarm.ts'
import { announcedCancellation } from '../../shared/ticket/announced-cancellation.ts'
import type { TicketRules } from '../../shared/ticket/projection-source.ts'
import { quarantinedTicket, unreadTicket } from '../../shared/ticket/reduced-ticket.ts'
import { type Ticket, ticketSchema } from '../../shared/ticket/ticket.ts'
import { projectTicket } from '../../shared/ticket/ticket-projection.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/time/schedule.ts'
import { type DuringOrder, unmarked } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger, OrderRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { Board } from './board.ts'
import { createMerchants } from './merchant-labels.ts'
import type { ParsedOrders } from './parsed-orders.ts'
import { ticketSourceOf } from './ticket-source.ts'
import { createTimeChanges, type TimeChanges } from './time-changes.ts'

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

const MINUTE_MS = 60_000

type ProjectionParts = {
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
}

/** Builds the tickets of orders, whether they stand on the board or not. */
function createTicketBuilder(parts: ProjectionParts, timeChanges: TimeChanges) {
  const { ledger, orders, clock, settings, log, isQuarantined = () => false, isUnsupported, learned } = parts
  const merchants = createMerchants()
  let haveLabelsChanged = false
  let recalled: ReadonlySet<string> = new Set(ledger.facts.recalled.get())

  const rules = (): TicketRules => {
    const { preparationMinutes = USUAL_PREPARATION_MINUTES, ...others } = settings()
    return {
      dialect: others.dialect,
      confirmDeadlineMinutes: others.confirmDeadlineMinutes,
      preparationMinutes,
      travelMinutes: others.travelMinutes,
      isUnsupported,
      learned: learned?.(),
      merchantLabel: (merchant) => {
        if (merchants.record(merchant)) haveLabelsChanged = true
        return merchants.label(merchant)
      },
    }
  }

  return {
    recalled: () => recalled,
    /** Call after staff put an order back on the board or took it away. */
    recallChanged(): void {
      recalled = new Set(ledger.facts.recalled.get())
    },
    /** Whether labels of establishments that tickets have may have changed since the last call. */
    takeLabelChange(): boolean {
      const hasChanged = haveLabelsChanged
      haveLabelsChanged = false
      return hasChanged
    },
    /**
     * An order that cannot be made into a ticket is shown by its id alone. So neither a defect of the projection nor a
     * value outside the contract hides the other tickets from the windows.
     */
    ticketOf(record: OrderRecord, isWhole = !isQuarantined(record.orderId)): Ticket {
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
    },
  }
}

/** Which orders the board has, and their tickets as the databases hold them now. */
export interface Projection {
  /** Builds these tickets again. New ones are added in this order. */
  refresh(orderIds: readonly string[]): void
  /** Number of unread orders that wait for a place on the board. */
  heldBack(): number
  orderIds(): readonly string[]
  /** Ids of orders that changed by time alone: their start has come, they leave the board, or their alarm begins. */
  changedByTime(): readonly string[]
  /** The whole ticket, also of an order in quarantine. */
  fullTicket(orderId: string): Ticket | undefined
  /** Call after staff put an order back on the board or took it away. */
  recallChanged(): void
}

export function createProjection(parts: ProjectionParts): Projection {
  const { ledger, orders, board, clock, settings, duringOrder = unmarked } = parts
  const { isUnseen = () => false, isUnplayed = () => false } = parts
  const timeChanges = createTimeChanges(ledger, settings)
  const unreadPlaces = createUnreadPlaces()
  const { recalled, recallChanged, takeLabelChange, ticketOf } = createTicketBuilder(parts, timeChanges)

  const oldestEndShown = (): number => clock.platform() - settings().doneLaneMinutes * MINUTE_MS

  /** A cancelled order stays until it is acknowledged. An order that staff recalled stays until staff put it away. */
  const staysUntilSeen = ({ orderId, status, cancellationAcknowledgedAt }: OrderRecord): boolean =>
    recalled().has(orderId) || (status === 'CANCELLED' && cancellationAcknowledgedAt === undefined)

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
    refresh(orderIds) {
      redraw(orderIds)
      const next = unreadPlaces.nextAdmitted()
      if (next.length > 0) redraw(next)
      if (!takeLabelChange()) return
      // A second establishment has the same name: the tickets already drawn now show their establishment as well.
      redraw(board.tickets().flatMap(({ orderId, merchantName }) => (merchantName === undefined ? [] : [orderId])))
    },
    heldBack: unreadPlaces.heldBack,
    orderIds: () => [
      ...new Set([...ledger.boardOrders(oldestEndShown()).map(({ orderId }) => orderId), ...recalled()]),
    ],
    changedByTime() {
      const now = clock.platform()
      const since = oldestEndShown()
      return board
        .tickets()
        .filter((ticket) => timeChanges.checkDue(ticket, now, since))
        .map(({ orderId }) => orderId)
    },
    fullTicket(orderId) {
      const record = ledger.order(orderId)
      return record && duringOrder(orderId, () => ticketOf(record, true))
    },
    recallChanged,
  }
}
