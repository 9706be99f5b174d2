/** The one origin that this program shows. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'comanda'
export const APP_ENTRY_URL = `${APP_SCHEME}://${APP_HOST}/index.html`
/** The open orders on a page without scripts, for the time when the board itself cannot run. */
export const SAFE_PAGE_URL = `${APP_SCHEME}://${APP_HOST}/safe-page.html`
/** The same orders, shown over a board that does not answer. */
export const COVER_URL = `${APP_SCHEME}://${APP_HOST}/cover.html`
/** An empty page that keeps the process of the cover running. */
export const EMPTY_COVER_URL = `${APP_SCHEME}://${APP_HOST}/cover-at-rest.html`

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
