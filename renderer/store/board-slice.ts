import type { StateCreator } from 'zustand'
import type { BoardDelta } from '../../shared/contract.ts'
import { safeRecord } from '../../shared/own-value.ts'
import { boardAfter, boardOfSnapshot, EMPTY_BOARD } from './board-state.ts'
import type { BoardSlice, ComandaState } from './state.ts'
import { startViewOf } from './ui-slice.ts'

/** A failed tap of an order is past when the order has another status, or is gone. */
function failuresAfter({ failures, board }: ComandaState, { changed, removed }: BoardDelta): ComandaState['failures'] {
  const moved = changed.filter(({ orderId, status }) => board.orders[orderId]?.status !== status)
  const past = [...moved.map(({ orderId }) => orderId), ...removed].filter((id) => failures[id] !== undefined)
  if (past.length === 0) return failures
  const left = safeRecord(failures)
  for (const orderId of past) delete left[orderId]
  return left
}

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
})
