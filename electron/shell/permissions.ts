import type { Session } from 'electron'
import type { Log } from '../logging/log-port.ts'

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
