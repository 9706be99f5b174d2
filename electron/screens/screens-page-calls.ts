import { fail, ok } from '../../shared/result.ts'
import type { ScreenCalls } from '../ipc/handlers.ts'
import { lanAddresses } from '../listening/lan-addresses.ts'
import type { Log } from '../logging/log-port.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { openRoleFile } from '../storage/role-file.ts'
import type { Clock } from '../sync/clock.ts'
import type { HandOver } from './moving/hand-over.ts'
import { createJoinService } from './pairing/join-service.ts'
import { linkAccountOf } from './pairing/link-account.ts'
import { openMdns } from './pairing/mdns.ts'
import { createScreensService } from './pairing/screens-service.ts'
import { findStations } from './pairing/station-finder.ts'
import type { StationScreens } from './station-screens.ts'

/** The calls of a station's window about screens: managing its screens, and joining another station. */
export function createScreenCalls(parts: {
  readonly screens: () => StationScreens | undefined
  readonly handOver: HandOver
  /** Absent in a practice, which stores nothing. */
  readonly secrets: SecretStore | undefined
  /** Whether the PIN lets a person in now. */
  readonly isOpen: () => boolean
  readonly profile: string
  readonly restart: () => void
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>
  readonly log: Log
}): ScreenCalls {
  const { screens, handOver, secrets, isOpen, profile, restart, clock, log } = parts
  const service = createScreensService({ screens, handOver, restart, isOpen, lanAddresses, log })
  if (secrets === undefined) {
    const refusal = () => fail('not-allowed', 'A practice joins no station')
    return { ...service, find: async () => refusal(), join: async () => refusal(), openJoined: refusal }
  }
  const joinService = createJoinService({
    store: secrets,
    account: linkAccountOf(profile),
    joined: openRoleFile(profile),
    restart,
    log,
  })
  const find = async (): ReturnType<ScreenCalls['find']> => {
    const stations = await findStations({ openMdns: () => openMdns(log, clock.monotonic), setTimer: clock.setTimer })
    return ok({ stations: [...stations] })
  }
  return { ...service, ...joinService, find }
}
