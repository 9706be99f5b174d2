import { isDeepStrictEqual } from 'node:util'
import type { BoardSnapshot } from '../../shared/contract.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { Board } from './board.ts'
import type { Trust } from './trust.ts'

type Shown = Pick<BoardSnapshot, 'freshness' | 'unsettledTaps' | 'clock' | 'settings' | 'soundTestedAt'>

/** What a board shows beside its tickets. */
export type Surroundings = {
  now(): Shown
  /** Tells windows what changed of it; nothing when nothing did. The clock runs by itself and is no change. */
  tell(): void
}

export function createSurroundings(parts: {
  readonly ledger: Pick<Ledger, 'openTapCount' | 'soundTestedAt'>
  readonly board: Pick<Board, 'announce'>
  readonly trust: Pick<Trust, 'freshness'>
  readonly clock: Pick<Clock, 'now'>
  /** What to add to this machine's clock to have the platform's, in ms. */
  readonly offsetMs: () => number
  readonly settings: () => Settings
}): Surroundings {
  const { ledger, board, trust, clock, offsetMs, settings } = parts
  let told: Omit<Shown, 'clock'> | undefined

  /** Shown by the platform's clock, as everything on the board. */
  const freshness = (): Shown['freshness'] => {
    const { checkedAt, storeRiskAt, ...rest } = trust.freshness()
    const offset = offsetMs()
    return {
      ...rest,
      checkedAt: checkedAt === undefined ? undefined : checkedAt + offset,
      storeRiskAt: storeRiskAt === undefined ? undefined : storeRiskAt + offset,
    }
  }
  const withoutClock = (): Omit<Shown, 'clock'> => ({
    freshness: freshness(),
    unsettledTaps: ledger.openTapCount(),
    settings: settings(),
    soundTestedAt: ledger.soundTestedAt(),
  })
  const clockNow = (): Shown['clock'] => ({ platformNow: clock.now() + offsetMs(), skewMs: offsetMs() })

  return {
    now: () => ({ ...withoutClock(), clock: clockNow() }),
    tell() {
      const current = withoutClock()
      if (isDeepStrictEqual(current, told)) return
      told = current
      board.announce({ ...current, clock: clockNow() })
    },
  }
}
