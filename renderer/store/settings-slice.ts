import type { StateCreator } from 'zustand'
import type { Settings } from '../../shared/settings.ts'
import type { ComandaState } from './comanda-store.ts'

export type SettingsSlice = {
  /** Absent until the first snapshot: this window never guesses them. */
  readonly settings: Settings | undefined
  /** When staff last heard the sound test, in ms of the platform's clock. */
  readonly soundTestedAt: number | undefined
}

export const createSettingsSlice: StateCreator<ComandaState, [], [], SettingsSlice> = () => ({
  settings: undefined,
  soundTestedAt: undefined,
})
