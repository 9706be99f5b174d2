import type { StateCreator } from 'zustand'
import type { BoardDelta, BoardSnapshot } from '../../shared/contract.ts'
import type { ComandaState } from './comanda-store.ts'
import { type BoardState, boardAfter, boardOfSnapshot, EMPTY_BOARD } from './projection.ts'
import { startViewOf } from './ui-slice.ts'

export type BoardSlice = {
  readonly board: BoardState
  /** Monotonic ms are passed in with each message: they tie the platform's clock to this window's. */
  readonly takeSnapshot: (snapshot: BoardSnapshot, receivedAt: number) => void
  readonly takeDelta: (delta: BoardDelta, receivedAt: number) => void
}

export const createBoardSlice: StateCreator<ComandaState, [], [], BoardSlice> = (set) => ({
  board: EMPTY_BOARD,
  takeSnapshot: (snapshot, receivedAt) =>
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
  takeDelta: (delta, receivedAt) =>
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
      // One that comes later is a new one, also when it says the same.
      isNoticeClosed: state.isNoticeClosed && !('notice' in delta),
      settings: delta.settings ?? state.settings,
      soundTestedAt: delta.soundTestedAt ?? state.soundTestedAt,
    })),
})
