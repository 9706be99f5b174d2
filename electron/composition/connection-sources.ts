import { fail } from '../../shared/result.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Freshness } from '../../shared/time/freshness.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { Connection, ConnectionSource } from '../platform/connection.ts'
import { isLeasedElsewhere, isSameCredential } from '../secrets/leased-connection.ts'
import type { KeptConnection } from '../secrets/stored-connection.ts'
import type { CredentialUse } from '../setup/setup-service.ts'
import type { ConnectionFiles } from '../storage/connection-files.ts'

/** Until staff end the pause, the platform gets no call of this connection. */
export const pausable =
  (files: Pick<ConnectionFiles, 'read'>, slot: Slot, source: ConnectionSource): ConnectionSource =>
  async () =>
    files.read(slot)?.isPaused === true ? fail('connection-paused', 'staff have paused it') : source()

/** The first of these connections that has this credential; `undefined`: none of them can be seen to have it. */
async function holderOf(
  credential: Connection,
  slots: readonly Slot[],
  sourceOf: (slot: Slot) => ConnectionSource | undefined,
): Promise<Slot | undefined> {
  for (const slot of slots) {
    const kept = await sourceOf(slot)?.()
    if (kept?.ok && isSameCredential(kept.value, credential)) return slot
  }
  return undefined
}

/** Two polls of one credential take each other's orders away: the connection with the lower number has it. */
export const unshared =
  (
    files: Pick<ConnectionFiles, 'slots'>,
    keptAt: (slot: Slot) => KeptConnection | undefined,
    slot: Slot,
    source: ConnectionSource,
  ): ConnectionSource =>
  async () => {
    const answer = await source()
    if (!answer.ok) return answer
    const earlier = files.slots().filter((other) => other < slot)
    const holder = await holderOf(answer.value, earlier, (other) => keptAt(other)?.connection)
    return holder === undefined
      ? answer
      : fail('credential-twice', 'another connection of this kitchen has this credential')
  }

/** A keychain that does not answer leaves the set-up its test: the later of two equal connections does not poll. */
const KEYCHAIN_WAIT_MS = 2_000

/**
 * Whether a connection that is set up may have this credential: `free`; it is that of another connection, given by its slot; or
 * another program of this machine receives its orders.
 */
export const credentialUse =
  (kitchen: {
    readonly slots: () => readonly Slot[]
    readonly keptAt: (slot: Slot) => Pick<KeptConnection, 'connection'> | undefined
    readonly troubleOf: (slot: Slot) => Freshness['trouble']
    readonly leaseFolder: string | undefined
  }) =>
  async (credential: Connection, target: Slot | 'new'): Promise<CredentialUse> => {
    const { slots, keptAt, troubleOf, leaseFolder } = kitchen
    const inTime = (slot: Slot): ConnectionSource | undefined => {
      const source = keptAt(slot)?.connection
      const late = fail('not-configured', 'the keychain does not answer')
      return source && (() => withTimeLimit(source(), KEYCHAIN_WAIT_MS, () => late))
    }
    const holder = await holderOf(credential, slots(), inTime)
    if (holder !== undefined && holder !== target) return holder
    // The lease of a connection in use is this kitchen's own, unless its polls say otherwise.
    const isElsewhere =
      holder === undefined
        ? leaseFolder !== undefined && isLeasedElsewhere(credential, leaseFolder)
        : troubleOf(holder) === 'credential-in-use'
    return isElsewhere ? 'elsewhere' : 'free'
  }
