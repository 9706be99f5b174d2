import type { Settings } from '../../shared/contract/settings.ts'
import type { Paper } from '../../shared/contract/values.ts'
import { paymentLines } from '../../shared/order/payment.ts'
import { foreign, type Html, html, joinHtml } from '../../shared/text/html.ts'
import { fillTemplate, wordOf } from '../../shared/text/words-of.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import {
  cancellationReason,
  leftOutWords,
  linesHtml,
  nonEmpty,
  notesHtml,
  originWords,
  type RenderContext,
  renderContextOf,
  twinsHtml,
  typeWord,
  warningHtml,
  warningsHtml,
} from './ticket-html.ts'

/**
 * SECURITY: print-document (docs/security.md). Tickets are printed from a separate page with the strictest policy: one
 * style sheet and the fonts of this program, no script, no image, no request, no form, and no bridge.
 */
export const PRINT_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

type PrintedTicket = { readonly ticket: Ticket; readonly isReprint: boolean }

type PrintDocument = {
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
  const { prepaid, unknown, collectUnknown, collect, changeFor, method, coupon, couponPaidBy, bearer } = texts.payment
  const lines = paymentLines(paid, {
    prepaid,
    unknown,
    collectUnknown,
    collect: (amount) => fillTemplate(collect, { amount }),
    changeFor: (amount) => fillTemplate(changeFor, { amount }),
    method: (name) => wordOf(method, name),
    coupon: (amount) => fillTemplate(coupon, { amount }),
    couponPaidBy: (name, amount) => fillTemplate(couponPaidBy, { name: wordOf(bearer, name), amount }),
    amount: formats.amount,
  })
  const isLoud = paid.state === 'pending'
  return html`${lines.map((text) => html`<p>${isLoud ? html`<strong>${text}</strong>` : text}</p>`)}`
}

function facts(ticket: Ticket, board: readonly Ticket[], context: RenderContext): Html {
  const { texts, formats, now } = context
  const { createdAt, dueAt, startAt, lane, pickupCode, deliverTo } = ticket
  const bags = ticket.bag?.bags
  const from = originWords(ticket, board, texts)
  const when = nonEmpty([
    fillTemplate(texts.paper.receivedAt, { time: formats.time(createdAt) }),
    dueAt === undefined ? undefined : fillTemplate(texts.ticket.due, { time: formats.when(dueAt, now) }),
    lane !== 'scheduled' || startAt === undefined
      ? undefined
      : fillTemplate(texts.ticket.startAt, { time: formats.when(startAt, now) }),
  ])
  return html`
    <div class="facts">
      ${from.length === 0 ? '' : html`<p>${joinHtml(from.map(foreign), ' · ')}</p>`}
      <p><strong>${when.join(' · ')}</strong></p>
      ${pickupCode === undefined ? '' : html`<p class="code">${texts.ticket.pickupCode} <strong>${foreign(pickupCode)}</strong></p>`}
      ${bags === undefined ? '' : html`<p class="bags"><strong>${fillTemplate(texts.paper.bags, { number: formats.whole(bags) })}</strong></p>`}
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
      <strong>${texts.paper.doNotPrepare}</strong>
      ${texts.stop.title}<br>
      ${fillTemplate(texts.paper.cancelledAt, { time: formats.time(cancelled.at) })}<br>
      ${foreign(cancellationReason(cancelled, context))}
    </div>`
}

/** A cook looks for the dishes of a stopped order, so none of them is struck. */
const withoutMarks = (ticket: Ticket): Ticket => ({
  ...ticket,
  lines: ticket.lines.map((line) => ({ ...line, struck: false })),
})

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
      ${stop(ticket, context)}
      ${isReprint ? html`<p class="mark">${texts.paper.reprint}</p>` : ''}
      <div class="head"><h1>${foreign(displayId)}</h1><p class="type">${typeWord(ticket, context)}</p></div>
      ${facts(ticket, board, context)}
      ${twinsHtml(ticket, board, context)}
      ${reading === 'read' ? '' : warningHtml(texts.paper.unread)}
      ${warningsHtml(ticket, context)}
      ${linesHtml(ticket.cancelled ? withoutMarks(ticket) : ticket, context)}
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

/** Printable width of the roll in mm; the rest is the printer's margin. */
const PRINTABLE_MM = { '58mm': 48, '80mm': 72 } as const

/** Where the board's fonts lie, in the built screen (`renderer/build.ts`): the paper looks like the board. */
const FONTS = {
  latin: '/assets/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  latinExt: '/assets/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2',
  plainZero: '/assets/plain-zero.woff2',
} as const
const fontFace = (family: string, path: string, range: string): string =>
  `@font-face{font-family:"${family}";font-weight:200 800;font-display:block;src:url("${path}") format("woff2");unicode-range:${range}}`
const LATIN =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+FEFF,U+FFFD'
const LATIN_EXT =
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0'
const FONT_FACES = [
  fontFace('Ids', FONTS.latinExt, LATIN_EXT),
  fontFace('Ids', FONTS.latin, LATIN),
  fontFace('Plain Zero', FONTS.plainZero, 'U+30'),
].join('\n')
/** For what the fonts do not have. */
const SYSTEM_FONTS = '"Noto Sans","Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif'

/**
 * For every paper. Black on white: a thermal printer cannot print grey. The letters can be read from arm's length on a wall.
 * No text is shortened, and nothing crosses an edge.
 */
const COMMON_STYLE = `${FONT_FACES}
*{box-sizing:border-box}
html,body{margin:0;background:#fff;color:#000}
body{font:var(--body)/1.25 "Plain Zero","Ids",${SYSTEM_FONTS};font-variant-numeric:tabular-nums;overflow-wrap:anywhere;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
p,ul,h1,h2{margin:0;padding:0;font-size:inherit}
ul{list-style:none}
bdi{unicode-bidi:isolate}
.ticket{break-inside:auto}
.mark{margin-bottom:1mm;padding:.5mm 1mm;border:.6mm solid #000;font-weight:700;text-align:center;letter-spacing:.08em}
.stop{margin-bottom:1mm;padding:1.5mm 1mm;background:#000;color:#fff;text-align:center;font-weight:700}
.stop strong{display:block;font-size:var(--stop);line-height:1;letter-spacing:.08em}
.head{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 2mm;
padding-bottom:1mm;border-bottom:.6mm solid #000}
.head h1,.code strong{font-family:"Ids",${SYSTEM_FONTS}}
.head h1{min-width:0;font-size:var(--id);line-height:1.05;font-weight:800}
.type{font-size:var(--item);font-weight:700}
.facts{padding:1mm 0;border-bottom:.3mm solid #000}
.facts strong{font-weight:800}
.code{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 2mm}
.code strong{font-size:var(--id);line-height:1.1}
.bags{font-size:var(--item)}
.lines>li{padding:1.2mm 0;border-bottom:.2mm dashed #000;break-inside:avoid}
.line{font-size:var(--item);font-weight:700;line-height:1.15}
.removed{text-decoration:line-through}
.added,.changed{text-decoration:underline}
.removal{padding:0 1mm;border:.5mm solid #000;font-weight:800}
.struck .line,.struck .option{text-decoration:line-through}
.options{margin:.5mm 0 0 2mm;padding-left:1.5mm;border-left:.5mm solid #000;font-size:var(--option)}
.options .options{margin-left:1mm}
.note{margin-top:.8mm;padding:.6mm 1.2mm;border:.4mm solid #000;font-size:var(--option);font-weight:700;
white-space:pre-line;break-inside:avoid}
.note.warns{background:#000;color:#fff}
.note mark{background:#fff;color:#000;padding:0 .6mm}
.foot{padding-top:1mm;font-size:var(--small)}
.cancelled .removed{text-decoration:none}
`

const roll = (paper: '58mm' | '80mm'): string => {
  const narrow = paper === '58mm'
  const sizes = narrow
    ? '--body:9pt;--small:8pt;--option:10pt;--item:12pt;--id:24pt;--stop:19pt'
    : '--body:10pt;--small:9pt;--option:12pt;--item:15pt;--id:32pt;--stop:28pt'
  const edge = (Number.parseInt(paper, 10) - PRINTABLE_MM[paper]) / 2
  return `${COMMON_STYLE}@page{margin:0}
:root{${sizes}}
body{width:${PRINTABLE_MM[paper]}mm;margin:0 ${edge}mm;padding:2mm 0 4mm}
`
}

/** Two columns of tickets; a ticket that fits in one column stays in one. */
const SHEET_STYLE = `${COMMON_STYLE}@page{size:A4;margin:10mm}
:root{--body:10pt;--small:8.5pt;--option:11pt;--item:13pt;--id:26pt;--stop:34pt}
body{column-count:2;column-gap:8mm;column-fill:auto}
.ticket{break-inside:avoid;margin-bottom:6mm;padding:3mm;border:.5mm solid #000}
`

/** The style sheet for a paper. All lengths are lengths on the paper. */
export const printStyle = (paper: Paper): string => (paper === 'a4' ? SHEET_STYLE : roll(paper))

export const stylePathOf = (paper: Paper): string => `print-${paper}.css`
