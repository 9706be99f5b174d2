import type { StateCreator } from 'zustand'
import type { ComandaState, ConnectionSlice } from './state.ts'

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
  // A board that is already shown stays: the badge shows its age.
  recordSnapshotFailure: () =>
    set((state) =>
      state.connection.phase === 'live' ? state : { connection: { ...state.connection, phase: 'failed' } },
    ),
})
