import type { MonotonicMs } from '../../shared/time/time.ts'
import type { ActAnswer } from '../platform/answers.ts'
import type { Tap } from '../storage/ports.ts'

/** What this run does with an open tap. The diagram stands above the worker (`outbox-sender.ts`). */
type TapWork =
  | { readonly kind: 'waiting' }
  /** The tap as it was when its POST began. */
  | { readonly kind: 'posting'; readonly tap: Tap }
  /** The storage has not taken the answer yet. */
  | { readonly kind: 'answered'; readonly tap: Tap; readonly answer: ActAnswer; readonly at: MonotonicMs }
  /** `reads` so far looked for the effect of the answered POST; the next is due at `nextAt` (monotonic). */
  | { readonly kind: 'observed'; readonly reads: number; readonly nextAt: number }
  /** The platform's events decide about a request to cancel; they are drained at `nextAt` (monotonic). */
  | { readonly kind: 'disputed'; readonly nextAt: number }

export type Answered = Extract<TapWork, { kind: 'answered' }>

type WaitingTap = {
  readonly work: TapWork
  /** Last try in this run: `retryWaiting` makes the tap due once. */
  readonly triedAt: MonotonicMs | undefined
}

const NEW: WaitingTap = { work: { kind: 'waiting' }, triedAt: undefined }

/** What the ledger does not store of its open taps: one record for each. A restart begins with none. */
export interface WaitingTaps {
  of(tapId: string): WaitingTap
  recordTry(tapId: string, at: MonotonicMs): void
  setWork(tapId: string, work: TapWork): void
  /** The taps whose POST has begun and whose answer is not stored, as they were when it began. */
  underWay(): readonly Tap[]
  /** Removes the taps that are no longer open. */
  keepOnly(openTapIds: ReadonlySet<string>): void
}

export function createWaitingTaps(): WaitingTaps {
  const records = new Map<string, WaitingTap>()
  const of = (tapId: string): WaitingTap => records.get(tapId) ?? NEW
  return {
    of,
    recordTry: (tapId, at) => {
      records.set(tapId, { ...of(tapId), triedAt: at })
    },
    setWork: (tapId, work) => {
      records.set(tapId, { ...of(tapId), work })
    },
    underWay: () =>
      [...records.values()].flatMap(({ work }) =>
        work.kind === 'posting' || work.kind === 'answered' ? work.tap : [],
      ),
    keepOnly: (openTapIds) => {
      for (const tapId of records.keys()) if (!openTapIds.has(tapId)) records.delete(tapId)
    },
  }
}
