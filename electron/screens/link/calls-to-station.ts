import { ok } from '../../../shared/result.ts'
import type { ScreenLock } from './screen-lock.ts'
import type { ScreenStation } from './screen-station-port.ts'
import type { StationLink } from './station-link.ts'

/** The calls of the window that the station answers, and the retries of the connection to it. */
export function createCallsToStation(
  link: Pick<StationLink, 'ask' | 'state' | 'retryNow'>,
  lock: Pick<ScreenLock, 'update' | 'status'>,
): Pick<ScreenStation, 'ask' | 'notifyStation' | 'reconnect' | 'retryNow'> {
  return {
    async ask(call, args) {
      const result = await link.ask(call, args)
      if (call === 'lock:status' || call === 'lock:unlock' || call === 'lock:lock-now') {
        lock.update(result)
        if (call === 'lock:status' && !result.ok) return ok(lock.status())
      }
      return result
    },
    notifyStation(call, args) {
      void link.ask(call, args)
    },
    reconnect: link.retryNow,
    retryNow() {
      if (link.state() === 'reached') void link.ask('sync:retry-now', null)
      else link.retryNow()
    },
  }
}
