import { isRecord } from '../is-record.ts'
import { parseJsonText } from '../json-text.ts'
import { withoutEnd } from '../text/folded-text.ts'
import { isLabelAlone, type Label, labelOf } from './credential-labels.ts'

/** What was found in a text that was copied from a portal, a mail or a file. */
export type Pasted = {
  readonly address?: string
  /** The part of the address that belongs to the app, where the portal shows it apart. */
  readonly hash?: string
  readonly clientId?: string
  readonly clientSecret?: string
}

/** Longer than the three with all that portals and mails write around them. */
export const MAX_PASTED_CHARACTERS = 20_000
const MAX_JSON_DEPTH = 8
const MAX_SEPARATORS = 4
const SHORTEST_VALUE = 3

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const SCHEME = /^https?:\/\//i
const HOST = /^(?:[a-z\d-]{1,63}\.){1,6}[a-z]{2,10}(?::\d{1,5})?$/i
/** A second label of the same line: of a form, or of a sentence. */
const NEXT_LABEL = /[\s&,;]["']?(?=client[\s_-]?(?:id|secret)["']?\s?[:=])/gi
const SEPARATOR = /[:=]/g
const LIST_MARK = /^[-*•>] /
const ADDRESS_END = /[*`.,;:)\]>"'”’]/
const VALUE_END = /[,;`*]/
/** A word of a sentence has none of them. */
const CODED = /[\d_-]/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const LEAST_RANDOM = 20
/** Buttons that are copied with the values beside them. */
const BUTTONS: ReadonlySet<string> = new Set(
  '(copiar) copiar copiado copy copied mostrar show ver ocultar hide'.split(' '),
)

const hasScheme = (text: string): boolean => SCHEME.test(text)
const isHost = (text: string): boolean => HOST.test(text)
const isAddress = (text: string): boolean => {
  if (hasScheme(text)) return true
  const slash = text.indexOf('/')
  return slash > 0 && isHost(text.slice(0, slash))
}
const isOfMail = (text: string): boolean => isHost(text.slice(text.lastIndexOf('@') + 1)) && text.includes('@')
const isCoded = (text: string): boolean => CODED.test(text) && /[a-z\d]/i.test(text) && !isOfMail(text)
const isComment = (line: string): boolean => line.startsWith('#!') || (line.startsWith('#') && line.includes('='))
/** As secrets are made: digits and letters without words. */
const isRandom = (text: string): boolean =>
  text.length >= LEAST_RANDOM &&
  /\d/.test(text) &&
  ((/[a-z]/.test(text) && /[A-Z]/.test(text)) || /^[\da-f]{1,200}$/i.test(text))
const partsOf = (text: string): readonly string[] => text.split(/[\s;|,]/).filter((part) => part !== '')

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['<', '>'],
])

function unquoted(text: string): { readonly text: string; readonly isQuoted: boolean } {
  const closing = QUOTES.get(text.charAt(0))
  const end = closing === undefined ? -1 : text.indexOf(closing, 1)
  return end > 0 ? { text: text.slice(1, end).trim(), isQuoted: true } : { text, isQuoted: false }
}

/** A value without quotes, and without comments or buttons behind it. */
function labelledValue(label: Label, shown: string): string {
  const { text, isQuoted } = unquoted(shown.replace(/^\*{1,2}/, '').trim())
  const words = text.split(/\s/).filter((word) => word !== '')
  if (label === 'address') {
    const found = words.find(isAddress) ?? words.find(isHost)
    return found === undefined ? text : withoutEnd(found, ADDRESS_END)
  }
  return isQuoted ? text : withoutEnd(words[0] ?? '', VALUE_END)
}

/** Collects values. The first of a kind counts, but a text that is no address gives way to one. */
interface Findings {
  readonly found: Pasted
  add(label: Label, value: string): void
}

function createFindings(): Findings {
  const found: { -readonly [name in keyof Pasted]: Pasted[name] } = {}
  return {
    found,
    add(label, value) {
      if (label === 'other' || value === '') return
      const before = found[label]
      if (before === undefined || (label === 'address' && !isAddress(before) && isAddress(value))) found[label] = value
    },
  }
}

/** Values of JSON, by their keys: `clientId`, or `client` with `id` inside. */
function readJson(value: unknown, path: readonly string[], findings: Findings): void {
  if (isRecord(value)) {
    if (path.length > MAX_JSON_DEPTH) return
    for (const [key, inside] of Object.entries(value)) readJson(inside, [...path, key], findings)
    return
  }
  if (typeof value !== 'string' && typeof value !== 'number') return
  const own = path.at(-1) ?? ''
  const label = labelOf(`${path.at(-2) ?? ''} ${own}`) ?? labelOf(own)
  if (label !== undefined) findings.add(label, String(value).trim())
}

/** Reads the JSON in a text. Returns what stands around it. */
function takeJson(text: string, findings: Findings): string {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  if (from < 0 || to <= from) return text
  const content = parseJsonText(text.slice(from, to))
  if (!isRecord(content)) return text
  readJson(content, [], findings)
  return `${text.slice(0, from)}\n${text.slice(to)}`
}

/** A cell that names its value, with what stands behind the label. */
function labelledCell(cell: string): { readonly label: Label; readonly rest: string } | undefined {
  if (hasScheme(cell)) return undefined
  const separators = [...cell.matchAll(SEPARATOR)].slice(0, MAX_SEPARATORS)
  for (const { index } of separators) {
    const label = cell.startsWith('://', index) ? undefined : labelOf(cell.slice(0, index))
    if (label !== undefined) return { label, rest: cell.slice(index + 1).trim() }
  }
  return isLabelAlone(cell) ? { label: labelOf(cell) ?? 'other', rest: '' } : undefined
}

/** Whether a cell can be the value of a label that stands above it. */
function isValueFor(label: Label, cell: string): boolean {
  const words = cell.split(/\s/)
  if (label === 'address') return words.some(isAddress)
  return words.length === 1 && !isAddress(cell) && !BUTTONS.has(cell.toLowerCase())
}

/** Reads labelled cells. Returns those without a label. */
function takeLabelled(cells: readonly string[], findings: Findings): readonly string[] {
  const waiting: Label[] = []
  return cells.filter((cell) => {
    const labelled = labelledCell(cell)
    if (labelled !== undefined) {
      if (labelled.rest === '') waiting.push(labelled.label)
      else findings.add(labelled.label, labelledValue(labelled.label, labelled.rest))
      return false
    }
    const at = waiting.findIndex((label) => isValueFor(label, cell))
    const [label] = at === -1 ? [] : waiting.splice(at, 1)
    if (label !== undefined) findings.add(label, labelledValue(label, cell))
    return label === undefined
  })
}

/** An address of orders before one of a portal. */
function weightOf(address: string): number {
  if (/\/od\/v2/i.test(address)) return 3
  const rest = address.replace(SCHEME, '')
  const slash = rest.indexOf('/')
  if (/api/i.test(rest)) return 2
  return slash >= 0 && slash < rest.length - 1 ? 1 : 0
}

/** The values that can be id and secret, in their order. */
function candidatesIn(cells: readonly string[], isAllPlain: boolean): readonly string[] {
  const singles: string[] = []
  for (const cell of cells) {
    const parts = partsOf(cell).map((part) => unquoted(part).text)
    const others = parts.filter((part) => !isAddress(part) && part.length >= SHORTEST_VALUE)
    const isTable = others.length < parts.length || others.every(isCoded)
    singles.push(...(parts.length === 1 ? others : isTable ? others.filter(isCoded) : []))
  }
  const usable = singles.filter((one) => !BUTTONS.has(one.toLowerCase()) && /[a-z\d]/i.test(one))
  const coded = usable.filter(isCoded)
  return isAllPlain && coded.length < 2 ? usable : coded
}

/** Reads what has no label: the address by its form, of the two others the longer one is the secret. */
function takePlain(cells: readonly string[], findings: Findings): void {
  const { found, add } = findings
  const isLabelled = Object.keys(found).length > 0
  const [address] = cells
    .flatMap(partsOf)
    .map((part) => withoutEnd(unquoted(part).text, ADDRESS_END))
    .filter(isAddress)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  if (address !== undefined) add('address', address)
  const candidates = candidatesIn(cells, !isLabelled && address !== undefined)
  if (found.clientId === undefined && found.clientSecret === undefined) {
    const [secret, id] = candidates.toReversed().toSorted((one, other) => other.length - one.length)
    if (secret === undefined || id === undefined) return
    const isSwapped = UUID.test(secret) && isRandom(id)
    add('clientId', isSwapped ? secret : id)
    add('clientSecret', isSwapped ? id : secret)
    return
  }
  const [longest] = candidates.toSorted((one, other) => other.length - one.length)
  if (longest !== undefined) add(found.clientId === undefined ? 'clientId' : 'clientSecret', longest)
}

/**
 * Finds address, client id and client secret in a text that was copied: lines with or without labels in any order, JSON, a
 * file of credentials, words of an environment, a table, a mail. What is not there is absent.
 */
export function sortPasted(pasted: string): Pasted {
  const findings = createFindings()
  const text = pasted.slice(0, MAX_PASTED_CHARACTERS).replace(INVISIBLE, '')
  const cells = takeJson(text, findings)
    .split(/[\r\n]/)
    .filter((line) => !isComment(line.trim()))
    .flatMap((line) => line.replace(NEXT_LABEL, '\t').split('\t'))
    .map((cell) => cell.trim().replace(LIST_MARK, ''))
    .filter((cell) => cell !== '')
  takePlain(takeLabelled(cells, findings), findings)
  return findings.found
}
