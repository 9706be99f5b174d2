import { isForLater } from '../../shared/ticket/lateness.ts'
import { MAX_ID_IN_HEAD } from '../../shared/ticket/short-id.ts'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket/ticket.ts'
import type { Step, StepTokens } from '../ui/design/tokens.ts'
import type { Form, Heights } from './flow.ts'

/** Width of a character, in em of its font. */
const CHARACTER_EM = 0.53
const ROW_EM = 1.2
/** Characters of an id and of a pickup code that fit in one row of the head, and rows of its text. */
const SHORT_ID = 5
const SHORT_CODE = 6
const HEAD_ROW_EM = 1.1
const ROW_BELOW_EM = 1.3
/** The text of the head has this part of its width. */
const BESIDE_STEP = 0.4
/** Space beside the name of a dish. */
const BESIDE_EM = 2.9
const SPACE_EM = 0.35
/** Space beside a note of more characters: its rows have the width of the ticket. */
const BESIDE_NOTE_EM = 1
export const LONG_NOTE = 60
/** The columns of a tall ticket cannot be filled to the same height. */
const UNEVEN = 1.06
/** All text has at least this part of its usual height: an order that may have room for it is measured, no other one needs to be. */
export const LEAST_DRAWN = 0.8
/** A tall order gets at most this many adjacent columns. */
export const MOST_COLUMNS = 4

/** The columns of an order that does not fit the wall. */
export const columnsOfLong = (columns: number): number => Math.max(1, Math.min(MOST_COLUMNS, columns - 1))

const rowsOf = (characters: number, font: number, width: number): number =>
  Math.max(1, Math.ceil((CHARACTER_EM * characters * font) / width))

const flat = (options: readonly TicketOption[]): readonly TicketOption[] =>
  options.flatMap((option) => [option, ...flat(option.options)])

/** The promised time of an order for later, and its courier who waits, have a row each below the number and the step. */
export const rowsBelowHead = (ticket: Ticket): number =>
  Number(isForLater(ticket)) + Number(ticket.courierSince !== undefined)

/**
 * The heights that a ticket will have at least, by the length of its texts, in px. They decide which tickets are measured;
 * places follow from measured heights, and from the estimated ones of strips.
 * @param room the height of the wall
 * @param ownName what the head says below the figure, unless all text is shown
 */
export function estimateOf(
  ticket: Ticket,
  linesOf: () => readonly TicketLine[],
  step: Step,
  { item, least, option, figure, id, head, columnWidth, gap, columns }: StepTokens,
  room: number,
  ownName: string,
): Heights {
  const width = columnWidth - gap
  const rows = (texts: readonly number[], font: number): number =>
    texts.reduce((sum, characters) => sum + ROW_EM * font * rowsOf(characters, font, width - BESIDE_EM * font), 0)
  const notes = (texts: readonly (string | undefined)[]): number =>
    texts.reduce((sum, text) => {
      if (text === undefined) return sum
      const beside = text.length > LONG_NOTE ? BESIDE_NOTE_EM : BESIDE_EM
      return sum + ROW_EM * option * rowsOf(text.length, option, width - beside * option)
    }, 0)
  const inHead = (characters: number, font: number, most: number, usual = font): number =>
    characters <= most ? usual : font * rowsOf(characters, font, BESIDE_STEP * width)
  const code = ticket.lane === 'ready' ? (ticket.pickupCode?.length ?? 0) : 0
  const texts =
    inHead(Math.min(MAX_ID_IN_HEAD, ticket.displayId.length), least, SHORT_ID, id) + inHead(code, figure, SHORT_CODE)
  const top = Math.max(head, Math.ceil(HEAD_ROW_EM * texts)) + Math.ceil(ROW_BELOW_EM * figure * rowsBelowHead(ticket))
  const strip =
    top + (ownName === '' ? 0 : Math.ceil(ROW_EM * least * rowsOf(ownName.length, least, BESIDE_STEP * width)))
  const measureText = (): Omit<Heights, 'strip'> => {
    let [whole, names] = [top + item + ROW_EM * least, top + SPACE_EM * item]
    for (const line of linesOf()) {
      const options = flat(line.options)
      const lengths = options.map(({ name }) => name.length)
      const inRow = lengths.length === 0 ? [] : [lengths.reduce((sum, length) => sum + length + 3, 0)]
      const ofNotes = notes([line.notes, ...options.map((one) => one.notes)])
      const name = rows([line.name.length], item)
      whole += name + rows(step === 'S' ? inRow : lengths, option) + ofNotes + SPACE_EM * item
      names += name + ofNotes
    }
    const all = notes(ticket.notes)
    const named = Math.ceil(names + all) + strip - top
    const short = Math.min(named, room)
    const long: readonly Form[] = named > room ? ['names'] : []
    const tall = Math.ceil(LEAST_DRAWN * (whole + all))
    if (tall <= room) return { names: short, whole: tall, span: 1, long: [] }
    const span = Math.ceil((UNEVEN * tall) / room)
    return span <= Math.min(MOST_COLUMNS, columns)
      ? { names: short, whole: Math.min(room, Math.ceil((UNEVEN * tall) / span)), span, long }
      : { names: short, whole: room, span: columnsOfLong(columns), long: ['whole', ...long] }
  }
  // Most orders of a full wall are strips, whose text needs no estimate.
  let text: Omit<Heights, 'strip'> | undefined
  const textOf = (): Omit<Heights, 'strip'> => {
    text ??= measureText()
    return text
  }
  return {
    strip,
    isEstimate: true,
    get whole() {
      return textOf().whole
    },
    get names() {
      return textOf().names
    },
    get span() {
      return textOf().span
    },
    get long() {
      return textOf().long
    },
  }
}
