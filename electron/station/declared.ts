import type { OrderAction } from '../../shared/lifecycle.ts'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from '../sync/clock.ts'

/** Orders come first, and a button may stand on the board for so long. */
const AFTER_POLL_MS = 30_000
const EVERY_MS = 24 * 60 * 60_000

/** The actions that the platform declares as not supported; `undefined`: it declares nothing, or could not be asked. */
export type ReadUnsupported = (signal: AbortSignal) => Promise<readonly OrderAction[] | undefined>

export type Declared = {
  /** A poll succeeded: the first one of a run begins the readings. */
  polled(): void
  /** The platform may be another one now: it is read again after the next poll. */
  changed(): void
  isUnsupported(action: OrderAction): boolean
  stop(): void
}

/**
 * What the platform declares about itself, in memory only: read soon after the first poll, and once a day. That nothing can
 * be read is normal; what was known then goes on to hold.
 */
export function watchDeclared(parts: {
  /** Absent: nobody is asked, and every action is supported. */
  readonly read: ReadUnsupported | undefined
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
  /** Told when other actions are unsupported than before. */
  readonly onChanged: () => void
}): Declared {
  const { read, clock, log, onChanged } = parts
  const ended = new AbortController()
  let unsupported: ReadonlySet<OrderAction> = new Set()
  let cancel: (() => void) | undefined

  const take = (actions: readonly OrderAction[] | undefined): void => {
    if (actions === undefined || ended.signal.aborted) return
    const next = new Set(actions)
    if (next.size === unsupported.size && [...next].every((action) => unsupported.has(action))) return
    unsupported = next
    log.info('operations-unsupported', { count: next.size })
    onChanged()
  }
  const readNow = async (): Promise<void> => {
    try {
      take(await read?.(ended.signal))
    } catch (error) {
      log.warn('declaration-not-read', { error: messageOf(error) })
    }
  }
  const look = (): void => {
    cancel = clock.setTimer(EVERY_MS, look)
    void readNow()
  }

  return {
    polled() {
      if (read !== undefined && !ended.signal.aborted) cancel ??= clock.setTimer(AFTER_POLL_MS, look)
    },
    changed() {
      cancel?.()
      cancel = undefined
    },
    isUnsupported: (action) => unsupported.has(action),
    stop() {
      ended.abort()
      cancel?.()
    },
  }
}
