import type { Freshness } from '../../../shared/freshness.ts'
import type { LinkState } from './station-link.ts'

/** After this time without the station the board is stale, not only late. */
const STALE_MS = 30_000

export type ScreenFreshnessParts = {
  /** The freshness in the last message of the station. */
  readonly stationFreshness: Freshness
  /** Whether this screen has the present board of the station. */
  readonly isCurrent: boolean
  /** Whether this screen has ever had a board. */
  readonly hasBoard: boolean
  /** Milliseconds since the board was current. */
  readonly awayMs: number
  readonly link: LinkState
}

/** The freshness of a screen's board: that of the station's board, and worse while the station cannot be reached. */
export function screenFreshness(parts: ScreenFreshnessParts): Freshness {
  const { stationFreshness, isCurrent, hasBoard, awayMs, link } = parts
  // The set-up is done at the station. On a screen a missing set-up only means that the board is stale.
  const known: Freshness =
    stationFreshness.state === 'setup' ? { ...stationFreshness, state: 'stale' } : stationFreshness
  if (isCurrent) return known
  const isShort = hasBoard && awayMs < STALE_MS
  return {
    ...known,
    state: isShort && (known.state === 'fresh' || known.state === 'late') ? 'late' : 'stale',
    trouble: link === 'reached' ? 'station-away' : link,
    storeRiskAt: undefined,
  }
}
