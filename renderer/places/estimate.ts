import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import type { Step, StepTokens } from '../design/tokens.ts'
import type { Heights } from './packing.ts'

/** Width of a character, in em of its font. */
const CHARACTER_EM = 0.53
const ROW_EM = 1.2
/** Space beside the name of a dish. */
const BESIDE_EM = 2.9
const SPACE_EM = 0.35

const rowsOf = (characters: number, font: number, width: number): number =>
  Math.max(1, Math.ceil((CHARACTER_EM * characters * font) / width))

const flat = (options: readonly TicketOption[]): readonly TicketOption[] =>
  options.flatMap((option) => [option, ...flat(option.options)])

/**
 * The height that a ticket will have in one column, by the length of its texts, in px. It decides which tickets are measured;
 * places follow from measured heights.
 */
export function estimateOf(
  ticket: Ticket,
  lines: readonly TicketLine[],
  step: Step,
  { item, least, option, head, columnWidth, gap }: StepTokens,
): Heights {
  const width = columnWidth - gap
  const rows = (texts: readonly number[], font: number): number =>
    texts.reduce((sum, characters) => sum + ROW_EM * font * rowsOf(characters, font, width - BESIDE_EM * font), 0)
  const notes = (texts: readonly (string | undefined)[]): number =>
    rows(
      texts.flatMap((text) => text?.length ?? []),
      option,
    )
  let [whole, names] = [head + item + ROW_EM * least, head + SPACE_EM * item]
  for (const line of lines) {
    const options = flat(line.options)
    const lengths = options.map(({ name }) => name.length)
    const inRow = lengths.length === 0 ? [] : [lengths.reduce((sum, length) => sum + length + 3, 0)]
    const ofNotes = notes([line.notes, ...options.map((one) => one.notes)])
    const name = rows([line.name.length], item)
    whole += name + rows(step === 'S' ? inRow : lengths, option) + ofNotes + SPACE_EM * item
    names += name + ofNotes
  }
  const all = notes(ticket.notes)
  return { whole: Math.ceil(whole + all), names: Math.ceil(names + all), strip: head, span: 1 }
}
