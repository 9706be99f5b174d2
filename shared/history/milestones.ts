import type { HistoryEntry, Milestones } from '../contract/history.ts'
import { type KnownStatus, progressOf, QUEUED_ACTIONS, targetOf } from '../order/lifecycle.ts'

export type Entry = { readonly at: number; readonly kind: string; readonly detail?: string | undefined }

/** By kind of an entry, the kind of the entry that withdraws it. */
const WITHDRAWALS = {
  tapped: 'undone',
  confirmed: 'confirmation-withdrawn',
  cancelled: 'cancellation-withdrawn',
} as const

/** The entries of one kind that still hold. A tap and its proof are withdrawn by their action, a cancellation has no other subject. */
export function standing(timeline: readonly Entry[], kind: keyof typeof WITHDRAWALS): readonly Entry[] {
  const entries: Entry[] = []
  for (const entry of timeline) {
    if (entry.kind === kind) entries.push(entry)
    if (entry.kind !== WITHDRAWALS[kind]) continue
    const last = entries.findLastIndex(({ detail }) => kind === 'cancelled' || detail === entry.detail)
    if (last !== -1) entries.splice(last, 1)
  }
  return entries
}

/**
 * When an order took a step: the time of a proved tap, else of the first read that showed it after one that did not.
 * `CONCLUDED` is no step. `undefined`: past the step when first seen.
 */
function stepAt(
  timeline: readonly Entry[],
  taps: readonly Entry[],
  proofs: readonly Entry[],
  targets: readonly [first: KnownStatus, ...further: KnownStatus[]],
): number | undefined {
  const actions = QUEUED_ACTIONS.filter((action) => targets.includes(targetOf(action)))
  const proven = taps.find(
    (tap) =>
      actions.some((action) => action === tap.detail) &&
      proofs.some((proof) => proof.detail === tap.detail && proof.at >= tap.at),
  )
  if (proven) return proven.at
  const wanted = progressOf(targets[0]) ?? 0
  const reads = timeline.flatMap((entry) => {
    const isShown = entry.kind === 'read' && entry.detail !== 'CONCLUDED'
    const progress = isShown ? progressOf(entry.detail ?? '') : undefined
    return progress === undefined ? [] : [{ at: entry.at, progress }]
  })
  const reached = reads.findIndex(({ progress }) => progress >= wanted)
  return reached > 0 ? reads[reached]?.at : undefined
}

/** Why an order was cancelled: the code of its cancellation, if that still holds. */
export const cancelCodeOf = (timeline: readonly Entry[]): string | undefined =>
  standing(timeline, 'cancelled')[0]?.detail

/** The durations of an order's steps, by its timeline. Pure; times as in the timeline. */
export function milestonesOf(timeline: readonly Entry[], firstSeenAt: number): Milestones {
  const taps = standing(timeline, 'tapped')
  const proofs = standing(timeline, 'confirmed')
  const first = (kind: string): number | undefined => timeline.find((entry) => entry.kind === kind)?.at
  return {
    receivedAt: first('received') ?? firstSeenAt,
    shownAt: first('shown'),
    rungAt: first('rang'),
    tappedAt: taps[0]?.at,
    sentAt: first('sent'),
    confirmedAt: proofs[0]?.at,
    acceptedAt: stepAt(timeline, taps, proofs, ['CONFIRMED']),
    readyAt: stepAt(timeline, taps, proofs, ['READY']),
    handedOverAt: stepAt(timeline, taps, proofs, ['IN_DELIVERY', 'DELIVERED']),
    cancelledAt: standing(timeline, 'cancelled')[0]?.at,
  }
}

/** Whether an order was ready after the time that was promised; `undefined`: it has no such time, or was never ready. */
export const isLate = ({ promisedAt, milestones: { readyAt } }: Pick<HistoryEntry, 'promisedAt' | 'milestones'>) =>
  promisedAt === undefined || readyAt === undefined ? undefined : readyAt > promisedAt
