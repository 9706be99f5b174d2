import type { Ticket, TicketOption } from '../../shared/ticket.ts'
import type { Tokens } from '../design/tokens.ts'
import type { GridSpec, Size } from './slots.ts'

/** What a guess is made of. Lengths in CSS pixels. */
export type Room = {
  readonly tokens: Tokens
  readonly grid: GridSpec
  readonly pageWidth: number
  readonly pageHeight: number
}

/** Width of a character in em: the mean of names in bold, with what breaking at words leaves free. */
const CHARACTER_EM = 0.58
/** Of the styles of a ticket: heights of lines in em. */
const LINE_EM = 1.22
const NOTE_EM = 1.25
const NOTE_PADDING_EM = 0.4
const SMALL_GAP = 0.65
const TINY_GAP = 0.35
/** Head: the id, a row of chips and another of channel and name. Foot: the mark of the last tap and the large button. */
const HEAD_ID_EM = 1.5
const CHIP_EM = 1.55

function heightOf(text: string, font: number, lineEm: number, width: number): number {
  const lines = Math.max(1, Math.ceil((text.length * CHARACTER_EM * font) / Math.max(font, width)))
  return lines * lineEm * font
}

const noteHeight = (text: string, { note, gap }: Tokens, width: number): number =>
  heightOf(text, note, NOTE_EM, width - 3 * note) + NOTE_PADDING_EM * note + TINY_GAP * gap

function optionsHeight(options: readonly TicketOption[], tokens: Tokens, width: number): number {
  const inner = width - tokens.option
  return options.reduce(
    (sum, { name, notes, options: nested }) =>
      sum +
      heightOf(name, tokens.option, LINE_EM, inner) +
      TINY_GAP * tokens.gap +
      (notes === undefined ? 0 : noteHeight(notes, tokens, inner)) +
      optionsHeight(nested, tokens, inner),
    0,
  )
}

/** Height of all that runs between head and foot. */
function flowHeight(ticket: Ticket, tokens: Tokens, width: number): number {
  const { gap, item, small, touch, body } = tokens
  const lines = ticket.lines.map(({ name, notes, options }) => {
    const words = heightOf(`00 ${name}`, item, LINE_EM, width)
    const extra = optionsHeight(options, tokens, width) + (notes === undefined ? 0 : noteHeight(notes, tokens, width))
    return Math.max(touch, words + extra + 2 * SMALL_GAP * gap)
  })
  const notes = ticket.notes.map((text) => noteHeight(text, tokens, width))
  const facts = [ticket.pickupCode, ticket.courier, ticket.payment].filter((fact) => fact !== undefined).length
  const origin = CHIP_EM * small + SMALL_GAP * gap
  return [...lines, ...notes].reduce((sum, height) => sum + height, origin + facts * 1.7 * body)
}

/**
 * About how much room a ticket will need, from its words alone: good enough to count pages with until somebody has looked
 * at it. Nothing is drawn by it.
 */
export function guessedSize(ticket: Ticket, { tokens, grid, pageWidth, pageHeight }: Room): Size {
  const { gap, id, small, body, touchPrimary } = tokens
  const width = pageWidth / grid.columns - SMALL_GAP * gap - 2 * gap
  const head = HEAD_ID_EM * id + CHIP_EM * small + 2 * TINY_GAP * gap
  const foot = 1.35 * body + touchPrimary + 2 * gap
  const flow = flowHeight(ticket, tokens, width)
  const columns = Math.ceil(flow / Math.max(1, pageHeight - head - foot))
  if (columns > 1) return { columns, rows: grid.rows }
  const rows = Math.ceil((head + flow + foot + SMALL_GAP * gap) / (pageHeight / grid.rows))
  return { columns: 1, rows: Math.min(grid.rows, Math.max(1, rows)) }
}
