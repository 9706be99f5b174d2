import { allergyWordsOf, noteParts } from '../../shared/allergy.ts'
import { createFormats, type Formats } from '../../shared/formats.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import type { Paper } from '../../shared/paper-sizes.ts'
import { paymentLines } from '../../shared/payment.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import { stylePathOf } from './print-style.ts'

/**
 * SECURITY: print-document (docs/security.md). Tickets on paper are a page of their own with the strictest policy: one
 * style sheet of this program, no script, no image, no request, no form, and no bridge.
 */
export const PRINT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export type PrintedTicket = { readonly ticket: Ticket; readonly isReprint: boolean }

export type PrintDocument = {
  readonly tickets: readonly PrintedTicket[]
  readonly paper: Paper
  readonly settings: Settings
  /** Epoch ms of the platform's clock. */
  readonly printedAt: number
  /** When the board was last known to be up to date; present while it is not. */
  readonly staleSince?: number | undefined
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Everything that came from outside passes here. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
/** Text of a stranger, which keeps its direction to itself. */
const foreign = (text: string): string => `<bdi>${escaped(text)}</bdi>`

/** Fills `{{name}}` in a text of the product. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')

const wordOf = (texts: object, key: string): string => String(Object.getOwnPropertyDescriptor(texts, key)?.value ?? key)

/** Kitchens call out first names; the rest of a name has no business on paper that is thrown away. */
const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? ''

type Pen = {
  /** Epoch ms of the platform's clock. */
  readonly printedAt: number
  readonly formats: Formats
  readonly texts: (typeof LANGUAGES)[Settings['locale']]
  readonly allergyWords: readonly string[]
}

function note(text: string, { allergyWords, texts }: Pen): string {
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

function line({ name, quantity, unit, notes, options: inner, struck }: TicketLine, pen: Pen): string {
  const done = struck ? ` (${escaped(pen.texts.paper.done)})` : ''
  return (
    `<li${struck ? ' class="struck"' : ''}><div class="line"><span>${escaped(pen.formats.quantity(quantity, unit))}</span>` +
    `<div>${foreign(name)}${done}</div></div>${options(inner, pen)}${notes === undefined ? '' : note(notes, pen)}</li>`
  )
}

function payment(ticket: Ticket, { texts, formats }: Pen): string {
  const { payment: paid } = ticket
  if (paid === undefined) return ''
  const { prepaid, unknown, collectUnknown, collect, changeFor, method } = texts.payment
  const lines = paymentLines(paid, {
    prepaid,
    unknown,
    collectUnknown,
    collect: (amount) => filled(collect, { amount }),
    changeFor: (amount) => filled(changeFor, { amount }),
    method: (name) => wordOf(method, name),
    amount: formats.amount,
  })
  const isLoud = paid.state === 'pending'
  return lines.map((text) => `<p>${isLoud ? `<strong>${escaped(text)}</strong>` : escaped(text)}</p>`).join('')
}

function facts(ticket: Ticket, pen: Pen): string {
  const { texts, formats, printedAt } = pen
  const { channel, brand, customerName, priority, createdAt, dueAt, startAt, lane, pickupCode, deliverTo } = ticket
  const from = [channel, brand, customerName === undefined ? undefined : firstName(customerName)]
  const when = [
    filled(texts.paper.receivedAt, { time: formats.time(createdAt) }),
    dueAt === undefined ? undefined : filled(texts.ticket.due, { time: formats.when(dueAt, printedAt) }),
    lane !== 'scheduled' || startAt === undefined
      ? undefined
      : filled(texts.ticket.startAt, { time: formats.when(startAt, printedAt) }),
    priority === undefined ? undefined : filled(texts.ticket.priority, { level: formats.whole(priority) }),
  ]
  const present = (parts: readonly (string | undefined)[]): readonly string[] =>
    parts.filter((part) => part !== undefined && part !== '').map((part) => part ?? '')
  return (
    '<div class="facts">' +
    (present(from).length > 0 ? `<p>${present(from).map(foreign).join(' · ')}</p>` : '') +
    `<p><strong>${present(when).map(escaped).join(' · ')}</strong></p>` +
    (pickupCode === undefined
      ? ''
      : `<p class="code">${escaped(texts.ticket.pickupCode)} <strong>${foreign(pickupCode)}</strong></p>`) +
    (deliverTo === undefined ? '' : `<p>${foreign(deliverTo)}</p>`) +
    `${payment(ticket, pen)}</div>`
  )
}

/** An order that is too long for its ticket, on paper as on the board: what is missing, and where it stands. */
function leftOut({ moreLines, moreCharacters }: Ticket, { texts, formats }: Pen): string {
  const missing = [
    moreLines === undefined ? [] : filled(texts.whole.moreLines, { number: formats.whole(moreLines) }),
    moreCharacters === undefined ? [] : filled(texts.whole.moreCharacters, { number: formats.whole(moreCharacters) }),
  ].flat()
  if (missing.length === 0) return ''
  return `<p class="note warns">${escaped(filled(texts.paper.leftOut, { missing: missing.join(', ') }))}</p>`
}

function stop({ cancelled }: Ticket, { texts, formats }: Pen): string {
  if (cancelled === undefined) return ''
  const { reason, code, at } = cancelled
  const why = reason ?? (code === undefined ? texts.stop.noReason : wordOf(texts.cancel.code, code))
  return (
    `<div class="stop"><strong>${escaped(texts.paper.stop)}</strong>` +
    `${escaped(filled(texts.paper.cancelledAt, { time: formats.time(at) }))}<br>${foreign(why)}</div>`
  )
}

function article({ ticket, isReprint }: PrintedTicket, pen: Pen, printedAt: string): string {
  const { texts } = pen
  const { displayId, orderType, status, lines, notes, reading } = ticket
  const type = orderType === '' ? texts.orderType.unknown : wordOf(texts.orderType, orderType)
  return (
    `<article class="ticket${ticket.cancelled ? ' cancelled' : ''}">` +
    (isReprint ? `<p class="mark">${escaped(texts.paper.reprint)}</p>` : '') +
    stop(ticket, pen) +
    `<div class="head"><h1>${foreign(displayId)}</h1><p class="type">${escaped(type)}</p></div>` +
    facts(ticket, pen) +
    (reading === 'read' ? '' : `<p class="note warns">${escaped(texts.paper.unread)}</p>`) +
    `<ul class="lines">${lines.map((one) => line(one, pen)).join('')}</ul>` +
    notes.map((text) => note(text, pen)).join('') +
    leftOut(ticket, pen) +
    `<p class="foot">${escaped(wordOf(texts.status, status))} · ${escaped(printedAt)}</p></article>`
  )
}

/** Tickets as a page that is ready for its paper. Pure; carries no script and names one style sheet. */
export function printDocument({ tickets, paper, settings, printedAt, staleSince }: PrintDocument): string {
  const { locale, dialect } = settings
  const texts = LANGUAGES[locale]
  const formats = createFormats(locale, dialect.money)
  const pen: Pen = { formats, texts, allergyWords: allergyWordsOf(settings), printedAt }
  const at = filled(texts.paper.printedAt, { time: formats.time(printedAt) })
  const old = staleSince === undefined ? '' : filled(texts.paper.stale, { time: formats.time(staleSince) })
  const foot = old === '' ? at : `${at} · ${old}`
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>Comanda</title>` +
    `<link rel="stylesheet" href="${stylePathOf(paper)}"></head><body>` +
    `${tickets.map((one) => article(one, pen, foot)).join('')}</body></html>\n`
  )
}
