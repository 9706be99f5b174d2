import { readFile } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import type { CustomScheme } from 'electron'

/** The one origin that this program shows. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'comanda'
export const APP_ENTRY_URL = `${APP_SCHEME}://${APP_HOST}/index.html`
/** The open orders on a page without scripts, for the time when the board itself cannot run. */
export const SAFE_PAGE_URL = `${APP_SCHEME}://${APP_HOST}/safe-page.html`

/**
 * Whether an address belongs to the program's own origin. Compares parsed parts, never substrings: a host such as
 * `comanda.evil.example` or `app://comanda@evil` must not pass. An unparsable address is foreign.
 */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address)
  return (
    url !== null &&
    url.protocol === `${APP_SCHEME}:` &&
    url.hostname === APP_HOST &&
    url.port === '' &&
    url.username === '' &&
    url.password === ''
  )
}

/**
 * SECURITY: own-scheme (docs/security.md). Register before the app is ready. A standard and secure origin of its own,
 * without service workers, cross-origin fetches or a way around the content security policy.
 */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  // `stream` lets audio elements seek and play. Privileges that are not listed stay off.
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
}

/**
 * The file of an address; undefined when the address is outside `root`.
 * SECURITY: path-traversal (docs/security.md). The path is decoded once, resolved, and must still lie below `root`.
 */
export function fileOf(address: string, root: string): string | undefined {
  const path = decodedPath(address)
  if (path === undefined) return undefined
  const file = resolve(root, `.${path === '/' ? URL.parse(APP_ENTRY_URL)?.pathname : path}`)
  const inside = relative(root, file)
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : file
}

function decodedPath(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null || !isAppUrl(address)) return undefined
  try {
    const path = decodeURIComponent(url.pathname)
    // A backslash is a separator on Windows, a NUL ends a path in C, a colon opens a drive or an alternate stream.
    return path.startsWith('/') && !/[\\\0:]/.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

const answer = (status: number, type: string, body: Uint8Array<ArrayBuffer> | string, policy?: string): Response =>
  new Response(body, {
    status,
    headers: {
      ...SECURITY_HEADERS,
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
      'Content-Type': type,
    },
  })

const refusal = (status: number): Response => answer(status, 'text/plain; charset=utf-8', '')

/** An answer from memory; `policy` replaces the usual content security policy. */
export type AppAsset = {
  readonly name: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly policy?: string | undefined
}

/** Answers requests of the program's own scheme from the built screen in `root`. Never rejects. */
export function createAppProtocol(
  root: string,
  assetOf: (address: string) => AppAsset | undefined,
): (request: Request) => Promise<Response> {
  return async (request) => {
    // SECURITY: scheme-methods (docs/security.md). Only reading is allowed.
    if (request.method !== 'GET') return refusal(405)
    const asset = assetOf(request.url)
    if (asset !== undefined) return answer(200, contentTypeOf(asset.name), asset.body, asset.policy)
    const file = fileOf(request.url, root)
    if (file === undefined) return refusal(404)
    try {
      return answer(200, contentTypeOf(file), new Uint8Array(await readFile(file)))
    } catch {
      return refusal(404)
    }
  }
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // No policy may be created, so that no text can become HTML or script.
  "trusted-types 'none'",
].join('; ')

/** Headers of every answer of the program's own scheme, refusals included. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  // SECURITY: content-security-policy (docs/security.md)
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  // SECURITY: no-content-sniffing (docs/security.md)
  'X-Content-Type-Options': 'nosniff',
  // SECURITY: no-referrer (docs/security.md)
  'Referrer-Policy': 'no-referrer',
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  wav: 'audio/wav',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/** Content type by extension. An unknown extension is bytes: with `nosniff` no page can run or draw them. */
export function contentTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return CONTENT_TYPES[extension] ?? 'application/octet-stream'
}
