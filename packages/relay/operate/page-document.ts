import { createHash } from 'node:crypto'
import { type Html, html } from '../../../shared/text/html.ts'
import { decodeKey } from '../database/key.ts'
import { filled, type PageTexts } from '../texts/page-texts.ts'
import type { Establishment } from './overview.ts'

/** The colours of the wall. The first one is that of the light theme. */
const STYLE = `:root{color-scheme:light dark;--bg:light-dark(#dde2e6,#0b0e10);--card:light-dark(#fff,#1a2024);
--border:light-dark(#5d6a72,#86949c);--ink:light-dark(#0f1417,#f6f8f9);--soft:light-dark(#364147,#c3cdd3);--go:light-dark(#086339,#46d896);
--go-ink:light-dark(#fff,#03170d);--red:light-dark(#a50d18,#b0121d);--note:light-dark(#fff0bf,#3b3112);--note-ink:light-dark(#3a2a00,#ffeaae)}
*{box-sizing:border-box}body{font:20px/1.35 "Atkinson Hyperlegible Next","DejaVu Sans",system-ui,sans-serif;margin:0 auto;padding:16px;
max-width:1240px;color:var(--ink);background:var(--bg)}h1{font-size:28px;margin:0;flex:1}h2{font-size:22px;margin:28px 0 8px}
header{display:flex;flex-wrap:wrap;gap:10px;align-items:center;margin-bottom:16px}a{color:inherit}
.button,button{display:inline-block;min-height:48px;padding:9px 18px;border:2px solid var(--border);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;font-weight:650;text-decoration:none;cursor:pointer}
.next{border-color:var(--go);background:var(--go);color:var(--go-ink)}.danger{border-color:var(--red)}
.alarm{margin:0 0 8px;padding:10px 14px;border-radius:8px;background:var(--red);color:#fff;font-weight:650}
.soft{color:var(--soft)}ul,dl{margin:0;padding:0;list-style:none}
.kitchens a{display:grid;grid-template-columns:minmax(8em,1.2fr) 2fr 1.4fr auto;gap:4px 16px;align-items:center;min-height:56px;margin-bottom:6px;padding:8px 14px;border-radius:8px;background:var(--card);text-decoration:none;overflow-wrap:anywhere}
.kitchens .silent a{background:var(--red);color:#fff}.kitchens .silent .soft{color:#fff}.kitchens .paused a{background:var(--note);color:var(--note-ink)}
.kitchens .paused .soft{color:var(--note-ink)}strong,dd{font-weight:650}dl{display:grid;grid-template-columns:auto 1fr;gap:4px 20px}dd{margin:0;overflow-wrap:anywhere}.line{display:block}
form{margin:0 0 12px;padding:14px;border-radius:8px;background:var(--card)}label{display:block;margin-bottom:10px}
textarea,select,input:not([type=checkbox]){display:block;width:100%;max-width:34em;min-height:48px;margin-top:4px;padding:8px;border:2px solid var(--border);border-radius:8px;background:var(--bg);color:var(--ink);font:inherit}
input[type=checkbox]{width:24px;height:24px;margin:0 8px 0 0;vertical-align:middle}
table{border-collapse:collapse;width:100%}td{padding:8px 12px 8px 0;border-bottom:1px solid var(--border);text-align:left;vertical-align:top;overflow-wrap:anywhere}code{font-size:20px;font-weight:700;overflow-wrap:anywhere}
@media(max-width:800px){.kitchens a{grid-template-columns:1fr}}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Allows only this page's own style: no script, no frame, no other site. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // With `no-referrer` a browser sends `Origin: null` with the page's own forms.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
/** "12 s", "8 min", "3 h", "2 d" */
export const span = (seconds: number): string => {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  return seconds < DAY ? `${Math.floor(seconds / HOUR)} h` : `${Math.floor(seconds / DAY)} d`
}

/** "12 s ago", or "never". */
export const agoText = (seconds: number | null, t: PageTexts): string =>
  seconds === null ? t.never : filled(t.ago, span(seconds))

/** The name of a store and its id. */
export const storeText = ({ key, name }: Establishment): string => {
  const id = decodeKey(key)
  return name === null || name === id ? id : `${name} (${id})`
}

export const alarm = (words: string): Html => html`<p class="alarm" role="alert">${words}</p>`

type Page = {
  readonly title: string
  /** Links beside the title; the last word says that it is the next step. */
  readonly links: readonly (readonly [href: string, words: string, isNext?: boolean])[]
  readonly body: Html
  /** Only a page without fields is fetched again by itself: what is typed would be lost. */
  readonly refreshes?: boolean
}

const REFRESH = html`<meta http-equiv="refresh" content="15">`

/** A whole page as text. */
export function pageText(language: string, { title, links, body, refreshes }: Page): string {
  const { markup } = html`<html lang="${language}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width">${refreshes ? REFRESH : undefined}<title>${title}</title></head>
    <body><header><h1>${title}</h1>${links.map(
      ([href, words, isNext]) => html`<a class="button${isNext ? ' next' : ''}" href="${href}">${words}</a>`,
    )}</header>${body}</body></html>`
  return `<!doctype html>${markup.replace('</head>', () => `<style>${STYLE}</style></head>`)}`
}
