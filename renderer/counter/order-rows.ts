import type { BagRow } from '../../shared/ticket/bag-check.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

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
