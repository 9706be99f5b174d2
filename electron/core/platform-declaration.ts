import type { OrderAction } from '../../shared/order/lifecycle.ts'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { OrdersDeclaration } from '../platform/discovery.ts'
import type { Clock } from '../sync/clock.ts'

/** Orders are read first. Until then a button of an unsupported action may stay on the board. */
const AFTER_POLL_MS = 30_000
const EVERY_MS = 24 * 60 * 60_000

/** What the platform declares; `undefined`: it declares nothing, or could not be asked. */
export type ReadDeclaration = (signal: AbortSignal) => Promise<OrdersDeclaration | undefined>

/**
 * What the platform declares about itself, in memory only: read soon after the first poll, then once a day. A failed
 * reading is normal; the last declaration then stays in force.
 */
export function watchDeclaration(parts: {
  /** Absent: no platform is asked, and every action is supported. */
  readonly read: ReadDeclaration | undefined
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
  /** Called when the set of unsupported actions changed. */
  readonly onChanged: () => void
}) {
  const { read, clock, log, onChanged } = parts
  const stopping = new AbortController()
  let unsupported: ReadonlySet<OrderAction> = new Set()
  let supportsPolling = true
  let cancel: (() => void) | undefined

  const apply = (declaration: OrdersDeclaration | undefined): void => {
    if (declaration === undefined || stopping.signal.aborted) return
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
      const declaration = await read?.(stopping.signal)
      apply(declaration)
      return declaration !== undefined
    } catch (error) {
      log.warn('declaration-not-read', { error: messageOf(error) })
      return false
    }
  }
  const checkDaily = (): void => {
    cancel = clock.setTimer(EVERY_MS, checkDaily)
    void check()
  }

  return {
    /** Call after a successful poll or delivery. The first one of a run starts the readings. */
    startAfterContact(): void {
      if (read !== undefined && !stopping.signal.aborted) cancel ??= clock.setTimer(AFTER_POLL_MS, checkDaily)
    },
    /** Call when the platform may be another one: the declaration is read again after the next poll. */
    restart(): void {
      cancel?.()
      cancel = undefined
    },
    isUnsupported: (action: OrderAction): boolean => unsupported.has(action),
    /** False only while the platform declares that events cannot be polled. */
    supportsPolling: (): boolean => supportsPolling,
    /** Reads the declaration now. True when the platform gave one. */
    check,
    stop(): void {
      stopping.abort()
      cancel?.()
    },
  }
}
