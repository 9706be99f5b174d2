import { dishName } from '../../shared/folded-text.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import { itemName } from '../../shared/visible-text.ts'
import { linesFor, stationOf } from '../station/station-lines.ts'

export type Count = {
  readonly name: string
  readonly unit: string | undefined
  readonly quantity: number
  readonly options: readonly Count[]
}

type Tally = { name: string; unit: string | undefined; quantity: number; options: Map<string, Tally> }

const PIECES = 'UN'
/** Sums are rounded to thousandths, so that 0.1 kg + 0.2 kg is 0.3 kg. */
const THOUSANDTHS = 1_000

const keyOf = (name: string, unit: string | undefined): string =>
  `${dishName(name)}\u0000${(unit ?? PIECES).toUpperCase()}`

function add(into: Map<string, Tally>, sentName: string, unit: string | undefined, quantity: number): Tally {
  // Blank names differ in their spaces only.
  const name = itemName(sentName, '')
  const key = keyOf(name, unit)
  const tally = into.get(key) ?? { name: name.trim(), unit, quantity: 0, options: new Map() }
  tally.quantity = Math.round((tally.quantity + quantity) * THOUSANDTHS) / THOUSANDTHS
  into.set(key, tally)
  return tally
}

/** An option is made once for each piece of its item, and once for an item that is weighed. */
function addOptions(into: Tally, options: readonly TicketOption[], times: number): void {
  for (const option of options) {
    const quantity = option.quantity * times
    addOptions(add(into.options, option.name, undefined, quantity), option.options, quantity)
  }
}

const isPieces = ({ unit }: TicketLine): boolean => unit === undefined || unit.toUpperCase() === PIECES

const largestFirst = (tallies: Iterable<Tally>): readonly Count[] =>
  [...tallies]
    .map(({ name, unit, quantity, options }) => ({ name, unit, quantity, options: largestFirst(options.values()) }))
    .toSorted((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name))

/** New or in preparation. A cancelled order does not count, acknowledged or not. */
const isToBeMade = (ticket: Ticket): boolean =>
  (ticket.lane === 'new' || ticket.lane === 'preparing') &&
  ticket.cancelled === undefined &&
  ticket.status !== 'CANCELLED'

/** The quantities of items and options that the kitchen still has to make, computed from the tickets. */
export function allDayCounts(tickets: Iterable<Ticket>, settings: Settings | undefined): readonly Count[] {
  const tallies = new Map<string, Tally>()
  const station = stationOf(settings)
  for (const ticket of tickets) {
    if (!isToBeMade(ticket)) continue
    for (const line of linesFor(ticket, station, settings?.stations ?? []).own) {
      if (line.struck) continue
      const tally = add(tallies, line.name, line.unit, line.quantity)
      addOptions(tally, line.options, isPieces(line) ? line.quantity : 1)
    }
  }
  return largestFirst(tallies.values())
}
