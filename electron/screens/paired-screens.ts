import { hostname } from 'node:os'
import { SCREENS_PORT } from '../../shared/contract/screens.ts'
import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { ExecuteCall } from '../ipc/calls.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { SecretStore, SecretTrouble } from '../secrets/secret-store.ts'
import type { Facts } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'
import type { Backups } from '../upkeep/upkeep.ts'
import { createScreenHub, type HubParts, type ScreenHub } from './link/screen-hub.ts'
import type { HandOver } from './moving/hand-over.ts'
import { createLedgerSender, type LedgerSender } from './moving/ledger-transfer.ts'
import { createDeviceRegistry, type DeviceRegistry } from './pairing/device-registry.ts'
import { announce, type OpenDatagrams, openDatagrams as openRealDatagrams } from './pairing/discovery.ts'
import { type Identity, linkAccountOf, openIdentity } from './pairing/identity.ts'
import { createPairingSession, PAIRING_MS, type PairingSession } from './pairing/pairing-session.ts'
import { createScreenListener, type ListeningScreens } from './pairing/screen-listener.ts'

/** Pause before the next attempt: the keychain may be locked, or the network missing. */
const RETRY_MS = 30_000
const EVERY_ADDRESS = '0.0.0.0'

type ListenTrouble = SecretTrouble | 'port'

/** A main computer with the parts that its screens use. */
type ScreenedCore = HubParts['core'] & {
  readonly facts: Facts
  readonly backups: Backups
  readonly handOver: HandOver
  readonly admit: HubParts['admit']
  readonly lock: { readonly newSession: HubParts['newLockSession'] }
}

type PairedScreensParts = {
  readonly core: ScreenedCore
  readonly answer: ExecuteCall
  readonly secrets: SecretStore
  readonly profile: string
  readonly version: string
  /** Absent: the network of this machine; tests pass a substitute. */
  readonly openDatagrams?: OpenDatagrams | undefined
  readonly clock: TimeService
  readonly log: Log
}

type Listening = {
  readonly hub: ScreenHub
  readonly listener: ListeningScreens
  readonly port: number
}

/** Opens the main computer's identity and listens for screens. */
async function openListener(
  parts: PairedScreensParts,
  pairing: {
    readonly devices: DeviceRegistry
    readonly session: PairingSession
    readonly ledgerSender: LedgerSender
  },
): Promise<Result<Listening, ListenTrouble>> {
  const { core, secrets, profile, clock, log } = parts
  const { devices, session, ledgerSender } = pairing

  /** Rejects when the port cannot be used. */
  const listenAt = async (port: number, identity: Identity): Promise<Listening> => {
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
      ...parts,
      listener,
      admit: core.admit,
      onUse: devices.recordUse,
      assignments: devices,
      ledgerSender,
      marks: core.facts.screenMarks,
      newLockSession: core.lock.newSession,
      programVersion: parts.version,
    })
    return { hub, listener, port: await hub.start() }
  }
  const identity = await openIdentity(secrets, linkAccountOf(profile))
  if (!identity.ok) return identity
  // The last port first, where the screens expect the main computer. With another port the screens have to find it.
  const ports = new Set([core.facts.screensPort.get() ?? SCREENS_PORT, SCREENS_PORT, 0])
  let trouble = ''
  for (const port of ports) {
    try {
      return ok(await listenAt(port, identity.value))
    } catch (error) {
      trouble = messageOf(error)
    }
  }
  return fail('port', trouble)
}

/** The screens of a main computer. It listens only while a screen is paired or a pairing is open. */
export interface PairedScreens {
  readonly session: PairingSession
  readonly devices: DeviceRegistry
  /** The name of this computer. */
  stationName(): string
  /** Shows a new code, and listens. */
  openPairing(): Promise<Result<null, ListenTrouble>>
  /** `undefined`: the main computer does not listen. */
  port(): number | undefined
  /** Ids of the devices that are connected. */
  connected(): readonly string[]
  /** Listens from now on if there are screens. */
  start(): void
  stop(): Promise<void>
}

export function createPairedScreens(parts: PairedScreensParts): PairedScreens {
  const { core, clock, log, openDatagrams = openRealDatagrams(log) } = parts
  const devices = createDeviceRegistry(core.facts.devices, clock.platform)
  const session = createPairingSession(clock.monotonic)
  const { handOver, backups } = core
  const keyOf = (deviceId: string) => devices.list().find(({ id }) => id === deviceId)?.key
  const ledgerSender = createLedgerSender({ handOver, backups, keyOf, clock, log })

  let listening: Listening | undefined
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
      const opened = await openListener(parts, { devices, session, ledgerSender })
      if (!opened.ok) {
        log.warn('screens-not-listening', { code: opened.code })
        cancelTimer = clock.setTimer(RETRY_MS, () => watchPromise(startOrStopInTurn(), log, 'screens-failed'))
        return opened
      }
      listening = opened.value
      const { screensPort } = core.facts
      if (listening.port !== screensPort.get()) screensPort.set(listening.port)
      log.info('screens-listening')
    }
    // When the pairing ends without a screen, the listener stops.
    if (devices.list().length === 0) {
      cancelTimer = clock.setTimer(PAIRING_MS, () => watchPromise(startOrStopInTurn(), log, 'screens-failed'))
    }
    return ok(null)
  }
  /** Answers screens that look for a main computer, while the code is shown. */
  const announceAt = (port: number): void => {
    endAnnouncement()
    const isOpen = (): boolean => session.state().state === 'open'
    const announcement = announce({
      open: openDatagrams,
      name: hostname(),
      port,
      isOpen,
      monotonicNow: clock.monotonic,
    })
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
    async openPairing() {
      session.open()
      const settled = await startOrStopInTurn()
      if (settled.ok && listening !== undefined && !isStopped) announceAt(listening.port)
      return settled
    },
    port: () => listening?.port,
    connected: () => listening?.listener.connected() ?? [],
    start() {
      watchPromise(startOrStopInTurn(), log, 'screens-failed')
    },
    async stop() {
      isStopped = true
      endAnnouncement()
      await startOrStopInTurn()
    },
  }
}
