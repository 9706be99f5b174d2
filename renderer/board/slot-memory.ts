import type { SlotMemory } from './arrangement.ts'
import type { Placements, Slot } from './slots.ts'

/** Where the places of a window outlive it: nothing but order ids and cells. */
export type SlotArchive = {
  readonly read: () => string | null
  /** The text is asked for once, when it is time to write it. */
  readonly write: (text: () => string) => void
}

const isCell = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

function slotFrom(value: unknown): Slot | undefined {
  if (!Array.isArray(value)) return undefined
  const [column, row, columns, rows]: readonly unknown[] = value
  if (!isCell(column) || !isCell(row) || !isCell(columns) || !isCell(rows) || columns < 1 || rows < 1) return undefined
  return { column, row, columns, rows }
}

const placementsFrom = (value: unknown): Placements =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([id, cells]) => {
      const slot = slotFrom(cells)
      return slot ? [[id, slot] as const] : []
    }),
  )

/** What was written by `textOf`; empty when it is not that, or was written for another geometry. */
export function memoryFrom(text: string | null, geometry: string): SlotMemory {
  const memory: SlotMemory = new Map()
  try {
    const read: unknown = JSON.parse(text ?? 'null')
    if (typeof read !== 'object' || read === null || !('geometry' in read) || !('places' in read)) return memory
    if (read.geometry !== geometry) return memory
    for (const [key, value] of Object.entries(read.places ?? {})) memory.set(key, placementsFrom(value))
  } catch {
    // A place is a convenience: without it the tickets stand in the order in which they came.
  }
  return memory
}

/** The places as text. */
export const textOf = (memory: SlotMemory, geometry: string): string =>
  JSON.stringify({
    geometry,
    places: Object.fromEntries(
      [...memory].map(([key, placements]) => [
        key,
        Object.fromEntries(
          Object.entries(placements).map(([id, { column, row, columns, rows }]) => [id, [column, row, columns, rows]]),
        ),
      ]),
    ),
  })
