import type { Clock } from '../sync/clock.ts'

/** A change this recent may have ended the window: a page that hangs is noticed and ended within sixteen seconds. */
const SUSPECT_MS = 60_000
/** Two ends of the window further apart are not connected. */
const RELATED_ENDS_MS = 5 * 60_000
/** After this time the ticket is drawn again: the ticket or the window may have changed. */
const HELD_MS = 10 * 60_000

/** Tickets whose drawing ended the window twice. They stay on the board by their id. */
export type Quarantine = {
  /** These tickets changed with this version of the board. */
  recordChanged(orderIds: readonly string[], version: number): void
  /** A window has drawn these tickets in this version and did not end. A later change may still end it. */
  recordDrawn(orderIds: readonly string[], version: number): void
  /** Call when the window has died. Returns the orders that are held from now on. */
  windowDied(): readonly string[]
  isHeld(orderId: string): boolean
  /** Orders that are no longer held, each once. */
  releaseExpired(): readonly string[]
}

export function createQuarantine(clock: Pick<Clock, 'monotonic'>): Quarantine {
  const changedAt = new Map<string, { readonly at: number; readonly version: number }>()
  const held = new Map<string, number>()
  /** What was changed before the window died and has not been drawn since. */
  let suspects: ReadonlySet<string> = new Set()
  let diedAt = Number.NEGATIVE_INFINITY

  return {
    recordChanged(orderIds, version) {
      for (const orderId of orderIds) changedAt.set(orderId, { at: clock.monotonic(), version })
    },
    recordDrawn(orderIds, version) {
      const seen = new Set(orderIds)
      for (const orderId of orderIds) {
        if ((changedAt.get(orderId)?.version ?? 0) <= version) changedAt.delete(orderId)
      }
      suspects = new Set([...suspects].filter((orderId) => !seen.has(orderId)))
    },
    windowDied() {
      const now = clock.monotonic()
      const isSecond = now - diedAt < RELATED_ENDS_MS
      diedAt = now
      const culprits = isSecond ? [...suspects] : []
      for (const orderId of culprits) held.set(orderId, now)
      const recent = [...changedAt].filter(([orderId, { at }]) => now - at < SUSPECT_MS && !held.has(orderId))
      suspects = new Set(recent.map(([orderId]) => orderId))
      changedAt.clear()
      return culprits
    },
    isHeld: (orderId) => held.has(orderId),
    releaseExpired() {
      const now = clock.monotonic()
      const over = [...held].flatMap(([orderId, since]) => (now - since >= HELD_MS ? [orderId] : []))
      for (const orderId of over) held.delete(orderId)
      // Not drawn for so long, the ticket is no longer a suspect.
      for (const [orderId, { at }] of changedAt) if (now - at >= SUSPECT_MS) changedAt.delete(orderId)
      return over
    },
  }
}
