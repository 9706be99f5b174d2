import { allergyWordsOf } from '../../shared/allergy.ts'
import { firstName } from '../../shared/first-name.ts'
import { createFormats } from '../../shared/formats.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import type { Paper } from '../../shared/paper-sizes.ts'
import { paymentLines } from '../../shared/payment.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { stylePathOf } from './print-style.ts'
import { escaped, filled, foreign, line, note, type Pen, wordOf } from './ticket-html.ts'

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
  const { texts, formats, now } = pen
  const { channel, brand, customerName, priority, createdAt, dueAt, startAt, lane, pickupCode, deliverTo } = ticket
  const from = [channel, brand, customerName === undefined ? undefined : firstName(customerName)]
  const when = [
    filled(texts.paper.receivedAt, { time: formats.time(createdAt) }),
    dueAt === undefined ? undefined : filled(texts.ticket.due, { time: formats.when(dueAt, now) }),
    lane !== 'scheduled' || startAt === undefined
      ? undefined
      : filled(texts.ticket.startAt, { time: formats.when(startAt, now) }),
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
  const pen: Pen = { formats, texts, allergyWords: allergyWordsOf(settings), now: printedAt }
  const at = filled(texts.paper.printedAt, { time: formats.time(printedAt) })
  const old = staleSince === undefined ? '' : filled(texts.paper.stale, { time: formats.time(staleSince) })
  const foot = old === '' ? at : `${at} · ${old}`
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>Comanda</title>` +
    `<link rel="stylesheet" href="${stylePathOf(paper)}"></head><body>` +
    `${tickets.map((one) => article(one, pen, foot)).join('')}</body></html>\n`
  )
}
