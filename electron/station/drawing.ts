import type { TimeService } from '../sync/clock.ts'
import type { Board } from './board.ts'
import type { Projection } from './board-projection.ts'

/** Tickets drawn in one turn of the main process. */
const DRAWN_AT_ONCE = 50
/** With more new orders at once each is drawn once it was read, or after so many ms: drawing all of them twice costs more. */
const MAX_DRAWN_UNREAD = 4
const UNREAD_DRAWN_AFTER_MS = 250

/** Decides when the tickets of changed orders are drawn again. */
export type Drawing = {
  /** Draws the tickets now; of many orders the later ones in the next turns. */
  refresh(orderIds: readonly string[]): void
  /** Orders with new events. A few new ones are drawn before they are read: the window finds their places meanwhile. */
  refreshAfterEvents(orderIds: readonly string[]): void
  stop(): void
}

export function createDrawing(parts: {
  readonly board: Pick<Board, 'ticket'>
  readonly projection: Pick<Projection, 'refresh'>
  readonly clock: Pick<TimeService, 'setTimer'>
  /** These tickets were drawn; more may follow in the next turns. */
  readonly onDrawn: (orderIds: readonly string[]) => void
}): Drawing {
  const { board, projection, clock, onDrawn } = parts
  /** Orders whose tickets are drawn in the next turns: calls and timers are served between them. */
  const drawnLater = new Set<string>()
  const unreadTimers = new Set<() => void>()
  let cancelDrawing: (() => void) | undefined

  const drawNext = (): void => {
    cancelDrawing = undefined
    const next = [...drawnLater].slice(0, DRAWN_AT_ONCE)
    for (const orderId of next) drawnLater.delete(orderId)
    refresh(next)
  }

  const refresh = (orderIds: readonly string[]): void => {
    const now = orderIds.slice(0, DRAWN_AT_ONCE)
    projection.refresh(now)
    for (const orderId of orderIds.slice(DRAWN_AT_ONCE)) drawnLater.add(orderId)
    if (drawnLater.size > 0) cancelDrawing ??= clock.setTimer(0, drawNext)
    onDrawn(now)
  }

  return {
    refresh,
    refreshAfterEvents(orderIds) {
      const isMissing = (orderId: string): boolean => board.ticket(orderId) === undefined
      const missing = orderIds.filter(isMissing)
      const isFew = missing.length <= MAX_DRAWN_UNREAD
      refresh(isFew ? orderIds : orderIds.filter((orderId) => !isMissing(orderId)))
      if (isFew) return
      const cancel = clock.setTimer(UNREAD_DRAWN_AFTER_MS, () => {
        unreadTimers.delete(cancel)
        refresh(missing.filter(isMissing))
      })
      unreadTimers.add(cancel)
    },
    stop() {
      cancelDrawing?.()
      for (const cancel of unreadTimers) cancel()
    },
  }
}
