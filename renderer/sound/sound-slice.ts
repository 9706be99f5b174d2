import type { StateCreator } from 'zustand'
import type { ComandaState } from '../store/comanda-store.ts'

export type SoundSlice = {
  readonly sound: {
    /** The last sound could not be played. */
    readonly isBlocked: boolean
    /** Staff know that the board is out of date; forgotten as soon as it no longer is. */
    readonly isStaleSilenced: boolean
    readonly isStale: boolean
    /** Orders that call and whose tickets are not in the window (on another page, for example). */
    readonly outOfSight: readonly string[]
  }
  readonly changeSound: (change: Partial<SoundSlice['sound']>) => void
}

export const createSoundSlice: StateCreator<ComandaState, [], [], SoundSlice> = (set) => ({
  sound: { isBlocked: false, isStaleSilenced: false, isStale: false, outOfSight: [] },
  changeSound: (change) => set((state) => ({ sound: { ...state.sound, ...change } })),
})
