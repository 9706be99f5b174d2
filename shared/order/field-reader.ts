import { isPlainRecord } from '../is-record.ts'
import { parseJsonText } from '../json-text.ts'
import { withoutEntities } from '../text/html-entities.ts'
import { foldedWord, vocabulary } from './vocabulary.ts'

/**
 * Reads fields in every form whose meaning is clear: a number as text, a text in blocks of languages, a list as an object
 * with numeric keys. What was sent and cannot be read is counted.
 */

export type Fields = Readonly<Record<string, unknown>>
/** The first of these members that was sent. Their names match in any spelling: `displayId`, `display_id`, `DisplayID`. */
export type Members = (...names: readonly string[]) => unknown

/** Texts that programs write for a value that they do not have. */
const NO_VALUE = /^\s*(?:null|undefined|[([<{](?:null|none|undefined)[)\]>}]|n\/[ad])\s*$/i
/** Python writes its absent value like this; other spellings are words. */
const PYTHON_NONE = 'None'

const isNoValue = (text: string): boolean => NO_VALUE.test(text) || text === PYTHON_NONE
const isSent = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && isNoValue(value))

/** Access to the members of an object by name. An exact name goes before another spelling. */
export const membersOf = (fields: Fields): Members => membersThat(isSent, fields)

/** The same for ids, in which a text like "null" is an id as any other if there is nothing else. */
export function idsOf(fields: Fields): Members {
  const sent = membersOf(fields)
  const present = membersThat((value) => value !== undefined && value !== null, fields)
  return (...names) => sent(...names) ?? present(...names)
}

function membersThat(counts: (value: unknown) => boolean, fields: Fields): Members {
  let spelled: Map<string, unknown> | undefined
  return (...names) => {
    const exact = names.find((name) => Object.hasOwn(fields, name) && counts(fields[name]))
    if (exact !== undefined) return fields[exact]
    // In reverse, so that of two spellings the first one counts.
    spelled ??= new Map(
      Object.entries(fields)
        .filter(([, value]) => counts(value))
        .map(([name, value]): [string, unknown] => [foldedWord(name), value])
        .reverse(),
    )
    for (const name of names) {
      const value = spelled.get(foldedWord(name))
      if (value !== undefined) return value
    }
    return undefined
  }
}

const MAX_DEPTH = 6
/** Members of a block that hold its text. */
const TEXT_MEMBERS = [
  'value',
  'text',
  'name',
  'label',
  'title',
  'description',
  'content',
  'note',
  'message',
  'observation',
]
const LANGUAGE = /^(?:pt|en|es|fr|it|de|default)(?:[-_][a-z]{2,4})?$/i
const OWN_LANGUAGE = /^pt/i
/** Members of a block that hold its number. */
const NUMBER_MEMBERS = ['value', 'amount', 'quantity', 'qty', 'count', 'number']
/** Members that hold a list, in lists that were converted from XML for example. */
const LIST_MEMBERS = ['items', 'item', 'options', 'option', 'list', 'data', 'values', 'elements', 'element', 'entries']

const INDEX = /^\d{1,6}$/
/** "1.234,5" and "1,234.5": of two different signs the last one is before the fraction. */
const GROUPED = /^([+-]?\d{1,3}(?:([.,])\d{3})+)(?!\2)(?=[.,]\d)/
const QUANTITY =
  /^(?:x\s*)?(?<number>[+-]?\d{1,15}(?:[.,]\d{1,15})?)\s*(?<unit>[\p{L}×][\p{L}.()]{0,15}(?: [\p{L}]{1,12})?)?$/iu

const UNIT_WORDS: Readonly<Record<'UN' | 'KG' | 'G' | 'L' | 'ML' | 'OZ' | 'LB' | 'GAL', string>> = {
  UN: 'x und unid unids uni uns unidade unidades unidad unidads unit units pc pcs peca pecas pieza piezas piece pieces ea',
  KG: 'kgs quilo quilos kilo kilos kilogram kilograms',
  G: 'gr grs grama gramas gramo gramos gram grams',
  L: 'lt lts litro litros liter liters litre litres',
  ML: 'mls mililitro mililitros',
  OZ: 'ounce ounces onza onzas onca oncas',
  LB: 'lbs pound pounds libra libras',
  GAL: 'gallon gallons galao galoes',
}
const UNITS = ['UN', 'KG', 'G', 'L', 'ML', 'OZ', 'LB', 'GAL'] as const
const knownUnit = vocabulary(
  UNITS,
  Object.fromEntries(UNITS.flatMap((unit) => UNIT_WORDS[unit].split(' ').map((word) => [word, unit]))),
)

/** A unit by its code; an unknown one as it was sent. */
export const unitOf = (sent: string): string => (sent.trim() === '×' ? 'UN' : (knownUnit(sent) ?? sent.trim()))

export type Quantity = { readonly number: number; readonly unit: string | undefined }

/** Without infinity, and without the minus of a zero, which JSON does not keep. */
const finite = (number: number): number | undefined => (Number.isFinite(number) ? number + 0 : undefined)

function numberOf(value: unknown, depth = 0): number | undefined {
  return quantityOf(value, depth)?.number
}

/** A number, a text that begins with one ("6 un", "x6", "1,5"), or a block that holds one. */
function quantityOf(value: unknown, depth = 0): Quantity | undefined {
  if (typeof value === 'number') {
    const number = finite(value)
    return number === undefined ? undefined : { number, unit: undefined }
  }
  if (typeof value === 'string') {
    const text = value.normalize('NFKC').replace('\u2212', '-').trim()
    const ungrouped = text.replace(GROUPED, (whole) => whole.replaceAll(/[.,]/g, ''))
    const { number, unit } = QUANTITY.exec(ungrouped)?.groups ?? {}
    return number === undefined
      ? undefined
      : { number: Number(number.replace(',', '.')) + 0, unit: unit === undefined ? undefined : unitOf(unit) }
  }
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return value.length === 1 ? quantityOf(value[0], depth + 1) : undefined
  if (!isPlainRecord(value)) return undefined
  const members = membersOf(value)
  const read = quantityOf(members(...NUMBER_MEMBERS), depth + 1)
  const unit = members('unit')
  return read && { number: read.number, unit: read.unit ?? (typeof unit === 'string' ? unitOf(unit) : undefined) }
}

/** The members of an object whose names are positions, in their order; `undefined` for another object. */
function indexed(fields: Fields): readonly unknown[] | undefined {
  const names = Object.keys(fields).filter((name) => name !== 'length')
  if (names.length === 0 || !names.every((name) => INDEX.test(name))) return undefined
  return names.toSorted((one, other) => Number(one) - Number(other)).map((name) => fields[name])
}

/** The value of a text that holds JSON: some hosts encode a list twice. */
function decoded(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJsonText(value) ?? value) : value
}

/** Reads fields and counts those that were sent and cannot be read. An absent field is `undefined` and does not count. */
export interface FieldReader {
  text(value: unknown): string | undefined
  number(value: unknown): number | undefined
  quantity(value: unknown): Quantity | undefined
  /**
   * The members of a list without its holes.
   * @param isMember whether an object is a single member that was sent without its list
   */
  list(value: unknown, isMember: (members: Members) => boolean): readonly unknown[]
  /** The members of an object. A text or a number in its place counts as its member `main`. */
  block(sent: unknown, main?: string): Members
  /** Counts what could not be read. */
  miss(parts?: number): void
  missed(): number
}

const NOTHING: Members = () => undefined

/** Counts parts that could not be read. */
type Miss = FieldReader['miss']

const joined = (values: readonly unknown[], depth: number, miss: Miss): string | undefined => {
  const texts = values.flatMap((value) => textOf(value, depth + 1, miss) ?? [])
  return texts.length === 0 ? undefined : texts.join('\n')
}

function textOfBlock(fields: Fields, depth: number, miss: Miss): string | undefined {
  const names = Object.keys(fields)
  if (names.length === 0) return undefined
  const inOrder = indexed(fields)
  if (inOrder !== undefined) return joined(inOrder, depth, miss)
  const named = membersOf(fields)(...TEXT_MEMBERS)
  if (named !== undefined) return textOf(named, depth + 1, miss)
  if (names.every((name) => LANGUAGE.test(name))) {
    const own = names.find((name) => OWN_LANGUAGE.test(name) && isSent(fields[name]))
    const name = own ?? names.find((one) => isSent(fields[one]))
    return name === undefined ? undefined : textOf(fields[name], depth + 1, miss)
  }
  if (names.some((name) => isSent(fields[name]))) miss()
  return undefined
}

function textOf(value: unknown, depth: number, miss: Miss): string | undefined {
  if (!isSent(value)) return undefined
  if (typeof value === 'string') {
    const text = withoutEntities(value)
    return isNoValue(text) ? undefined : text
  }
  if (typeof value === 'number') return String(value)
  if (depth <= MAX_DEPTH && Array.isArray(value)) return joined(value, depth, miss)
  if (depth <= MAX_DEPTH && isPlainRecord(value)) return textOfBlock(value, depth, miss)
  miss()
  return undefined
}

function listOf(sent: unknown, isMember: (members: Members) => boolean, depth: number, miss: Miss): readonly unknown[] {
  const value = decoded(sent)
  if (!isSent(value)) return []
  if (depth > MAX_DEPTH) {
    miss()
    return []
  }
  if (Array.isArray(value)) {
    return value
      .flatMap((member) => (Array.isArray(member) ? listOf(member, isMember, depth + 1, miss) : [member]))
      .filter(isSent)
  }
  if (!isPlainRecord(value)) return [value]
  const names = Object.keys(value)
  if (names.length === 0) return []
  const inOrder = indexed(value)
  if (inOrder !== undefined) return listOf(inOrder, isMember, depth + 1, miss)
  const members = membersOf(value)
  if (isMember(members)) return [value]
  const inner = members(...LIST_MEMBERS)
  if (typeof inner === 'object') return listOf(inner, isMember, depth + 1, miss)
  // A map of members by their ids or groups: the names are not read.
  const values = Object.values(value).filter(isSent)
  if (values.every((member) => isPlainRecord(member) && isMember(membersOf(member)))) {
    miss(values.length)
    return values
  }
  miss()
  return []
}

export function createFieldReader(): FieldReader {
  let missed = 0
  const miss = (parts = 1): void => {
    missed += parts
  }

  const read =
    <T>(readOne: (value: unknown) => T | undefined) =>
    (value: unknown): T | undefined => {
      if (!isSent(value)) return undefined
      const result = readOne(value)
      if (result === undefined) miss()
      return result
    }

  return {
    text: (value) => textOf(value, 0, miss),
    number: read(numberOf),
    quantity: read(quantityOf),
    list: (value, isMember) => listOf(value, isMember, 0, miss),
    block: (sent, main?) => {
      const value = decoded(sent)
      if (!isSent(value)) return NOTHING
      if (isPlainRecord(value)) return membersOf(value)
      if (Array.isArray(value)) {
        const [first, ...others] = value.filter(isSent)
        if (others.length === 0 && isPlainRecord(first)) return membersOf(first)
        if (others.length === 0 && main !== undefined && typeof first === 'string') return membersOf({ [main]: first })
        if (value.length > 0) miss()
        return NOTHING
      }
      if (main === undefined || typeof value === 'boolean') {
        miss()
        return NOTHING
      }
      return membersOf({ [main]: value })
    },
    miss,
    missed: () => missed,
  }
}

/** An id is not shown, so an unreadable one is not counted. */
export function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}

/** What the ticket needs: counted as one part when it is absent or cannot be read. */
export function required<T>(reader: FieldReader, read: () => T | undefined): T | undefined {
  const before = reader.missed()
  const value = read()
  if (value === undefined && reader.missed() === before) reader.miss()
  return value
}

/** Members of a block that hold its word. */
const WORD_MEMBERS = ['status', 'orderType', 'value', 'code', 'name', 'current', 'type', 'description', 'state']

const MAX_BLOCKS = 4

/** A word, or the one in a block ("block" is what the interface document calls the status). */
export const wordIn = (sent: unknown, depth = 0): unknown =>
  isPlainRecord(sent) && depth < MAX_BLOCKS ? wordIn(membersOf(sent)(...WORD_MEMBERS), depth + 1) : sent
