import { firstName } from '../../shared/first-name.ts'
import { foreign, type Html, html, joinHtml } from '../../shared/html.ts'
import type { Paper } from '../../shared/paper-sizes.ts'
import { paymentLines } from '../../shared/payment.ts'
import { placeWords } from '../../shared/place-words.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { stylePathOf } from './print-style.ts'
import {
  cancellationReason,
  fillTemplate,
  leftOutWords,
  linesHtml,
  nonEmpty,
  notesHtml,
  type RenderContext,
  renderContextOf,
  twinsHtml,
  typeWord,
  warningHtml,
  warningsHtml,
  wordOf,
} from './ticket-html.ts'

/**
 * SECURITY: print-document (docs/security.md). Tickets are printed from a separate page with the strictest policy: one
 * style sheet of this program, no script, no image, no request, no form, and no bridge.
 */
export const PRINT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export type PrintedTicket = { readonly ticket: Ticket; readonly isReprint: boolean }

export type PrintDocument = {
  readonly tickets: readonly PrintedTicket[]
  /** All orders of the board: another one may have the same number or name. Absent: only these are known. */
  readonly board?: readonly Ticket[] | undefined
  readonly paper: Paper
  readonly settings: Settings
  /** Epoch ms of the platform's clock. */
  readonly printedAt: number
  /** When the board was last up to date; absent while it is up to date. */
  readonly staleSince?: number | undefined
}

function payment(ticket: Ticket, { texts, formats }: RenderContext): Html {
  const { payment: paid } = ticket
  if (paid === undefined) return html``
  const { prepaid, unknown, collectUnknown, collect, changeFor, method } = texts.payment
  const lines = paymentLines(paid, {
    prepaid,
    unknown,
    collectUnknown,
    collect: (amount) => fillTemplate(collect, { amount }),
    changeFor: (amount) => fillTemplate(changeFor, { amount }),
    method: (name) => wordOf(method, name),
    amount: formats.amount,
  })
  const isLoud = paid.state === 'pending'
  return html`${lines.map((text) => html`<p>${isLoud ? html`<strong>${text}</strong>` : text}</p>`)}`
}

function facts(ticket: Ticket, context: RenderContext): Html {
  const { texts, formats, now } = context
  const { channel, brand, customerName, priority, createdAt, dueAt, startAt, lane, pickupCode, deliverTo } = ticket
  const from = nonEmpty([
    ...placeWords(ticket, texts),
    channel,
    brand,
    customerName === undefined ? undefined : firstName(customerName),
  ])
  const when = nonEmpty([
    fillTemplate(texts.paper.receivedAt, { time: formats.time(createdAt) }),
    dueAt === undefined ? undefined : fillTemplate(texts.ticket.due, { time: formats.when(dueAt, now) }),
    lane !== 'scheduled' || startAt === undefined
      ? undefined
      : fillTemplate(texts.ticket.startAt, { time: formats.when(startAt, now) }),
    priority === undefined ? undefined : fillTemplate(texts.ticket.priority, { level: formats.whole(priority) }),
  ])
  return html`
    <div class="facts">
      ${from.length === 0 ? '' : html`<p>${joinHtml(from.map(foreign), ' · ')}</p>`}
      <p><strong>${when.join(' · ')}</strong></p>
      ${pickupCode === undefined ? '' : html`<p class="code">${texts.ticket.pickupCode} <strong>${foreign(pickupCode)}</strong></p>`}
      ${deliverTo === undefined ? '' : html`<p>${foreign(deliverTo)}</p>`}
      ${payment(ticket, context)}
    </div>`
}

/** For an order that is too long for its ticket: what is missing, and where to find it. */
function leftOut(ticket: Ticket, context: RenderContext): Html {
  const missing = leftOutWords(ticket, context)
  return missing.length === 0
    ? html``
    : warningHtml(fillTemplate(context.texts.paper.leftOut, { missing: missing.join(', ') }))
}

function stop({ cancelled }: Ticket, context: RenderContext): Html {
  if (cancelled === undefined) return html``
  const { texts, formats } = context
  return html`
    <div class="stop">
      <strong>${texts.paper.stop}</strong>
      ${fillTemplate(texts.paper.cancelledAt, { time: formats.time(cancelled.at) })}<br>
      ${foreign(cancellationReason(cancelled, context))}
    </div>`
}

function article(
  { ticket, isReprint }: PrintedTicket,
  board: readonly Ticket[],
  context: RenderContext,
  printedAt: string,
): Html {
  const { texts } = context
  const { displayId, status, reading } = ticket
  return html`
    <article class="ticket${ticket.cancelled ? ' cancelled' : ''}">
      ${isReprint ? html`<p class="mark">${texts.paper.reprint}</p>` : ''}
      ${stop(ticket, context)}
      <div class="head"><h1>${foreign(displayId)}</h1><p class="type">${typeWord(ticket, context)}</p></div>
      ${facts(ticket, context)}
      ${twinsHtml(ticket, board, context)}
      ${reading === 'read' ? '' : warningHtml(texts.paper.unread)}
      ${warningsHtml(ticket, context)}
      ${linesHtml(ticket, context)}
      ${notesHtml(ticket, context)}
      ${leftOut(ticket, context)}
      <p class="foot">${wordOf(texts.status, status)} · ${printedAt}</p>
    </article>`
}

/** Tickets as a page that is ready for its paper. Pure. The page contains no script and one style sheet. */
export function printDocument({
  tickets,
  board = tickets.map(({ ticket }) => ticket),
  paper,
  settings,
  printedAt,
  staleSince,
}: PrintDocument): string {
  const { locale } = settings
  const context = renderContextOf(settings, printedAt)
  const { texts, formats } = context
  const foot = nonEmpty([
    fillTemplate(texts.paper.printedAt, { time: formats.time(printedAt) }),
    staleSince === undefined ? undefined : fillTemplate(texts.paper.stale, { time: formats.time(staleSince) }),
  ]).join(' · ')
  const { markup } = html`
    <!doctype html>
    <html lang="${locale}">
      <head><meta charset="utf-8"><title>Comanda</title><link rel="stylesheet" href="${stylePathOf(paper)}"></head>
      <body>${tickets.map((one) => article(one, board, context, foot))}</body>
    </html>`
  return `${markup}\n`
}
