import type { StateCreator } from 'zustand'
import type { FailureCode } from '../../shared/contract.ts'
import { safeRecord } from '../../shared/own-value.ts'
import type { Settings } from '../../shared/settings.ts'
import type { View } from '../../shared/views.ts'
import type { ComandaState, UiSlice } from './state.ts'

/** What a window shows when it opens. */
export const startViewOf = ({ startView, view }: Settings): View => (startView === 'last' ? view : startView)

export const createUiSlice: StateCreator<ComandaState, [], [], UiSlice> = (set) => ({
  view: undefined,
  dialog: undefined,
  hiddenDialog: undefined,
  failures: safeRecord<FailureCode>(),
  isNoticeClosed: false,
  practice: undefined,
  showPractice: (practice) => set({ practice }),
  showView: (view) => set({ view }),
  openDialog: (dialog) =>
    set(({ hiddenDialog }) =>
      hiddenDialog?.kind === dialog.kind && dialog.kind !== 'whole'
        ? { dialog: hiddenDialog, hiddenDialog: undefined }
        : { dialog },
    ),
  closeDialog: () => set({ dialog: undefined }),
  hideDialog: () => set(({ dialog }) => (dialog === undefined ? {} : { dialog: undefined, hiddenDialog: dialog })),
  closeNotice: () => set({ isNoticeClosed: true }),
  showFailure: (orderId, code) => set((state) => ({ failures: safeRecord({ ...state.failures, [orderId]: code }) })),
  clearFailure: (orderId) =>
    set((state) => {
      if (state.failures[orderId] === undefined) return state
      const failures = safeRecord(state.failures)
      delete failures[orderId]
      return { failures }
    }),
})
