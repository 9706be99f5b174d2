import type { StateCreator } from 'zustand'
import type { Freshness } from '../../shared/freshness.ts'
import type { ComandaState } from './comanda-store.ts'

/** `starting`: no snapshot yet; `failed`: the last request for one failed and is being repeated; `live`: deltas follow. */
type Phase = 'starting' | 'failed' | 'live'

export type ClockReading = {
  /** Epoch ms of the platform's clock when the message was received. */
  readonly platformNow: number
  /** Monotonic ms of this window at the same moment. */
  readonly receivedAt: number
}

export type ConnectionSlice = {
  readonly connection: {
    readonly phase: Phase
    readonly freshness: Freshness
    readonly unsettledTaps: number
    readonly clock: ClockReading | undefined
    /** How far this computer's clock is off, in ms. */
    readonly skewMs: number
    readonly notice: string | undefined
    /** Where tickets stood when the window opened. */
    readonly places: string | undefined
    /** The orders are invented. */
    readonly isPractice: boolean
    /** This window is a screen of a station. */
    readonly isScreen: boolean
  }
  readonly snapshotFailed: () => void
}

export const createConnectionSlice: StateCreator<ComandaState, [], [], ConnectionSlice> = (set) => ({
  connection: {
    phase: 'starting',
    freshness: { state: 'stale' },
    unsettledTaps: 0,
    clock: undefined,
    skewMs: 0,
    notice: undefined,
    places: undefined,
    isPractice: false,
    isScreen: false,
  },
  // A board that was shown before stays: old orders with an honest badge are worth more than none.
  snapshotFailed: () =>
    set((state) =>
      state.connection.phase === 'live' ? state : { connection: { ...state.connection, phase: 'failed' } },
    ),
})
