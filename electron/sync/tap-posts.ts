import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { ActAnswer, PlatformClient } from '../platform/answers.ts'
import type { Ledger, Tap, TapChange } from '../storage/ports.ts'
import type { Clock } from './clock.ts'
import type { SendPauses } from './send-pauses.ts'
import { verdictOf } from './tap-verdict.ts'
import type { Answered, WaitingTaps } from './waiting-taps.ts'

export type TapPostsOptions = {
  readonly client: Pick<PlatformClient, 'act'>
  readonly ledger: Pick<
    Ledger,
    | 'tap'
    | 'tapsOf'
    | 'lastEventSeq'
    | 'receiveEvents'
    | 'changeTaps'
    | 'markToRead'
    | 'inTransaction'
    | 'deferred'
    | 'onLost'
  >
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly log: Log
  readonly waiting: WaitingTaps
  readonly pauses: Pick<SendPauses, 'recordVerdict'>
  /** Called when the read of an order was queued. */
  readonly onReadWanted: () => void
  /** Called after each change of a tap, once it is durable. */
  readonly onChange: (orderId: string) => void
}

/** Stored deferred, like the end of a hold: after a restart each unanswered tap counts as possibly sent. */
const sendingChange = (tap: Tap): TapChange => ({
  tapId: tap.tapId,
  state: 'sending',
  attempts: tap.attempts,
  sentAfterEvent: tap.args.sentAfterEvent,
  ...(tap.lastAttemptAt === undefined ? {} : { lastAttemptAt: tap.lastAttemptAt }),
  ...(tap.firstAttemptAt === undefined ? {} : { firstAttemptAt: tap.firstAttemptAt }),
  onlyFrom: ['held', 'queued'],
})

export interface TapPosts {
  /** Makes the POST and stores its answer. A storage that fails rejects; the answer is kept for `storeAgain`. */
  post(queued: Tap): Promise<void>
  /** Stores the answer of this tap if it was not stored yet. Throws what the storage throws. */
  storeAgain(tapId: string): void
}

/** A failure of the book-keeping after a POST repeats the book-keeping, never the POST. */
export function createTapPosts(options: TapPostsOptions): TapPosts {
  const { client, ledger, clock, random, signal, log, waiting, pauses, onReadWanted, onChange } = options

  /** No instant, because those of this machine step together with the platform's time. */
  const sentAfterEvent = ({ action, orderId, firstAttemptAt, args }: Tap): number | undefined =>
    action === 'requestCancellation' && firstAttemptAt === undefined
      ? ledger.lastEventSeq(orderId)
      : args.sentAfterEvent

  // A tap whose POST is under way must not appear as one that can be taken back or sent.
  ledger.onLost(() => {
    const underWay = waiting.underWay()
    if (underWay.length === 0) return
    ledger.deferred(() => ledger.changeTaps(underWay.map(sendingChange), clock.platform()), 'later')
  })

  /** A defect of the client leaves its outcome unknown, as a lost answer does: the tap must not stay as being sent. */
  const unknownAfter = (error: unknown): ActAnswer => {
    log.error('task-failed', { worker: 'post', error: messageOf(error) })
    return { kind: 'unavailable', cause: 'unintelligible' }
  }

  /** The platform decided by its answer: stored like the event that would say the same, which nobody acknowledges. */
  const storeDecision = ({ tapId, orderId }: Tap, eventType: string): void => {
    const event = { eventId: `answer:${tapId}`, orderId, eventType, createdAt: undefined, metadata: undefined }
    ledger.receiveEvents([{ ...event, problem: undefined }], [], 'webhook', clock.platform())
  }

  const storeAnswer = ({ tap, answer, at }: Answered): void => {
    const tapsOfOrder = ledger.tapsOf(tap.orderId)
    // The platform's time may have stepped during the call; the times of the stored tap stepped with it.
    const sending = tapsOfOrder.find(({ tapId, state }) => tapId === tap.tapId && state === 'sending') ?? tap
    const verdict = verdictOf(sending, answer, { tapsOfOrder, at: clock.toPlatform(at), random })
    pauses.recordVerdict(verdict)
    // Also after a refusal: an earlier attempt with a lost answer may have arrived, and only a read shows it.
    const isAnswered = verdict.changes.some(({ state }) => state !== 'queued')
    ledger.inTransaction(() => {
      ledger.changeTaps(verdict.changes, clock.platform())
      if (answer.kind === 'settled') storeDecision(tap, answer.eventType)
      if (isAnswered) ledger.markToRead([tap.orderId], clock.platform())
    })
    waiting.setWork(tap.tapId, { kind: 'waiting' })
    if (isAnswered) onReadWanted()
    onChange(tap.orderId)
  }

  return {
    async post(queued) {
      const startedAt = clock.platform()
      const { tapId, orderId, attempts, firstAttemptAt = startedAt } = queued
      const args = { ...queued.args, sentAfterEvent: sentAfterEvent(queued) }
      const tried: Tap = { ...queued, args, attempts: attempts + 1, firstAttemptAt, lastAttemptAt: startedAt }
      ledger.deferred(() => ledger.changeTaps([sendingChange(tried)], startedAt), 'later')
      onChange(orderId)
      const tap = ledger.tap(tapId)
      if (tap?.state !== 'sending') return
      waiting.setWork(tapId, { kind: 'posting', tap })
      const { action } = tap
      const { preparationMinutes, cancellation, orderCreatedAt, wish, offer } = tap.args
      const answered = wish === undefined ? {} : { wish, ...(offer && { offer }) }
      const request = { orderId, action, preparationMinutes, cancellation, ...answered }
      const call = async () => client.act(orderCreatedAt ? { ...request, orderCreatedAt } : request, signal)
      const answer = await call().catch(unknownAfter)
      const work = { kind: 'answered', tap, answer, at: clock.monotonic() } as const
      waiting.setWork(tapId, work)
      storeAnswer(work)
    },
    storeAgain(tapId) {
      const { work } = waiting.of(tapId)
      if (work.kind === 'answered') storeAnswer(work)
    },
  }
}
