import { isDeepStrictEqual } from 'node:util'
import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { monotonicMs } from '../../shared/time/time.ts'
import type { Facts, Ledger } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'
import type { Board } from './board.ts'
import type { BoardFreshness } from './board-freshness.ts'

/** The content of a board except its tickets. */
export type Shown = Pick<BoardSnapshot, 'freshness' | 'unsettledTaps' | 'clock' | 'settings' | 'soundTestedAt'>
type Untimed = Omit<Shown, 'clock'>

/** The parts of `now` that differ from those of `before`. */
function changedParts(now: Untimed, before: Partial<Untimed>): Partial<Untimed> {
  const isSame = (name: keyof Untimed): boolean => isDeepStrictEqual(now[name], before[name])
  return {
    ...(isSame('freshness') ? {} : { freshness: now.freshness }),
    ...(isSame('unsettledTaps') ? {} : { unsettledTaps: now.unsettledTaps }),
    ...(isSame('settings') ? {} : { settings: now.settings }),
    ...(isSame('soundTestedAt') ? {} : { soundTestedAt: now.soundTestedAt }),
  }
}

/** A smaller difference between two messages comes from slewing the clock. */
const SKEW_CHANGE_MS = 1_000

export interface BoardMeta {
  now(): Shown
  /**
   * Sends the windows the parts that changed, with the clock; sends nothing when nothing changed. The advance of the clock is
   * no change; a step, a sleep or a new skew is.
   */
  announce(): void
}

export function createBoardMeta(parts: {
  readonly ledger: Pick<Ledger, 'openTapCount'> & {
    readonly facts: { readonly soundTestedAt: Pick<Facts['soundTestedAt'], 'get'> }
  }
  readonly board: Pick<Board, 'announce'>
  readonly boardFreshness: Pick<BoardFreshness, 'freshness'>
  readonly clock: Pick<TimeService, 'platform' | 'toPlatform' | 'offsetMs' | 'sleptMs' | 'source'>
  readonly settings: () => Settings
}): BoardMeta {
  const { ledger, board, boardFreshness, clock, settings } = parts
  let announced: Partial<Untimed> = {}
  let announcedClock = { anchorMs: 0, sleptMs: 0, skewMs: 0 }

  const withoutClock = (): Untimed => ({
    freshness: boardFreshness.freshness(),
    unsettledTaps: ledger.openTapCount(),
    settings: settings(),
    soundTestedAt: ledger.facts.soundTestedAt.get(),
  })
  /** How far this machine's clock is off, in ms; 0 until the platform's clock is known. */
  const skewMs = (): number => (clock.source() === 'platform' ? clock.offsetMs() : 0)
  const clockNow = (): Shown['clock'] => ({ platformNow: clock.platform(), skewMs: skewMs() })

  return {
    now: () => ({ ...withoutClock(), clock: clockNow() }),
    announce() {
      const current = withoutClock()
      const clockState = { anchorMs: clock.toPlatform(monotonicMs(0)), sleptMs: clock.sleptMs(), skewMs: skewMs() }
      const hasClockMoved =
        clockState.anchorMs !== announcedClock.anchorMs ||
        // A window's own clock may have stopped during the sleep.
        clockState.sleptMs !== announcedClock.sleptMs ||
        Math.abs(clockState.skewMs - announcedClock.skewMs) >= SKEW_CHANGE_MS
      const changed = changedParts(current, announced)
      if (!hasClockMoved && Object.keys(changed).length === 0) return
      announced = current
      announcedClock = clockState
      board.announce({ ...changed, clock: clockNow() })
    },
  }
}
