import type { StateCreator } from 'zustand'
import type { CallName } from '../../shared/channels.ts'
import type { ComandaState } from '../store/comanda-store.ts'

/** Somebody wants something that the PIN guards. */
type PinRequest = {
  readonly wanted: CallName
  /** Whether the lock was opened; false when they gave up. */
  readonly answer: Promise<boolean>
  readonly settle: (isOpen: boolean) => void
}

export type LockSlice = {
  readonly pinRequest: PinRequest | undefined
  /** Opens the pad. Who asks while it is open waits for the same answer, and the pad names what was wanted last. */
  readonly askPin: (wanted: CallName) => Promise<boolean>
}

export const createLockSlice: StateCreator<ComandaState, [], [], LockSlice> = (set, get) => ({
  pinRequest: undefined,
  askPin: (wanted) => {
    const asked = get().pinRequest
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (isOpen: boolean): void => {
      set({ pinRequest: undefined })
      resolve(isOpen)
    }
    const request = { answer: promise, settle, ...asked, wanted }
    set({ pinRequest: request })
    return request.answer
  },
})
