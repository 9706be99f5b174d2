import { fail } from '../../shared/result.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { isSameCredential } from '../secrets/leased-connection.ts'
import type { KeptConnection } from '../secrets/stored-connection.ts'
import type { ConnectionFiles } from '../storage/connection-files.ts'

/** Until staff end the pause, the platform gets no call of this connection. */
export const pausable =
  (files: Pick<ConnectionFiles, 'read'>, slot: Slot, source: ConnectionSource): ConnectionSource =>
  async () =>
    files.read(slot)?.isPaused === true ? fail('connection-paused', 'staff have paused it') : source()

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
    for (const other of files.slots()) {
      const before = other < slot ? await keptAt(other)?.connection() : undefined
      if (before?.ok && isSameCredential(before.value, answer.value))
        return fail('credential-twice', 'another connection of this kitchen has this credential')
    }
    return answer
  }
