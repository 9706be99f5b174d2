import { isPlainRecord } from './is-record.ts'
import { firstCharacters } from './order-cut.ts'
import { beginsWithRemoval, isRemovalGroup, REMOVAL_WORDS } from './removal.ts'
import { REMOVAL_SIGN } from './ticket-tree.ts'

/** Most characters of the text of one order; the largest answer that is read has four million bytes. */
const MAX_CHARACTERS = 4_000_000
const MAX_DEPTH = 16

const memberOf = (value: unknown, name: string): unknown =>
  isPlainRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** The language of the screen is not known here, so no word of the product stands in the text. */
const REMOVALS = [...new Set(Object.values(REMOVAL_WORDS).flat())]

/** "2 × Pizza", "Borda: Cheddar", "(-) Cebola (Retirar ingredientes)". */
function nameWithGroup(item: unknown, quantity: string): string {
  const name = textOf(memberOf(item, 'name'))
  const group = textOf(memberOf(item, 'optionGroupName'))
  const counted = `${quantity === '' ? '' : `${quantity} × `}${name}`
  const isRemoval = beginsWithRemoval(name, REMOVALS) || isRemovalGroup(group, REMOVALS)
  if (isRemoval) return `${REMOVAL_SIGN} ${counted}${group === '' ? '' : ` (${group})`}`
  return `${group === '' ? '' : `${group.replace(/\s*[:：]$/u, '')}: `}${counted}`
}

/** All lines and notes of an order as plain text, for an order that does not fit its ticket. Pure; never throws. */
export function wholeOrderText(body: unknown): string {
  const lines: string[] = []
  let left = MAX_CHARACTERS
  const add = (line: string, indent: number): void => {
    if (line === '' || left <= 0) return
    const kept = firstCharacters(`${'  '.repeat(indent)}${line}`, left)
    left -= kept.length + 1
    lines.push(kept)
  }
  const addItem = (item: unknown, indent: number): void => {
    if (indent > MAX_DEPTH || left <= 0) return
    const quantity = textOf(memberOf(item, 'quantity'))
    add(nameWithGroup(item, indent > 0 && quantity === '1' ? '' : quantity), indent)
    for (const name of ['observations', 'specialInstructions']) add(textOf(memberOf(item, name)), indent + 1)
    for (const option of listOf(memberOf(item, 'options'))) addItem(option, indent + 1)
  }
  for (const item of listOf(memberOf(body, 'items'))) addItem(item, 0)
  const fulfillment = memberOf(body, 'fulfillment')
  const notes = [
    memberOf(body, 'observations'),
    memberOf(body, 'extraInfo'),
    memberOf(memberOf(fulfillment, 'takeout'), 'observations'),
    memberOf(memberOf(fulfillment, 'delivery'), 'observations'),
  ].map(textOf)
  for (const note of notes) add(note, 0)
  return lines.join('\n')
}
