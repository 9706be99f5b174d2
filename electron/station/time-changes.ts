import { isInLastCall, UNREAD_RINGS_AFTER_MS } from '../../shared/alarm.ts'
import { delayAlarmAt } from '../../shared/lateness.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import type { Ledger } from '../storage/ports.ts'
import { DELAY_ALARM } from './rings.ts'

/** What changes on the board by time alone: alarms that begin, scheduled orders that start, finished orders that leave. */
export type TimeChanges = {
  /** Call before the ticket of the order is built again. */
  forget(orderId: string): void
  /** The finished order stays on the board for some time. @param endedAt platform ms */
  recordLeaving(orderId: string, endedAt: number): void
  /**
   * Adds the delay alarm, once per order. An entry in the timeline after its moment means that it rang, or that staff acted.
   * An entry before its moment is of a clock that was ahead.
   */
  withDelayAlarm(ticket: Ticket, now: number): Ticket
  /** Call with each ticket that was built; `undefined`: the order is not on the board. */
  recordBuilt(orderId: string, ticket: Ticket | undefined, now: number): void
  /** Whether the ticket has to be built again now. True for its last call only once. */
  checkDue(ticket: Ticket, now: number, oldestEndShown: number): boolean
}

/**
 * True in the last minutes before the deadline for acceptance: then its alarm rings even if the order is scheduled or
 * silenced.
 */
const needsLastCall = ({ confirmBy, alarm }: Ticket, now: number): boolean =>
  alarm === undefined && isInLastCall(confirmBy, now)

const staysUnread = ({ reading, createdAt, alarm }: Ticket, now: number): boolean =>
  alarm === undefined && reading === 'loading' && now - createdAt >= UNREAD_RINGS_AFTER_MS

export function createTimeChanges(
  ledger: Pick<Ledger, 'countOf' | 'alarmQuietedAt'>,
  settings: () => Settings,
): TimeChanges {
  /** Finished orders that are still on the board, with the instant at which each ended. */
  const leaving = new Map<string, number>()
  /** Orders whose delay alarm is not due yet, with its time by the platform's clock. */
  const delayAlarmTimes = new Map<string, number>()
  /** Orders whose ticket was already built for their last call. */
  const lastCalled = new Set<string>()

  return {
    forget(orderId) {
      leaving.delete(orderId)
      delayAlarmTimes.delete(orderId)
    },
    recordLeaving(orderId, endedAt) {
      leaving.set(orderId, endedAt)
    },
    withDelayAlarm(ticket, now) {
      const at = delayAlarmAt(ticket, settings())
      // An acceptance elsewhere has rung by then.
      if (at === undefined || !(ticket.alarm === undefined || ticket.alarm === 'accepted')) return ticket
      if (now < at) {
        delayAlarmTimes.set(ticket.orderId, at)
        return ticket
      }
      const quietedAt = ledger.alarmQuietedAt(ticket.orderId)
      const isOver = ledger.countOf(ticket.orderId, DELAY_ALARM, at) > 0 || (quietedAt !== undefined && quietedAt >= at)
      return { ...ticket, alarm: isOver ? undefined : 'delayed' }
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
      if (staysUnread(ticket, now) || now >= (delayAlarmTimes.get(ticket.orderId) ?? Number.POSITIVE_INFINITY))
        return true
      if (ticket.lane === 'scheduled') return ticket.startAt !== undefined && ticket.startAt <= now
      return (leaving.get(ticket.orderId) ?? oldestEndShown) < oldestEndShown
    },
  }
}
