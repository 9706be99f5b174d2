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
  readonly revalidate: (tap: Tap) => Promise<Revalidation>
  readonly onChange: (orderId: string) => void
}) {
  const { ledger, clock, signal, pool, revalidate, onChange } = parts
  /** Monotonic times of the next attempts, by tap. */
  const attemptsAt = new Map<string, number>()

  const decide = async (tap: Tap): Promise<void> => {
    const { tapId, orderId } = tap
    const revalidation = await revalidate(tap)
    if (signal.aborted) return
    if (revalidation !== 'fresh') {
      attemptsAt.set(tapId, clock.monotonic() + RETRY_MS)
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

  return {
    /** Decides about the request when it is due. Returns the ms until the next check; `undefined` while one is under way. */
    dueIn(tap: Tap): number | undefined {
      if (pool.has(tap.orderId)) return undefined
      const now = clock.monotonic()
      const due = attemptsAt.get(tap.tapId) ?? now + (tap.answeredAt ?? 0) + PUBLISHED_WITHIN_MS - clock.platform()
      attemptsAt.set(tap.tapId, due)
      if (due > now) return due - now
      if (pool.free() > 0) pool.run(tap.orderId, () => decide(tap))
      return undefined
    },
    /** Removes the taps that are no longer open. */
    keepOnly(openTapIds: ReadonlySet<string>): void {
      for (const tapId of attemptsAt.keys()) if (!openTapIds.has(tapId)) attemptsAt.delete(tapId)
    },
  }
}
