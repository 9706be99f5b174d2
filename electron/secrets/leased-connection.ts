import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fail } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Connection, ConnectionSource } from '../platform/connection.ts'
import { tryLock } from '../storage/exclusive-lock.ts'

/** Pause between attempts to get a lease that another program holds. */
const RETRY_MS = 2_000
const NAME_LENGTH = 32

/** The address contains a secret, so the name of the file is a hash. */
const leaseName = ({ apiUrl, clientId }: Connection): string =>
  `${createHash('sha256').update(`${apiUrl}\n${clientId}`).digest('hex').slice(0, NAME_LENGTH)}.lease`

/** Whether two connections would poll one queue. */
export const isSameCredential = (one: Connection, other: Connection): boolean => leaseName(one) === leaseName(other)

/** Whether another program of this machine holds the lease of this credential at this moment. */
export function isLeasedElsewhere(connection: Connection, folder: string): boolean {
  const attempt = tryLock(join(folder, leaseName(connection)))
  if (attempt.kind === 'taken') attempt.release()
  return attempt.kind === 'held-elsewhere'
}

/**
 * Programs that poll one credential take each other's orders (docs/protocol.md, "Events"): a second one on this machine gets
 * `credential-in-use` until the first has ended. Without locks of the file system the connection is used unguarded.
 */
export function leaseConnection(options: {
  readonly source: ConnectionSource
  /** A folder that all profiles of this user share. */
  readonly folder: string
  readonly clock: { setTimer(delayMs: number, task: () => void): () => void }
  readonly log: Log
  /** Called when the lease was obtained after a refusal. */
  readonly onTaken: () => void
}) {
  const { source, folder, clock, log, onTaken } = options
  let held: { readonly name: string; readonly release: () => void } | undefined
  let wanted: string | undefined
  let cancelRetry: (() => void) | undefined
  let isOver = false

  const stopRetries = (): void => {
    cancelRetry?.()
    cancelRetry = undefined
    wanted = undefined
  }

  const takeLease = (name: string): boolean => {
    if (held?.name === name) return true
    held?.release()
    held = undefined
    const attempt = tryLock(join(folder, name))
    switch (attempt.kind) {
      case 'held-elsewhere':
        return false
      case 'impossible':
        log.warn('credential-lease-impossible', { error: attempt.error })
        held = { name, release: () => undefined }
        return true
      case 'taken':
        held = { name, release: attempt.release }
        return true
    }
  }

  const retryUntilFree = (name: string): void => {
    cancelRetry = clock.setTimer(RETRY_MS, () => {
      if (isOver || wanted !== name) return
      if (!takeLease(name)) return retryUntilFree(name)
      stopRetries()
      log.info('credential-lease-taken-over')
      onTaken()
    })
  }

  return {
    /** The connection while this program holds the lease of its credential; else `credential-in-use`. */
    async connection(): ReturnType<ConnectionSource> {
      const answer = await source()
      if (!answer.ok) return answer
      if (isOver) return fail('credential-in-use', 'this computer has given its credential back')
      const name = leaseName(answer.value)
      if (takeLease(name)) {
        stopRetries()
        return answer
      }
      if (wanted !== name) {
        stopRetries()
        log.warn('credential-in-use')
        wanted = name
        retryUntilFree(name)
      }
      return fail('credential-in-use', 'another Comanda on this machine polls with this credential')
    },
    /** The connection is refused from then on. */
    release(): void {
      isOver = true
      stopRetries()
      held?.release()
      held = undefined
    },
  }
}
