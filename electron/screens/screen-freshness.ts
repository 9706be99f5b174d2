import type { Freshness } from '../../shared/freshness.ts'
import type { LinkState } from './station-link.ts'

/** Without its station for so long, the board is no longer only late. */
const STALE_MS = 30_000

/** How far the window can trust its board: as far as the station trusts its own, and less while the station is not reached. */
export function screenFreshness(parts: {
  /** As the station said it last. */
  readonly stationFreshness: Freshness
  /** The board of the station is known as it is now. */
  readonly isCurrent: boolean
  /** A board of the station was ever seen. */
  readonly hasBoard: boolean
  /** Milliseconds since the board was current. */
  readonly awayMs: number
  readonly link: LinkState
}): Freshness {
  const { stationFreshness, isCurrent, hasBoard, awayMs, link } = parts
  // Its set-up is made at the station: here it is one more reason why nothing is new.
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
