import type { Ledger, Tap } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import type { Pool } from './pool.ts'
import { PUBLISHED_WITHIN_MS } from './settle-cancellation.ts'

/** `undrained`: the platform's events could not be fetched. `unread`: the order could not be read after them. */
export type Revalidation = 'fresh' | 'undrained' | 'unread'

const RETRY_MS = 5_000

/**
 * Decides about a request to cancel that was answered with 409 or 422. A read of the order does not show whether the
 * request is still open, because the status does not change; the platform's events do. So the events are drained
 * first, and the read after them settles a request that is still open (`settleCancellation`). A request without an event
 * is refused, until its event comes.
 */
export function createDisputedCancellations(parts: {
  readonly ledger: Pick<Ledger, 'tap' | 'changeTaps'>
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly pool: Pool
  /** Monotonic times of the next attempts, by tap. The caller removes those of settled taps. */
  readonly disputes: Map<string, number>
  readonly revalidate: (tap: Tap) => Promise<Revalidation>
  readonly onChange: (orderId: string) => void
}): (tap: Tap) => number | undefined {
  const { ledger, clock, signal, pool, disputes, revalidate, onChange } = parts

  const decide = async (tap: Tap): Promise<void> => {
    const { tapId, orderId } = tap
    const revalidation = await revalidate(tap)
    if (signal.aborted) return
    if (revalidation !== 'fresh') {
      disputes.set(tapId, clock.monotonic() + RETRY_MS)
      return
    }
    const at = clock.platform()
    if (ledger.tap(tapId)?.state !== 'disputed') return
    ledger.changeTaps(
      [{ tapId, state: 'conflict', reason: 'invalid-transition', settledAt: at, onlyFrom: ['disputed'] }],
      at,
    )
    onChange(orderId)
  }

  /** Returns the ms until the next check; `undefined` while one is under way. */
  return (tap) => {
    if (pool.has(tap.orderId)) return undefined
    const now = clock.monotonic()
    const due = disputes.get(tap.tapId) ?? now + (tap.answeredAt ?? 0) + PUBLISHED_WITHIN_MS - clock.platform()
    disputes.set(tap.tapId, due)
    if (due > now) return due - now
    if (pool.free() > 0) pool.run(tap.orderId, () => decide(tap))
    return undefined
  }
}
