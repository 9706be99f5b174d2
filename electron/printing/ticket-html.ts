import { noteParts } from '../../shared/allergy.ts'
import type { Formats } from '../../shared/formats.ts'
import type { Texts } from '../../shared/i18n/texts.ts'
import type { TicketLine, TicketOption } from '../../shared/ticket.ts'

/**
 * Parts of a ticket as HTML, for the pages that the main process makes itself: paper and the safe page. Pure.
 * SECURITY: print-document (docs/security.md). Every text that came from outside goes through `escaped`.
 * SECURITY: safe-page (docs/security.md)
 */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
/** Text of a stranger, which keeps its direction to itself. */
export const foreign = (text: string): string => `<bdi>${escaped(text)}</bdi>`

/** Fills `{{name}}` in a text of the product. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')

/** The word of a code, or the code itself. Looks at own members only: a platform may send `constructor`. */
export const wordOf = (texts: object, key: string): string =>
  String(Object.getOwnPropertyDescriptor(texts, key)?.value ?? key)

/** What the texts of a ticket are written with. */
export type Pen = {
  /** Epoch ms of the platform's clock. */
  readonly now: number
  readonly formats: Formats
  readonly texts: Texts
  readonly allergyWords: readonly string[]
}

/** A note; words that may be an allergy are marked, and the note says so. */
export function note(text: string, { allergyWords, texts }: Pen): string {
  const parts = noteParts(text, allergyWords)
  const warns = parts.some((part) => part.warns)
  const words = parts.map((part) => (part.warns ? `<mark>${escaped(part.text)}</mark>` : escaped(part.text))).join('')
  const label = warns ? `${escaped(texts.ticket.allergy + texts.ticket.allergyInNotes)}<br>` : ''
  return `<div class="note${warns ? ' warns' : ''}">${label}<bdi>${words}</bdi></div>`
}

function options(list: readonly TicketOption[], pen: Pen): string {
  if (list.length === 0) return ''
  const items = list.map(({ name, quantity, notes, options: inner }) => {
    const count = quantity === 1 ? '' : `${escaped(pen.formats.quantity(quantity, undefined))} `
    const said = notes === undefined ? '' : note(notes, pen)
    return `<li><div class="option">${count}${foreign(name)}</div>${said}${options(inner, pen)}</li>`
  })
  return `<ul class="options">${items.join('')}</ul>`
}

/** A line with its options and notes, as a list item. */
export function line({ name, quantity, unit, notes, options: inner, struck }: TicketLine, pen: Pen): string {
  const done = struck ? ` (${escaped(pen.texts.paper.done)})` : ''
  return (
    `<li${struck ? ' class="struck"' : ''}><div class="line"><span>${escaped(pen.formats.quantity(quantity, unit))}</span>` +
    `<div>${foreign(name)}${done}</div></div>${options(inner, pen)}${notes === undefined ? '' : note(notes, pen)}</li>`
  )
}
