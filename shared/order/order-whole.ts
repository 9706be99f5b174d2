import { isPlainRecord } from '../is-record.ts'
import { isPlainGroup, removalWord } from '../ticket/group-names.ts'
import { FOREIGN_REMOVAL_WORDS, isAnswer, isTakenByGroup, REMOVAL_WORDS, saysRemoval } from '../ticket/removal.ts'
import { groupName, REMOVAL_SIGN } from '../ticket/ticket-tree.ts'
import { orderIn, readOrder } from './order.ts'
import { firstCharacters } from './order-cut.ts'
import type { OrderItem, OrderOption } from './order-items.ts'

/** Most characters of the text of one order; the largest answer that is read has four million bytes. */
const MAX_CHARACTERS = 4_000_000
/** Stands where something was sent that cannot be read. The language of the screen is not known here. */
const UNREAD_SIGN = '(?)'

/** The language of the screen is not known here, so no word of the product stands in the text. */
const REMOVALS = [...new Set([...Object.values(REMOVAL_WORDS).flat(), ...FOREIGN_REMOVAL_WORDS])]

type Dish = OrderItem & Pick<OrderOption, 'optionGroupName'>

/** "2 × Pizza", "Borda: Cheddar", "(-) Sem Cebola"; "(-) Cebola (Group)" where the group tells no language. */
function dishText({ name: sent, quantity, unit, optionGroupName }: Dish, indent: number): string {
  const group = optionGroupName?.trim() ?? ''
  const name = sent.trim() === '' ? UNREAD_SIGN : sent.trim()
  const isPieces = unit === undefined || unit === 'UN'
  const count = `${quantity === 'unreadable' ? '?' : quantity} ${isPieces ? '×' : unit} `
  const counted = `${indent > 0 && isPieces && quantity === 1 ? '' : count}${name}`
  const isRemoval = indent > 0 && (saysRemoval(name, REMOVALS) || isTakenByGroup(group, name, REMOVALS))
  const behind = group === '' || isPlainGroup(group, name) ? counted : `${groupName(group)}: ${counted}`
  if (!isRemoval) return behind
  if (isAnswer(group, name, REMOVALS)) return `${REMOVAL_SIGN} ${groupName(group)}: ${counted}`
  if (group === '' || saysRemoval(name, REMOVALS)) return `${REMOVAL_SIGN} ${counted}`
  const word = removalWord(group, '')
  return `${REMOVAL_SIGN} ${word === '' ? `${counted} (${group})` : `${word} ${counted}`}`
}

/** The text with the sign before lines that begin with one of the kitchen's own words of removal. */
export const withOwnRemovals = (text: string, words: readonly string[]): string =>
  text
    .split('\n')
    .map((line) => {
      const isMarked = line.trimStart().startsWith(REMOVAL_SIGN) || !line.startsWith(' ')
      return isMarked || !saysRemoval(line, words) ? line : line.replace(/^ */, `$&${REMOVAL_SIGN} `)
    })
    .join('\n')

/** All lines and notes of an order as plain text, for an order that does not fit its ticket. Pure; never throws. */
export function wholeOrderText(body: unknown): string {
  const sent = orderIn(body)
  if (!isPlainRecord(sent)) return ''
  const order = readOrder(sent)
  const lines: string[] = []
  let left = MAX_CHARACTERS
  const add = (line: string | undefined, indent: number): void => {
    const text = line?.trim() ?? ''
    if (text === '' || left <= 0) return
    const kept = firstCharacters(`${'  '.repeat(indent)}${text}`, left)
    left -= kept.length + 1
    lines.push(kept)
  }
  const addDish = (dish: Dish, indent: number): void => {
    if (left <= 0) return
    add(dishText(dish, indent), indent)
    add(dish.observations, indent + 1)
    add(dish.specialInstructions, indent + 1)
    for (const option of dish.options) addDish(option, indent + 1)
  }
  for (const item of order.items) {
    addDish(item, 0)
    if (item.comandaUnread !== undefined) add(UNREAD_SIGN, 1)
  }
  const { takeout, indoor, delivery } = order.fulfillment
  const notes = [order.observations, order.extraInfo, ...[takeout, indoor, delivery].map((part) => part?.observations)]
  for (const note of notes) add(note, 0)
  if (order.comandaUnread !== undefined) add(UNREAD_SIGN, 0)
  return lines.join('\n')
}

/** A part is drawn at once, and fills about a screen. */
const PART_CHARACTERS = 1_500
const PART_LINES = 45

/** Where a part that begins with this text ends: after a line, if possible before a dish. A longer line is cut after a word. */
function endOfPart(text: string): number {
  const lines: number[] = []
  for (let at = text.indexOf('\n'); at !== -1 && lines.length < PART_LINES; at = text.indexOf('\n', at + 1))
    lines.push(at + 1)
  const most = lines.at(-1) ?? 0
  const beforeDish = lines.findLast((end) => end > most / 2 && text[end] !== ' ' && text[end] !== '\n')
  if (beforeDish !== undefined) return beforeDish
  if (most > 0) return most
  const word = text.lastIndexOf(' ') + 1
  return word > text.length / 2 ? word : text.length
}

/** A long text in parts, none of which ends inside a word of a usual length. Together they are the text. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  for (let begin = 0; begin < text.length; ) {
    // The character behind the part tells whether a line or a pair of code units ends with it.
    const next = firstCharacters(text.slice(begin, begin + PART_CHARACTERS + 2), PART_CHARACTERS)
    const isRest = begin + next.length >= text.length && next.split('\n').length <= PART_LINES
    const length = isRest ? next.length : endOfPart(next)
    parts.push(next.slice(0, length))
    begin += length
  }
  return parts
}
