import type { CallTimeouts } from '../../../electron/platform/authorized-call.ts'
import { createPlatformClient } from '../../../electron/platform/client.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { DEFAULT_SETTINGS, type Dialect } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'

type Where = { readonly apiUrl: string; readonly clientId?: string; readonly clientSecret?: string }

export const SIGNAL = new AbortController().signal

/** The client as the app builds it, with Node's fetch and the clocks of this machine. */
export function realClient(where: Where, dialect: Partial<Dialect> = {}, timeoutsMs: Partial<CallTimeouts> = {}) {
  const { apiUrl, clientId = 'c', clientSecret = 's' } = where
  const clock = createSystemClock()
  const client = createPlatformClient({
    fetch: fetchOver(fetch),
    connection: async () => ok({ apiUrl, clientId, clientSecret, scope: 'od.orders' }),
    dialect: () => ({ ...DEFAULT_SETTINGS.dialect, ...dialect }),
    now: clock.wall,
    monotonicNow: clock.monotonic,
    onPlatformTime: clock.applyReading,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    timeoutsMs,
  })
  return { ...client, clockOffsetMs: clock.offsetMs }
}
