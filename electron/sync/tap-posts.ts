import type { MonotonicMs } from '../../shared/time.ts'
import type { ActAnswer, PlatformClient } from '../platform/answers.ts'
import type { Ledger, Tap, TapChange } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import type { SendPauses } from './send-pauses.ts'
import { verdictOf } from './verdict.ts'

export type TapPostsParts = {
  readonly client: Pick<PlatformClient, 'act'>
  readonly ledger: Pick<
    Ledger,
    'tap' | 'tapsOf' | 'eventsOf' | 'changeTaps' | 'markToRead' | 'inTransaction' | 'deferred' | 'onLost'
  >
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly pauses: Pick<SendPauses, 'recordVerdict'>
  /** Called when the read of an order was queued. */
  readonly onReadWanted: () => void
  /** Called after each change of a tap, once it is durable. */
  readonly onChange: (orderId: string) => void
}

/** The POSTs of taps, and the storing of their answers. */
export type TapPosts = {
  /** Makes the POST and stores its answer. A storage that fails rejects; the answer is kept for `storeAgain`. */
  post(queued: Tap): Promise<void>
  /** Stores the answer of this tap if it was not stored yet. Throws what the storage throws. */
  storeAgain(tapId: string): void
  /** Removes the taps that are no longer open. */
  keepOnly(openTapIds: ReadonlySet<string>): void
}

type Answered = { readonly tap: Tap; readonly answer: ActAnswer; readonly at: MonotonicMs }

/** Stored deferred, like the end of a hold: after a restart each unanswered tap counts as possibly sent. */
const sendingChange = (tap: Tap): TapChange => ({
  tapId: tap.tapId,
  state: 'sending',
  attempts: tap.attempts,
  eventsBefore: tap.args.eventsBefore,
  ...(tap.lastAttemptAt === undefined ? {} : { lastAttemptAt: tap.lastAttemptAt }),
  ...(tap.firstAttemptAt === undefined ? {} : { firstAttemptAt: tap.firstAttemptAt }),
  onlyFrom: ['held', 'queued'],
})

/** A failure of the book-keeping after a POST repeats the book-keeping, never the POST. */
export function createTapPosts(parts: TapPostsParts): TapPosts {
  const { client, ledger, clock, random, signal, pauses, onReadWanted, onChange } = parts
  /** Answers that the storage has not taken yet. */
  const unstored = new Map<string, Answered>()
  /** Taps whose POST has begun and whose answer is not stored, as they were when it began. */
  const underWay = new Map<string, Tap>()

  /** Counted, because instants of this machine step together with the platform's time. */
  const eventsBefore = ({ action, orderId, firstAttemptAt, args }: Tap): number | undefined =>
    action === 'requestCancellation' && firstAttemptAt === undefined
      ? ledger.eventsOf(orderId).length
      : args.eventsBefore

  // A tap whose POST is under way must not appear as one that can be taken back or sent.
  ledger.onLost(() => {
    if (underWay.size === 0) return
    ledger.deferred(() => ledger.changeTaps([...underWay.values()].map(sendingChange), clock.platform()), 'later')
  })

  const storeAnswer = ({ tap, answer, at }: Answered): void => {
    const tapsOfOrder = ledger.tapsOf(tap.orderId)
    // The platform's time may have stepped during the call; the times of the stored tap stepped with it.
    const sending = tapsOfOrder.find(({ tapId, state }) => tapId === tap.tapId && state === 'sending') ?? tap
    const verdict = verdictOf(sending, answer, { tapsOfOrder, at: clock.toPlatform(at), random })
    pauses.recordVerdict(verdict)
    const isAnswered = verdict.changes.some(({ state }) => state === 'sent' || state === 'disputed')
    ledger.inTransaction(() => {
      ledger.changeTaps(verdict.changes, clock.platform())
      if (isAnswered) ledger.markToRead([tap.orderId], clock.platform())
    })
    unstored.delete(tap.tapId)
    underWay.delete(tap.tapId)
    if (isAnswered) onReadWanted()
    onChange(tap.orderId)
  }

  return {
    async post(queued) {
      const startedAt = clock.platform()
      const { tapId, orderId, attempts, firstAttemptAt = startedAt } = queued
      const args = { ...queued.args, eventsBefore: eventsBefore(queued) }
      const tried: Tap = { ...queued, args, attempts: attempts + 1, firstAttemptAt, lastAttemptAt: startedAt }
      ledger.deferred(() => ledger.changeTaps([sendingChange(tried)], startedAt), 'later')
      onChange(orderId)
      const tap = ledger.tap(tapId)
      if (tap?.state !== 'sending') return
      underWay.set(tapId, tap)
      const { action } = tap
      const { preparationMinutes, cancellation } = tap.args
      const answer = await client.act({ orderId, action, preparationMinutes, cancellation }, signal)
      const answered: Answered = { tap, answer, at: clock.monotonic() }
      unstored.set(tapId, answered)
      storeAnswer(answered)
    },
    storeAgain(tapId) {
      const answered = unstored.get(tapId)
      if (answered) storeAnswer(answered)
    },
    keepOnly(openTapIds) {
      for (const taps of [unstored, underWay]) {
        for (const tapId of taps.keys()) if (!openTapIds.has(tapId)) taps.delete(tapId)
      }
    },
  }
}
