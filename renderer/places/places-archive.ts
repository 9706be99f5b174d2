import type { Bridge } from '../../shared/contract.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { callSafely } from '../window/call-safely.ts'
import { type KeptPlaces, NO_KEPT_PLACES } from './arrangement.ts'
import type { Place } from './placing.ts'

/** Changes within this time are stored together. */
const WRITE_AFTER_MS = 200

/** Stores the places of the first page outside of the window. */
export type PlacesArchive = {
  readonly read: () => string | null
  /** Calls `text` once, when it writes. */
  readonly write: (text: () => string) => void
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0
const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

const rowsOf = (value: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(value) ? value.filter((row): row is readonly unknown[] => Array.isArray(row)) : []

/** One row: order id, column, columns, y, height, 1 for a card. */
function placeFrom([id, column, columns, y, height]: readonly unknown[]): (readonly [string, Place])[] {
  const isPlace =
    typeof id === 'string' && isCount(column) && isCount(columns) && columns > 0 && isLength(y) && isLength(height)
  return isPlace ? [[id, { page: 0, column, columns, y, height }]] : []
}

/** Reads the output of `textOf` for the same geometry; otherwise `undefined`. */
export function keptPlacesFrom(text: string | null, geometry: string): KeptPlaces {
  let read: unknown
  try {
    read = JSON.parse(text ?? 'null')
  } catch {
    return NO_KEPT_PLACES
  }
  if (typeof read !== 'object' || read === null || !('geometry' in read) || read.geometry !== geometry) {
    return NO_KEPT_PLACES
  }
  const rows = 'places' in read ? rowsOf(read.places) : []
  const rail = new Map(
    rowsOf('rail' in read ? read.rail : []).flatMap(([id, slot]) =>
      typeof id === 'string' && isCount(slot) ? [[id, slot] as const] : [],
    ),
  )
  const cards = rows.flatMap(([id, , , , , isCard]) => (typeof id === 'string' && isCard === 1 ? [id] : []))
  return { places: new Map(rows.flatMap(placeFrom)), cards: new Set([...cards, ...rail.keys()]), rail }
}

/** The places of the first page and the slots of the rail, as text. */
export const textOf = ({ places, cards, rail }: KeptPlaces, geometry: string): string =>
  JSON.stringify({
    geometry,
    places: [...places].flatMap(([id, { page, column, columns, y, height }]) =>
      page === 0 ? [[id, column, columns, y, height, cards.has(id) ? 1 : 0]] : [],
    ),
    rail: [...rail],
  })

/** Stores the places in the main process, where they survive a power cut. */
export function createPlacesArchive(
  bridge: Bridge,
  store: ComandaStore,
  after: (ms: number, run: () => void) => () => void,
): PlacesArchive {
  let latest: (() => string) | undefined
  const send = (): void => {
    if (latest === undefined) return
    const places = latest()
    latest = undefined
    void callSafely(() => bridge.call['places:remember']({ places }))
  }
  return {
    read: () => store.getState().connection.places ?? null,
    write: (text) => {
      const isWaiting = latest !== undefined
      latest = text
      if (!isWaiting) after(WRITE_AFTER_MS, send)
    },
  }
}
