import type { Session } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { isAppUrl } from './app-origin.ts'
import { denyPermissions, type GuardedSession } from './permissions.ts'

/** Without `persist:`, so that nothing of a page is ever on the disk. The platform is called from another session. */
export const SCREEN_PARTITION = 'screen'
/** Partition of the cover, which needs its own process (board-cover.ts). */
export const COVER_PARTITION = 'cover'

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
