import type { Settings } from '../../shared/settings.ts'
import type { Lane, Ticket } from '../../shared/ticket.ts'
import { isOwnPartDone } from '../station/own-part.ts'
import { linesFor, stationOf } from '../station/station-lines.ts'
import { mustStop } from '../store/board-state.ts'
import { shownLane } from './board-orders.ts'

/** The lanes whose orders are shown as cards in the rail. */
export const cardLanesOf = (settings: Settings | undefined): ReadonlySet<Lane> =>
  new Set([
    ...(settings?.newOrders === 'ticket' ? [] : (['new'] as const)),
    ...(settings?.readyOrders === 'ticket' ? [] : (['ready'] as const)),
  ])

/** Whether a ticket has lines of this screen's station. A preparation station does not show ready orders. */
export function shownBy(settings: Settings | undefined): (ticket: Ticket) => boolean {
  const station = stationOf(settings)
  const stations = settings?.stations ?? []
  return (ticket) =>
    mustStop(ticket) ||
    (!(settings?.role === 'prep' && shownLane(ticket) === 'ready') &&
      (station === undefined || ticket.lines.length === 0 || linesFor(ticket, station, stations).own.length > 0))
}

/** When this station's part of an order is done, the order is shown with the ready ones. */
export const laneBy =
  (settings: Settings | undefined) =>
  (ticket: Ticket): Lane =>
    isOwnPartDone(ticket, settings) ? 'ready' : shownLane(ticket)
