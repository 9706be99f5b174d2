import { withoutEnd } from '../../shared/text/folded-text.ts'
import { FIELD_KINDS, type LogFieldName } from './log-fields.ts'
import type { Log, LogFields } from './log-port.ts'

type FieldValue = string | number | boolean

const MAX_CHARACTERS = 300
const REDACTED = '[redacted]'
const WORD = /^[\w.:+-]{1,80}$/
/** A run of so many characters with a digit is probably a key, a token or a hash. */
const KEY = /[\w+/=-]{20,}/g
const withoutKeys = (text: string): string => text.replace(KEY, (run) => (/\d/.test(run) ? REDACTED : run))

const isAllowed = (name: string): name is LogFieldName => Object.hasOwn(FIELD_KINDS, name)
const cut = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)

/** The fields that may be written, and under `redacted` the names of those that may not. */
export function redact(fields: LogFields): Readonly<Record<string, FieldValue>> {
  const kept: Record<string, FieldValue> = {}
  const withheld: string[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (isAllowed(name)) kept[name] = cleaned(name, value)
    else withheld.push(/^[A-Za-z]{1,40}$/.test(name) ? name : '?')
  }
  return withheld.length === 0 ? kept : { ...kept, redacted: withheld.join(',') }
}

/** The value is checked at run time: a caller may pass an error or an object in spite of the types. */
function cleaned(name: LogFieldName, value: unknown): FieldValue {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'string') return REDACTED
  switch (FIELD_KINDS[name]) {
    case 'word':
      return WORD.test(value) && withoutKeys(value) === value ? value : REDACTED
    case 'id':
      return cut(value)
    case 'amount':
      return REDACTED
    case 'prose':
      return cut(withoutQuotations(value.slice(0, 4 * MAX_CHARACTERS)))
    case 'place':
      return cut(withoutKeys(value.slice(0, 4 * MAX_CHARACTERS).replace(/[^\s()]+/g, withoutFolders)))
  }
}

const withoutFolders = (path: string): string => path.slice(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')))

/** Characters without a blank between them, without what is an address or a mail address. */
function withoutAddress(run: string): string {
  const at = run.indexOf('://')
  const plain = at < 0 ? run : `${withoutEnd(run.slice(0, at), /[a-z\d+.-]/i)}[address]`
  return plain.slice(1, -1).includes('@') ? REDACTED : plain
}

const withoutQuotations = (text: string): string =>
  withoutKeys(
    text
      .replace(/"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)|'[^']*('|$)/g, '"…"')
      .replace(/\bBearer\s+\S+/gi, REDACTED)
      .replace(/\S+/g, withoutAddress),
  ).replace(/\d{5,}/g, '[number]')

/**
 * Characters that JSON does not escape and that a terminal or an editor shows as a line break, a change of direction or
 * nothing: C1 controls, line and paragraph separators, bidirectional and zero-width characters.
 */
const DECEPTIVE = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One line of the log: JSON, one object, without characters that could begin another line. `at` in epoch ms. */
export function logLine(at: number, level: keyof Log, event: string, fields: LogFields): string {
  const name = /^[a-z\d-]{1,60}$/.test(event) ? event : 'event-name-malformed'
  const instant = Number.isFinite(at) ? new Date(at).toISOString() : 'unknown'
  return `${JSON.stringify({ at: instant, level, event: name, ...redact(fields) }).replace(DECEPTIVE, escaped)}\n`
}
