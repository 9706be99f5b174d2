import type { Settings } from '../../shared/contract/settings.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isMade } from '../../shared/ticket/ticket-tree.ts'
import { lacksStation, linesFor, type StationLine, stationOf } from './station-lines.ts'

/** The lines that this screen's station prepares; without a station all of them. */
export const ownLines = (ticket: Ticket, settings: Settings | undefined): readonly StationLine[] =>
  linesFor(ticket, stationOf(settings), settings?.stations ?? []).own

/** On the screen of a preparation station: whether its lines of this order are done. The order is still in preparation. */
export const isOwnPartDone = (ticket: Ticket, settings: Settings | undefined): boolean =>
  settings?.role === 'prep' &&
  !lacksStation(settings) &&
  ticket.lane === 'preparing' &&
  ticket.cancelled === undefined &&
  ticket.lines.length > 0 &&
  ownLines(ticket, settings).every((line) => line.struck || !isMade(line))
