import { hostname } from 'node:os'
import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { STATION_PORT } from '../../shared/screens.ts'
import type { ExecuteCall } from '../ipc/calls.ts'
import type { Log } from '../logging/log-port.ts'
import type { DeviceRegistry } from '../pairing/device-registry.ts'
import { type Identity, openIdentity } from '../pairing/identity.ts'
import type { PairingSession } from '../pairing/pairing-session.ts'
import { createScreenListener, type StationListener } from '../pairing/screen-listener.ts'
import type { CopySender } from '../screens/copy-sender.ts'
import { createScreenHub, type ScreenHub } from '../screens/screen-hub.ts'
import type { SecretStore, SecretTrouble } from '../secrets/secret-store.ts'
import type { TimeService } from '../sync/clock.ts'
import type { Kitchen } from './kitchen.ts'
import { linkAccountOf } from './link-account.ts'

const EVERY_ADDRESS = '0.0.0.0'

export type ScreenListening = { readonly hub: ScreenHub; readonly listener: StationListener; readonly port: number }
export type ListenTrouble = SecretTrouble | 'port'

export type ListenForScreensParts = {
  readonly station: Kitchen
  readonly devices: DeviceRegistry
  readonly session: PairingSession
  readonly copySender: CopySender
  readonly answer: ExecuteCall
  readonly secrets: SecretStore
  readonly profile: string
  readonly version: string
  readonly clock: TimeService
  readonly log: Log
}

/** Opens the station's identity and listens for screens. */
export async function listenForScreens(parts: ListenForScreensParts): Promise<Result<ScreenListening, ListenTrouble>> {
  const identity = await openIdentity(parts.secrets, linkAccountOf(parts.profile))
  if (!identity.ok) return identity
  // The last port first, where the screens expect the station. With another port the screens have to find it.
  const ports = new Set([parts.station.facts.screensPort.get() ?? STATION_PORT, STATION_PORT, 0])
  let trouble = ''
  for (const port of ports) {
    try {
      return ok(await listenAt(port, identity.value, parts))
    } catch (error) {
      trouble = messageOf(error)
    }
  }
  return fail('port', trouble)
}

/** Rejects when the port cannot be used. */
async function listenAt(port: number, identity: Identity, parts: ListenForScreensParts): Promise<ScreenListening> {
  const { station, devices, session, copySender, answer, version, clock, log } = parts
  const listener = createScreenListener({
    identity,
    devices,
    session,
    stationName: hostname,
    host: EVERY_ADDRESS,
    port,
    monotonicNow: clock.monotonic,
    log,
  })
  const hub = createScreenHub({
    listener,
    station,
    admit: station.admit,
    answer,
    onUse: devices.recordUse,
    assignments: devices,
    copySender,
    newLockSession: station.lock.newSession,
    programVersion: version,
    clock,
    log,
  })
  return { hub, listener, port: await hub.start() }
}
