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
