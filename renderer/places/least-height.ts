import type { Settings } from '../../shared/settings.ts'
import type { Ticket, TicketLine, TicketOption } from '../../shared/ticket.ts'
import type { DesignTokens } from '../design/tokens.ts'
import { linesFor, stationOf } from '../station/station-lines.ts'

/** Width of a character, in em of its font. */
const CHARACTER_EM = 0.5
/** Height of a row of text, in em of its font. */
const ROW_EM = 1.12
/** Width beside a text: the quantity of a line, the icon of a note, the padding of an option. */
const BESIDE_EM = 1.7
/** Space above and below a line, and above a note, in gaps (`styles/ticket-lines.css`). */
const LINE_GAPS = 0.7
const NOTE_GAPS = 0.35
const BORDERS_PX = 7

const heightOf = (characters: number, font: number, width: number): number =>
  ROW_EM * font * Math.max(1, Math.ceil((CHARACTER_EM * characters * font) / width))

const flat = (options: readonly TicketOption[]): readonly TicketOption[] =>
  options.flatMap((option) => [option, ...flat(option.options)])

type Sizes = Pick<DesignTokens, 'item' | 'option' | 'note' | 'id' | 'least' | 'gap' | 'touchLeast' | 'touchPrimary'>

/**
 * The height that a ticket needs at least in one column of this width, by the length of its texts, in px. The real height
 * was 0.9 to 1.54 times this one, for 1,200 tickets of the practice platform on six screens.
 */
export function leastHeight(
  { lane, notes }: Ticket,
  lines: readonly TicketLine[],
  columnWidth: number,
  { item, option, note, id, least, gap, touchLeast, touchPrimary }: Sizes,
): number {
  const width = columnWidth - 2 * gap
  const ofText = (characters: number, font: number): number => heightOf(characters, font, width - BESIDE_EM * font)
  const ofNotes = (texts: readonly (string | undefined)[]): number =>
    texts.reduce((sum, text) => sum + (text === undefined ? 0 : NOTE_GAPS * gap + ofText(text.length, note)), 0)
  const ofLine = (line: TicketLine): number => {
    const options = flat(line.options)
    // Options are side by side.
    const characters = options.reduce((sum, { name }) => sum + name.length + 2 * BESIDE_EM, 0)
    const height =
      LINE_GAPS * gap +
      ofText(line.name.length, item) +
      (options.length === 0 ? 0 : ofText(characters, option)) +
      ofNotes([line.notes, ...options.map((one) => one.notes)])
    return lane === 'ready' || lane === 'done' ? height : Math.max(touchLeast, height)
  }
  const ofLines = lines.reduce((sum, line) => sum + ofLine(line), 0)
  return BORDERS_PX + ROW_EM * (id + least) + ofLines + ofNotes(notes) + gap + touchPrimary
}

type Room = { readonly columnWidth: number; readonly tokens: DesignTokens | undefined }

/** The least height of an order's ticket on this screen; 0 when it is not known. */
export const leastHeightBy =
  (orders: Readonly<Record<string, Ticket>>, settings: Settings | undefined, { columnWidth, tokens }: Room) =>
  (orderId: string): number => {
    const ticket = orders[orderId]
    if (!ticket || !tokens) return 0
    return leastHeight(ticket, linesFor(ticket, stationOf(settings), settings?.stations ?? []).own, columnWidth, tokens)
  }
