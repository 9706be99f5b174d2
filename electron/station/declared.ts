import type { OrderAction } from '../../shared/lifecycle.ts'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { OrdersDeclaration } from '../platform/discovery.ts'
import type { Clock } from '../sync/clock.ts'

/** Orders come first, and a button may stand on the board for so long. */
const AFTER_POLL_MS = 30_000
const EVERY_MS = 24 * 60 * 60_000

/** What the platform declares; `undefined`: it declares nothing, or could not be asked. */
export type ReadDeclaration = (signal: AbortSignal) => Promise<OrdersDeclaration | undefined>

export type Declared = {
  /** A poll or a delivery succeeded: the first one of a run begins the readings. */
  connected(): void
  /** The platform may be another one now: it is read again after the next poll. */
  changed(): void
  isUnsupported(action: OrderAction): boolean
  /** False only while the platform declares that events cannot be polled. */
  supportsPolling(): boolean
  /** Reads the declaration now. True when the platform gave one. */
  check(): Promise<boolean>
  stop(): void
}

/**
 * What the platform declares about itself, in memory only: read soon after the first poll, and once a day. That nothing can
 * be read is normal; what was known then goes on to hold.
 */
export function watchDeclared(parts: {
  /** Absent: no platform is asked, and every action is supported. */
  readonly read: ReadDeclaration | undefined
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
  /** Told when other actions are unsupported than before. */
  readonly onChanged: () => void
}): Declared {
  const { read, clock, log, onChanged } = parts
  const ended = new AbortController()
  let unsupported: ReadonlySet<OrderAction> = new Set()
  let supportsPolling = true
  let cancel: (() => void) | undefined

  const take = (declaration: OrdersDeclaration | undefined): void => {
    if (declaration === undefined || ended.signal.aborted) return
    if (declaration.supportsPolling !== supportsPolling) {
      supportsPolling = declaration.supportsPolling
      log.info('polling-declared', { state: supportsPolling ? 'supported' : 'unsupported' })
    }
    const next = new Set(declaration.unsupported)
    if (next.size === unsupported.size && [...next].every((action) => unsupported.has(action))) return
    unsupported = next
    log.info('operations-unsupported', { count: next.size })
    onChanged()
  }
  const check = async (): Promise<boolean> => {
    try {
      const declaration = await read?.(ended.signal)
      take(declaration)
      return declaration !== undefined
    } catch (error) {
      log.warn('declaration-not-read', { error: messageOf(error) })
      return false
    }
  }
  const look = (): void => {
    cancel = clock.setTimer(EVERY_MS, look)
    void check()
  }

  return {
    connected() {
      if (read !== undefined && !ended.signal.aborted) cancel ??= clock.setTimer(AFTER_POLL_MS, look)
    },
    changed() {
      cancel?.()
      cancel = undefined
    },
    isUnsupported: (action) => unsupported.has(action),
    supportsPolling: () => supportsPolling,
    check,
    stop() {
      ended.abort()
      cancel?.()
    },
  }
}
