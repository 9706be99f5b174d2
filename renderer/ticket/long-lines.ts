import type { TicketLine, TicketOption } from '../../shared/ticket.ts'

/** A line with more rows than this continues in the next column; a shorter one stays in one piece. */
const MOST_ROWS_IN_ONE_PIECE = 8
/** A column is 12 em of item text wide at least, so it has this many letters of an option or a note, or more. */
const LETTERS_OF_A_ROW = 18
/** The space between two options that are side by side. */
const GAP_LETTERS = 2

const rowsOfLetters = (letters: number): number => Math.ceil(letters / LETTERS_OF_A_ROW)
const rowsOfNote = (notes: string | undefined): number => rowsOfLetters(notes?.length ?? 0)

/** The options of an option follow it in brackets, so they have no rows of their own. */
const lettersOf = ({ name, options }: TicketOption): number =>
  name.length + options.reduce((letters, option) => letters + GAP_LETTERS + lettersOf(option), 0)
const rowsOfNotes = ({ notes, options }: TicketOption): number =>
  rowsOfNote(notes) + options.reduce((rows, option) => rows + rowsOfNotes(option), 0)

/** Options are side by side, as many as fit in a row. One with a note has its rows alone. */
function rowsOfOptions(options: readonly TicketOption[]): number {
  let rows = 0
  let free = 0
  for (const option of options) {
    const letters = lettersOf(option)
    const noteRows = rowsOfNotes(option)
    if (noteRows === 0 && letters + GAP_LETTERS <= free) {
      free -= letters + GAP_LETTERS
      continue
    }
    const own = rowsOfLetters(letters)
    rows += own + noteRows
    free = noteRows > 0 ? 0 : own * LETTERS_OF_A_ROW - letters
  }
  return rows
}

/** Estimates from the number of letters whether a line is too long to stay in one column of a ticket. */
export const isLong = (line: Pick<TicketLine, 'options' | 'notes'>): boolean =>
  1 + rowsOfOptions(line.options) + rowsOfNote(line.notes) > MOST_ROWS_IN_ONE_PIECE
