import type { HistoryEntry, Milestones, Shift, Spread } from '../../shared/history.ts'

const P90 = 0.9
const MEDIAN = 0.5

/** The smallest value that at least this share of the values does not exceed (nearest rank). */
const nearestRank = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0

export function spreadOf(durations: readonly number[]): Spread | undefined {
  if (durations.length === 0) return undefined
  const sorted = durations.toSorted((a, b) => a - b)
  return { count: sorted.length, medianMs: nearestRank(sorted, MEDIAN), p90Ms: nearestRank(sorted, P90) }
}

const spans = (
  entries: readonly HistoryEntry[],
  from: (milestones: Milestones) => number | undefined,
  until: (milestones: Milestones) => number | undefined,
): readonly number[] =>
  entries.flatMap(({ milestones }) => {
    const [begin, end] = [from(milestones), until(milestones)]
    return begin === undefined || end === undefined ? [] : [Math.max(0, end - begin)]
  })

/** The figures of a shift, computed from its orders. Durations leave out cancelled orders. */
export function shiftFigures(entries: readonly HistoryEntry[], from: number): Shift {
  const worked = entries.filter(({ status }) => status !== 'CANCELLED')
  const promised = worked.flatMap(({ promisedAt, milestones: { readyAt } }) =>
    promisedAt === undefined || readyAt === undefined ? [] : [readyAt <= promisedAt],
  )
  return {
    from,
    orders: entries.length,
    cancelled: entries.length - worked.length,
    accept: spreadOf(
      spans(
        worked,
        ({ receivedAt }) => receivedAt,
        ({ acceptedAt }) => acceptedAt,
      ),
    ),
    prepare: spreadOf(
      spans(
        worked,
        ({ acceptedAt }) => acceptedAt,
        ({ readyAt }) => readyAt,
      ),
    ),
    ready: spreadOf(
      spans(
        worked,
        ({ receivedAt }) => receivedAt,
        ({ readyAt }) => readyAt,
      ),
    ),
    onTime: { kept: promised.filter(Boolean).length, promised: promised.length },
  }
}
