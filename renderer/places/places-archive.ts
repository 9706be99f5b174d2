import type { Bridge } from '../../shared/contract/contract.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { STEPS } from '../ui/design/tokens.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { type Entry, FORMS } from './flow.ts'
import { type Layout, NO_LAYOUT } from './layout.ts'
import type { KnownHeights, Measured } from './measured-heights.ts'

/** Changes within this time are stored together. */
const WRITE_AFTER_MS = 200

/** Stores the places outside of the window. */
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

function recordOf(text: string | null): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text ?? 'null')
    return typeof read === 'object' && read !== null ? Object.fromEntries(Object.entries(read)) : undefined
  } catch {
    return undefined
  }
}

/** Reads the output of `textOf` for the same geometry; otherwise `undefined`. */
export function layoutFrom(text: string | null, geometry: string): Layout | undefined {
  const read = recordOf(text)
  if (read?.geometry !== geometry) return undefined
  const step = STEPS.find((one) => one === read.step)
  const pages = rowsOf(read.pages).map((page) => rowsOf(page).map((entries) => rowsOf(entries).flatMap(entryFrom)))
  if (step === undefined || !pages[0]?.length) return undefined
  const stepAt = isLength(read.stepAt) ? read.stepAt : 0
  return { ...NO_LAYOUT, step, pages, times: { ...NO_LAYOUT.times, stepAt } }
}

/** The places of all pages, and the heights for these words, as text. */
export const textOf = ({ step, pages, times }: Layout, geometry: string, words: number, known: KnownHeights): string =>
  JSON.stringify({
    geometry,
    words,
    heights: Object.fromEntries([...known].map(([one, ofStep]) => [one, [...ofStep].map(heightsRow)])),
    step,
    stepAt: times.stepAt,
    pages: pages.map((page) => page.map((entries) => entries.flatMap(entryRow))),
  })

const entryRow = ({ id, form, span, height, isReady }: Entry): readonly unknown[] =>
  id === undefined ? [] : [[id, form, span, height, isReady ? 1 : 0]]

const heightsRow = ([id, { content, heights }]: readonly [string, Measured]): readonly unknown[] => {
  const { whole, names, strip, span, long } = heights
  return [id, content, whole, names, strip, span, ...long]
}

/** The heights of one order: id, hash of its content, heights of its forms, columns, and the forms that do not fit the wall. */
function measuredFrom(row: unknown): readonly (readonly [string, Measured])[] {
  const [id, content, whole, names, strip, span, ...forms] = rowsOf(row)
  const isMeasured =
    typeof id === 'string' && [content, whole, names, strip, span].every(isLength) && isLength(span) && span >= 1
  if (!isMeasured || !isLength(content) || !isLength(whole) || !isLength(names) || !isLength(strip)) return []
  const long = FORMS.filter((form) => forms.includes(form))
  return [[id, { content, heights: { whole, names, strip, span, long } }]]
}

/** Reads the heights of `textOf` for the same geometry and words; otherwise none. */
export function heightsFrom(text: string | null, geometry: string, words: number): KnownHeights {
  const read = recordOf(text)
  if (read?.geometry !== geometry || read.words !== words) return new Map()
  const { heights = {} } = read
  return new Map(
    STEPS.map((step) => {
      const rows = typeof heights === 'object' && heights !== null ? rowsOf(Reflect.get(heights, step)) : []
      return [step, new Map(rows.flatMap(measuredFrom))] as const
    }),
  )
}

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
