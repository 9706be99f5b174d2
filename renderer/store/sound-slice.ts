import type { StateCreator } from 'zustand'
import type { ComandaState, SoundSlice } from './state.ts'

export const createSoundSlice: StateCreator<ComandaState, [], [], SoundSlice> = (set) => ({
  sound: { isBlocked: false, isStaleSilenced: false, isStale: false, outOfSight: [] },
  changeSound: (change) => set((state) => ({ sound: { ...state.sound, ...change } })),
})
