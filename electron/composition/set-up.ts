import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import type { KeepOutcome } from '../../shared/contract/setup.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Core } from '../core/core.ts'
import type { Log } from '../logging/log-port.ts'
import { type Fetch, fetchOver } from '../platform/web-fetch.ts'
import { createPracticeService, type PracticeService } from '../practice/practice-service.ts'
import { isLeasedElsewhere } from '../secrets/leased-connection.ts'
import type { KeptConnection } from '../secrets/stored-connection.ts'
import { probeConnection } from '../setup/probe.ts'
import { type Clipboard, createSetupService, type SetupService } from '../setup/setup-service.ts'
import { type Clock, createSystemClock, OS_READINGS } from '../sync/clock.ts'
import type { CoreEnvironment } from './core-environment.ts'
import { openCore } from './open-core.ts'

/** Builds the parts of the guided set-up and of the practice, beside the real kitchen. */
export function openSetup(parts: {
  readonly environment: CoreEnvironment
  readonly core: Core
  readonly folder: string
  readonly leaseFolder: string | undefined
  readonly fetch: Fetch
  readonly isOnline: () => boolean
  readonly clock: Clock
  readonly clipboard: Clipboard
  readonly log: Log
}): { readonly service: SetupService; readonly practice: PracticeService } {
  const { environment, core, folder, leaseFolder, fetch, isOnline, clock, clipboard, log } = parts
  const service = createSetupService({
    kept: environment.kept,
    probe: (connection) =>
      probeConnection(connection, { fetch, wallNow: clock.wall, monotonicNow: clock.monotonic, isOnline, log }),
    isUsedElsewhere(connection, inUse) {
      if (leaseFolder === undefined) return false
      // The lease of the connection in use is this kitchen's own, unless its polls say otherwise.
      if (inUse !== undefined) return core.snapshot().freshness.trouble === 'credential-in-use'
      return isLeasedElsewhere(connection, leaseFolder)
    },
    onKept: core.retryNow,
    onPassed: core.retryNow,
    clipboard,
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
    log,
  })
  return { service, practice }
}

/**
 * Ends the connection of this kitchen: erases the credentials from the keychain first, then, if requested, every file
 * of the profile. While the keychain refuses, nothing is erased.
 */
export function createDisconnect(parts: {
  /** Absent in a profile that only practises. */
  readonly kept: KeptConnection | undefined
  /** Marks the files of this profile for erasure at the end of the program, and ends it. */
  readonly eraseAndQuit: () => void
  /** Called after the credentials were erased: the board shows that there is no connection. */
  readonly onDisconnected: () => void
  readonly log: Log
}) {
  const { kept, eraseAndQuit, onDisconnected, log } = parts
  return async ({ eraseProfile }: CallArgs<'kitchen:disconnect'>): Promise<CallResult<KeepOutcome>> => {
    if (kept === undefined) return fail('not-allowed', 'a profile for practice has no connection')
    const erased = await kept.erase()
    if (!erased.ok) return ok({ trouble: erased.code })
    log.info('disconnected', { state: eraseProfile ? 'profile-erased' : 'profile-kept' })
    onDisconnected()
    if (eraseProfile) eraseAndQuit()
    return ok({})
  }
}
