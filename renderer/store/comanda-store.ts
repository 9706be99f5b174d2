import { createStore, type StoreApi } from 'zustand/vanilla'
import { createLockSlice, type LockSlice } from '../lock/lock-slice.ts'
import { createSoundSlice, type SoundSlice } from '../sound/sound-slice.ts'
import { type BoardSlice, createBoardSlice } from './board-slice.ts'
import { type ConnectionSlice, createConnectionSlice } from './connection-slice.ts'
import { createSettingsSlice, type SettingsSlice } from './settings-slice.ts'
import { createUiSlice, type UiSlice } from './ui-slice.ts'

export type ComandaState = BoardSlice & ConnectionSlice & LockSlice & SettingsSlice & SoundSlice & UiSlice
export type ComandaStore = StoreApi<ComandaState>

/** The window's projection of what the main process owns, and the state of its own dialogs; nothing is decided here. */
export const createComandaStore = (): ComandaStore =>
  createStore<ComandaState>()((...parts) => ({
    ...createBoardSlice(...parts),
    ...createConnectionSlice(...parts),
    ...createLockSlice(...parts),
    ...createSettingsSlice(...parts),
    ...createSoundSlice(...parts),
    ...createUiSlice(...parts),
  }))
