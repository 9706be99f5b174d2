import type { TimelineEntry } from '../../shared/contract/contract.ts'
import type { HistoryEntry, Shift } from '../../shared/contract/history.ts'
import type { Locale } from '../../shared/contract/settings.ts'
import { foreign, html } from '../../shared/text/html.ts'
import { timelineWords } from '../../shared/text/timeline-words.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import type { TimeSource } from '../../shared/time/time.ts'
import type { ClockEntry } from '../storage/ports.ts'

const SECOND_MS = 1_000

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
  const listed = orders.map(({ entry: { customerName: _name, recall: _recall, ...entry }, timeline }) => ({
    ...entry,
    timeline: timeline.map(({ at, kind, detail, by }) => ({
      at: iso(at),
      source: sourceAt(clock, at),
      sinceReceivedMs: at - entry.milestones.receivedAt,
      kind,
      detail,
      by,
    })),
  }))
  return `${JSON.stringify({ businessDayFrom: iso(from), exportedAt: iso(exportedAt), shift, orders: listed }, null, 2)}\n`
}

const STYLE =
  'body{font:11pt sans-serif;margin:12mm}h2{margin:6mm 0 1mm}table{border-collapse:collapse;width:100%}' +
  'td{border-bottom:1px solid #bbb;padding:1mm 2mm;vertical-align:top}section{break-inside:avoid}@page{margin:12mm}'

function asHtml({ from, exportedAt, locale, shift, orders }: HistoryDocument): string {
  const texts = LANGUAGES[locale]
  const { history, status: statuses } = texts
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const word = (texts: object, key: string): string => String(Object.getOwnPropertyDescriptor(texts, key)?.value ?? key)
  const sections = orders.map(({ entry, timeline }) => {
    const rows = timeline.map((one) => {
      const { what, detail } = timelineWords(texts, one)
      const since = seconds.format((one.at - entry.milestones.receivedAt) / SECOND_MS)
      return html`<tr><td>${time.format(one.at)}</td><td>+${since} s</td><td>${what}</td><td>${detail}</td></tr>`
    })
    return html`
      <section>
        <h2>${foreign(entry.displayId)} · ${word(statuses, entry.status)}</h2>
        <p>${foreign(entry.items.join(', '))}</p>
        <table>${rows}</table>
      </section>`
  })
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
        ${shift ? html`<p>${history.orders}: ${shift.orders} · ${history.cancelled}: ${shift.cancelled}</p>` : ''}
        ${sections}
        <p>${time.format(exportedAt)}</p>
      </body>
    </html>`
  return `${markup}\n`
}

/** The orders of a day with their timelines, as data or as a page that is ready to be printed. Pure. */
export const documentOf = (format: 'json' | 'html', document: HistoryDocument): string =>
  format === 'json' ? asJson(document) : asHtml(document)
