import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BoardDelta, FailureCode } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { View } from '../../shared/contract/values.ts'
import { safeRecord } from '../../shared/own-value.ts'
import { boardAfter, boardOfSnapshot, EMPTY_BOARD } from './board-state.ts'
import type { ComandaState } from './state.ts'

export type ComandaStore = StoreApi<ComandaState>

/** A failed tap of an order is past when the order has another status, or is gone. */
function failuresAfter({ failures, board }: ComandaState, { changed, removed }: BoardDelta): ComandaState['failures'] {
  const moved = changed.filter(({ orderId, status }) => board.orders[orderId]?.status !== status)
  const past = [...moved.map(({ orderId }) => orderId), ...removed].filter((id) => failures[id] !== undefined)
  if (past.length === 0) return failures
  const left = safeRecord(failures)
  for (const orderId of past) delete left[orderId]
  return left
}

/** What a window shows when it opens. */
const startViewOf = ({ startView, view }: Settings): View => (startView === 'last' ? view : startView)

/** The window's copy of the main process's state, and the state of its own dialogs. It contains no rules. */
export const createComandaStore = (): ComandaStore =>
  createStore<ComandaState>()((set, get) => ({
    board: EMPTY_BOARD,
    applySnapshot: (snapshot, receivedAt) =>
      set((state) => ({
        board: boardOfSnapshot(snapshot, state.board),
        connection: {
          phase: 'live',
          freshness: snapshot.freshness,
          unsettledTaps: snapshot.unsettledTaps,
          clock: { platformNow: snapshot.clock.platformNow, receivedAt },
          skewMs: snapshot.clock.skewMs,
          notice: snapshot.notice,
          places: snapshot.places,
          isPractice: snapshot.isPractice === true,
          isScreen: snapshot.isScreen === true,
        },
        settings: snapshot.settings,
        view: state.view ?? startViewOf(snapshot.settings),
        soundTestedAt: snapshot.soundTestedAt,
      })),
    applyDelta: (delta, receivedAt) =>
      set((state) => ({
        board: boardAfter(state.board, delta),
        failures: failuresAfter(state, delta),
        connection: {
          ...state.connection,
          freshness: delta.freshness ?? state.connection.freshness,
          unsettledTaps: delta.unsettledTaps ?? state.connection.unsettledTaps,
          clock: delta.clock ? { platformNow: delta.clock.platformNow, receivedAt } : state.connection.clock,
          skewMs: delta.clock?.skewMs ?? state.connection.skewMs,
          notice: 'notice' in delta ? delta.notice : state.connection.notice,
        },
        // A later notice is a new one, even with the same text.
        isNoticeClosed: state.isNoticeClosed && !('notice' in delta),
        settings: delta.settings ?? state.settings,
        soundTestedAt: delta.soundTestedAt ?? state.soundTestedAt,
      })),
    connection: {
      phase: 'starting',
      freshness: { state: 'late' },
      unsettledTaps: 0,
      clock: undefined,
      skewMs: 0,
      notice: undefined,
      places: undefined,
      isPractice: false,
      isScreen: false,
    },
    // A board that is already shown stays: the badge shows its age.
    recordSnapshotFailure: () =>
      set((state) =>
        state.connection.phase === 'live' ? state : { connection: { ...state.connection, phase: 'failed' } },
      ),
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
    settings: undefined,
    soundTestedAt: undefined,
    sound: { isBlocked: false, isStaleSilenced: false, isStale: false, outOfSight: [] },
    changeSound: (change) => set((state) => ({ sound: { ...state.sound, ...change } })),
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
        hiddenDialog?.kind !== dialog.kind
          ? { dialog }
          : { dialog: 'orderId' in dialog ? dialog : hiddenDialog, hiddenDialog: undefined },
      ),
    closeDialog: () => set({ dialog: undefined }),
    hideDialog: () => set(({ dialog }) => (dialog === undefined ? {} : { dialog: undefined, hiddenDialog: dialog })),
    refusedTap: undefined,
    showRefusedTap: (refusedTap) => set({ refusedTap }),
    closeNotice: () => set({ isNoticeClosed: true }),
    showFailure: (orderId, code) => set((state) => ({ failures: safeRecord({ ...state.failures, [orderId]: code }) })),
    clearFailure: (orderId) =>
      set((state) => {
        if (state.failures[orderId] === undefined) return state
        const failures = safeRecord(state.failures)
        delete failures[orderId]
        return { failures }
      }),
  }))
