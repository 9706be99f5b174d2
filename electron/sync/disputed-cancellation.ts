import type { Ledger, Tap } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import type { Pool } from './pool.ts'
import { PUBLISHED_WITHIN_MS } from './settle-cancellation.ts'
import type { WaitingTaps } from './waiting-taps.ts'

/** `undrained`: the platform's events could not be fetched. `unread`: the order could not be read after them. */
export type Revalidation = 'fresh' | 'undrained' | 'unread'

const RETRY_MS = 5_000

export interface DisputedCancellations {
  /** Decides about the request when it is due. Returns the ms until the next check; `undefined` while one is under way. */
  dueIn(tap: Tap): number | undefined
}

/**
 * Decides about a request to cancel that was answered with 409 or 422. Only events show whether it is open, so they are drained
 * before the read that settles it (`settleCancellation`). Without an event it is refused, until one comes.
 */
export function createDisputedCancellations(options: {
  readonly ledger: Pick<Ledger, 'tap' | 'changeTaps'>
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly waiting: WaitingTaps
  readonly pool: Pool
  readonly revalidate: (tap: Tap) => Promise<Revalidation>
  readonly onChange: (orderId: string) => void
}): DisputedCancellations {
  const { ledger, clock, signal, waiting, pool, revalidate, onChange } = options

  const decide = async (tap: Tap): Promise<void> => {
    const { tapId, orderId } = tap
    const revalidation = await revalidate(tap)
    if (signal.aborted) return
    if (revalidation !== 'fresh') {
      waiting.setWork(tapId, { kind: 'disputed', nextAt: clock.monotonic() + RETRY_MS })
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
    dueIn(tap) {
      if (pool.has(tap.orderId)) return undefined
      const now = clock.monotonic()
      const { work } = waiting.of(tap.tapId)
      const firstAt = now + (tap.answeredAt ?? 0) + PUBLISHED_WITHIN_MS - clock.platform()
      const nextAt = work.kind === 'disputed' ? work.nextAt : firstAt
      waiting.setWork(tap.tapId, { kind: 'disputed', nextAt })
      if (nextAt > now) return nextAt - now
      if (pool.free() > 0) pool.run(tap.orderId, () => decide(tap))
      return undefined
    },
  }
}
