/**
 * Chromium does not load an unknown scheme, so `app://NAME/path` is served as `https://NAME.app.internal/path`. The
 * app's main process gets only its own addresses.
 */
const SUFFIX = '.internal'
const NO_HOST = 'no-host'
const BUILT_IN: ReadonlySet<string> = new Set([
  'http',
  'https',
  'file',
  'data',
  'about',
  'blob',
  'chrome-error',
  'javascript',
  'ws',
  'wss',
])

const CUSTOM_URL = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is
const SERVED_URL = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+.-]*)\.internal(?=[/?#:]|$)(?::\d+)?(.*)$/is

export class SchemeUrls {
  readonly #custom = new Set<string>()

  register(scheme: string): void {
    if (!BUILT_IN.has(scheme)) this.#custom.add(scheme)
  }

  isCustom(scheme: string): boolean {
    return this.#custom.has(scheme)
  }

  /** False if neither Chromium nor a handler of the app can load the scheme. */
  isLoadable(url: string): boolean {
    const scheme = url.slice(0, url.indexOf(':')).toLowerCase()
    return BUILT_IN.has(scheme) || this.#custom.has(scheme)
  }

  /** Converts the app's address to the address that Chromium loads. */
  toChromium(url: string): string {
    const [, scheme = '', host = '', rest = ''] = CUSTOM_URL.exec(url) ?? []
    if (!this.#custom.has(scheme.toLowerCase())) return url
    return `https://${host.toLowerCase() || NO_HOST}.${scheme.toLowerCase()}${SUFFIX}${rest}`
  }

  /** Converts Chromium's address to the app's own address. */
  toApp(url: string): string {
    const inner = url.startsWith('blob:') ? 'blob:' : ''
    const [, host = '', scheme = '', rest = ''] = SERVED_URL.exec(url.slice(inner.length)) ?? []
    if (!this.#custom.has(scheme)) return url
    return `${inner}${scheme}://${host === NO_HOST ? '' : host}${rest}`
  }

  /** The origin as Electron's WebFrameMain reports it: `app://name` for a standard scheme, `null` when opaque. */
  originOf(appUrl: string): string {
    const [, scheme = '', host = ''] = CUSTOM_URL.exec(appUrl) ?? []
    if (this.#custom.has(scheme.toLowerCase())) return `${scheme}://${host}`
    try {
      return new URL(appUrl).origin
    } catch {
      return 'null'
    }
  }

  /**
   * Converts source expressions of a Content-Security-Policy, such as `app:` and `app://name`, to Chromium's addresses.
   */
  policyToChromium(policy: string): string {
    return policy.replace(/[^\s;,]+/g, (token) => {
      const scheme = token.endsWith(':') ? token.slice(0, -1).toLowerCase() : ''
      return this.#custom.has(scheme) ? `https://*.${scheme}${SUFFIX}` : this.toChromium(token)
    })
  }
}
