import { folded } from '../text/folded-text.ts'
import type { KitchenWords } from './kitchen-words.ts'
import type { TicketLine } from './ticket.ts'
import { isMade, isPieces, lineNode, type TicketNode } from './ticket-tree.ts'

/** What a kitchen makes of a line: options are food like lines, removals are not. Pure. */

export type Food = {
  readonly name: string
  /** For one piece of what it is in. Absent: it cannot be read. */
  readonly quantity: number | undefined
  readonly unit: string | undefined
  /** Group and name, for finding words. */
  readonly searched: string
  readonly options: readonly Food[]
}

const foodOf = ({ text, group, quantity, unit, children }: TicketNode): Food => ({
  name: text,
  unit,
  quantity: quantity === 'unknown' ? undefined : (quantity ?? 1),
  searched: folded(`${group ?? ''} ${text}`),
  options: foodAmong(children),
})
const foodAmong = (nodes: readonly TicketNode[]): readonly Food[] =>
  nodes.filter(({ kind, isNotMade, change }) => kind === 'option' && !isNotMade && change !== 'removed').map(foodOf)

const known = new WeakMap<KitchenWords, WeakMap<TicketLine, readonly Food[]>>()

/** The options that are made. Kept for each line: a board asks for every order at each change. */
export function optionsMade(line: TicketLine, words: KitchenWords): readonly Food[] {
  const ofWords = known.get(words) ?? new WeakMap<TicketLine, readonly Food[]>()
  known.set(words, ofWords)
  const before = ofWords.get(line)
  if (before) return before
  const made = foodAmong(lineNode(line, words).children)
  ofWords.set(line, made)
  return made
}

/** Unknown when one of them is. */
export const product = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one * other

const multiplied = (food: readonly Food[], times: number | undefined): readonly Food[] =>
  food.flatMap((one) => {
    const quantity = product(one.quantity, times)
    return [{ ...one, quantity }, ...multiplied(one.options, isPieces(one) ? quantity : times)]
  })

/** Everything that is made in a line, for all its pieces together; in a line that is weighed once. */
export const foodInside = (line: TicketLine, words: KitchenWords): readonly Food[] =>
  multiplied(optionsMade(line, words), isPieces(line) ? line.quantity : 1)

/** Pieces of an order: what is counted by its number, what is weighed or unknown once, what is not made not at all. */
export const piecesOf = (lines: readonly TicketLine[]): number =>
  lines.reduce((sum, line) => sum + (isMade(line) ? (isPieces(line) ? (line.quantity ?? 1) : 1) : 0), 0)
