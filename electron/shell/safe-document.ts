import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { Locale, Settings } from '../../shared/contract/settings.ts'
import { LOCALES } from '../../shared/contract/values.ts'
import { firstCharacters } from '../../shared/order/order-cut.ts'
import { foreign, type Html, html, joinHtml } from '../../shared/text/html.ts'
import { fillTemplate, wordOf } from '../../shared/text/words-of.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import type { Texts } from '../../shared/texts/texts.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Lane, Ticket } from '../../shared/ticket/ticket.ts'
import type { Freshness, FreshnessState } from '../../shared/time/freshness.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'
import { setupHeading } from '../../shared/time/setup-heading.ts'
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
} from '../printing/ticket-html.ts'

export const SAFE_STYLE_NAME = 'safe-page.css'

/** Sizes follow the window; fonts are the system's, because the program's files may be gone. */
export const SAFE_STYLE = `html{color-scheme:dark;background:#0d1012;color:#fff;font:clamp(16px,1.35vw,30px)/1.35 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere}
main{padding:1em}
h1,h3,p,ul{margin:0;padding:0;font-size:inherit}
ul{list-style:none}
bdi{unicode-bidi:isolate}
header{padding:.6em 1em;border-left:.5em solid #ff5c5c;background:#1b2126}
h1{font-size:1.5em;line-height:1.2}
.age{margin-top:.5em;font-weight:700}
.age[data-state="fresh"]{color:#9fe0b0}
.age:not([data-state="fresh"]){color:#ffb84d}
.again{display:inline-block;margin-top:.8em;padding:.8em 1.2em;border-radius:.4em;background:#fff;color:#0d1012;font-weight:700;
text-decoration:none}
.again:focus-visible{outline:.2em solid #ffb84d;outline-offset:.2em}
.none{margin-top:1em;font-size:1.2em}
.list{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15em,100%),1fr));align-items:start;gap:.6em;margin-top:.8em}
article{min-width:0;padding:.5em .6em;border:.12em solid #55616b;border-radius:.4em;background:#171c20}
article[data-lane="new"]{border-color:#ffb84d}
article.cancelled{border-color:#ff5c5c}
h3{font-size:1.6em;line-height:1.15}
.type{font-weight:700}
.facts{color:#d5dde3}
.stop{margin:.4em 0;padding:.4em .6em;background:#c62828;color:#fff}
.stop strong{font-size:1.4em}
.tap[data-truth="conflict"]{color:#ffb84d}
.lines{margin-top:.5em}
.lines>li{padding:.3em 0;border-top:.08em solid #3b454d}
.line{display:flex;gap:.5em;font-size:1.15em;font-weight:700}
.line span{flex:none}
.line div{min-width:0}
.options{margin:.15em 0 0 .4em;padding-left:.6em;border-left:.15em solid #55616b}
.struck .line,.struck .option{text-decoration:line-through}
.note{margin-top:.35em;padding:.3em .5em;border:.12em solid #d5dde3;font-weight:700;white-space:pre-line}
.note.warns{border-color:#ffb84d;background:#ffb84d;color:#000}
.note mark{background:#000;color:#ffb84d;padding:0 .2em}
`

/** Characters of one ticket, as JSON; a longer one is listed by its number. The projection keeps tickets below this. */
const MAX_TICKET = 60_000
/** Characters of all tickets together, as HTML. */
const MAX_LIST = 600_000
const MAX_LABEL = 120
/** Seconds. The page loads itself again this often; each time it rings while an alarm is active. */
const MIN_REFRESH = 3
const MAX_REFRESH = 10
/** Without orders there is nothing to ring for. */
const USUAL_REFRESH = 5

/** Cancelled orders first, then orders to accept, orders in preparation, waiting orders. */
const GROUPS: readonly (Lane | 'stop')[] = ['stop', 'new', 'preparing', 'scheduled', 'ready', 'done']

export type SafeRing = 'new' | 'cancelled' | 'courier'

export type SafeContent = {
  /** Absent: it cannot be read. */
  readonly board?: BoardSnapshot | undefined
  /** The work has stopped: no new order arrives, and the program will restart by itself. */
  readonly isStopped: boolean
  /** The address that tries the board again. */
  readonly boardPath: string
}

type SafeContext = RenderContext & {
  readonly locale: Locale
  readonly safe: Texts['safePage']
  readonly board: readonly Ticket[]
}

const label = (text: string): Html => foreign(firstCharacters(text, MAX_LABEL))

/** The sound of the page: a cancellation comes first, as on the board. */
function ringOf({ tickets, settings, clock }: BoardSnapshot): SafeRing | undefined {
  if (isQuietAt(settings.alarm.quietHours, clock.platformNow)) return undefined
  if (tickets.some(({ alarm }) => alarm === 'cancelled')) return 'cancelled'
  if (tickets.some(({ alarm }) => alarm === 'new' || alarm === 'start' || alarm === 'changed')) return 'new'
  // Until the desktop has announced it, at the latest after some rings.
  return tickets.some(({ alarm }) => alarm === 'courier') ? 'courier' : undefined
}

function stop({ cancelled }: Ticket, context: RenderContext): Html {
  if (cancelled === undefined) return html``
  const { texts, formats } = context
  return html`
    <p class="stop">
      <strong>${texts.stop.title}</strong>${' '}
      ${fillTemplate(texts.paper.cancelledAt, { time: formats.time(cancelled.at) })} · ${label(cancellationReason(cancelled, context))}
    </p>`
}

/** The state of the taps. A tap without a proving read is not shown as done. */
function taps({ tap, pairedTap }: Ticket, { texts }: RenderContext): Html {
  const shown = [pairedTap, tap].flatMap((one) => {
    if (one === undefined) return []
    const words = texts.tapStatus[one.truth === 'held' ? 'heldNow' : one.truth]
    const why = one.reason === undefined ? '' : ` · ${texts.conflict[one.reason]}`
    return html`<p class="tap" data-truth="${one.truth}">${fillTemplate(words, { action: texts.action[one.action] })}${why}</p>`
  })
  return html`${shown}`
}

function facts(ticket: Ticket, { texts, safe, formats, now, board }: SafeContext): Html {
  const { createdAt, dueAt, startAt, confirmBy, lane, pickupCode } = ticket
  const waits = lane === 'scheduled'
  const when = [
    confirmBy === undefined || ticket.cancelled
      ? undefined
      : fillTemplate(safe.acceptBy, { time: formats.time(confirmBy) }),
    fillTemplate(texts.paper.receivedAt, { time: formats.when(createdAt, now) }),
    dueAt === undefined ? undefined : fillTemplate(texts.ticket.due, { time: formats.when(dueAt, now) }),
    waits && startAt !== undefined
      ? fillTemplate(texts.ticket.startAt, { time: formats.when(startAt, now) })
      : waits && ticket.awaitsPreparationRequest
        ? texts.ticket.awaitsRequest
        : undefined,
    ticket.courierSince === undefined
      ? undefined
      : `${texts.ticket.courierHere} ${formats.minutes(now - ticket.courierSince)}`,
    ticket.readySince === undefined
      ? undefined
      : `${texts.ticket.readyFor} ${formats.minutes(now - ticket.readySince)}`,
  ]
  const from = originWords(ticket, board, texts)
  const code = pickupCode === undefined ? [] : [html`${texts.ticket.pickupCode} <strong>${label(pickupCode)}</strong>`]
  const origin = [...from.map(label), ...code]
  return html`
    <p class="facts">${nonEmpty(when).join(' · ')}</p>
    ${origin.length === 0 ? '' : html`<p class="facts">${joinHtml(origin, ' · ')}</p>`}`
}

function leftOut(ticket: Ticket, context: SafeContext): Html {
  const missing = leftOutWords(ticket, context)
  return missing.length === 0 ? html`` : warningHtml(`${missing.join(', ')}. ${context.safe.tooLong}`)
}

function content(ticket: Ticket, context: SafeContext): Html {
  const { texts, safe } = context
  if (JSON.stringify(ticket).length > MAX_TICKET) return warningHtml(safe.tooLong)
  const warnings = nonEmpty([
    ticket.reading === 'read' ? undefined : texts.ticket[ticket.reading],
    ticket.cancellationRequest === 'waiting' ? texts.ticket.cancellationWaiting : undefined,
  ])
  return html`
    ${facts(ticket, context)}
    ${twinsHtml(ticket, context.board, context)}
    ${taps(ticket, context)}
    ${warnings.map(warningHtml)}
    ${warningsHtml(ticket, context)}
    ${linesHtml(ticket, context)}
    ${notesHtml(ticket, context)}
    ${leftOut(ticket, context)}`
}

function article(ticket: Ticket, context: SafeContext): Html {
  const { orderId, displayId, status, reading, lane } = ticket
  return html`
    <article data-order-id="${firstCharacters(ticket.platformOrderId ?? orderId, MAX_LABEL)}" data-lane="${lane}"${ticket.cancelled ? html` class="cancelled"` : ''}>
      <h3>${label(displayId)}</h3>
      <p class="type">
        ${reading === 'read' ? html`${label(typeWord(ticket, context))} · ` : ''}
        ${label(wordOf(context.texts.status, status))}
      </p>
      ${stop(ticket, context)}
      ${content(ticket, context)}
    </article>`
}

const rankOf = (ticket: Ticket): number => GROUPS.indexOf(ticket.cancelled ? 'stop' : ticket.lane)

/** Every open order, as far as the page has room for them. */
function list({ tickets, freshness }: BoardSnapshot, context: SafeContext): Html {
  const open = tickets.filter(isOpen).toSorted((a, b) => rankOf(a) - rankOf(b) || a.createdAt - b.createdAt)
  // "No open order" is claimed only of a board that was checked just now.
  if (open.length === 0)
    return html`<p class="none">${freshness.state === 'fresh' ? context.safe.none : ageWords(freshness, context)}</p>`
  const drawn: Html[] = []
  let room = MAX_LIST
  for (const ticket of open) {
    const one = article(ticket, context)
    room -= one.markup.length
    // The list ends at the first order without room: a smaller order does not take its place.
    if (room < 0) break
    drawn.push(one)
  }
  const rest = fillTemplate(context.safe.noRoom, { number: context.formats.whole(open.length - drawn.length) })
  const more = drawn.length < open.length ? html`<p class="note warns" data-part="no-room">${rest}</p>` : ''
  return html`<div class="list">${drawn}</div>${more}`
}

const ageLine = (state: FreshnessState, words: readonly string[]): Html =>
  html`<p class="age" data-testid="safe-age" data-state="${state}">${words.join(' · ')}</p>`

/** The age of the board, or why there is none. */
function ageWords({ state, checkedAt, trouble }: Freshness, { texts, formats, now }: SafeContext): string {
  const words = texts.freshness
  if (state === 'setup') return words[setupHeading(trouble)]
  if (checkedAt === undefined) return state === 'offline' ? words.offlineNever : words.staleNever
  const text = state === 'fresh' || state === 'late' ? words.checked : words[state]
  return fillTemplate(text, { age: formats.duration(now - checkedAt) })
}

/** The age and the state of the list, in the words of the board's badge. */
function age({ freshness, notice }: BoardSnapshot, context: SafeContext, isStopped: boolean): Html {
  const { texts, safe, now } = context
  const { state, trouble } = freshness
  const time = new Intl.DateTimeFormat(context.locale, { timeStyle: 'medium' }).format(now)
  // The page is no longer renewed, so an age would become wrong.
  if (isStopped) return ageLine('stale', [fillTemplate(safe.drawnAt, { time })])
  const parts = [
    fillTemplate(safe.drawnAt, { time }),
    ageWords(freshness, context),
    trouble === undefined ? undefined : texts.trouble[trouble],
    notice === undefined || notice === '' ? undefined : wordOf(texts.notice, notice),
  ]
  return ageLine(state, nonEmpty(parts))
}

function headWords(safe: Texts['safePage'], { isStopped }: SafeContent): readonly [string, ...string[]] {
  if (isStopped) return [safe.stoppedTitle, safe.allStopped, safe.restart, safe.noTouch]
  return [safe.title, safe.screenStopped, safe.retry, safe.noTouch]
}

function head(safe: Texts['safePage'], locale: string, content: SafeContent): Html {
  const [title, ...words] = headWords(safe, content)
  return html`
    <div lang="${locale}">
      <h1>${title}</h1>
      <p>${words.join(' ')}</p>
    </div>`
}

const boardLink = (words: string, { isStopped, boardPath }: SafeContent): Html =>
  isStopped ? html`` : html`<a class="again" data-testid="safe-again" href="${boardPath}">${words}</a>`

const refreshOf = ({ alarm }: Settings): number => Math.min(Math.max(alarm.intervalSeconds, MIN_REFRESH), MAX_REFRESH)

function page(locale: string, refresh: number, body: Html): string {
  const { markup } = html`
    <html lang="${locale}">
      <head>
        <meta charset="utf-8"><title>Comanda</title>
        <meta http-equiv="refresh" content="${refresh}"><link rel="stylesheet" href="${SAFE_STYLE_NAME}">
      </head>
      <body><main data-testid="safe-page">${body}</main></body>
    </html>`
  return `<!doctype html>\n${markup}\n`
}

/** Without the board the settings are unknown too: every language at once. */
function pageWithoutBoard(content: SafeContent): string {
  const heads = LOCALES.map((locale) => {
    const safe = LANGUAGES[locale].safePage
    return html`${head(safe, locale, content)}<p lang="${locale}" class="note warns">${safe.unknown}</p>`
  })
  const words = LOCALES.map((locale) => LANGUAGES[locale].safePage.again).join(' · ')
  return page(LOCALES[0], USUAL_REFRESH, html`<header>${heads}${boardLink(words, content)}</header>`)
}

/**
 * The page in place of a board that cannot run: the open orders, for reading only. Pure. It has no script: it
 * reloads itself to show changes, and rings by an audio element.
 * @param ringPath gives the address of a sound
 */
export function safeDocument(content: SafeContent, ringPath: (ring: SafeRing) => string): string {
  const { board, isStopped } = content
  if (board === undefined) return pageWithoutBoard(content)
  const { settings, clock } = board
  const { locale } = settings
  const safe = LANGUAGES[locale].safePage
  const context: SafeContext = {
    ...renderContextOf(settings, clock.platformNow),
    locale,
    safe,
    board: board.tickets,
  }
  const ring = ringOf(board)
  return page(
    locale,
    refreshOf(settings),
    html`
      <header>${head(safe, locale, content)}${age(board, context, isStopped)}${boardLink(safe.again, content)}</header>
      ${list(board, context)}
      ${ring === undefined ? '' : html`<audio src="${ringPath(ring)}" autoplay></audio>`}`,
  )
}
