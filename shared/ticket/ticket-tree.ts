import { type Comparable, pairEntries } from '../order/order-changes.ts'
import type { Formats } from '../text/formats.ts'
import { itemName } from '../text/visible-text.ts'
import { allergyParts, isStatement, type TextPart } from './allergy.ts'
import { isPlainGroup, removalWord } from './group-names.ts'
import type { KitchenWords } from './kitchen-words.ts'
import { isAnswer, isDenial, isRemovalGroup, isTakenByGroup, saysRemoval } from './removal.ts'
import type { LineContent, Ticket, TicketLine, TicketOption } from './ticket.ts'

/**
 * What the lines and notes of a ticket mean, as a tree: the screen, paper, the counter and the page without the board draw
 * this one. Pure.
 */

/** `fact`: where the order goes, how, or for when. */
export type NodeKind = 'dish' | 'option' | 'removal' | 'note' | 'fact'
/** Since staff saw the order last. */
export type NodeChange = 'added' | 'removed' | 'changed'

export type TicketNode = {
  readonly kind: NodeKind
  /** The name or the note, as the platform sent it. */
  readonly text: string
  /** The platform's name of the option's group; which fact it is. */
  readonly group: string | undefined
  /** The option before it has the same group, and names it. */
  readonly isGroupNamed: boolean
  /** Its group says only that it is taken away: "Retirar ingredientes". */
  readonly isOfRemovals: boolean
  /** A removal that does not say so by itself: a word of the product stands before it. */
  readonly needsWord: boolean
  /** A removal that only answers its group: "Cebola: Não". */
  readonly isAnswer: boolean
  /** Absent: none is shown. `unknown`: a question mark is shown. */
  readonly quantity: number | 'unknown' | undefined
  readonly unit: string | undefined
  /** The quantity is that of each piece of its dish. */
  readonly isEach: boolean
  /** The group or the text has an allergy word. */
  readonly warns: boolean
  /** None is to be made: its quantity is zero or less. */
  readonly isNotMade: boolean
  /** Absent: unchanged, apart from the nodes below it. */
  readonly change: NodeChange | undefined
  /** The node before its change, without those below it. */
  readonly was: TicketNode | undefined
  readonly children: readonly TicketNode[]
}

/** In front of a removal, where only text can be drawn. */
export const REMOVAL_SIGN = '(-)'

const PIECES = 'UN'

/** Whether a line is counted in pieces, not weighed. */
export const isPieces = ({ unit }: Pick<TicketLine, 'unit'>): boolean =>
  unit === undefined || unit.toUpperCase() === PIECES

/** A line or an option of zero or less is shown, and nobody makes it. */
export const isMade = ({ quantity }: { readonly quantity?: number | undefined }): boolean =>
  quantity === undefined || quantity > 0

const NOTE: TicketNode = {
  kind: 'note',
  text: '',
  group: undefined,
  isGroupNamed: false,
  isOfRemovals: false,
  needsWord: false,
  isAnswer: false,
  quantity: undefined,
  unit: undefined,
  isEach: false,
  warns: false,
  isNotMade: false,
  change: undefined,
  was: undefined,
  children: [],
}

const warnsIn = (text: string, words: readonly string[]): boolean =>
  allergyParts(text, words).some((part) => part.warns)
const statesAllergy = (text: string, words: readonly string[]): boolean =>
  allergyParts(text, words).some((part) => part.warns && isStatement(part.text))

/**
 * A name is what the guest orders: shrimp in it is no warning. A statement ("Tenho alergia a amendoim") is one, and so is an
 * allergen that is taken away or that stands in a group about allergies.
 */
function optionWarns({ name, group }: TicketOption, isRemoval: boolean, { allergy, removal }: KitchenWords): boolean {
  if (group !== undefined && statesAllergy(group, allergy)) return !isDenial(name)
  if (!isRemoval) return statesAllergy(name, allergy)
  return warnsIn(isAnswer(group, name, removal) ? `${group}: ${name}` : name, allergy)
}

const noteNode = (text: string, { allergy }: KitchenWords): TicketNode => ({
  ...NOTE,
  text,
  warns: warnsIn(text, allergy),
})
const notesOf = (notes: string | undefined, words: KitchenWords): readonly TicketNode[] =>
  notes === undefined ? [] : [noteNode(notes, words)]

type Above = { readonly isRemoval: boolean; readonly isMany: boolean }

function optionNode(option: TicketOption, above: Above, words: KitchenWords): TicketNode {
  const { name, group, quantity, notes } = option
  // An option without a group may be the head of one: "Retirar" with "Cebola" inside.
  const saysSo = saysRemoval(name, words.removal) || (option.options.length > 0 && isRemovalGroup(name, words.removal))
  const isRemoval = above.isRemoval || saysSo || isTakenByGroup(group, name, words.removal)
  const isAnswering = isRemoval && isAnswer(group, name, words.removal)
  const isOne = quantity === 1 && isPieces(option)
  const inner = { isRemoval, isMany: above.isMany || (isPieces(option) && !isOne) }
  return {
    ...NOTE,
    kind: isRemoval ? 'removal' : 'option',
    text: name,
    group,
    isAnswer: isAnswering,
    isOfRemovals: isRemoval && !isAnswering && group !== undefined && isRemovalGroup(group, words.removal),
    needsWord: isRemoval && !saysSo && !above.isRemoval && !isAnswering,
    quantity: isOne ? undefined : (quantity ?? 'unknown'),
    unit: option.unit,
    isEach: quantity !== undefined && !isOne && above.isMany,
    warns: optionWarns(option, isRemoval, words),
    // "Sem cebola" is often sent with the quantity 0; "do not make" behind it would ask for onions.
    isNotMade: !isRemoval && !isMade(option),
    children: [...notesOf(notes, words), ...option.options.map((one) => optionNode(one, inner, words))],
  }
}

/** A line with its options and notes, and with what changed in it. */
export function lineNode(line: LineContent & Pick<TicketLine, 'isAdded' | 'was'>, words: KitchenWords): TicketNode {
  const node = contentNode(line, words)
  if (line.isAdded) return groupsOnce({ ...node, change: 'added' })
  return groupsOnce(line.was === undefined ? node : changedNode(contentNode(line.was, words), node))
}

/** The name of a group without the colon that some hosts send with it. */
export const groupName = (sent: string): string => {
  const group = sent.trim()
  return /[:：]$/u.test(group) ? group.slice(0, -1).trimEnd() : group
}
const groupOf = ({ group }: TicketNode): string => groupName(group ?? '')
const beginsWithGroup = (node: TicketNode): boolean =>
  node.text.trim().toLowerCase().startsWith(groupOf(node).toLowerCase())

/** Of options of one group that follow each other only the first names it. One that changed, warns or needs a word says it all. */
function groupsOnce(node: TicketNode): TicketNode {
  let named = ''
  const children = node.children.map((child) => {
    const isNamed =
      child.change === undefined && !child.warns && !child.needsWord && !child.isAnswer && groupOf(child) === named
    named = child.kind === 'note' || beginsWithGroup(child) ? '' : groupOf(child)
    return { ...groupsOnce(child), isGroupNamed: isNamed && named !== '' }
  })
  return { ...node, children }
}

/** The lines that the order no longer has, until staff have seen it. */
export const removedNodes = ({ changes }: Pick<Ticket, 'changes'>, words: KitchenWords): readonly TicketNode[] =>
  (changes?.removed ?? []).map((line) => groupsOnce({ ...contentNode(line, words), change: 'removed' }))

function contentNode(line: LineContent, words: KitchenWords): TicketNode {
  const { name, quantity, unit, notes, options } = line
  const above = { isRemoval: false, isMany: isPieces(line) && quantity !== 1 }
  return {
    ...NOTE,
    kind: 'dish',
    text: name,
    quantity: quantity ?? 'unknown',
    unit,
    warns: statesAllergy(name, words.allergy),
    isNotMade: !isMade(line),
    children: [...options.map((one) => optionNode(one, above, words)), ...notesOf(notes, words)],
  }
}

type WithNotes = Pick<Ticket, 'notes' | 'courierNotes' | 'changes'>

/** The notes of the whole order, and what changed in them. A note for the courier is among them when it warns. */
export function noteNodes({ notes, courierNotes = [], changes }: WithNotes, words: KitchenWords) {
  const nodesOf = (texts: readonly string[]): readonly TicketNode[] => texts.map((note) => noteNode(note, words))
  const nodes = nodesOf(notes)
  const own = changes?.notesBefore === undefined ? nodes : changedNodes(nodesOf(changes.notesBefore), nodes)
  return [...(changes?.facts ?? []).map(factNode), ...own, ...nodesOf(courierNotes).filter(({ warns }) => warns)]
}

type Fact = NonNullable<NonNullable<Ticket['changes']>['facts']>[number]

function factNode({ fact, was, now }: Fact): TicketNode {
  const node = (text: string): TicketNode => ({ ...NOTE, kind: 'fact', group: fact, text })
  if (now === undefined) return { ...node(was ?? ''), change: 'removed' }
  return was === undefined ? { ...node(now), change: 'added' } : { ...node(now), change: 'changed', was: node(was) }
}

/** The notes that the kitchen does not need. */
export const courierNodes = ({ courierNotes = [] }: WithNotes, words: KitchenWords): readonly TicketNode[] =>
  courierNotes.map((note) => noteNode(note, words)).filter(({ warns }) => !warns)

/** What a node says itself. */
const headOf = ({ kind, text, group, quantity, unit }: TicketNode): string =>
  JSON.stringify([kind, text, group, quantity, unit])
const contentOf = (node: TicketNode): string => JSON.stringify([headOf(node), node.children.map(contentOf)])

/** Options that became others have the same name; a note became the next one. */
const comparable = (node: TicketNode): Comparable => ({
  id: undefined,
  content: contentOf(node),
  name: node.kind === 'note' ? 'note' : JSON.stringify([node.group, node.text]),
})

/** The later nodes with their changes, then those that are gone. */
function changedNodes(before: readonly TicketNode[], now: readonly TicketNode[]): readonly TicketNode[] {
  return pairEntries(before.map(comparable), now.map(comparable)).flatMap((pair): readonly TicketNode[] => {
    const was = pair.before === undefined ? undefined : before[pair.before]
    const node = pair.now === undefined ? undefined : now[pair.now]
    if (node === undefined) return was === undefined ? [] : [{ ...was, change: 'removed' }]
    if (was === undefined) return [{ ...node, change: 'added' }]
    return [contentOf(was) === contentOf(node) ? node : changedNode(was, node)]
  })
}

const changedNode = (before: TicketNode, now: TicketNode): TicketNode => ({
  ...now,
  ...(headOf(before) === headOf(now) ? {} : { change: 'changed', was: { ...before, children: [] } }),
  children: changedNodes(before.children, now.children),
})

const hasWarning = ({ warns, children }: TicketNode): boolean => warns || children.some(hasWarning)

/** Whether any text inside has an allergy word. */
const mentionsAllergy = (inside: unknown, words: KitchenWords): boolean =>
  typeof inside === 'string'
    ? warnsIn(inside, words.allergy)
    : typeof inside === 'object' && inside !== null && Object.values(inside).some((one) => mentionsAllergy(one, words))

/** Whether the order has an allergy word in a note, an option or a group. */
export const hasAllergy = (ticket: Pick<Ticket, 'lines'> & WithNotes, words: KitchenWords): boolean =>
  noteNodes(ticket, words).some(hasWarning) ||
  // Most dishes name no allergen, and their trees are not made.
  ticket.lines.some((line) => mentionsAllergy(line, words) && hasWarning(lineNode(line, words)))

/** The product's words around the platform's. */
export type NodeWords = Pick<Formats, 'quantity'> & {
  readonly unnamed: string
  /** Before a removal, in the language of the screen: "Sem". */
  readonly removal: string
  /** After the name of an option: "in each". */
  readonly each: string
  /** For a line of zero or less: "do not make". */
  readonly notMade: string
  readonly change: Readonly<Record<NodeChange, string>>
  /** Before what stood there before a change: "era". */
  readonly was: string
  /** The word for a type of order, or for where it is eaten. */
  readonly typeName: (code: string) => string
  /** A time in epoch ms: "For 12:30". */
  readonly dueText: (at: number) => string
  /** "Start at 12:10". */
  readonly startText: (at: number) => string
  readonly allergy: readonly string[]
}

/** A part of the text of a node. `role`: what it is, for its look. The pieces are the platform's for `group` and `text`. */
export type NodePart = {
  readonly role: 'group' | 'quantity' | 'removal' | 'text' | 'change' | 'was' | 'colon' | 'product'
  readonly pieces: readonly TextPart[]
}

const product = (text: string, role: NodePart['role'] = 'product'): NodePart => ({
  role,
  pieces: [{ text, warns: false }],
})
const platform = (role: 'group' | 'text', text: string, { warns }: TicketNode, { allergy }: NodeWords): NodePart => ({
  role,
  pieces: warns ? allergyParts(text, allergy) : [{ text, warns: false }],
})

/**
 * The group in front of its option, where it changes the meaning. Without a colon of its own, and not twice the same word. A
 * removal says itself what is taken away, unless its group is about an allergy.
 */
function groupParts(node: TicketNode, words: NodeWords): readonly NodePart[] {
  const group = groupOf(node)
  if (group === '' || beginsWithGroup(node) || node.isGroupNamed) return []
  const warns = node.warns && warnsIn(group, words.allergy)
  const isSaid = node.needsWord || node.isOfRemovals || isPlainGroup(group, node.text)
  return isSaid && !warns ? [] : [platform('group', group, node, words), product(': ', 'colon')]
}

function quantityParts(node: TicketNode, words: NodeWords): readonly NodePart[] {
  const { quantity, unit } = node
  if (quantity === undefined) return []
  return [product(`${words.quantity(quantity === 'unknown' ? undefined : quantity, unit)} `, 'quantity')]
}

/** The text of a node without its children: "Borda: Cheddar", "Sem Cebola", "MUDOU: 3× Pizza (era 1×)". */
export function nodeParts(node: TicketNode, words: NodeWords): readonly NodePart[] {
  const own = ownParts(node, words)
  return node.change === undefined
    ? own
    : [product(`${words.change[node.change]} `, 'change'), ...own, ...wasParts(node, words)]
}

/** What stood there before: the quantity alone when nothing else is another one. */
function wasParts({ was, ...node }: TicketNode, words: NodeWords): readonly NodePart[] {
  if (was === undefined) return []
  const isOnlyQuantity = was.text === node.text && was.group === node.group && was.kind === node.kind
  const parts = isOnlyQuantity
    ? [product(words.quantity(was.quantity === 'unknown' ? undefined : (was.quantity ?? 1), was.unit))]
    : ownParts(was, words)
  const [before, behind] = [` (${words.was} `, ')'].map((text) => ({ text, warns: false }))
  return before && behind ? [{ role: 'was', pieces: [before, ...parts.flatMap(({ pieces }) => pieces), behind] }] : []
}

function factText({ group, text }: TicketNode, words: NodeWords): string {
  if (group === 'orderType' || group === 'consumption') return words.typeName(text)
  if (group === 'start') return words.startText(Number(text))
  return group === 'time' ? words.dueText(Number(text)) : text
}

function ownParts(node: TicketNode, words: NodeWords): readonly NodePart[] {
  if (node.kind === 'note') return [platform('text', node.text, node, words)]
  if (node.kind === 'fact') return [platform('text', factText(node, words), node, words)]
  const group = groupParts(node, words)
  const name = platform('text', itemName(node.text, words.unnamed), node, words)
  const each = node.isEach ? [product(` ${words.each}`, 'quantity')] : []
  const notMade = node.isNotMade ? [product(` (${words.notMade})`)] : []
  if (node.kind !== 'removal' || node.isAnswer)
    return [...group, ...quantityParts(node, words), name, ...each, ...notMade]
  const word = node.needsWord ? [product(`${removalWord(groupOf(node), words.removal)} `, 'removal')] : []
  return [...group, ...word, ...quantityParts(node, words), name, ...each, ...notMade]
}

/** The same as one text. */
export const nodeText = (node: TicketNode, words: NodeWords): string =>
  nodeParts(node, words)
    .flatMap(({ pieces }) => pieces.map(({ text }) => text))
    .join('')
