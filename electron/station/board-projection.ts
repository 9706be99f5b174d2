import { quarantinedTicket, unreadTicket } from '../../shared/reduced-ticket.ts'
import { messageOf } from '../../shared/result.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/schedule.ts'
import type { Settings } from '../../shared/settings.ts'
import { type Ticket, ticketSchema } from '../../shared/ticket.ts'
import { projectTicket, type TicketRules } from '../../shared/ticket-projection.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger, OrderRecord } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { Board } from './board.ts'
import { createMerchants } from './merchants.ts'
import type { ParsedOrders } from './parsed-orders.ts'
import { ticketSourceOf } from './ticket-source.ts'
import { createTimeChanges } from './time-changes.ts'
import { createUnreadPlaces } from './unread-places.ts'

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
  /** Whether no window has painted the order in time. */
  readonly isUnseen?: (orderId: string) => boolean
  readonly isUnsupported?: TicketRules['isUnsupported']
}

/** Which orders the board has, and their tickets as the databases hold them now. */
export type Projection = {
  /** Builds these tickets again. New ones are added in this order. */
  refresh(orderIds: readonly string[]): void
  orderIds(): readonly string[]
  /** Ids of orders that changed by time alone: their start has come, they leave the board, or their alarm begins. */
  changedByTime(): readonly string[]
  /** The whole ticket, also of an order in quarantine. */
  fullTicket(orderId: string): Ticket | undefined
  /** Call after staff put an order back on the board or took it away. */
  recallChanged(): void
  /** Number of unread orders that wait for a place on the board. */
  heldBack(): number
}

export function createProjection({
  ledger,
  orders,
  board,
  clock,
  settings,
  log,
  isQuarantined = () => false,
  isUnseen = () => false,
  isUnsupported,
}: ProjectionParts): Projection {
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
      const ticket = timeChanges.withDelayAlarm(projectTicket(source, rules(), now), now)
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
    return ticket?.alarm === 'new' && isUnseen(orderId) ? { ...ticket, unseen: true } : ticket
  }

  const redraw = (orderIds: Iterable<string>): void =>
    board.update(new Map([...orderIds].map((orderId) => [orderId, draw(orderId)])))

  return {
    refresh(orderIds) {
      redraw(orderIds)
      const next = unreadPlaces.nextAdmitted()
      if (next.length > 0) redraw(next)
      if (!haveLabelsChanged) return
      // A second establishment has the same name: the tickets already drawn now show their establishment as well.
      haveLabelsChanged = false
      redraw(board.tickets().flatMap(({ orderId, merchantName }) => (merchantName === undefined ? [] : [orderId])))
    },
    heldBack: unreadPlaces.heldBack,
    orderIds: () => [...new Set([...ledger.boardOrders(oldestEndShown()).map(({ orderId }) => orderId), ...recalled])],
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
      return record && ticketOf(record, true)
    },
    recallChanged() {
      recalled = new Set(ledger.facts.recalled.get())
    },
  }
}
