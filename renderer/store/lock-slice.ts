import type { StateCreator } from 'zustand'
import type { ComandaState, LockSlice } from './state.ts'

export const createLockSlice: StateCreator<ComandaState, [], [], LockSlice> = (set, get) => ({
  pinRequest: undefined,
  askPin: (wanted) => {
    const open = get().pinRequest
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (isOpen: boolean): void => {
      set({ pinRequest: undefined })
      resolve(isOpen)
    }
    const request = { answer: promise, settle, ...open, wanted }
    set({ pinRequest: request })
    return request.answer
  },
})
