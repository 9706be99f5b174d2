import { isPlainRecord, isRecord } from '../is-record.ts'
import { dishName } from '../text/folded-text.ts'
import {
  createFieldReader,
  type FieldReader,
  type Fields,
  idIn,
  type Members,
  membersOf,
  required,
  unitOf,
  wordIn,
} from './field-reader.ts'
import { foldedWord, vocabulary } from './vocabulary.ts'

/** Fields that may be absent. */
export type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
export type Texts<Names extends string> = Sent<Record<Names, string>>

export type OrderOption = Texts<'id' | 'unit' | 'optionGroupName' | 'observations' | 'specialInstructions'> & {
  readonly name: string
  /** An option that was sent without a quantity counts once. */
  readonly quantity: number | 'unreadable'
  readonly options: readonly OrderOption[]
}

export type OrderItem = Texts<'id' | 'unit' | 'externalCode' | 'observations' | 'specialInstructions'> & {
  readonly name: string
  /** `unreadable`: also when none was sent. */
  readonly quantity: number | 'unreadable'
  readonly options: readonly OrderOption[]
  /** Parts of the item and its options that cannot be read; absent: none. */
  readonly comandaUnread?: number | undefined
}

export const joined = (...texts: readonly (string | undefined)[]): string | undefined => {
  const present = texts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join(' · ')
}
export const orNone = (parts: number): number | undefined => (parts > 0 ? parts : undefined)

/** The parts of a stored order that its first reading has counted. */
export function unreadBefore(body: Fields): number | undefined {
  const { comandaUnread: parts } = body
  return typeof parts === 'number' && Number.isSafeInteger(parts) && parts > 0 ? parts : undefined
}

const DISH_NAMES = ['name', 'title', 'label', 'productName', 'itemName', 'optionName', 'description']
const QUANTITY_NAMES = ['quantity', 'qty', 'count']
const GROUP_NAMES = ['optionGroupName', 'groupName', 'optionGroup', 'modifierGroupName', 'modifierGroup', 'group']
/** Names of the lists of options, of groups with options of their own, of what is taken away, and of notes. */
export const ROLES = {
  options: [
    ...['options', 'subItems', 'customizations', 'modifiers', 'toppings', 'additions', 'complements', 'addOns'],
    ...['extras', 'choices', 'selections', 'garnishItems', 'items', 'comboItems', 'components', 'children', 'products'],
  ],
  groups: ['optionGroups', 'modifierGroups', 'optionsGroups', 'choiceGroups', 'complementGroups', 'groups'],
  removals: [
    ...['removed', 'isRemoved', 'removals', 'removedItems', 'removedOptions', 'removedIngredients', 'without'],
    ...['excluded', 'exclusions', 'excludedItems', 'excludedIngredients', 'ingredientsToRemove'],
  ],
  notes: [
    ...['observations', 'observation', 'obs', 'notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
    ...['instructions', 'customerNote', 'customerNotes', 'kitchenNotes', 'orderNotes', 'preparationNotes'],
    ...['specialRequest', 'specialRequests', 'additionalInfo', 'additionalNotes'],
  ],
} as const satisfies Record<string, readonly string[]>
type Role = keyof typeof ROLES
const ROLE_OF = new Map(Object.entries(ROLES).flatMap(([role, names]) => names.map((name) => [foldedWord(name), role])))

/** The values of all members with this role, in the order in which they were sent. */
const valuesOf = (sent: Fields, role: Role): readonly unknown[] =>
  Object.entries(sent).flatMap(([name, value]) => (ROLE_OF.get(foldedWord(name)) === role ? [value] : []))

export const isDish = (members: Members): boolean =>
  members('name', 'quantity', 'options', 'observations', ...GROUP_NAMES) !== undefined

/** The notes under all their names, each once. @param more a further note */
export function readNotes(sent: Fields, reader: FieldReader, more?: unknown): string | undefined {
  const notes = [...valuesOf(sent, 'notes'), more].flatMap((note) => reader.text(note) ?? [])
  return notes.length === 0 ? undefined : [...new Set(notes)].join('\n')
}
export const isNothing = (sent: Fields): boolean =>
  Object.values(sent).every((value) => value === null || value === undefined)

/** A name that would be no value in another field: "Cebola: None", "Alergias: N/A". */
const spokenName = (name: unknown): string | undefined =>
  typeof name === 'string' && /^\s*(?:none|n\/[ad])\s*$/i.test(name) ? name.trim() : undefined

/** Options inside options, in an order of any size. */
const MAX_DEPTH = 16

/** The fields that items and options share. A dish without a name or a readable quantity stays on the ticket. */
function readDish(sent: Fields, reader: FieldReader, withoutQuantity: number | 'unreadable', depth = 0) {
  const members = membersOf(sent)
  const named = members(...DISH_NAMES)
  // An object without a field of a dish may be a text in several languages.
  const name = required(
    reader,
    () => reader.text(named ?? (isDish(members) ? undefined : sent)) ?? spokenName(sent.name),
  )
  const count = members(...QUANTITY_NAMES)
  if (count === undefined && withoutQuantity === 'unreadable') reader.miss()
  const quantity = reader.quantity(count)
  const unit = reader.text(wordIn(members('unit')))
  return {
    id: idIn(members('id')),
    name: name ?? '',
    quantity: count === undefined ? withoutQuantity : (quantity?.number ?? ('unreadable' as const)),
    unit: unit === undefined ? quantity?.unit : unitOf(unit),
    observations: readNotes(sent, reader),
    specialInstructions: reader.text(members('specialInstructions')),
    options: readAllOptions(sent, reader, depth + 1),
  }
}

/** The group of an option that the platform names in another way than by a group. */
const REMOVED = 'Remove'
const removing = vocabulary([REMOVED], {
  ...{ REMOVED, REMOVAL: REMOVED, EXCLUDE: REMOVED, EXCLUDED: REMOVED, EXCLUSION: REMOVED, SUBTRACT: REMOVED },
  ...{ DELETE: REMOVED, WITHOUT: REMOVED, NO: REMOVED, RETIRAR: REMOVED, REMOVER: REMOVED, QUITAR: REMOVED },
})

const isTrue = (flag: unknown): boolean => /^(?:true|1)$/i.test(String(flag))
const isFalse = (flag: unknown): boolean => /^(?:false|0)$/i.test(String(flag))

/** Whether an option says by a code or a flag that it is taken away. */
function isTakenAway(sent: Fields, members: Members): boolean {
  const code = members('action', 'operation', 'modifierType', 'optionType', 'type')
  const isCoded = typeof code === 'string' && removing(code) !== undefined
  return isCoded || valuesOf(sent, 'removals').some(isTrue) || isFalse(members('selected', 'included'))
}

/** Whether an option of another list says nothing that this one of its name does not say. */
const isRepeated = (option: OrderOption, other: OrderOption): boolean =>
  option.quantity === other.quantity &&
  (option.options.length === 0 || JSON.stringify(option.options) === JSON.stringify(other.options)) &&
  (['unit', 'optionGroupName', 'observations', 'specialInstructions'] as const).every(
    (field) => option[field] === undefined || option[field] === other[field],
  )

/** The options of all lists. Some hosts send the same options in two forms: what an earlier list has counts once. */
function readAllOptions(sent: Fields, reader: FieldReader, depth: number): readonly OrderOption[] {
  const removals = valuesOf(sent, 'removals').filter((value) => !isTrue(value) && !isFalse(value))
  const lists = [
    ...valuesOf(sent, 'groups').map((list) => readOptions(list, reader, depth, 'group')),
    ...removals.map((list) => inGroup(readOptions(list, reader, depth, 'option'), REMOVED)),
    ...valuesOf(sent, 'options').map((list) => readOptions(list, reader, depth, 'option')),
  ]
  const known = new Map<string, readonly OrderOption[]>()
  const ofName = ({ name }: OrderOption): readonly OrderOption[] => known.get(dishName(name)) ?? []
  return lists.flatMap((list) => {
    const fresh = list.filter((option) => !ofName(option).some((other) => isRepeated(option, other)))
    for (const option of fresh) known.set(dishName(option.name), [...ofName(option), option])
    return fresh
  })
}

const inGroup = (options: readonly OrderOption[], name: string | undefined): readonly OrderOption[] =>
  options.map((option) => ({ ...option, optionGroupName: option.optionGroupName ?? name }))

/** An object that holds the options of a group and is none itself. */
function readGroup(sent: Fields, reader: FieldReader, depth: number): readonly OrderOption[] {
  const members = membersOf(sent)
  const name = reader.text(members(...GROUP_NAMES, ...DISH_NAMES))
  const lists = valuesOf(sent, 'options')
  return inGroup(
    lists.flatMap((list) => readOptions(list, reader, depth, 'option')),
    name,
  )
}

function readOptions(
  sent: unknown,
  reader: FieldReader,
  depth: number,
  kind: 'option' | 'group',
): readonly OrderOption[] {
  if (depth <= MAX_DEPTH) return reader.list(sent, isDish).flatMap((option) => readOption(option, reader, depth, kind))
  if (sent !== undefined) reader.miss()
  return []
}

function readOption(
  sent: unknown,
  reader: FieldReader,
  depth: number,
  kind: 'option' | 'group',
): readonly OrderOption[] {
  if (!isPlainRecord(sent)) {
    const name = reader.text(sent)
    return name === undefined ? [] : [{ name, quantity: 1, options: [] }]
  }
  if (isNothing(sent)) return []
  const members = membersOf(sent)
  const group = members(...GROUP_NAMES)
  const isNamed = (members(...DISH_NAMES) ?? spokenName(sent.name)) !== undefined
  const hasOptions = valuesOf(sent, 'options').some((list) => isRecord(list) && Object.keys(list).length > 0)
  const isGroup = kind === 'group' || (!isNamed && group !== undefined && hasOptions)
  if (isGroup) return readGroup(sent, reader, depth + 1)
  const optionGroupName = joined(reader.text(group), isTakenAway(sent, members) ? REMOVED : undefined)
  return [{ ...readDish(sent, reader, 1, depth), optionGroupName }]
}

export function readItem(sent: unknown): OrderItem {
  const reader = createFieldReader()
  if (isPlainRecord(sent)) {
    const item = readDish(sent, reader, 'unreadable')
    const externalCode = idIn(membersOf(sent)('externalCode'))
    return { ...item, externalCode, comandaUnread: unreadBefore(sent) ?? orNone(reader.missed()) }
  }
  const name = reader.text(sent)
  // Its quantity, at least, was not sent.
  reader.miss()
  return { name: name ?? '', quantity: 'unreadable', options: [], comandaUnread: reader.missed() }
}
