import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import type { KeepOutcome, KeepTrouble, ProbeReport } from '../../shared/contract/setup.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Attention } from '../core/alarms.ts'
import type { SaveFile } from '../core/order-history.ts'
import { createCustomersLink } from '../customers/link-service.ts'
import { createDiagnosticsExport } from '../diagnostics/export.ts'
import { createCallExecutor, type ExecuteCall } from '../ipc/calls.ts'
import { createHandlers, type HandlerParts, type ProgramParts } from '../ipc/handlers.ts'
import { lanAddresses } from '../listening/limited-server.ts'
import type { Lock } from '../lock/pin-lock.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { Connection } from '../platform/connection.ts'
import { type Fetch, fetchOver } from '../platform/web-fetch.ts'
import { createPracticeService, type PracticeService } from '../practice/practice-service.ts'
import { createPrintService, type PrinterPort } from '../printing/print-service.ts'
import { createPairedScreens, type PairedScreens } from '../screens/paired-screens.ts'
import { createScreenCalls } from '../screens/screens-page.ts'
import type { KeytarStore } from '../secrets/keytar-store.ts'
import { type ProvisionReport, provisionNotice } from '../secrets/stored-connection.ts'
import { type ProbeLimits, probeConnection } from '../setup/probe.ts'
import { createSettingsFile, type OpenFile } from '../setup/settings-file-service.ts'
import { type Clipboard, clearSecret, createSetupService } from '../setup/setup-service.ts'
import { openConnectionFiles } from '../storage/connection-files.ts'
import { createSystemClock, OS_READINGS, type TimeService } from '../sync/clock.ts'
import type { Restart } from '../upkeep/upkeep.ts'
import { knownConnections, recordConnections } from './connections.ts'
import { createConnectionCalls } from './connections-service.ts'
import { type CoreEnvironment, openCoreEnvironment } from './core-environment.ts'
import { type Liveness, type OpenCore, openCore } from './open-core.ts'
import { type OpenKitchen, openKitchen } from './open-kitchen.ts'
import { openWebhook } from './open-webhook.ts'

/** What the backend needs from the desktop: Electron in the app, substitutes in tests. */
export type Desktop = {
  readonly fetch: Fetch
  /** Whether the operating system reports a network. */
  readonly isOnline: () => boolean
  readonly clipboard: Clipboard
  readonly attention: Attention
  readonly saveFile: SaveFile
  readonly openFile: OpenFile
  readonly printer: PrinterPort
}

export type BackendParts = Desktop & {
  /** The profile folder of this run. */
  readonly profile: string
  readonly provisionFile: string | undefined
  /** Practise on a platform inside the program, in a profile of its own. */
  readonly isPractice: boolean
  /** Where secrets are kept; absent: in the keychain. */
  readonly secrets?: KeytarStore | undefined
  /** Where all profiles of this user keep the leases of their credentials; absent: the credentials are used by this profile alone. */
  readonly leaseFolder: string | undefined
  readonly version: string
  /** Whether this run draws in software, for the report. */
  readonly rendering: 'hardware' | 'software'
  /** Marks every file of the profile for erasure, and ends the program. */
  readonly eraseAndQuit: () => void
  readonly restart: Restart
  readonly clock: TimeService
  readonly log: Log
  readonly removeOldLogs: () => Promise<void>
  /** Absent: the main loop is not watched. */
  readonly liveness?: Liveness | undefined
}

/** The parts of a board that the program uses, of a main computer or of a screen. */
type BoardCore = Pick<
  OpenCore,
  'snapshot' | 'settings' | 'onDelta' | 'fullTickets' | 'start' | 'windowCrashed' | 'pollNow'
> & {
  readonly lock: Pick<Lock, 'admits' | 'isOpen' | 'clearPin'>
  /** Records that a screen shows these orders. */
  shown(orderIds: readonly string[]): unknown
}

/** Every part of the program that needs no window. Opened in this order, stopped in reverse. */
export type Backend = {
  readonly core: BoardCore
  /** The calls of the contract. To be called once. */
  calls(program: ProgramParts): ExecuteCall
  /** Ends the work. The caller sets the time limit. */
  stop(): Promise<void>
  /** Whether a call to the keychain still hangs, which would delay the end of the process. */
  readonly isKeychainHanging: CoreEnvironment['isKeychainHanging']
  /** Stores the credentials of a second start, or shows why not. */
  provision(path: string): void
  readonly practice: Pick<PracticeService, 'end' | 'onDelta' | 'onOver'>
}

/** Environment (platform, credentials, data folder) → core → set-up → webhook → report for support. */
export function openBackend(parts: BackendParts): Backend {
  const { clock, log } = parts
  const onFile = (report: ProvisionReport): void => {
    const notice = provisionNotice(report)
    if (notice !== undefined) core.showNotice(notice)
    if (report.kind !== 'taken') return
    if (report.isSecondStart && report.settings !== undefined) core.changeSettings(report.settings)
    // Nobody tests this connection by hand: its first events do.
    core.retryNow()
  }
  const files = openConnectionFiles(parts.profile)
  const environment = openCoreEnvironment({
    ...parts,
    now: clock.monotonic,
    onFile,
    known: () => knownConnections(files),
    record: recordConnections(files),
    onConnections: (connections) => kitchen.provisioned(connections),
  })
  const kitchen = openKitchen({
    ...parts,
    ...environment,
    environment,
    files,
    wipeCopied: (secret) => watchPromise(clearSecret(parts.clipboard, secret), log, 'clipboard-not-wiped'),
  })
  const { core } = kitchen
  const setup = openSetup(parts, environment, kitchen)
  const { webhook, exportDiagnostics, printing, customers } = openServices(parts, kitchen)
  let screens: PairedScreens | undefined
  const handlerParts: Omit<HandlerParts, keyof ProgramParts> = {
    core,
    lock: core.lock,
    setup: setup.service,
    connections: createConnectionCalls({ kitchen, files, probe: setup.probe }),
    practice: setup.practice,
    disconnect: createDisconnect({
      erase: environment.kept && kitchen.eraseCredentials,
      eraseAndQuit: parts.eraseAndQuit,
      onDisconnected: core.pollNow,
      log,
    }),
    printing,
    webhookStatus: webhook.status,
    settingsFile: createSettingsFile({
      settings: core.settings.now,
      change: core.changeSettings,
      ...parts,
    }),
    version: parts.version,
    exportDiagnostics,
    customers,
    screens: createScreenCalls({
      ...parts,
      screens: () => screens,
      handOver: core.handOver,
      hasSeveral: () => core.connections().length > 1,
      secrets: environment.secrets,
      isOpen: core.lock.isOpen,
    }),
  }
  environment.onNewKeychainService?.(() => {
    // A kitchen with its credentials in memory goes on without the keychain.
    if (core.snapshot().freshness.state !== 'setup') return
    log.warn('keychain-service-new')
    parts.restart()
  })
  return {
    core,
    calls(program) {
      const handlers = createHandlers({ ...handlerParts, ...program })
      const answer = createCallExecutor({ handlers, admit: core.admit, log })
      const { secrets } = environment
      if (secrets !== undefined) {
        screens = createPairedScreens({ ...parts, core, secrets, answer })
        screens.start()
        customers.start()
      }
      return answer
    },
    stop: () =>
      stopInTurn([
        async () => screens?.stop(),
        customers.stop,
        printing.stop,
        setup.practice.stop,
        webhook.stop,
        core.stop,
        environment.stop,
      ]),
    isKeychainHanging: environment.isKeychainHanging,
    provision: environment.importFile,
    practice: setup.practice,
  }
}

/** What works beside the board: the receiver of the webhook, the report for support, paper, and the customers' link. */
function openServices(parts: BackendParts, kitchen: OpenKitchen) {
  const { clock, log } = parts
  const { core } = kitchen
  const webhook = openWebhook({ settings: core.settings, connections: kitchen.opened, clock, log })
  const exportDiagnostics = createDiagnosticsExport({
    ...parts,
    core,
    connections: kitchen.opened,
    webhookStatus: webhook.status,
    save: parts.saveFile,
  })
  const printing = createPrintService({
    ...parts,
    snapshot: core.snapshot,
    settings: core.settings.now,
    onDelta: core.onDelta,
    marks: core.printMarks,
    notify: parts.attention.notify,
  })
  printing.start()
  const customers = createCustomersLink({
    store: core.facts.customersLink,
    core,
    isOpen: core.lock.isOpen,
    lanAddresses,
    clock,
    log,
  })
  return { webhook, exportDiagnostics, printing, customers }
}

/**
 * Stops the parts one after the other. When one fails, the following parts are still stopped; the first error is thrown
 * at the end.
 */
export async function stopInTurn(stops: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const stop of stops) {
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Builds the parts of the guided set-up and of the practice, beside the real kitchen. */
function openSetup(parts: BackendParts, { kept, folder, fetch, isOnline }: CoreEnvironment, kitchen: OpenKitchen) {
  const { core } = kitchen
  const { clock, clipboard, openFile, log } = parts
  const probe = (connection: Connection, limits?: ProbeLimits): Promise<ProbeReport> =>
    probeConnection(connection, { fetch, wallNow: clock.wall, monotonicNow: clock.monotonic, isOnline, log }, limits)
  const service = createSetupService({
    kept,
    probe,
    keepFurther: kitchen.keep,
    findUse: kitchen.credentialUse,
    nameOf: (slot) =>
      kitchen
        .connections()
        .find((one) => one.slot === slot)
        ?.mark().name,
    onKept: core.retryNow,
    onPassed: core.retryNow,
    clipboard,
    openFile,
  })
  const practice = createPracticeService({
    folder,
    settings: core.settings.now,
    tickets: core.tickets,
    newClock: (aheadMs) => createSystemClock({ ...OS_READINGS, wall: () => OS_READINGS.wall() + aheadMs() }),
    now: OS_READINGS.wall,
    openCore: (world, settings, own) =>
      openCore({
        ...world,
        fetch: fetchOver(world.fetch),
        isOnline: () => true,
        isPractice: true,
        settings: Promise.resolve(settings),
        clock: own,
        log,
      }),
    best: core.facts.practiceBest,
    log,
  })
  return { service, practice, probe }
}

/**
 * Ends the connections of this kitchen: erases the credentials from the keychain first, then, if requested, every file
 * of the profile. While the keychain refuses, nothing is erased.
 */
export function createDisconnect(parts: {
  /** Erases the credentials of all platforms. Absent in a profile that only practises. */
  readonly erase: (() => Promise<Result<null, KeepTrouble>>) | undefined
  /** Marks the files of this profile for erasure at the end of the program, and ends it. */
  readonly eraseAndQuit: () => void
  /** Called after the credentials were erased: the board shows that there is no connection. */
  readonly onDisconnected: () => void
  readonly log: Log
}) {
  const { erase, eraseAndQuit, onDisconnected, log } = parts
  return async ({ eraseProfile }: CallArgs<'kitchen:disconnect'>): Promise<CallResult<KeepOutcome>> => {
    if (erase === undefined) return fail('not-allowed', 'a profile for practice has no connection')
    const erased = await erase()
    if (!erased.ok) return ok({ trouble: erased.code })
    log.info('disconnected', { state: eraseProfile ? 'profile-erased' : 'profile-kept' })
    onDisconnected()
    if (eraseProfile) eraseAndQuit()
    return ok({})
  }
}
