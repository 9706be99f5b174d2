import type { CallResult } from '../../shared/contract/contract.ts'
import { ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Clock } from '../sync/clock.ts'
import type { Board } from './board.ts'

/** A change within this time may have crashed the window: a page that hangs is detected and ended within 16 s. */
const SUSPECT_MS = 60_000
/** Two crashes further apart are treated as unrelated. */
const RELATED_ENDS_MS = 5 * 60_000
/** After this time the ticket is drawn again: the ticket or the window may have changed. */
const QUARANTINE_MS = 10 * 60_000

/** Tickets whose drawing crashed the window twice. The board shows only their id. */
export function createQuarantine(clock: Pick<Clock, 'monotonic'>) {
  const changedAt = new Map<string, { readonly at: number; readonly version: number }>()
  const quarantined = new Map<string, number>()
  /** Orders that changed before the window crashed and were not drawn since. */
  let suspects: ReadonlySet<string> = new Set()
  let crashedAt = Number.NEGATIVE_INFINITY

  return {
    /** These tickets changed with this version of the board. */
    recordChanged(orderIds: readonly string[], version: number): void {
      for (const orderId of orderIds) changedAt.set(orderId, { at: clock.monotonic(), version })
    },
    /** A window has drawn these tickets in this version without a crash. A later change may still crash it. */
    recordDrawn(orderIds: readonly string[], version: number): void {
      const seen = new Set(orderIds)
      for (const orderId of orderIds) {
        if ((changedAt.get(orderId)?.version ?? 0) <= version) changedAt.delete(orderId)
      }
      suspects = new Set([...suspects].filter((orderId) => !seen.has(orderId)))
    },
    /** Call when the window has crashed. Returns the orders that are quarantined from now on. */
    windowCrashed(): readonly string[] {
      const now = clock.monotonic()
      const isSecond = now - crashedAt < RELATED_ENDS_MS
      crashedAt = now
      const culprits = isSecond ? [...suspects] : []
      for (const orderId of culprits) quarantined.set(orderId, now)
      const recent = [...changedAt].filter(([orderId, { at }]) => now - at < SUSPECT_MS && !quarantined.has(orderId))
      suspects = new Set(recent.map(([orderId]) => orderId))
      changedAt.clear()
      return culprits
    },
    isQuarantined: (orderId: string): boolean => quarantined.has(orderId),
    /** Orders that are no longer quarantined, each once. */
    releaseExpired(): readonly string[] {
      const now = clock.monotonic()
      const over = [...quarantined].flatMap(([orderId, since]) => (now - since >= QUARANTINE_MS ? [orderId] : []))
      for (const orderId of over) quarantined.delete(orderId)
      // A ticket that was not drawn for so long is no longer a suspect.
      for (const [orderId, { at }] of changedAt) if (now - at >= SUSPECT_MS) changedAt.delete(orderId)
      return over
    },
  }
}

export interface BoardQuarantine {
  isQuarantined(orderId: string): boolean
  releaseExpired(): readonly string[]
  /** Like `recordDrawn`, for the call of a window. */
  drawn(orderIds: readonly string[], version: number): CallResult<null>
  /** Call when the window has crashed: draws the tickets that are quarantined from now on. */
  windowCrashed(): void
}

/** The quarantine of one board, of a main computer or of a screen. */
export function createBoardQuarantine(parts: {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly board: Pick<Board, 'onDelta'>
  readonly log: Pick<Log, 'error'>
  readonly refresh: (orderIds: readonly string[]) => void
}): BoardQuarantine {
  const { clock, board, log, refresh } = parts
  const quarantine = createQuarantine(clock)
  board.onDelta(({ version, changed }) =>
    quarantine.recordChanged(
      changed.map(({ orderId }) => orderId),
      version,
    ),
  )
  return {
    isQuarantined: quarantine.isQuarantined,
    releaseExpired: quarantine.releaseExpired,
    drawn(orderIds, version) {
      quarantine.recordDrawn(orderIds, version)
      return ok(null)
    },
    windowCrashed() {
      const quarantined = quarantine.windowCrashed()
      for (const orderId of quarantined) log.error('ticket-quarantined', { orderId })
      if (quarantined.length > 0) refresh(quarantined)
    },
  }
}
