import type { Settings } from '../../../shared/contract/settings.ts'
import { ringsEverywhere } from '../../../shared/ticket/alarm.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { isQuietAt } from '../../../shared/time/quiet-hours.ts'
import { type Attention, createDesktopAlarm } from '../../core/alarms.ts'
import { createUnplayedOrders } from '../../core/unplayed-orders.ts'
import type { Clock } from '../../sync/clock.ts'

/**
 * Beeps and notifies on a screen's computer for orders whose alarm no window of the shop has shown, or one could not play. This
 * screen's own window may be the one that hangs.
 */
export interface UnseenAlarm {
  /** Call every second. */
  check(): void
  /** This screen's own window could not play the alarm of these orders. */
  recordUnplayed(orderIds: readonly string[]): void
}

export function createUnseenAlarm(parts: {
  readonly tickets: () => readonly Pick<Ticket, 'orderId' | 'displayId' | 'alarm' | 'unseen' | 'unplayed'>[]
  readonly settings: () => Pick<Settings, 'alarm' | 'locale'>
  readonly clock: Pick<Clock, 'monotonic' | 'platform'>
  readonly attention: Attention
}): UnseenAlarm {
  const { tickets, settings, clock } = parts
  const desktop = createDesktopAlarm(parts)
  const unplayed = createUnplayedOrders(tickets)
  let notified: ReadonlySet<string> = new Set()

  const check = (): void => {
    const ringing = tickets().flatMap((ticket) => {
      const { orderId, alarm: cause = 'new' } = ticket
      const isOwn = ticket.alarm !== undefined && unplayed.has(orderId, cause)
      return ringsEverywhere(ticket) || isOwn ? [{ ...ticket, cause }] : []
    })
    if (ringing.length === 0 || isQuietAt(settings().alarm.quietHours, clock.platform())) return
    for (const ticket of ringing) if (!notified.has(ticket.orderId)) desktop.notify(ticket, ticket.cause)
    notified = new Set(ringing.map(({ orderId }) => orderId))
    desktop.beep()
  }

  return {
    check,
    recordUnplayed(orderIds) {
      unplayed.record(orderIds)
      check()
    },
  }
}
