import { createContext, useContext } from 'react'
import { type Look, sizeOf } from './measure.ts'
import type { SlotStore } from './slot-store.ts'
import type { Size, Slot } from './slots.ts'

export type ReportLook = (orderId: string, look: Look, slot: Slot | undefined) => void

export const LooksContext = createContext<ReportLook>(() => undefined)
export const useLooks = (): ReportLook => useContext(LooksContext)

/**
 * Collects what the tickets of one drawing saw of themselves and settles it at once, still before the screen is painted.
 */
export function createLooks(slots: SlotStore): ReportLook {
  let sizes: Record<string, Size> = {}
  let trials: Record<string, number> = {}
  let isWaiting = false
  const settle = (): void => {
    isWaiting = false
    const seen = sizes
    const tried = trials
    sizes = {}
    trials = {}
    slots.measured(seen, tried)
  }
  return (orderId, look, slot) => {
    const { grid, pageHeight, sizes: known, trials: before } = slots.getState()
    const needsMore = look.columnsNeeded > look.columnsGiven
    if (slot === undefined) {
      // The columns of the first trial are a guess, which may be too wide; after it, they only become more.
      const mayShrink = before[orderId] === undefined && look.columnsNeeded < look.columnsGiven
      if (needsMore || mayShrink) trials[orderId] = look.columnsNeeded
      else sizes[orderId] = sizeOf({ ...look, columnsNeeded: look.columnsGiven }, grid.rows, pageHeight)
    } else if (needsMore) {
      const wanted =
        slot.rows < grid.rows ? { columns: 1, rows: grid.rows } : { columns: look.columnsNeeded, rows: grid.rows }
      const size = known[orderId]
      // Asked for already, and there was no room: it comes when somebody leaves.
      if (size && size.columns >= wanted.columns && size.rows >= wanted.rows) return
      sizes[orderId] = wanted
    } else {
      if (known[orderId]) return
      // It stood here before anybody measured it.
      sizes[orderId] = { columns: slot.columns, rows: slot.rows }
    }
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(settle)
  }
}
