import { announce } from '../pairing/announcer.ts'
import type { DeviceRegistry } from '../pairing/device-registry.ts'
import type { OpenMdns } from '../pairing/mdns.ts'
import { PAIRING_MS, type PairingSession } from '../pairing/pairing-session.ts'
import type { StationListener } from '../pairing/screen-listener.ts'
import { answerSearches } from '../pairing/search-responder.ts'
import type { Clock } from '../sync/clock.ts'

/** How often the list of connected screens is compared with the list of paired screens. */
const MISSING_CHECK_MS = 5_000

/** Where the station listens for screens. */
type Listening = { readonly listener: Pick<StationListener, 'connected'>; readonly port: number }

/** Answers to multicast DNS, by which screens find this station: new ones during a pairing, paired ones that lost its address. */
export type StationMdns = {
  /** Announces the station while a pairing code is shown. */
  announce(port: number): void
  endAnnouncement(): void
  /**
   * A paired screen without a connection may have lost this station's address: its searches are answered until it
   * connects. Call when the station begins or stops listening (`undefined`).
   */
  follow(listening: Listening | undefined): void
}

export function createStationMdns(parts: {
  readonly openMdns: OpenMdns
  readonly name: string
  readonly devices: Pick<DeviceRegistry, 'list'>
  readonly session: Pick<PairingSession, 'state'>
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
}): StationMdns {
  const { openMdns, name, devices, session, clock } = parts
  let endAnnouncement = (): void => undefined
  let cancelMissingCheck = (): void => undefined
  let searches: ReturnType<typeof answerSearches> | undefined

  const follow = (listening: Listening | undefined): void => {
    cancelMissingCheck()
    const isMissing = listening !== undefined && devices.list().length > listening.listener.connected().length
    if (listening !== undefined && isMissing) {
      const deviceIds = (): readonly string[] => devices.list().map(({ id }) => id)
      searches ??= answerSearches({ openMdns, deviceIds, port: listening.port, monotonicNow: clock.monotonic })
    } else {
      searches?.end()
      searches = undefined
    }
    if (listening !== undefined) cancelMissingCheck = clock.setTimer(MISSING_CHECK_MS, () => follow(listening))
  }

  return {
    announce(port) {
      endAnnouncement()
      const isOpen = (): boolean => session.state().state === 'open'
      const announcement = announce({ openMdns, name, port, isOpen, monotonicNow: clock.monotonic })
      const cancel = clock.setTimer(PAIRING_MS, announcement.end)
      endAnnouncement = () => {
        cancel()
        announcement.end()
      }
    },
    endAnnouncement: () => endAnnouncement(),
    follow,
  }
}
