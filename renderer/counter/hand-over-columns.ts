import type { BagRow } from '../../shared/ticket/bag-check.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

/** In which column each ready order stands: the next order in the shortest column, as tickets are hung on a rail. Pure. */

/** Characters of a row of text in a column, by the estimate. */
const ROW_CHARACTERS = 26
const HEAD_ROWS = 5

const rowsOf = (text: string): number => Math.ceil(text.length / ROW_CHARACTERS)

/** Rows of text of an order at the counter, estimated: its column is chosen before it is drawn. */
export function rowsOfOrder(ticket: Ticket, bag: readonly BagRow[]): number {
  const { payment, deliverTo = '', courierNotes = [], courier } = ticket
  const toCollect = payment?.state === 'pending' ? 2 + payment.parts.length : 1
  const lines = bag.reduce((sum, { nodes }) => sum + rowsOf(`1× ${nodes[0]?.text ?? ''}`), 0)
  const notes = [deliverTo, ...courierNotes].reduce((sum, text) => sum + rowsOf(text), 0)
  return HEAD_ROWS + toCollect + (courier === undefined ? 0 : 1) + notes + lines
}

/** The places of a list and their columns. */
export type Columns = {
  readonly count: number
  readonly places: readonly (string | undefined)[]
  /** The column of each place. */
  readonly at: readonly number[]
  /** Estimated rows of each place; those of an order that has left stay. */
  readonly rows: readonly number[]
}

export const NO_COLUMNS: Columns = { count: 0, places: [], at: [], rows: [] }

const shortest = (heights: readonly number[]): number => heights.indexOf(Math.min(...heights))

/**
 * The columns after a change. While each order keeps its place, it keeps its column, and an order that takes the place of another
 * one takes its column too. Else all columns are filled anew.
 */
export function columnsAfter(
  before: Columns,
  count: number,
  places: readonly (string | undefined)[],
  rowsOf: (orderId: string) => number,
): Columns {
  const keeps =
    before.count === count &&
    before.places.every((id, place) => id === undefined || places[place] === id || !places.includes(id))
  const heights = Array.from({ length: count }, () => 0)
  const at: number[] = []
  const rows = places.map((id, place) => (id === undefined ? (before.rows[place] ?? 0) : rowsOf(id)))
  for (const [place, own] of rows.entries()) {
    const column = (keeps ? before.at[place] : undefined) ?? shortest(heights)
    at.push(column)
    heights[column] = (heights[column] ?? 0) + own
  }
  return { count, places, at, rows }
}
