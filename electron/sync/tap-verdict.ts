import { assertNever } from '../../shared/result.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import type { ActAnswer, Refused } from '../platform/answers.ts'
import type { Tap, TapChange } from '../storage/ports.ts'
import { backoffMs, CALL_BACKOFF } from './backoff.ts'

/** Read-after-write lag of a platform's 404 (docs/protocol.md, "Lifecycle"). */
const NOT_FOUND_PATIENCE_MS = 2 * 60_000
const UNAUTHORIZED_WAIT_MS = 30_000

export type Pause = {
  /** Ms in which nothing is sent for any order (`Retry-After`); 0 without. */
  readonly retryAfterMs: number
  /** Ms in which nothing is sent for any order unless the credentials change; 0 without. */
  readonly unauthorizedMs: number
}

/** What an answer means for the tap that was sent and for others. */
type Verdict = Pause & { readonly changes: readonly TapChange[] }

type Circumstances = {
  /** Every tap of the same order that is not undone. */
  readonly tapsOfOrder: readonly Tap[]
  readonly at: number
  readonly random: () => number
}

const changesOnly = (...changes: readonly TapChange[]): Verdict => ({ changes, retryAfterMs: 0, unauthorizedMs: 0 })

const conflict = (tap: Tap, reason: ConflictReason, detail: string | undefined, at: number): TapChange => ({
  tapId: tap.tapId,
  state: 'conflict',
  reason,
  detail,
  answeredAt: at,
  settledAt: at,
  onlyFrom: [tap.state],
})

const retryAt = (tap: Tap, nextAttemptAt: number): TapChange => ({
  tapId: tap.tapId,
  state: 'queued',
  nextAttemptAt,
  onlyFrom: [tap.state],
})

/** The move is impossible, or already made. Some hosts answer 400 with the code of 409. */
const isOfTransition = ({ status, code = '' }: Refused): boolean =>
  status === 409 || status === 422 || (status === 400 && /TRANSITION|INVALID_\w{0,60}STAT/i.test(code))

function afterRefusal(tap: Tap, refusal: Refused, { tapsOfOrder, at, random }: Circumstances): Verdict {
  const detail = refusal.message ?? refusal.code
  if (isOfTransition(refusal)) {
    // The next read of the order decides.
    return changesOnly({ tapId: tap.tapId, state: 'disputed', detail, answeredAt: at, onlyFrom: [tap.state] })
  }
  switch (refusal.status) {
    // 401 of this order alone: the token works for other calls.
    case 401:
    case 403: {
      // Unsent taps of this order would get the same answer; other orders go on.
      const waiting = tapsOfOrder.filter(({ state }) => state === 'held' || state === 'queued')
      return changesOnly(...[tap, ...waiting].map((each) => conflict(each, 'forbidden', detail, at)))
    }
    case 404: {
      // Counted from the first answer: an attempt that was lost in an outage does not measure the lag.
      const answeredAt = tap.answeredAt ?? at
      if (at - answeredAt >= NOT_FOUND_PATIENCE_MS) return changesOnly(conflict(tap, 'not-found', detail, at))
      return changesOnly({ ...retryAt(tap, at + backoffMs(tap.attempts, CALL_BACKOFF, random)), answeredAt })
    }
    default:
      return changesOnly(conflict(tap, 'rejected', detail, at))
  }
}

/** The verdict table (docs/protocol.md, "Lifecycle") for a tap in state `sending` whose POST was just answered. */
export function verdictOf(tap: Tap, answer: ActAnswer, circumstances: Circumstances): Verdict {
  const { at, random } = circumstances
  switch (answer.kind) {
    case 'accepted':
    case 'settled':
      return changesOnly({ tapId: tap.tapId, state: 'sent', answeredAt: at, accepted: true, onlyFrom: [tap.state] })
    case 'unsupported':
      // The step stays in this kitchen.
      return changesOnly({ tapId: tap.tapId, state: 'confirmed', answeredAt: at, here: true, onlyFrom: [tap.state] })
    case 'refused':
      return afterRefusal(tap, answer, circumstances)
    case 'unauthorized':
      return { ...changesOnly(retryAt(tap, at + UNAUTHORIZED_WAIT_MS)), unauthorizedMs: UNAUTHORIZED_WAIT_MS }
    case 'unavailable': {
      const retryAfterMs = answer.retryAfterMs ?? 0
      return {
        ...changesOnly(retryAt(tap, at + backoffMs(tap.attempts, CALL_BACKOFF, random, retryAfterMs))),
        retryAfterMs,
      }
    }
    default:
      return assertNever(answer)
  }
}
