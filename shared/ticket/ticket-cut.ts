import { firstCharacters } from '../order/order-cut.ts'
import { fromFirstVisible, isVisible, withoutPiles } from '../text/visible-text.ts'

/** Limits of a ticket's texts in characters. They make every order's ticket drawable; a longer text is opened separately. */
export const MAX_NAME_CHARACTERS = 300
export const MAX_NOTE_CHARACTERS = 1_000
/** For ids, codes, channels, and names of persons and shops, which are shown in chips. */
export const MAX_LABEL_CHARACTERS = 120
const MAX_CHARACTERS = 20_000
const MIN_CHARACTERS = 20
const MAX_OPTIONS = 1_000
/** Lines that a ticket shows. It holds them all: stations, totals and warnings are those of the whole order. */
const MAX_SHOWN_LINES = 80

/** What is shown of the lines of a ticket, or of a station, and how many lines of the order are not. */
export function shownLines<Line>(
  lines: readonly Line[],
  { moreLines = 0 }: { readonly moreLines?: number | undefined },
): { readonly shown: readonly Line[]; readonly more: number } {
  const shown = lines.slice(0, MAX_SHOWN_LINES)
  return { shown, more: moreLines + lines.length - shown.length }
}

/** Cuts the texts and lists of one ticket and counts what it left out. */
export type TicketCutter = {
  text(value: string, max: number): string
  /** A text without a visible character counts as absent. */
  optional(value: string | undefined, max: number): string | undefined
  /** The first of a line's options; all options of a ticket share one limit. */
  options<T>(list: readonly T[]): readonly T[]
  readonly leftOut: () => { readonly characters: number; readonly lines: number }
}

export function createTicketCutter(): TicketCutter {
  let shown = 0
  let options = 0
  let characters = 0
  let lines = 0

  const text = (sent: string, max: number): string => {
    const value = withoutPiles(sent)
    const limit = Math.max(MIN_CHARACTERS, Math.min(max, MAX_CHARACTERS - shown))
    const kept = firstCharacters(value, limit)
    shown += kept.length
    if (kept.length === value.length) return value
    characters += value.length - kept.length
    return `${kept}…`
  }
  return {
    text,
    optional: (value, max) =>
      value === undefined || !isVisible(value) ? undefined : text(fromFirstVisible(value), max),
    options: (list) => {
      const kept = list.slice(0, Math.max(0, MAX_OPTIONS - options))
      options += kept.length
      lines += list.length - kept.length
      return kept
    },
    leftOut: () => ({ characters, lines }),
  }
}
