import type { Milestones } from '../../shared/history.ts'
import { type KnownStatus, progressOf, type QueuedAction } from '../../shared/lifecycle.ts'

type Entry = { readonly at: number; readonly kind: string; readonly detail?: string | undefined }

/** Taps that were not taken back. */
function tapsNotUndone(timeline: readonly Entry[]): readonly Entry[] {
  const taps: Entry[] = []
  for (const entry of timeline) {
    if (entry.kind === 'tapped') taps.push(entry)
    if (entry.kind !== 'undone') continue
    const last = taps.findLastIndex((tap) => tap.detail === entry.detail)
    if (last !== -1) taps.splice(last, 1)
  }
  return taps
}

/**
 * When an order took a step. If a read proved a tap, the time of the tap. Otherwise the time of the first read that
 * showed the step, provided that an earlier read showed the order before it. For an order that was past the step when
 * it was first seen: `undefined`.
 */
function stepAt(
  timeline: readonly Entry[],
  taps: readonly Entry[],
  actions: readonly QueuedAction[],
  target: KnownStatus,
): number | undefined {
  const proven = taps.find(
    (tap) =>
      actions.some((action) => action === tap.detail) &&
      timeline.some((entry) => entry.kind === 'confirmed' && entry.detail === tap.detail && entry.at >= tap.at),
  )
  if (proven) return proven.at
  const wanted = progressOf(target) ?? 0
  const reads = timeline.flatMap((entry) => {
    const progress = entry.kind === 'read' ? progressOf(entry.detail ?? '') : undefined
    return progress === undefined ? [] : [{ at: entry.at, progress }]
  })
  const reached = reads.findIndex(({ progress }) => progress >= wanted)
  return reached > 0 ? reads[reached]?.at : undefined
}

/** The durations of an order's steps, by its timeline. Pure; times as in the timeline. */
export function milestonesOf(timeline: readonly Entry[], firstSeenAt: number): Milestones {
  const taps = tapsNotUndone(timeline)
  const first = (kind: string): number | undefined => timeline.find((entry) => entry.kind === kind)?.at
  return {
    receivedAt: first('received') ?? firstSeenAt,
    shownAt: first('shown'),
    rungAt: first('rang'),
    tappedAt: taps[0]?.at,
    sentAt: first('sent'),
    confirmedAt: first('confirmed'),
    acceptedAt: stepAt(timeline, taps, ['confirm'], 'CONFIRMED'),
    readyAt: stepAt(timeline, taps, ['ready-for-pickup'], 'READY'),
    handedOverAt: stepAt(timeline, taps, ['dispatch', 'delivered'], 'IN_DELIVERY'),
    cancelledAt: first('cancelled'),
  }
}
