import { hostname } from 'node:os'
import { ok, type Result } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { ExecuteCall } from '../ipc/calls.ts'
import type { Log } from '../logging/log-port.ts'
import { watchPromise } from '../logging/watch-promise.ts'
import { announce } from '../pairing/announcer.ts'
import { createDeviceRegistry, type DeviceRegistry } from '../pairing/device-registry.ts'
import { type OpenMdns, openMdns as openRealMdns } from '../pairing/mdns.ts'
import { createPairingSession, PAIRING_MS, type PairingSession } from '../pairing/pairing-session.ts'
import type { RecoveryCodePort } from '../pairing/screens-service.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { TimeService } from '../sync/clock.ts'
import type { Kitchen } from './kitchen.ts'
import { createLedgerCopies } from './ledger-copies.ts'
import { type ListenTrouble, listenForScreens, type ScreenListening } from './listen-for-screens.ts'

/** Pause before the next attempt: the keychain may be locked, or the network missing. */
const RETRY_MS = 30_000

export type StationScreensParts = {
  readonly station: Kitchen
  readonly answer: ExecuteCall
  readonly secrets: SecretStore
  readonly profile: string
  readonly version: string
  /** Opens multicast DNS. Absent: the network of this machine; tests pass a substitute. */
  readonly openMdns?: OpenMdns | undefined
  readonly clock: TimeService
  readonly log: Log
}

/** The screens of a station. It listens only while a screen is paired or a pairing is open. */
export type StationScreens = {
  readonly session: PairingSession
  readonly devices: DeviceRegistry
  readonly stationName: () => string
  /** The code that opens the copies of the ledger on screens. */
  readonly recoveryCode: RecoveryCodePort
  /** Shows a new code, and listens. */
  openPairing(): Promise<Result<null, ListenTrouble>>
  /** `undefined`: the station does not listen. */
  port(): number | undefined
  /** Ids of the devices that are connected. */
  connected(): readonly string[]
  /** Listens from now on if there are screens. */
  start(): void
  stop(): Promise<void>
}

export function createStationScreens(parts: StationScreensParts): StationScreens {
  const { station, secrets, profile, clock, log, openMdns = () => openRealMdns(log, clock.monotonic) } = parts
  const devices = createDeviceRegistry(station.facts.devices, clock.platform)
  const session = createPairingSession(clock.monotonic)
  const copies = createLedgerCopies({ station, devices, secrets, profile, clock, log })
  let listening: ScreenListening | undefined
  let isStopped = false
  let cancelTimer = (): void => undefined
  let endAnnouncement = (): void => undefined
  /** Starting and stopping run one after the other. */
  const enqueue = createSerialQueue()

  const isWanted = (): boolean => !isStopped && (devices.list().length > 0 || session.state().state === 'open')

  /** Starts or stops the listener, as the list of screens and the pairing need it. */
  const startOrStop = async (): Promise<Result<null, ListenTrouble>> => {
    cancelTimer()
    if (!isWanted()) {
      const ended = listening
      listening = undefined
      await ended?.hub.stop()
      return ok(null)
    }
    if (listening === undefined) {
      const opened = await listenForScreens({ ...parts, devices, session, copySender: copies.copySender })
      if (!opened.ok) {
        log.warn('screens-not-listening', { code: opened.code })
        cancelTimer = clock.setTimer(RETRY_MS, () => watchPromise(startOrStopInTurn(), log, 'screens-failed'))
        return opened
      }
      listening = opened.value
      const { screensPort } = station.facts
      if (listening.port !== screensPort.get()) screensPort.set(listening.port)
      log.info('screens-listening')
    }
    // When the pairing ends without a screen, the listener stops.
    if (devices.list().length === 0) {
      cancelTimer = clock.setTimer(PAIRING_MS, () => watchPromise(startOrStopInTurn(), log, 'screens-failed'))
    }
    return ok(null)
  }
  /** Answers screens that look for a station, while the code is shown. */
  const announceAt = (port: number): void => {
    endAnnouncement()
    const isOpen = (): boolean => session.state().state === 'open'
    const announcement = announce({ openMdns, name: hostname(), port, isOpen, monotonicNow: clock.monotonic })
    const cancel = clock.setTimer(PAIRING_MS, announcement.end)
    endAnnouncement = () => {
      cancel()
      announcement.end()
    }
  }
  const startOrStopInTurn = (): Promise<Result<null, ListenTrouble>> => enqueue(startOrStop)

  devices.onRevoked(() => watchPromise(startOrStopInTurn(), log, 'screens-failed'))

  return {
    session,
    devices,
    stationName: hostname,
    recoveryCode: copies.recoveryCode,
    async openPairing() {
      session.open()
      const settled = await startOrStopInTurn()
      if (settled.ok && listening !== undefined && !isStopped) announceAt(listening.port)
      return settled
    },
    port: () => listening?.port,
    connected: () => listening?.listener.connected() ?? [],
    start() {
      copies.start()
      watchPromise(startOrStopInTurn(), log, 'screens-failed')
    },
    async stop() {
      isStopped = true
      endAnnouncement()
      await copies.stop()
      await startOrStopInTurn()
    },
  }
}
