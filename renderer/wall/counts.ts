import type { Settings } from '../../shared/contract/settings.ts'
import { dishName } from '../../shared/text/folded-text.ts'
import { itemName } from '../../shared/text/visible-text.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { type Food, foodInside, optionsMade, product } from '../../shared/ticket/ticket-food.ts'
import { isMade, isPieces } from '../../shared/ticket/ticket-tree.ts'
import { linesFor, stationOf } from '../store/station-lines.ts'

export type Count = {
  readonly name: string
  readonly unit: string | undefined
  /** Absent: quantities that cannot be read. */
  readonly quantity: number | undefined
  readonly options: readonly Count[]
}

type Amount = number | undefined
type Tally = { name: string; unit: string | undefined; quantity: Amount; options: Map<string, Tally> }

const PIECES = 'UN'
/** Sums are rounded to thousandths, so that 0.1 kg + 0.2 kg is 0.3 kg. */
const THOUSANDTHS = 1_000
const rounded = (quantity: number): number => Math.round(quantity * THOUSANDTHS) / THOUSANDTHS

/** What has no readable quantity is listed beside the sums. */
const keyOf = (name: string, unit: string | undefined, quantity: Amount): string =>
  [dishName(name), (unit ?? PIECES).toUpperCase(), quantity === undefined].join('\u0000')

function add(into: Map<string, Tally>, sentName: string, unit: string | undefined, quantity: Amount): Tally {
  // Blank names differ in their spaces only.
  const name = itemName(sentName, '')
  const key = keyOf(name, unit, quantity)
  const tally = into.get(key) ?? { name: name.trim(), unit, quantity: 0, options: new Map() }
  tally.quantity = quantity === undefined ? undefined : rounded((tally.quantity ?? 0) + quantity)
  into.set(key, tally)
  return tally
}

/** An option is made once for each piece of its item, and once for an item that is weighed. */
function addOptions(into: Tally, options: readonly Food[], times: Amount): void {
  for (const { name, unit, quantity: each, options: inner } of options) {
    const quantity = product(each, times)
    addOptions(add(into.options, name, unit, quantity), inner, isPieces({ unit }) ? quantity : times)
  }
}

const largestFirst = (tallies: Iterable<Tally>): readonly Count[] =>
  [...tallies]
    .map(({ name, unit, quantity, options }) => ({ name, unit, quantity, options: largestFirst(options.values()) }))
    .toSorted((a, b) => (b.quantity ?? 0) - (a.quantity ?? 0) || a.name.localeCompare(b.name))

/** New or in preparation. A cancelled order does not count, acknowledged or not; a recalled one was made before. */
const isToBeMade = (ticket: Ticket): boolean =>
  (ticket.lane === 'new' || ticket.lane === 'preparing') &&
  ticket.cancelled === undefined &&
  ticket.status !== 'CANCELLED' &&
  !ticket.recalled

/** A ready order counts with what is made again. */
const toBeMade = (ticket: Ticket): readonly Ticket[] => {
  if (isToBeMade(ticket)) return [ticket]
  const again = ticket.lines.filter((line) => line.again !== undefined)
  return ticket.lane === 'ready' && again.length > 0 && !ticket.cancelled ? [{ ...ticket, lines: again }] : []
}

/**
 * The quantities of items and options that the kitchen still has to make, computed from the tickets. An option that is also
 * an item, such as the juice of a combo, counts with the item as well.
 */
export const allDayCounts = (tickets: Iterable<Ticket>, settings: Settings | undefined): readonly Count[] =>
  countsOf([...tickets].flatMap(toBeMade), settings)

/** Orders with lines that no count has: they are larger than anything that is kept of an order. */
export const partlyCounted = (tickets: Iterable<Ticket>): readonly Ticket[] =>
  [...tickets].filter((ticket) => isToBeMade(ticket) && ticket.moreLines !== undefined)

function countsOf(tickets: readonly Ticket[], settings: Settings | undefined): readonly Count[] {
  const tallies = new Map<string, Tally>()
  const inside = new Map<string, number>()
  const words = kitchenWordsOf(settings)
  const station = stationOf(settings)
  for (const ticket of tickets) {
    for (const line of linesFor(ticket, station, settings?.stations ?? []).own) {
      if (line.struck || !isMade(line)) continue
      if (line.part) {
        for (const { name, unit, quantity } of line.part) add(tallies, name, unit, quantity)
        continue
      }
      const tally = add(tallies, line.name, line.unit, line.quantity)
      addOptions(tally, optionsMade(line, words), isPieces(line) ? line.quantity : 1)
      for (const { name, unit, quantity } of foodInside(line, words)) {
        const key = keyOf(name, unit, quantity)
        inside.set(key, (inside.get(key) ?? 0) + (quantity ?? 0))
      }
    }
  }
  for (const [key, quantity] of inside) {
    const tally = tallies.get(key)
    if (tally?.quantity !== undefined) tally.quantity = rounded(tally.quantity + quantity)
  }
  return largestFirst(tallies.values())
}
