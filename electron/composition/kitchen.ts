import type { Log } from '../logging/log-port.ts'
import type { Fetch } from '../platform/http.ts'
import type { Station } from '../station/station.ts'
import type { Clock } from '../sync/clock.ts'
import { createStandInStation } from './stand-in-station.ts'

export type KitchenParts = {
  readonly folder: string
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}

/** Opens the storage and builds the station on it. */
export function openKitchen({ clock, log }: KitchenParts): Station {
  log.error('storage-failed')
  return createStandInStation('storage-failed', clock.now)
}
