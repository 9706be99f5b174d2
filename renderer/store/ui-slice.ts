import type { StateCreator } from 'zustand'
import type { FailureCode } from '../../shared/contract.ts'
import type { SetupStep } from '../../shared/setup-steps.ts'
import type { ComandaState } from './comanda-store.ts'

/** At most one dialog. It keeps the display id it was opened with: a delta neither closes nor renames it. */
export type OpenDialog =
  | { readonly kind: 'cancel' | 'code'; readonly orderId: string; readonly displayId: string }
  | { readonly kind: 'queue' | 'settings' | 'sound' | 'history' }
  | { readonly kind: 'setup'; readonly startAt?: SetupStep | undefined }

export type UiSlice = {
  readonly dialog: OpenDialog | undefined
  /** Why the last tap on an order's ticket was not carried out, by order id. */
  readonly failures: Readonly<Record<string, FailureCode>>
  readonly openDialog: (dialog: OpenDialog) => void
  readonly closeDialog: () => void
  readonly showFailure: (orderId: string, code: FailureCode) => void
  readonly clearFailure: (orderId: string) => void
}

export const createUiSlice: StateCreator<ComandaState, [], [], UiSlice> = (set) => ({
  dialog: undefined,
  failures: {},
  openDialog: (dialog) => set({ dialog }),
  closeDialog: () => set({ dialog: undefined }),
  showFailure: (orderId, code) => set((state) => ({ failures: { ...state.failures, [orderId]: code } })),
  clearFailure: (orderId) =>
    set((state) => {
      if (state.failures[orderId] === undefined) return state
      const { [orderId]: _cleared, ...failures } = state.failures
      return { failures }
    }),
})
