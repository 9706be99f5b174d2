import type { PrepStation, Settings } from '../../shared/settings.ts'
import type { Ticket, TicketLine } from '../../shared/ticket.ts'

/** Lower case without accents: "Açaí" is found by "acai". */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether the name of the line contains a keyword of the station. */
export const namesLine = (line: TicketLine, station: PrepStation): boolean => {
  const name = folded(line.name)
  return station.keywords.some((keyword) => name.includes(folded(keyword)))
}

/** The station whose lines this screen shows; `undefined`: it shows them all. */
export const stationOf = (settings: Settings | undefined): PrepStation | undefined =>
  settings === undefined || settings.station === ''
    ? undefined
    : settings.stations.find((station) => station.name === settings.station)

/** A line without a station belongs to every station, so that at least one screen shows it. */
const isOwn = (line: TicketLine, station: PrepStation, stations: readonly PrepStation[]): boolean =>
  namesLine(line, station) || !stations.some((other) => namesLine(line, other))

/** Divides the lines of a ticket into the station's own and the others. `openElsewhere`: number of others that are not done. */
export function linesFor(
  ticket: Ticket,
  station: PrepStation | undefined,
  stations: readonly PrepStation[],
): { readonly own: readonly TicketLine[]; readonly others: readonly TicketLine[]; readonly openElsewhere: number } {
  if (station === undefined) return { own: ticket.lines, others: [], openElsewhere: 0 }
  const own = ticket.lines.filter((line) => isOwn(line, station, stations))
  const others = ticket.lines.filter((line) => !own.includes(line))
  return { own, others, openElsewhere: others.filter((line) => !line.struck).length }
}
