import type { Bridge } from '../../shared/contract/contract.ts'
import { STEPS } from '../design/tokens.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { callSafely } from '../window/call-safely.ts'
import { type Entry, FORMS } from './flow.ts'
import { type Layout, NO_LAYOUT } from './layout.ts'

/** Changes within this time are stored together. */
const WRITE_AFTER_MS = 200

/** Stores the places of the first page outside of the window. */
export type PlacesArchive = {
  readonly read: () => string | null
  /** Calls `text` once, when it writes. */
  readonly write: (text: () => string) => void
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** One ticket: order id, form, columns, height, 1 for a place among the ready orders. */
function entryFrom(row: unknown): readonly Entry[] {
  const [id, name, span, height, isReady] = rowsOf(row)
  const form = FORMS.find((one) => one === name)
  const isEntry = typeof id === 'string' && form !== undefined && isLength(span) && span >= 1 && isLength(height)
  return isEntry ? [{ id, form, span, height, isReady: isReady === 1 }] : []
}

/** Reads the output of `textOf` for the same geometry; otherwise `undefined`. */
export function layoutFrom(text: string | null, geometry: string): Layout | undefined {
  let read: unknown
  try {
    read = JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null || !('geometry' in read) || read.geometry !== geometry) return undefined
  const step = STEPS.find((one) => 'step' in read && one === read.step)
  const columns = 'columns' in read ? rowsOf(read.columns) : []
  if (step === undefined || columns.length === 0) return undefined
  const page = columns.map((entries) => rowsOf(entries).flatMap(entryFrom))
  const stepAt = 'stepAt' in read && isLength(read.stepAt) ? read.stepAt : 0
  return { ...NO_LAYOUT, step, pages: [page], times: { ...NO_LAYOUT.times, stepAt } }
}

/** The places of the first page, as text. */
export const textOf = ({ step, pages, times }: Layout, geometry: string): string =>
  JSON.stringify({
    geometry,
    step,
    stepAt: times.stepAt,
    columns: pages[0]?.map((entries) =>
      entries.flatMap(({ id, form, span, height, isReady }) =>
        id === undefined ? [] : [[id, form, span, height, isReady ? 1 : 0]],
      ),
    ),
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
