import type { Locale } from '../../shared/contract/settings.ts'
import { escaped } from '../../shared/text/html.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import type { CustomersBoard } from '../../shared/ticket/customers-board.ts'
import {
  addressOf,
  closeServer,
  createFloodGate,
  createLimitedServer,
  finish,
  hasBody,
  isSameSecret,
  listenExclusively,
  type ServerLimits,
} from '../listening/limited-server.ts'

/**
 * SECURITY: customers-link (docs/security.md). One path that cannot be guessed, one method, no bodies, few connections,
 * small headers, short times. The answers contain only display ids, names of platforms and of the shop, the time and an age.
 */
const LIMITS: ServerLimits = {
  maxHeaderBytes: 4_096,
  headersMs: 2_000,
  requestMs: 3_000,
  keepAliveMs: 10_000,
  idleMs: 12_000,
  requestsPerConnection: 1_000,
  connections: { perAddress: 8, total: 64 },
}
/** A TV asks once in three seconds and opens four files at its start. */
const REQUESTS = { burst: 60, perSecond: 10 }
/** Requests of one address for unknown paths; beyond them its requests are refused for a while. */
const GUESSES = { burst: 20, perSecond: 0.5 }
const RETRY_S = 10

/** No other origin, no frame, no cache, no referrer. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
} as const

/** The answer to the page's regular request. */
export type CustomersAnswer = CustomersBoard & {
  /** The ready order that came last. */
  readonly newest?: string | undefined
  /** The time of day in the shop, as text. */
  readonly time: string
  /** Since the main computer last reached the platform, in ms; null: unknown. */
  readonly ageMs: number | null
  readonly isLate: boolean
}

type PageServerOptions = {
  /** The secret part of the address. */
  readonly token: string
  readonly host: string
  readonly port: number
  readonly answer: () => CustomersAnswer
  readonly locale: () => Locale
  readonly monotonicNow: () => number
}
export type PageServer = { readonly port: number; close(): Promise<void> }

const reply: typeof finish = (request, response, status, headers, text) =>
  finish(request, response, status, { ...HEADERS, ...headers }, text)

/** Starts to listen. Rejects when the port is not available. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const requests = createFloodGate(options.monotonicNow, REQUESTS)
  const guesses = createFloodGate(options.monotonicNow, GUESSES)
  const server = createLimitedServer(LIMITS, (request, response) => {
    const address = addressOf(request.socket)
    if (!requests.isOpen(address) || !guesses.isOpen(address)) {
      return reply(request, response, 429, { 'Retry-After': String(RETRY_S) })
    }
    requests.charge(address)
    if (request.method !== 'GET') return reply(request, response, 405, { Allow: 'GET' })
    if (hasBody(request)) return reply(request, response, 413)
    const file = fileOf(request.url ?? '', options)
    if (file === undefined) {
      guesses.charge(address)
      return reply(request, response, 404)
    }
    reply(request, response, 200, { 'Content-Type': file.type }, file.text())
  })
  server.on('checkContinue', (request, response) => reply(request, response, 417))
  const port = await listenExclusively(server, options.port, options.host)
  return { port, close: () => closeServer(server) }
}

type File = { readonly type: string; readonly text: () => string }

function fileOf(url: string, { token, answer, locale }: PageServerOptions): File | undefined {
  const [, given = '', name] = /^\/([^/?#]{1,64})(?:\/([a-z.]{0,16}))?$/u.exec(url) ?? []
  if (!isSameSecret(given, token)) return undefined
  switch (name) {
    case undefined:
    case '':
      return { type: 'text/html; charset=utf-8', text: () => pageHtml(`/${token}`, locale()) }
    case 'board.css':
      return { type: 'text/css; charset=utf-8', text: () => PAGE_CSS }
    case 'board.js':
      return { type: 'text/javascript; charset=utf-8', text: () => PAGE_SCRIPT }
    case 'orders':
      return { type: 'application/json; charset=utf-8', text: () => JSON.stringify(answer()) }
    default:
      return undefined
  }
}

/**
 * The page for the browser of a TV, in the oldest language that such browsers know. It asks every few seconds, keeps the
 * last numbers while nothing answers, and shows their age.
 * @param path of the page, without a slash at its end
 */
function pageHtml(path: string, locale: Locale): string {
  const words = LANGUAGES[locale].customers
  const column = (id: 'preparing' | 'ready'): string =>
    `<section id="${id}"><h1>${escaped(words[id])}</h1><ul></ul><p class="more"></p></section>`
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(words.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path}/board.css">
</head>
<body data-path="${path}" data-updated="${escaped(words.updated)}" data-never="${escaped(words.never)}" data-more="${escaped(words.more)}">
${column('preparing')}
${column('ready')}
<footer><span id="shop"></span><span id="age" role="status"></span><span id="time"></span></footer>
<script src="${path}/board.js"></script>
</body>
</html>
`
}

/* A rem is a hundredth of the height, less on a screen that is not wide. An upright one has its columns above each other. */
const PAGE_CSS = `html { font-size: 1vh; }
@media (max-aspect-ratio: 3/2) { html { font-size: 0.8vh; } }
html, body { margin: 0; height: 100%; overflow: hidden; cursor: none; }
body { background: #0d1012; color: #f6f8f9; font-family: "Noto Sans", "Segoe UI", Roboto, Arial, sans-serif; }
section { position: absolute; top: 0; bottom: 0; width: 50%; box-sizing: border-box; padding: 3rem 2.5vw 5rem; overflow: hidden; }
#preparing { left: 0; }
#ready { right: 0; background: #123826; color: #8ff0c1; }
h1 { margin: 0 0 3rem; font-size: 8rem; line-height: 1.1; }
ul { margin: 0; padding: 0; list-style: none; }
li { float: left; box-sizing: border-box; overflow: hidden; white-space: nowrap; font-weight: 700; }
ul.few li { width: 50%; height: 19rem; line-height: 19rem; font-size: 13rem; }
ul.some li { width: 33.3%; height: 12.8rem; line-height: 12.8rem; font-size: 8.5rem; }
ul.busy li { width: 33.3%; height: 9.5rem; line-height: 9.5rem; font-size: 7.2rem; }
ul.many li { width: 25%; height: 7.6rem; line-height: 7.6rem; font-size: 5.5rem; }
ul.few li.middle { font-size: 9rem; } ul.few li.long { font-size: 6rem; }
ul.some li.middle { font-size: 6rem; } ul.some li.long { font-size: 4rem; }
ul.busy li.middle { font-size: 5rem; } ul.busy li.long { font-size: 3.4rem; }
ul.many li.middle { font-size: 3.9rem; } ul.many li.long { font-size: 2.6rem; }
.more { position: absolute; right: 2.5vw; bottom: 4.6rem; margin: 0; font-size: 3.2rem; line-height: 1.2; }
li.newest span { padding: 0 0.2em; border-radius: 0.15em; background: #46d896; color: #03170d; }
@media (orientation: portrait) {
  html { font-size: 0.5vh; }
  section { width: 100%; bottom: 50%; }
  #ready { top: 50%; bottom: 0; }
}
footer { position: absolute; bottom: 1rem; left: 2.5vw; right: 2.5vw; font-size: 2.8rem; font-weight: 600; white-space: nowrap; }
#shop { display: inline-block; max-width: 28vw; overflow: hidden; vertical-align: bottom; }
#age { padding-left: 2vw; color: #c6d0d6; }
#time { position: absolute; right: 0; color: #8ff0c1; }
`

const PAGE_SCRIPT = `(function () {
  'use strict';
  var POLL_MS = 3000, ANSWER_MS = 8000, SILENT_MS = 10000, FORGET_MS = 600000, MOST = 40;
  var body = document.body;
  var words = { updated: body.getAttribute('data-updated'), never: body.getAttribute('data-never'), more: body.getAttribute('data-more') };
  var address = body.getAttribute('data-path') + '/orders';
  var last = null, answeredAt = 0;
  function now() { return window.performance && performance.now ? performance.now() : new Date().getTime(); }
  function duration(ms) {
    var s = Math.max(0, Math.round(ms / 1000));
    if (s < 60) return s + ' s';
    return s < 3600 ? Math.floor(s / 60) + ' min' : Math.floor(s / 3600) + ' h';
  }
  /* The fonts of TVs differ in width: an id that does not fit is set smaller. */
  function fit(item) {
    var share = item.clientWidth / item.scrollWidth;
    if (share >= 1) return;
    item.style.fontSize = Math.floor(parseFloat(window.getComputedStyle(item).fontSize) * share * 0.98) + 'px';
  }
  function fill(id, ids, newest) {
    var section = document.getElementById(id), list = section.getElementsByTagName('ul')[0], i, item, text;
    var more = section.getElementsByTagName('p')[0];
    list.className = ids.length <= 8 ? 'few' : ids.length <= 18 ? 'some' : ids.length <= 24 ? 'busy' : 'many';
    while (list.firstChild) list.removeChild(list.firstChild);
    for (i = 0; i < ids.length && i < MOST; i += 1) {
      item = document.createElement('li');
      item.className = ids[i].length <= 5 ? 'short' : ids[i].length <= 8 ? 'middle' : 'long';
      if (ids[i] === newest) item.className += ' newest';
      text = document.createElement('span');
      text.appendChild(document.createTextNode(ids[i]));
      item.appendChild(text);
      list.appendChild(item);
      fit(item);
    }
    more.textContent = ids.length > MOST ? words.more.replace('{{count}}', String(ids.length - MOST)) : '';
  }
  function write(id, text) { document.getElementById(id).textContent = text || ''; }
  function show() {
    var silent = now() - answeredAt, isSilent = silent > SILENT_MS, isLate;
    if (last !== null && silent > FORGET_MS) forget();
    write('shop', last && last.shop);
    /* A time that does not go on would be wrong. */
    write('time', last && !isSilent && last.time);
    if (last === null) { write('age', words.never); return; }
    isLate = last.isLate || isSilent;
    write('age', !isLate ? '' : last.ageMs === null ? words.never : words.updated.replace('{{age}}', duration(last.ageMs + silent)));
  }
  function forget() { last = null; fill('preparing', []); fill('ready', []); }
  function ask() {
    var request = new XMLHttpRequest();
    request.open('GET', address, true);
    request.timeout = ANSWER_MS;
    request.onload = function () {
      if (request.status === 404) { forget(); show(); return; }
      if (request.status !== 200) return;
      var answer;
      try { answer = JSON.parse(request.responseText); } catch (error) { return; }
      last = answer; answeredAt = now();
      fill('preparing', answer.preparing); fill('ready', answer.ready, answer.newest); show();
    };
    request.onloadend = function () { setTimeout(ask, POLL_MS); };
    request.send();
  }
  setInterval(show, 1000);
  show();
  ask();
})();
`
