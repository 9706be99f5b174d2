import type { StateCreator } from 'zustand'
import type { FailureCode } from '../../shared/contract.ts'
import { safeRecord } from '../../shared/own-value.ts'
import type { ScenarioName } from '../../shared/practice.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SetupStep } from '../../shared/setup-steps.ts'
import type { View } from '../../shared/views.ts'
import type { ComandaState } from './comanda-store.ts'

/** At most one dialog. It keeps the display id it was opened with: a delta neither closes nor renames it. */
export type OpenDialog =
  | { readonly kind: 'cancel' | 'code' | 'whole'; readonly orderId: string; readonly displayId: string }
  | { readonly kind: 'queue' | 'settings' | 'sound' | 'history' }
  | { readonly kind: 'print' }
  | { readonly kind: 'setup'; readonly startAt?: SetupStep | undefined }

/** A practice in the place of the board. */
export type PracticeUnderWay = {
  readonly name: ScenarioName
  /** Monotonic ms of this window. */
  readonly endsAt: number
  /** The real orders that were on the board when it began, and what was told. */
  readonly known: ReadonlySet<string>
  readonly notice: string
}

export type UiSlice = {
  /** By the settings when the window opens, then by its switch: what another screen chooses does not turn this one over. */
  readonly view: View | undefined
  readonly dialog: OpenDialog | undefined
  /** A page that was closed without a decision: opened again it shows what was typed into it. */
  readonly leftDialog: OpenDialog | undefined
  /** Why the last tap on an order's ticket was not carried out, by order id. */
  readonly failures: Readonly<Record<string, FailureCode>>
  /** Somebody has read what the start had to tell. */
  readonly isNoticeClosed: boolean
  /** Absent: the real board is in sight. */
  readonly practice: PracticeUnderWay | undefined
  readonly showPractice: (practice: PracticeUnderWay | undefined) => void
  readonly showView: (view: View) => void
  readonly openDialog: (dialog: OpenDialog) => void
  readonly closeDialog: () => void
  /** Closes a page and keeps what was typed into it. */
  readonly leaveDialog: () => void
  readonly showFailure: (orderId: string, code: FailureCode) => void
  readonly clearFailure: (orderId: string) => void
  readonly closeNotice: () => void
}

/** What a window shows when it opens. */
export const startViewOf = ({ startView, view }: Settings): View => (startView === 'last' ? view : startView)

export const createUiSlice: StateCreator<ComandaState, [], [], UiSlice> = (set) => ({
  view: undefined,
  dialog: undefined,
  leftDialog: undefined,
  failures: safeRecord<FailureCode>(),
  isNoticeClosed: false,
  practice: undefined,
  showPractice: (practice) => set({ practice }),
  showView: (view) => set({ view }),
  openDialog: (dialog) =>
    set(({ leftDialog }) =>
      leftDialog?.kind === dialog.kind && dialog.kind !== 'whole'
        ? { dialog: leftDialog, leftDialog: undefined }
        : { dialog },
    ),
  closeDialog: () => set({ dialog: undefined }),
  leaveDialog: () => set(({ dialog }) => (dialog === undefined ? {} : { dialog: undefined, leftDialog: dialog })),
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
