import type { PlatformClient } from '../platform/answers.ts'
import type { AcknowledgmentForm } from '../platform/dialects/dialect.ts'
import type { Facts, Ledger } from '../storage/ports.ts'
import { UNAUTHORIZED_WAIT_MS } from './acknowledgment-form.ts'
import {
  type Acknowledgment,
  type AcknowledgmentOptions,
  createAcknowledgment,
  REFUSED_WAIT_MS,
} from './acknowledgment-work.ts'
import type { Clock } from './clock.ts'

type LedgerOfEvents = Pick<
  Ledger,
  'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'deferred'
> & { readonly facts: Pick<Facts, 'acknowledgmentForm'> }

/**
 * The worker of acknowledgments: every stored event of the ledger, which is the queue, so a crash loses nothing.
 * Batches, halves and forms are drawn at `createAcknowledgment`.
 *
 *     stored ──a poll or delivery kicks──▶ in a batch ──2xx──▶ marked as acknowledged
 *      ▲  ▲                                  ├──no answer──▶ stored: again after a back-off, or `Retry-After`
 *      │  │                                  └──refused alone──▶ skipped
 *      │  └── the platform delivers it again ────────────────────┘
 *      └── a crash before the mark is on disk, within five minutes: acknowledged once more
 */
export function createAcknowledger(
  options: Pick<AcknowledgmentOptions, 'random' | 'signal' | 'log' | 'delivered' | 'onRefusing' | 'onIgnoring'> & {
    readonly ledger: LedgerOfEvents
    readonly client: Pick<PlatformClient, 'acknowledge' | 'acknowledgmentLimit'>
    readonly clock: Pick<Clock, 'platform' | 'monotonic'>
    /** The form in the settings. */
    readonly form: () => AcknowledgmentForm
    /** Called when the platform accepts this form and not the one in the settings. */
    readonly onFormFound: (form: AcknowledgmentForm) => void
  },
): Acknowledgment {
  const { ledger, clock } = options
  return createAcknowledgment({
    ...options,
    proven: ledger.facts.acknowledgmentForm,
    forbiddenWaitMs: { once: UNAUTHORIZED_WAIT_MS, repeated: REFUSED_WAIT_MS },
    queue: {
      next: (most) => ledger.unacknowledgedEvents(most),
      /** If a crash drops this mark, the events are acknowledged once more. */
      recordAcknowledged(events) {
        const eventIds = events.map(({ eventId }) => eventId)
        ledger.deferred(() => ledger.markAcknowledged(eventIds, clock.platform()), 'later')
      },
      recordBad: ({ eventId }, { problem }) => ledger.markUnacknowledgeable(eventId, problem, clock.platform()),
    },
  })
}
