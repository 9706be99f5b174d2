import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { isAppUrl } from './app-origin.ts'
import type { OpenExternal } from './external-links.ts'

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
