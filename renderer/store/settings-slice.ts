import type { StateCreator } from 'zustand'
import type { ComandaState, SettingsSlice } from './state.ts'

export const createSettingsSlice: StateCreator<ComandaState, [], [], SettingsSlice> = () => ({
  settings: undefined,
  soundTestedAt: undefined,
})
