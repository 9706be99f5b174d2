import { isCodeCheck } from '../order/lifecycle.ts'
import { isLineApart, isOptionApart, namesCutlery } from './bag-kinds.ts'
import type { KitchenWords } from './kitchen-words.ts'
import { saysRemoval } from './removal.ts'
import type { Ticket, TicketLine } from './ticket.ts'
import { shownLines } from './ticket-cut.ts'
import { product } from './ticket-food.ts'
import { courierNodes, isMade, isPieces, lineNode, noteNodes, type TicketNode } from './ticket-tree.ts'

/** What a person checks at the hand-over: the lines of the bag, an allergy, and the code. Pure. */

/**
 * A row to tick. `apart`: drinks, sauces and cutlery. `more`: lines that are not on the ticket. The node of a line is without the
 * options that have rows of their own.
 */
export type BagRow = {
  /** Stable while the line does not change. */
  readonly id: string
  readonly kind: 'allergy' | 'food' | 'apart' | 'more'
  readonly nodes: readonly TicketNode[]
  /** Its tick is its own: an allergy or a removal is never ticked together with the others. */
  readonly isOwn: boolean
  readonly warns: boolean
  readonly moreLines?: number | undefined
}

export const ALLERGY_ROW = 'allergy'
export const CUTLERY_ROW = 'cutlery'
const MORE_ROW = 'more'
/** Between the id of a line and the number of what lies apart from it. */
const APART = ' + '

const some = (node: TicketNode, is: (node: TicketNode) => boolean): boolean =>
  is(node) || node.children.some((child) => some(child, is))
const warns = (node: TicketNode): boolean => some(node, (one) => one.warns)
const isOwn = (node: TicketNode): boolean => some(node, (one) => one.warns || one.kind === 'removal')

const rowOf = (id: string, kind: BagRow['kind'], node: TicketNode): BagRow => ({
  id,
  kind,
  nodes: [node],
  isOwn: isOwn(node),
  warns: warns(node),
})

const quantityOf = ({ quantity }: TicketNode): number | undefined =>
  quantity === 'unknown' ? undefined : (quantity ?? 1)

/** The drinks, sauces and cutlery among the options of a dish, for all its pieces together. */
function apartAmong(nodes: readonly TicketNode[], times: number | undefined): readonly TicketNode[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'option' || node.isNotMade || node.change === 'removed') return []
    const quantity = product(quantityOf(node), times)
    if (!isOptionApart(node.text, node.group)) return apartAmong(node.children, isPieces(node) ? quantity : times)
    return [{ ...node, quantity: quantity ?? 'unknown', isEach: false } as const]
  })
}

const withoutApart = (node: TicketNode): TicketNode => ({
  ...node,
  children: node.children
    .filter(({ kind, isNotMade, text, group }) => kind !== 'option' || (!isNotMade && !isOptionApart(text, group)))
    .map(withoutApart),
})

function rowsOfLine(line: TicketLine, words: KitchenWords): readonly BagRow[] {
  const node = lineNode(line, words)
  if (isLineApart(line.name)) return [rowOf(line.lineId, 'apart', node)]
  const apart = apartAmong(node.children, isPieces(line) ? line.quantity : 1)
  return [
    rowOf(line.lineId, 'food', withoutApart(node)),
    ...apart.map((one, at) => rowOf(`${line.lineId}${APART}${at}`, 'apart', one)),
  ]
}

/** The rows of an order: what staff must know, the food, then what lies apart. */
export function bagRows(ticket: Ticket, words: KitchenWords): readonly BagRow[] {
  const notes = noteNodes(ticket, words).filter(({ kind, change }) => kind === 'note' && change !== 'removed')
  const warning = notes.filter((note) => note.warns)
  const cutlery = [...notes, ...courierNodes(ticket, words)].find(
    ({ text }) => namesCutlery(text) && !saysRemoval(text, words.removal),
  )
  const { shown, more } = shownLines(ticket.lines, ticket)
  const rows = shown
    .filter((line) => line.again === undefined && isMade(line))
    .flatMap((line) => rowsOfLine(line, words))
  return [
    ...(warning.length === 0
      ? []
      : [{ id: ALLERGY_ROW, kind: 'allergy', nodes: warning, isOwn: true, warns: true } as const]),
    ...rows.filter(({ kind }) => kind === 'food'),
    ...(more === 0
      ? []
      : [{ id: MORE_ROW, kind: 'more', nodes: [], isOwn: false, warns: false, moreLines: more } as const]),
    ...rows.filter(({ kind }) => kind === 'apart'),
    ...(cutlery === undefined ? [] : [rowOf(CUTLERY_ROW, 'apart', cutlery)]),
  ]
}

/** The id of the line of a row. */
export const lineOfRow = (row: string): string => row.slice(0, Math.max(0, row.lastIndexOf(APART)))

/** Rows that must be ticked before the hand-over. `checksBags`: the setting; without it only allergies. */
export const rowsToTick = (rows: readonly BagRow[], checksBags: boolean): readonly BagRow[] =>
  checksBags ? rows : rows.filter((row) => row.warns)

/** Those that are not ticked. */
export const untickedRows = (rows: readonly BagRow[], { bag }: Pick<Ticket, 'bag'>): readonly BagRow[] =>
  rows.filter(({ id }) => !bag?.ticked.includes(id))

/**
 * The check for which a code of the customer or the courier waits. Of an order without one the program knows none; the code of an
 * order at a table is the table.
 */
export const codeToCheck = ({ lane, pickupCode, orderType, actions, isCodeRight }: Ticket) =>
  lane === 'ready' && pickupCode !== undefined && orderType !== 'INDOOR' && isCodeRight !== true
    ? actions.find(isCodeCheck)
    : undefined

/** What is to be checked next before a ready order is handed over; `undefined`: nothing. */
export function checkOf(ticket: Ticket, words: KitchenWords, checksBags: boolean): 'bag' | 'code' | undefined {
  if (ticket.lane !== 'ready' || ticket.reading !== 'read' || ticket.cancelled) return undefined
  const isBagOpen = untickedRows(rowsToTick(bagRows(ticket, words), checksBags), ticket).length > 0
  if (isBagOpen) return 'bag'
  return codeToCheck(ticket) === undefined ? undefined : 'code'
}
