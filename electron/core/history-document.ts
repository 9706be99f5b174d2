import type { TimelineEntry } from '../../shared/contract/contract.ts'
import type { HistoryEntry, Shift } from '../../shared/contract/history.ts'
import type { Locale } from '../../shared/contract/settings.ts'
import { ownerTimeline } from '../../shared/history/owner-timeline.ts'
import { shiftTiles, shiftWords } from '../../shared/history/shift-words.ts'
import { createFormats, type Formats } from '../../shared/text/formats.ts'
import { foreign, type Html, html } from '../../shared/text/html.ts'
import { timelineWords } from '../../shared/text/timeline-words.ts'
import { fillTemplate, wordOf } from '../../shared/text/words-of.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import type { TimeSource } from '../../shared/time/time.ts'
import type { ClockEntry } from '../storage/ports.ts'

const SECOND_MS = 1_000
const PERCENT = 100

export type HistoryDocument = {
  readonly from: number
  readonly exportedAt: number
  /** How the platform's time was known, oldest entry first. */
  readonly clock: readonly ClockEntry[]
  readonly locale: Locale
  readonly shift: Shift | undefined
  readonly orders: readonly { readonly entry: HistoryEntry; readonly timeline: readonly TimelineEntry[] }[]
}

const iso = (at: number): string => new Date(at).toISOString()

/** How the time of an instant was known. Before the first entry only the machine's clock was known. */
const sourceAt = (clock: readonly ClockEntry[], at: number): TimeSource =>
  clock.findLast((entry) => entry.at <= at)?.source ?? 'machine'

/**
 * The customer is left out of both formats: the display id is enough to settle a dispute, and the file may be passed
 * on.
 */
function asJson({ from, exportedAt, clock, shift, orders }: HistoryDocument): string {
  const listed = orders.map(
    ({ entry: { customerName: _name, recall: _recall, platformOrderId, ...entry }, timeline }) => ({
      ...entry,
      orderId: platformOrderId ?? entry.orderId,
      timeline: timeline.map(({ at, kind, detail, by }) => ({
        at: iso(at),
        source: sourceAt(clock, at),
        sinceReceivedMs: at - entry.milestones.receivedAt,
        kind,
        detail,
        by,
      })),
    }),
  )
  const { missing, ...figures } = shift ?? {}
  const content = {
    businessDayFrom: iso(from),
    exportedAt: iso(exportedAt),
    missing,
    shift: shift && figures,
    orders: listed,
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

const STYLE =
  'body{font:11pt sans-serif;margin:12mm}h1{margin:0 0 2mm}h2{margin:6mm 0 1mm}' +
  'table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #bbb;padding:1mm 2mm;vertical-align:top;' +
  'text-align:left}th{font-weight:400}section{break-inside:avoid}.figures{display:flex;gap:6mm;flex-wrap:wrap}' +
  '.figures b{display:block;font-size:22pt}.orders{break-before:page}@page{margin:12mm}'

type Sheet = {
  readonly document: HistoryDocument
  readonly texts: Texts
  readonly formats: Formats
  /** With seconds. */
  readonly time: (at: number) => string
}

const rowOf = (...cells: readonly (string | Html)[]): Html =>
  html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`

/** Says that the day is not whole: an owner may take the sheet for the proof of what was sold. */
const missingNote = ({ history }: Texts, missing: readonly string[]): Html =>
  html`<p><b>${fillTemplate(history.missing, { names: missing.join(', ') })}</b></p>`

/** The figures of the shift as on the screen. */
function shiftSheet({ texts, formats }: Sheet, shift: Shift): Html {
  const words = { texts, formats, days: 1 }
  const { history } = texts
  const tiles = shiftTiles(words, shift).map(
    ({ value, unit = '', label, about }) =>
      html`<p><b>${value}${unit === '' ? '' : ` ${unit}`}</b>${label}<br>${about}</p>`,
  )
  const hours = shift.hours.map(({ hour, orders, late }) =>
    rowOf(
      fillTemplate(history.hour, { hour: formats.whole(hour) }),
      formats.whole(orders),
      late === 0 ? '' : fillTemplate(history.lateOrders, { number: formats.whole(late) }),
    ),
  )
  const dishes = shift.dishes.map(({ name, times, prepareMs }) =>
    rowOf(foreign(name), formats.minutes(prepareMs), fillTemplate(history.inOrders, { number: formats.whole(times) })),
  )
  const channels = shift.channels.map(({ name, orders, kept, promised }) =>
    rowOf(
      foreign(name),
      formats.whole(orders),
      promised === 0
        ? ''
        : fillTemplate(history.shareOnTime, { share: formats.whole(Math.round((PERCENT * kept) / promised)) }),
    ),
  )
  return html`
    <h2>${history.shift}</h2>
    <div class="figures">${tiles}</div>
    <p>${shiftWords.loss(words, shift)}</p>
    <section><h2>${history.byHour}</h2><table>${hours}</table></section>
    <section><h2>${history.slowest}</h2><table>${dishes}</table></section>
    <section><h2>${history.byChannel}</h2><table>${channels}</table></section>`
}

/** Number, status, and where it was sold. */
function headingOf({ texts }: Sheet, { displayId, status, connection, channel }: HistoryEntry): Html {
  const sources = [connection, channel].flatMap((name) => (name === undefined ? [] : html` · ${foreign(name)}`))
  return html`<h2>${foreign(displayId)} · ${wordOf(texts.status, status)}${sources}</h2>`
}

/** All times of an order with their clock, each tap with its screen, and what was ticked. */
function fullLog({ document, texts, time }: Sheet, { entry, timeline }: HistoryDocument['orders'][number]): Html {
  const seconds = new Intl.NumberFormat(document.locale, { maximumFractionDigits: 1 })
  const { clock } = texts.history
  const rows = timeline.map((one) => {
    const { what, detail } = timelineWords(texts, one)
    const since = seconds.format((one.at - entry.milestones.receivedAt) / SECOND_MS)
    return rowOf(time(one.at), `+${since} s`, what, foreign(detail), clock[sourceAt(document.clock, one.at)])
  })
  return html`<table>${rows}</table>`
}

function orderSection(sheet: Sheet, order: HistoryDocument['orders'][number]): Html {
  const { entry } = order
  return html`
    <section>
      ${headingOf(sheet, entry)}
      <p>${foreign(entry.items.join(', '))}</p>
      ${fullLog(sheet, order)}
    </section>`
}

/** One page about one order: what an owner asks first, then every entry. */
function orderSheet(sheet: Sheet, order: HistoryDocument['orders'][number]): Html {
  const { texts, formats, time } = sheet
  const { entry, timeline } = order
  const steps = ownerTimeline({ texts, formats, entry, timeline }).map(({ at, what, about = '' }) =>
    rowOf(time(at), html`<b>${foreign(what)}</b>`, foreign(about)),
  )
  return html`
    ${headingOf(sheet, entry)}
    <p>${entry.items.map((item) => html`${foreign(item)}<br>`)}</p>
    <table>${steps}</table>
    <h2>${texts.history.log}</h2>
    ${fullLog(sheet, order)}`
}

function asHtml(document: HistoryDocument): string {
  const { from, exportedAt, locale, shift, orders } = document
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  const sheet: Sheet = {
    document,
    texts: LANGUAGES[locale],
    formats: createFormats(locale, 'decimal'),
    time: (at) => clock.format(at),
  }
  const [first] = orders
  const { markup } = html`
    <!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>Comanda ${day.format(from)}</title>
        <style>${STYLE}</style>
      </head>
      <body>
        <h1>Comanda · ${day.format(from)}</h1>
        ${shift?.missing === undefined ? '' : missingNote(sheet.texts, shift.missing)}
        ${shift === undefined && first !== undefined && orders.length === 1 ? orderSheet(sheet, first) : ''}
        ${shift === undefined ? '' : shiftSheet(sheet, shift)}
        ${shift === undefined ? '' : html`<div class="orders">${orders.map((order) => orderSection(sheet, order))}</div>`}
        <p>${clock.format(exportedAt)}</p>
      </body>
    </html>`
  return `${markup}\n`
}

/** The orders of a day with their timelines, as data or as a page that is ready to be printed. Pure. */
export const documentOf = (format: 'json' | 'html', document: HistoryDocument): string =>
  format === 'json' ? asJson(document) : asHtml(document)
