import { createHash } from 'node:crypto'
import { escaped } from '../../../shared/text/html.ts'
import { decodeKey } from '../database/key.ts'
import type { IssuedCredentials } from '../kitchens/kitchens.ts'
import type { Establishment, KitchenView, UpstreamView } from './overview.ts'
import type { PageTexts } from './page-texts.ts'

export type AuditLine = {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly kitchen: string | null
  readonly detail: string | null
}

export type PageFacts = {
  readonly kitchens: readonly KitchenView[]
  readonly upstreams: readonly UpstreamView[]
  readonly audit: readonly AuditLine[]
}

const STYLE = `body{font:16px/1.4 system-ui,sans-serif;margin:1.5rem;color:#111;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #ccc;vertical-align:top}
.alarm{background:#b00020;color:#fff;padding:.4rem .6rem;font-weight:600}tr.silent td{background:#fde7ea}
form{display:inline-block;margin:0 .5rem .3rem 0}textarea,input[type=text]{display:block;width:22rem;margin:.2rem 0 .6rem}
button{min-height:2rem}code{font-size:1.05rem}small{color:#444}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Allows only this page's own style: no script, no frame, no other site. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // With `no-referrer` a browser sends `Origin: null` with the page's own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

const filled = (text: string, value: string): string => escaped(text.replace('{}', value))

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const span = (seconds: number): string => {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  return seconds < DAY ? `${Math.floor(seconds / HOUR)} h` : `${Math.floor(seconds / DAY)} d`
}

const document = (language: string, title: string, body: string, refreshes: boolean): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${
    refreshes ? '<meta http-equiv="refresh" content="15">' : ''
  }<title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`

const storeText = ({ key, name }: Establishment): string => {
  const id = decodeKey(key)
  return name === null || name === id ? id : `${name} (${id})`
}

const lines = (label: string, name: string): string =>
  `<label>${escaped(label)}<textarea name="${name}" rows="2"></textarea></label>`

function kitchenRow(kitchen: KitchenView, t: PageTexts): string {
  const hidden = `<input type="hidden" name="name" value="${escaped(kitchen.name)}">`
  const button = (action: string, label: string): string =>
    `<form method="post" action="/kitchens/${action}">${hidden}<button>${escaped(label)}</button></form>`
  const confirmedButton = (action: string, label: string): string =>
    `<form method="post" action="/kitchens/${action}">${hidden}<label><input type="checkbox" name="sure" required> ${escaped(t.sure)}</label> <button>${escaped(label)}</button></form>`
  const last = kitchen.lastPollSeconds === null ? escaped(t.never) : filled(t.ago, span(kitchen.lastPollSeconds))
  const oldest = kitchen.oldestUnacceptedSeconds === null ? '–' : span(kitchen.oldestUnacceptedSeconds)
  return `<tr${kitchen.isSilent ? ' class="silent"' : ''}><td>${escaped(kitchen.name)}${
    kitchen.isSilent ? `<div class="alarm" role="alert">${escaped(t.silent)}</div>` : ''
  }</td><td>${kitchen.establishments.map((store) => escaped(storeText(store))).join('<br>')}</td><td>${escaped(t[kitchen.state])}</td><td>${last}</td><td>${kitchen.openOrders}</td><td>${oldest}</td><td>${kitchen.unacknowledged}</td><td>${
    kitchen.state === 'paused' ? button('resume', t.resume) : button('pause', t.pause)
  }${confirmedButton('renew-secret', t.renew)}${confirmedButton('revoke', t.revoke)}<details><summary>${escaped(t.change)}</summary><form method="post" action="/kitchens/establishments">${hidden}${lines(t.addStores, 'add')}${lines(t.removeStores, 'remove')}<button>${escaped(t.change)}</button></form></details></td></tr>`
}

function upstreamPart(upstream: UpstreamView, t: PageTexts): string {
  const alarms = [
    ...(upstream.isLeased ? [] : [escaped(t.noPoller)]),
    ...(upstream.isRefused ? [escaped(t.refused)] : []),
    ...(upstream.pausedSeconds > 0 ? [filled(t.wait, span(upstream.pausedSeconds))] : []),
    ...(upstream.unclaimedEstablishments.length > 0
      ? [filled(t.unclaimed, upstream.unclaimedEstablishments.map(storeText).join(', '))]
      : []),
    ...(Object.keys(upstream.problems).length > 0
      ? [
          filled(
            t.unreadable,
            Object.entries(upstream.problems)
              .map(([reason, orders]) => `${orders} (${reason})`)
              .join(', '),
          ),
        ]
      : []),
  ]
  const reached =
    upstream.lastGoodPollSeconds === null ? escaped(t.never) : filled(t.ago, span(upstream.lastGoodPollSeconds))
  return `<h2>${escaped(t.platform)} ${escaped(upstream.name)}</h2><p>${escaped(t.reached)}: ${reached}</p>${alarms
    .map((alarm) => `<p class="alarm" role="alert">${alarm}</p>`)
    .join('')}`
}

/** The operator's page. Every text that came from outside is escaped. */
export function operatorPage(language: string, t: PageTexts, facts: PageFacts): string {
  const head = [t.kitchen, t.establishments, t.state, t.lastPoll, t.openOrders, t.oldest, t.waiting]
  const options = facts.upstreams.map(({ name }) => `<option>${escaped(name)}</option>`).join('')
  const body = `${facts.upstreams.map((upstream) => upstreamPart(upstream, t)).join('')}
<table><thead><tr>${head.map((word) => `<th scope="col">${escaped(word)}</th>`).join('')}<td></td></tr></thead><tbody>${facts.kitchens
    .map((kitchen) => kitchenRow(kitchen, t))
    .join('')}</tbody></table>
<h2>${escaped(t.add)}</h2><form method="post" action="/kitchens/add"><label>${escaped(t.name)}<input type="text" name="name" required maxlength="60"></label><label>${escaped(t.ids)}<textarea name="establishments" required rows="3"></textarea></label><label>${escaped(t.platform)} <select name="upstream">${options}</select></label><label>${escaped(t.push)}<input type="text" name="push"></label><button>${escaped(t.add)}</button></form>
<h2>${escaped(t.audit)}</h2><table>${facts.audit
    .map(
      ({ at, actor, action, kitchen, detail }) =>
        `<tr><td>${escaped(at)}</td><td>${escaped(actor)}</td><td>${escaped(action)}</td><td>${escaped(kitchen ?? '')}</td><td><small>${escaped(detail ?? '')}</small></td></tr>`,
    )
    .join('')}</table>`
  return document(language, t.title, body, true)
}

/** The page after a new kitchen or a new secret. The secret is shown only here. */
export function issuedPage(language: string, t: PageTexts, apiUrl: string, issued: IssuedCredentials): string {
  const row = (label: string, value: string): string =>
    `<tr><th>${escaped(label)}</th><td><code>${escaped(value)}</code></td></tr>`
  return document(
    language,
    t.title,
    `<p>${escaped(t.issued)}</p><table>${row(t.apiUrl, apiUrl)}${row(t.clientId, issued.clientId)}${row(t.clientSecret, issued.clientSecret)}</table><p><a href="/">${escaped(t.back)}</a></p>`,
    false,
  )
}

export const failurePage = (language: string, t: PageTexts, reason: string): string =>
  document(
    language,
    t.title,
    `<p class="alarm" role="alert">${filled(t.failed, reason)}</p><p><a href="/">${escaped(t.back)}</a></p>`,
    false,
  )
