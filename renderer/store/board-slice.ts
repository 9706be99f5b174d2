import type { StateCreator } from 'zustand'
import { boardAfter, boardOfSnapshot, EMPTY_BOARD } from './board-state.ts'
import type { BoardSlice, ComandaState } from './state.ts'
import { startViewOf } from './ui-slice.ts'

export const createBoardSlice: StateCreator<ComandaState, [], [], BoardSlice> = (set) => ({
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
})
