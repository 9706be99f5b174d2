import type { Settings } from '../../shared/contract/settings.ts'
import { isInLastCall, ONCE_ENTRIES, type OnceCause, UNREAD_RINGS_AFTER_MS } from '../../shared/ticket/alarm.ts'
import { onceAlarmTimes } from '../../shared/ticket/lateness.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Ledger } from '../storage/ports.ts'

/**
 * True in the last minutes before the deadline for acceptance: then its alarm rings even if the order is scheduled or
 * silenced.
 */
const needsLastCall = ({ confirmBy, alarm }: Ticket, now: number): boolean =>
  alarm === undefined && isInLastCall(confirmBy, now)

const staysUnread = ({ reading, createdAt, alarm }: Ticket, now: number): boolean =>
  alarm === undefined && reading === 'loading' && now - createdAt >= UNREAD_RINGS_AFTER_MS

export interface TimeChanges {
  recordBegin(orderId: string, at: number | undefined, now: number): void
  /** Call before the ticket of the order is built again. */
  forget(orderId: string): void
  /** The finished order stays on the board for some time. @param endedAt platform ms */
  recordLeaving(orderId: string, endedAt: number): void
  /** Adds the first alarm that rings once and has begun: of a courier who waits, of food that stands, of a delay. */
  withOnceAlarm(ticket: Ticket, now: number): Ticket
  /** Call with each ticket that was built; `undefined`: the order is not on the board. */
  recordBuilt(orderId: string, ticket: Ticket | undefined, now: number): void
  /** Whether the ticket has to be built again now. True for its last call only once. */
  checkDue(ticket: Ticket, now: number, oldestEndShown: number): boolean
}

/** What changes on the board by time alone: alarms that begin, scheduled orders that start, finished orders that leave. */
export function createTimeChanges(
  ledger: Pick<Ledger, 'countOf' | 'alarmQuietedAt'>,
  settings: () => Settings,
): TimeChanges {
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
    forget(orderId) {
      leaving.delete(orderId)
      beginTimes.delete(orderId)
    },
    recordLeaving(orderId, endedAt) {
      leaving.set(orderId, endedAt)
    },
    withOnceAlarm(ticket, now) {
      if (!(ticket.alarm === undefined || ticket.alarm === 'accepted')) return ticket
      const times = onceAlarmTimes(ticket, settings())
      for (const { at } of times) recordBegin(ticket.orderId, at, now)
      const begun = times.filter(({ at }) => now >= at)
      const first = begun.find(({ cause, at }) => !isOver(ticket.orderId, cause, at))
      if (first !== undefined) return { ...ticket, alarm: first.cause }
      // An acceptance elsewhere has rung by the time of a delay.
      return begun.some(({ cause }) => cause === 'delayed') ? { ...ticket, alarm: undefined } : ticket
    },
    recordBuilt(orderId, ticket, now) {
      // A clock that was ahead began the last call too early.
      if (!isInLastCall(ticket?.confirmBy, now)) lastCalled.delete(orderId)
    },
    checkDue(ticket, now, oldestEndShown) {
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
