import { createStore, type StoreApi } from 'zustand/vanilla'
import { createBoardSlice } from './board-slice.ts'
import { createConnectionSlice } from './connection-slice.ts'
import { createLockSlice } from './lock-slice.ts'
import { createSettingsSlice } from './settings-slice.ts'
import { createSoundSlice } from './sound-slice.ts'
import type { ComandaState } from './state.ts'
import { createUiSlice } from './ui-slice.ts'

export type ComandaStore = StoreApi<ComandaState>

/** The window's copy of the main process's state, and the state of its own dialogs. It contains no rules. */
export const createComandaStore = (): ComandaStore =>
  createStore<ComandaState>()((...parts) => ({
    ...createBoardSlice(...parts),
    ...createConnectionSlice(...parts),
    ...createLockSlice(...parts),
    ...createSettingsSlice(...parts),
    ...createSoundSlice(...parts),
    ...createUiSlice(...parts),
  }))
