import type { App, Session, WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { isAppUrl } from './app-protocol.ts'

export type GuardedContents = Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>

/** Keeps a page on the program's own origin, in its own window, in its own frame. For every web contents created. */
export function guardNavigation(contents: GuardedContents, openExternal: OpenExternal, log: Log): void {
  const refuse = (cause: string, address: string): void =>
    log.warn('navigation-refused', { cause, scheme: URL.parse(address)?.protocol })

  // SECURITY: navigation (docs/security.md). Parsed and compared, so that deceptive addresses do not pass.
  contents.on('will-navigate', (details) => {
    if (isAppUrl(details.url)) return
    details.preventDefault()
    refuse('navigate', details.url)
  })
  // SECURITY: frame-navigation (docs/security.md). The screen has no frames, so frame navigation is refused.
  contents.on('will-frame-navigate', (details) => {
    if (details.isMainFrame && isAppUrl(details.url)) return
    details.preventDefault()
    refuse('frame', details.url)
  })
  // SECURITY: redirects (docs/security.md). The program's scheme never redirects.
  contents.on('will-redirect', (details) => {
    details.preventDefault()
    refuse('redirect', details.url)
  })
  // SECURITY: webrtc (docs/security.md). Together with the proxy of the session it leaves WebRTC no way out.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  // SECURITY: new-windows (docs/security.md)
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
  // SECURITY: webview (docs/security.md)
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    refuse('webview', '')
  })
}

export type GuardedSession = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'on'
>

/** The screen draws orders and plays sounds; it needs no permission at all, so none is given. */
export function denyPermissions(session: GuardedSession, log: Log): void {
  // SECURITY: permission-requests (docs/security.md)
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn('permission-denied', { permission })
    answer(false)
  })
  // SECURITY: permission-checks (docs/security.md). Without it Chromium answers checks by its own defaults.
  session.setPermissionCheckHandler(() => false)
  // SECURITY: device-permissions (docs/security.md)
  session.setDevicePermissionHandler(() => false)
  // SECURITY: downloads (docs/security.md). The page has nothing to save.
  session.on('will-download', (event) => {
    log.warn('download-refused')
    event.preventDefault()
  })
}

/** Without `persist:`, so that nothing of a page is ever on the disk. The platform is called from another session. */
export const SCREEN_PARTITION = 'screen'

/** Nothing listens there. Port 9 is "discard". */
const UNREACHABLE_PROXY = 'http://127.0.0.1:9'

export type ScreenSession = GuardedSession & {
  readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>
  setProxy(config: { mode: 'fixed_servers'; proxyRules: string; proxyBypassRules: string }): Promise<void>
}

/** Restricts a session of pages: no permission, and no request except to the program's own scheme. */
export function guardScreenSession(session: ScreenSession, isPackaged: boolean, log: Log): void {
  denyPermissions(session, log)
  // SECURITY: request-block (docs/security.md). Also covers what the policy does not: prefetch, sockets, a hijacked page.
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isOwn = isAppUrl(url) || (!isPackaged && URL.parse(url)?.protocol === 'devtools:')
    if (!isOwn) log.warn('request-blocked', { scheme: URL.parse(url)?.protocol })
    answer({ cancel: !isOwn })
  })
  // SECURITY: webrtc (docs/security.md). What WebRTC sends by TCP takes the proxy of its session; UDP is off per page.
  session
    .setProxy({ mode: 'fixed_servers', proxyRules: UNREACHABLE_PROXY, proxyBypassRules: '<-loopback>' })
    .catch(() => log.warn('screen-proxy-failed'))
}

/**
 * SECURITY: client-certificates (docs/security.md). Without a listener Electron sends a server the first certificate of the
 * system: on a shop's computer its digital identity (e-CNPJ). No platform needs one.
 */
export function refuseClientCertificates(app: Pick<App, 'on'>, log: Log): void {
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault()
    log.warn('client-certificate-refused')
    choose()
  })
}

/** Addresses that may be opened in the system's browser, compared as a whole. None yet. */
const ALLOWED_ADDRESSES: readonly string[] = []

type OpenExternal = (address: string) => void

/**
 * The only way out to the system's browser.
 * SECURITY: external-links (docs/security.md). `openExternal` runs whatever the system has registered for a scheme, so
 * only https addresses on the list pass.
 */
export function createOpenExternal(
  open: (address: string) => Promise<void>,
  log: Log,
  allowed: readonly string[] = ALLOWED_ADDRESSES,
): OpenExternal {
  return (address) => {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:' || !allowed.includes(url.href)) {
      log.warn('external-address-refused', { scheme: url?.protocol })
      return
    }
    open(url.href).catch(() => log.warn('external-address-failed'))
  }
}
