import { describe, expect, it } from 'vitest'
import { createBoardMeta } from '../../../electron/core/board-meta.ts'
import { settingsSchema } from '../../../shared/contract/settings.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { platformMs } from '../../../shared/time/time.ts'

const FRESH: Freshness = { state: 'fresh', checkedAt: 1_000 }

function metaWith() {
  const announced: object[] = []
  const state = {
    freshness: FRESH,
    openTaps: 0,
    settings: settingsSchema.parse({}),
    soundTestedAt: undefined as number | undefined,
    offsetMs: 0,
  }
  const meta = createBoardMeta({
    ledger: { openTapCount: () => state.openTaps, facts: { soundTestedAt: { get: () => state.soundTestedAt } } },
    board: { announce: (parts) => announced.push(parts) },
    boardFreshness: { freshness: () => state.freshness },
    clock: {
      platform: () => platformMs(5_000),
      toPlatform: () => platformMs(state.offsetMs),
      offsetMs: () => 0,
      sleptMs: () => 0,
      source: () => 'platform',
    },
    settings: () => state.settings,
  })
  return { announced, state, meta }
}

describe('the parts of the board besides its tickets', () => {
  it('are all sent at first', () => {
    const { announced, meta, state } = metaWith()
    meta.announce()
    expect(announced).toEqual([
      { freshness: FRESH, unsettledTaps: 0, settings: state.settings, clock: { platformNow: 5_000, skewMs: 0 } },
    ])
  })

  it('are sent when they change, with the clock: settings that have not changed are not sent again', () => {
    const { announced, meta, state } = metaWith()
    meta.announce()
    announced.length = 0
    const clock = { platformNow: 5_000, skewMs: 0 }
    state.freshness = { ...FRESH, checkedAt: 2_000 }
    meta.announce()
    state.openTaps = 1
    meta.announce()
    state.settings = { ...state.settings, undoSeconds: 7 }
    meta.announce()
    state.soundTestedAt = 3_000
    meta.announce()
    state.offsetMs = 60_000
    meta.announce()
    expect(announced).toEqual([
      { freshness: state.freshness, clock },
      { unsettledTaps: 1, clock },
      { settings: state.settings, clock },
      { soundTestedAt: 3_000, clock },
      { clock },
    ])
  })

  it('are not sent while nothing changes', () => {
    const { announced, meta, state } = metaWith()
    meta.announce()
    announced.length = 0
    state.freshness = { ...FRESH }
    state.settings = { ...state.settings }
    meta.announce()
    expect(announced).toEqual([])
  })
})
