import type { PrepStation, Settings } from '../../shared/contract/settings.ts'
import { PART_OF_LINE } from '../../shared/order/order-changes.ts'
import { folded } from '../../shared/text/folded-text.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Ticket, TicketLine } from '../../shared/ticket/ticket.ts'
import { type Food, foodInside } from '../../shared/ticket/ticket-food.ts'
import { isMade } from '../../shared/ticket/ticket-tree.ts'

/** A line for a station. `part`: the options that it makes of a line that others make; absent: the whole line. */
export type StationLine = TicketLine & { readonly part?: readonly Food[] }

const names = (text: string, { keywords }: PrepStation): boolean =>
  keywords.some((keyword) => text.includes(folded(keyword)))

/** Whether the name of the line contains a keyword of the station. */
export const namesLine = (line: TicketLine, station: PrepStation): boolean => names(folded(line.name), station)

const optionsFor = (line: TicketLine, station: PrepStation): readonly Food[] =>
  foodInside(line, kitchenWordsOf()).filter(({ searched }) => names(searched, station))

/** The station whose lines this screen shows; `undefined`: it shows them all. */
export const stationOf = (settings: Settings | undefined): PrepStation | undefined =>
  settings === undefined || settings.station === ''
    ? undefined
    : settings.stations.find((station) => station.name === settings.station)

/** Whether this screen is for one preparation station and has none: not chosen yet, or the shop has removed it. */
export const lacksStation = (settings: Settings | undefined): boolean =>
  settings?.role === 'prep' && stationOf(settings) === undefined

/** The station that the platform itself names for the line, if the shop has one of that name. */
const pointedTo = ({ productionPoint }: TicketLine, stations: readonly PrepStation[]): PrepStation | undefined =>
  productionPoint === undefined
    ? undefined
    : stations.find(({ name }) => folded(name).trim() === folded(productionPoint).trim())

/** A line without a station belongs to every station that makes none of its options, so that at least one screen shows it. */
function makesWhole(line: TicketLine, station: PrepStation, stations: readonly PrepStation[]): boolean {
  const point = pointedTo(line, stations)
  if (point !== undefined) return point === station
  if (namesLine(line, station)) return true
  if (stations.some((other) => namesLine(line, other))) return false
  return optionsFor(line, station).length === 0 || stations.every((other) => optionsFor(line, other).length > 0)
}

const partLines = new WeakMap<TicketLine, Map<string, StationLine>>()

/** The station's own part of a line, with a mark of its own. The same object for the same line. */
function partOf(line: TicketLine, { name }: PrepStation, part: readonly Food[]): StationLine {
  const parts = partLines.get(line) ?? new Map<string, StationLine>()
  partLines.set(line, parts)
  const lineId = `${line.lineId}${PART_OF_LINE}${name}`
  const known = parts.get(lineId) ?? { ...line, lineId, struck: line.struckParts?.includes(lineId) ?? false, part }
  parts.set(lineId, known)
  return known
}

/** What the station makes of the line; `undefined`: nothing. */
function stationLine(
  line: TicketLine,
  station: PrepStation,
  stations: readonly PrepStation[],
): StationLine | undefined {
  if (makesWhole(line, station, stations)) return line
  const part = optionsFor(line, station)
  return part.length > 0 ? partOf(line, station, part) : undefined
}

/** The parts of an order that other stations than those of its lines make. */
export const partsOf = (
  { lines }: Pick<Ticket, 'lines'>,
  station: PrepStation,
  stations: readonly PrepStation[],
): readonly StationLine[] =>
  lines.flatMap((line) => {
    const own = stationLine(line, station, stations)
    return own === undefined || own === line ? [] : [own]
  })

const isOpen = (line: TicketLine): boolean => !line.struck && isMade(line)

/** Divides the lines of a ticket into the station's own and the others. `openElsewhere`: number of others that are not done. */
export function linesFor(
  ticket: Ticket,
  station: PrepStation | undefined,
  stations: readonly PrepStation[],
): { readonly own: readonly StationLine[]; readonly others: readonly TicketLine[]; readonly openElsewhere: number } {
  if (station === undefined) return { own: ticket.lines, others: [], openElsewhere: 0 }
  const own = ticket.lines.flatMap((line) => stationLine(line, station, stations) ?? [])
  const whole = ticket.lines.filter((line) => own.includes(line))
  const elsewhere = [
    ...ticket.lines.filter((line) => !whole.includes(line)),
    ...stations.filter((other) => other !== station).flatMap((other) => partsOf(ticket, other, stations)),
  ]
  return {
    own,
    others: ticket.lines.filter((line) => stationLine(line, station, stations) === undefined),
    openElsewhere: elsewhere.filter(isOpen).length,
  }
}
