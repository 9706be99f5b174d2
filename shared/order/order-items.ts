import { isPlainRecord, isRecord } from '../is-record.ts'
import { dishName } from '../text/folded-text.ts'
import { isVisible } from '../text/visible-text.ts'
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
import { foldedWord } from './vocabulary.ts'

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
  /** The platform's own name of the station that makes it (Open Delivery 1.x). */
  readonly productionPoint?: string | undefined
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

const DISH_NAMES = [
  ...['name', 'title', 'label', 'displayName', 'productName', 'itemName', 'optionName', 'nome', 'nombre', 'answer'],
  'description',
]
const QUANTITY_NAMES = ['quantity', 'qty', 'count', 'quantidade', 'qtd', 'cantidad']
const GROUP_NAMES = [
  ...['optionGroupName', 'groupName', 'optionGroup', 'modifierGroupName', 'modifierGroup', 'group', 'question'],
]
/** The names under which notes are sent. */
export const NOTE_NAMES = [
  ...['observations', 'observation', 'obs', 'notes', 'note', 'comments', 'comment', 'remarks', 'remark', 'memo'],
  ...['instructions', 'customerNote', 'customerNotes', 'kitchenNotes', 'orderNotes', 'preparationNotes'],
  ...['specialNotes', 'specialRequest', 'specialRequests', 'request', 'requests', 'additionalInfo', 'additionalNotes'],
  ...['customerInstructions', 'additionalInstructions', 'preparationInstructions', 'cookingInstructions'],
  ...['kitchenInstructions', 'observação', 'observações', 'observación', 'observaciones', 'nota', 'notas'],
  ...['comentário', 'comentários', 'instruções', 'instrucciones'],
]

/** Names of members, and codes, for what is taken away: `removedIngredients`, `ingredientsToRemove`, `isRemoved`, `WITHOUT`. */
const AWAY =
  /^(?:IS|WAS|HAS)?(?:INGREDIENTE?S?|ITE[MN]S?|OPTIONS?|OPCOES|OPCIONES|MODIFIERS?|TOPPINGS?|COMPONENTS?|PRODUCTS?|LIST)?(?:TO|A|PARA)?(?:REMOV(?:E|ED|ALS?|ER|ID[OA]S?)|REMO(?:CAO|COES|CIONES)|EXCLU(?:DED?|SIONS?|IR|ID[OA]S?|SAO|SOES|SIONES)|OMIT(?:TED|IR|ID[OA]S?)?|SUBTRACT(?:ED|IONS?)?|DELETED?|NEGATIVES?|(?:UN|DE)SELECTED|WITHOUT|MINUS|HOLDS?|TAKE(?:OFF|N?OUT)|LEAVE(?:OFF|OUT)|86|SEM|SIN|RETIRE|RETIRAR|RETIRAD[OA]S|TIRAR|QUITAR|QUITAD[OA]S?|ELIMINAR|ELIMINAD[OA]S?)(?:INGREDIENTE?S?|ITE[MN]S?|OPTIONS?|OPCOES|OPCIONES|MODIFIERS?|TOPPINGS?|COMPONENTS?|PRODUCTS?|LIST)?$/
/** The same for a whole line. One that is held is made later. */
const OUT = /^(?:IS|WAS)?(?:REMOVED|DELETED|CANCELL?ED|VOIDED?|REMOVID[OA]|CANCELAD[OA]|ELIMINAD[OA]|EXCLUID[OA])$/

/** Names of the lists of options, and of groups with options of their own. */
const OPTION_LISTS =
  /^(?:SELECTED|CHOSEN|ADDED|INCLUDED|CUSTOMER|ITEM|PRODUCT|SUB|SIDE|COMBO|EXTRA)*(?:OPTIONS|OPCOES|OPCIONES|ITEMS|ITENS|CUSTOMI[SZ]ATIONS?|MODIFIERS|MODIFICATIONS|TOPPINGS|ADDITIONS|ADICIONA(?:IS|LES)|COMPLEMENTS|COMPLEMENTOS|ADDONS|EXTRAS|CHOICES|SELECTIONS|GARNISHITEMS|COMPONENTS|CHILDREN|PRODUCTS|PRODUTOS|PRODUCTOS|INGREDIENTE?S|FLAVOU?RS|SABORES|SIDES|ACOMPANHAMENTOS|ACOMPANAMIENTOS|VARIATIONS|CHANGES)$/
const GROUP_LISTS = /^(?:SELECTED|CHOSEN)?(?:OPTIONS?|MODIFIER|CHOICE|COMPLEMENT|ADDON|TOPPING)?GROUPS$/
/** Beside lists of what is taken away; a flag in other hosts. */
const ADDITIONS = /^(?:ADD|ADDED|EXTRA)$/
/** Options under these names, or a list of another name whose members have a name and a quantity. */
const isOptionList = (key: string, value: unknown): boolean =>
  OPTION_LISTS.test(key) ||
  (ADDITIONS.test(key) && isRecord(value)) ||
  (Array.isArray(value) && !GROUP_LISTS.test(key) && !AWAY.test(key) && value.some(isCounted))
const isCounted = (member: unknown): boolean => {
  const members = isPlainRecord(member) ? membersOf(member) : undefined
  return members?.(...DISH_NAMES) !== undefined && members(...QUANTITY_NAMES) !== undefined
}
/** Statements about the guest. Not `allergens`, which a menu lists for a dish. */
const ALLERGY = /ALERG(?!ENOS?$)|ALLERG(?!ENS?$)|DIETAR|INTOLER/

/** The values of all members whose name fits, in the order in which they were sent. */
const valuesOf = (sent: Fields, name: RegExp): readonly unknown[] =>
  Object.entries(sent).flatMap(([key, value]) => (name.test(foldedWord(key)) ? [value] : []))

export const isDish = (members: Members): boolean =>
  members('name', 'quantity', 'options', 'observations', ...GROUP_NAMES) !== undefined

/** "Alergia: amendoim", "Remove: cebola": a note in a block says more than its text. */
function noteText(note: unknown, reader: FieldReader): string | undefined {
  if (Array.isArray(note)) {
    const texts = note.flatMap((one) => (isPlainRecord(one) ? noteText(one, reader) : reader.text(one)) ?? [])
    return texts.length === 0 ? undefined : texts.join('\n')
  }
  if (!isPlainRecord(note)) return reader.text(note)
  const members = membersOf(note)
  const text = members('value', 'text', 'description', 'content', 'note', 'message', 'observation', 'answer')
  const head = members('title', 'label', 'name', 'question', 'key')
  const parts = [isTakenAway(note) ? REMOVED : undefined, reader.text(head), reader.text(text)]
  const said = parts.filter((part) => part !== undefined)
  return said.length === 0 || (head === undefined && text === undefined) ? reader.text(note) : said.join(': ')
}

/** "allergies: amendoim", from a member of any name that speaks of allergies. */
export function allergyTexts(sent: Fields, reader: FieldReader): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    if (!ALLERGY.test(foldedWord(name)) || isFalse(value)) return []
    const text = isTrue(value) ? undefined : reader.text(value)
    if (text === undefined ? !isTrue(value) : isNoAnswer(text)) return []
    const words = name.replaceAll(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2').toLowerCase()
    return [text === undefined ? words : `${words}: ${text.replaceAll('\n', ', ')}`]
  })
}

/** The notes under all their names, each once. @param more further notes */
export function readNotes(sent: Fields, reader: FieldReader, ...more: readonly unknown[]): string | undefined {
  const named = Object.entries(sent).flatMap(([name, value]) => (NOTES.has(foldedWord(name)) ? [value] : []))
  const notes = [...named, ...more].flatMap((note) => noteText(note, reader) ?? [])
  const all = [...new Set([...notes, ...allergyTexts(sent, reader)])]
  return all.length === 0 ? undefined : all.join('\n')
}
const NOTES = new Set(NOTE_NAMES.map(foldedWord))

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
    observations: readNotes(sent, reader, ...answersOf(sent, name), members('extraInfo')),
    specialInstructions: reader.text(members('specialInstructions')),
    options: readAllOptions(sent, reader, depth + 1),
  }
}

/** The group of an option that the platform names in another way than by a group. */
const REMOVED = 'Remove'

const isTrue = (flag: unknown): boolean => !isRecord(flag) && /^(?:true|1)$/i.test(String(flag))
const isFalse = (flag: unknown): boolean => !isRecord(flag) && /^(?:false|0)$/i.test(String(flag))
const isNoAnswer = (text: string): boolean =>
  /^(?:NO|NAO|NOT|NONE|OFF|FALSE|NENHUM|NENHUMA|NINGUN|NINGUNO|NINGUNA|NADA|NOTHING)$/.test(foldedWord(text))

/** Members that say how much there is of an option; "none" in another one says nothing. */
const AMOUNTS = /^(?:VALUE|ANSWER|CHOICE|SELECTION|LEVEL|INTENSITY|PORTION|AMOUNT)$/
/** Members that say how an option is made, or that it is not: "mal passado", "No". */
const WAYS =
  /^(?:ACTION|OPERATION|OP|(?:PRE)?MODIFIER|PREFIX|MODIFICATION|FRACTION|SIDE|PLACEMENT|PREPARATION|TEMPERATURE|SIZE|TITLE|LABEL|DISPLAYNAME)$/
const CODES =
  /^(?:MODIFIER|OPTION|OPTIONGROUP|MODIFIERGROUP|GROUP|CUSTOMI[SZ]ATION|SUB)?(?:TYPE|KIND|CATEGORY|STATUS|STATE)$/
const POSITIVE = /^(?:IS)?(?:SELECTED|INCLUDED|CHECKED|CHOSEN)$/
/** Codes and words that say nothing more than that the option was chosen. */
const CHOSEN =
  /^(?:ADD(?:ED|ITION)?|INCLUDED?|SELECTED|YES|SIM|SI|TRUE|NORMAL|REGULAR|DEFAULT|STANDARD|WHOLE|ALL|BOTH)$/

/** Whether an option, a group or a note says by a code or a flag that it is taken away. */
function isTakenAway(sent: Fields): boolean {
  return Object.entries(sent).some(([key, value]) => {
    const name = foldedWord(key)
    if (isTrue(value)) return AWAY.test(name) || OUT.test(name)
    if (POSITIVE.test(name)) return isFalse(value)
    const isAmount = AMOUNTS.test(name)
    if (!isAmount && !WAYS.test(name) && !CODES.test(name)) return false
    const word = wordIn(value)
    if (isAmount && (word === false || (typeof word === 'string' && isNoAnswer(word)))) return true
    const code = typeof word === 'string' ? foldedWord(word) : ''
    return AWAY.test(code) || OUT.test(code) || /^(?:NO|NAO|OFF)$/.test(code)
  })
}

/** Whether a line says by a code or a flag that it is not made. */
const isOut = (sent: Fields): boolean =>
  Object.entries(sent).some(([key, value]) => {
    const name = foldedWord(key)
    const word = CODES.test(name) || name === 'ACTION' ? wordIn(value) : undefined
    return (isTrue(value) && OUT.test(name)) || (typeof word === 'string' && OUT.test(foldedWord(word)))
  })

/** The words of a dish beside its name that say how it is made, without codes, prices and sizes of packs. */
const answersOf = (sent: Fields, dish: string | undefined): readonly string[] =>
  Object.entries(sent).flatMap(([key, value]) => {
    const name = foldedWord(key)
    const word = WAYS.test(name) || AMOUNTS.test(name) ? wordIn(value) : undefined
    if (typeof word !== 'string' || !/[\p{L}/]/u.test(word) || /\p{Sc}/u.test(word)) return []
    const code = foldedWord(word)
    return isNoAnswer(word) || AWAY.test(code) || CHOSEN.test(code) || dishName(word) === dishName(dish ?? '')
      ? []
      : [word]
  })

/** Whether an option of another list says nothing that this one of its name does not say. */
const isRepeated = (option: OrderOption, other: OrderOption): boolean =>
  option.quantity === other.quantity &&
  (option.options.length === 0 || JSON.stringify(option.options) === JSON.stringify(other.options)) &&
  (['unit', 'optionGroupName', 'observations', 'specialInstructions'] as const).every(
    (field) => option[field] === undefined || option[field] === other[field],
  )

/** The options of all lists. Some hosts send the same options in two forms: what an earlier list has counts once. */
function readAllOptions(sent: Fields, reader: FieldReader, depth: number): readonly OrderOption[] {
  const removals = valuesOf(sent, AWAY).filter((value) => typeof value === 'string' || isRecord(value))
  const lists = [
    ...valuesOf(sent, GROUP_LISTS).map((list) => readOptions(list, reader, depth, 'group')),
    ...removals
      .filter((value) => !isTrue(value) && !isFalse(value))
      .map((list) => inGroup(readOptions(list, reader, depth, 'option'), REMOVED)),
    ...Object.entries(sent)
      .filter(([key, value]) => isOptionList(foldedWord(key), value))
      .map(([, list]) => readOptions(list, reader, depth, 'option')),
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

/** The name of a group that also says that its options are taken away. */
const removedGroup = (group: string | undefined, isAway: boolean): string | undefined =>
  isAway && !AWAY.test(foldedWord(group ?? '')) ? joined(group, REMOVED) : group

/** An object that holds the options of a group and is none itself. */
function readGroup(sent: Fields, reader: FieldReader, depth: number): readonly OrderOption[] {
  const name = removedGroup(reader.text(membersOf(sent)(...GROUP_NAMES, ...DISH_NAMES)), isTakenAway(sent))
  return inGroup(readAllOptions(sent, reader, depth), name)
}

function readOptions(
  sent: unknown,
  reader: FieldReader,
  depth: number,
  kind: 'option' | 'group',
): readonly OrderOption[] {
  if (depth <= MAX_DEPTH && isPlainRecord(sent) && !isDish(membersOf(sent))) {
    // Lists by their kind: `{ remove: [...], add: [...] }`.
    const all = readAllOptions(sent, reader, depth + 1)
    if (all.length > 0) return all
  }
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
  const hasOptions = valuesOf(sent, OPTION_LISTS).some((list) => isRecord(list) && Object.keys(list).length > 0)
  const isGroup = kind === 'group' || (!isNamed && group !== undefined && hasOptions)
  if (isGroup) return readGroup(sent, reader, depth + 1)
  const isAway = isTakenAway(sent) || (isPlainRecord(group) && isTakenAway(group))
  const optionGroupName = removedGroup(reader.text(group), isAway)
  return [{ ...readDish(sent, reader, 1, depth), optionGroupName }]
}

/** Beside the item's own fields, as the cache has it, or in its block `indoor`. */
function productionPointIn(item: Members): string | undefined {
  const indoor = item('indoor')
  const sent = item('productionPoint') ?? (isPlainRecord(indoor) ? membersOf(indoor)('productionPoint') : undefined)
  return typeof sent === 'string' && isVisible(sent) ? sent : undefined
}

export function readItem(sent: unknown): OrderItem {
  const reader = createFieldReader()
  if (isPlainRecord(sent)) {
    const item = readDish(sent, reader, 'unreadable')
    const externalCode = idIn(membersOf(sent)('externalCode'))
    const productionPoint = productionPointIn(membersOf(sent))
    const quantity = isOut(sent) ? 0 : item.quantity
    return {
      ...item,
      quantity,
      externalCode,
      ...(productionPoint === undefined ? {} : { productionPoint }),
      comandaUnread: unreadBefore(sent) ?? orNone(reader.missed()),
    }
  }
  const name = reader.text(sent)
  // Its quantity, at least, was not sent.
  reader.miss()
  return { name: name ?? '', quantity: 'unreadable', options: [], comandaUnread: reader.missed() }
}
