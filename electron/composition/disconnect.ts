import type { CallArgs, CallResult } from '../../shared/contract.ts'
import { fail, ok } from '../../shared/result.ts'
import type { KeepOutcome } from '../../shared/setup.ts'
import type { Log } from '../logging/log-port.ts'
import type { KeptConnection } from '../secrets/stored-connection.ts'

export type DisconnectParts = {
  /** Absent in a profile that only practises. */
  readonly kept: KeptConnection | undefined
  /** Marks the files of this profile for erasure at the end of the program, and ends it. */
  readonly eraseAndQuit: () => void
  /** Called after the credentials were erased: the board shows that there is no connection. */
  readonly onDisconnected: () => void
  readonly log: Log
}

/**
 * Ends the connection of this kitchen: erases the credentials from the keychain first, then, if requested, every file
 * of the profile. While the keychain refuses, nothing is erased.
 */
export function createDisconnect({ kept, eraseAndQuit, onDisconnected, log }: DisconnectParts) {
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
