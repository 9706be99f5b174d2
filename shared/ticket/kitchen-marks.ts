import { PART_OF_LINE } from '../order/order-changes.ts'
import { AGAIN_REASONS, type AgainReason } from './again-reasons.ts'
import type { Ticket, TicketLine } from './ticket.ts'
import { isPieces } from './ticket-tree.ts'

/** What staff decide about an order and check of it, in this kitchen alone: the timeline is the record. */

/** Kinds of the entries of the timeline. */
export const MARK_ENTRIES = {
  first: 'moved-first',
  back: 'moved-back',
  /** The detail is the length of the hold in ms: a corrected clock moves its begin. */
  held: 'held-until',
  holdEnded: 'hold-ended',
  /** The detail is the line's id, `PART_OF_LINE` and the reason. */
  again: 'made-again',
  /** The platform found the code of the customer or courier right. */
  codeRight: 'code-valid',
  /** The detail is a `BagEntry`. */
  bagTicked: 'bag-ticked',
  bagUnticked: 'bag-unticked',
  bagsCounted: 'bags-counted',
  /** The order has other lines or notes: its bag is checked anew. */
  changed: 'changed',
  /** A cancelled order drops its marks, also when its cancellation is taken back. */
  cancelled: 'cancelled',
} as const

/** Most dishes of an order that are made again. */
export const MAX_AGAIN = 20
/** Longest time for which an order can be held. */
export const LONGEST_HOLD_MS = 24 * 3_600_000

type AgainMark = { readonly at: number; readonly lineId: string; readonly reason: AgainReason }

/** All times in ms of the platform's clock. */
export type KitchenMarks = {
  readonly isFirst: boolean
  readonly heldUntil?: number | undefined
  /** The oldest first. */
  readonly again: readonly AgainMark[]
  readonly isCodeRight: boolean
  readonly bag: NonNullable<Ticket['bag']>
}

export const NO_MARKS: KitchenMarks = { isFirst: false, again: [], isCodeRight: false, bag: { ticked: [] } }

type Entry = { readonly kind: string; readonly at: number; readonly detail?: string | undefined }

/** The parts of an entry about a line that is made again; `undefined` if it is none. */
export function againOf(detail = ''): Pick<AgainMark, 'lineId' | 'reason'> | undefined {
  const end = detail.lastIndexOf(PART_OF_LINE)
  const reason = AGAIN_REASONS.find((known) => known === detail.slice(end + 1))
  return reason === undefined || end < 1 ? undefined : { lineId: detail.slice(0, end), reason }
}

export const againDetail = (lineId: string, reason: AgainReason): string => `${lineId}${PART_OF_LINE}${reason}`

/** What a screen did at the check of a bag: the rows that it ticked or not, or the number of bags. */
export type BagEntry = {
  readonly rows: readonly string[]
  readonly bags?: number | undefined
  /** Name of the screen; absent: the main computer's own window. */
  readonly by?: string | undefined
}

export const bagDetail = (entry: BagEntry): string => JSON.stringify(entry)

const NO_ENTRY: BagEntry = { rows: [] }
const isText = (value: unknown): value is string => typeof value === 'string'

/** The parts of an entry about a bag; empty if it is none. */
export function bagEntryOf(detail = ''): BagEntry {
  try {
    const parsed: unknown = JSON.parse(detail)
    if (typeof parsed !== 'object' || parsed === null) return NO_ENTRY
    const { rows, bags, by }: { rows?: unknown; bags?: unknown; by?: unknown } = parsed
    return {
      rows: Array.isArray(rows) ? rows.filter(isText) : [],
      ...(typeof bags === 'number' && bags > 0 ? { bags } : {}),
      ...(isText(by) ? { by } : {}),
    }
  } catch {
    return NO_ENTRY
  }
}

/** The check of a bag after rows were ticked, or the ticks taken back. */
export const withTicks = (
  bag: KitchenMarks['bag'],
  rows: readonly string[],
  isTicked: boolean,
): KitchenMarks['bag'] => {
  const others = bag.ticked.filter((id) => !rows.includes(id))
  return { ...bag, ticked: isTicked ? [...others, ...new Set(rows)] : others }
}

function after(marks: KitchenMarks, { kind, at, detail }: Entry): KitchenMarks {
  switch (kind) {
    case MARK_ENTRIES.first:
      return { ...marks, isFirst: true }
    case MARK_ENTRIES.back:
      return { ...marks, isFirst: false }
    case MARK_ENTRIES.held:
      return { ...marks, heldUntil: at + (Number(detail) || 0) }
    case MARK_ENTRIES.holdEnded:
      return { ...marks, heldUntil: undefined }
    case MARK_ENTRIES.again: {
      const line = againOf(detail)
      return line === undefined ? marks : { ...marks, again: [...marks.again, { at, ...line }] }
    }
    case MARK_ENTRIES.bagTicked:
    case MARK_ENTRIES.bagUnticked:
      return { ...marks, bag: withTicks(marks.bag, bagEntryOf(detail).rows, kind === MARK_ENTRIES.bagTicked) }
    case MARK_ENTRIES.bagsCounted: {
      const { bags } = bagEntryOf(detail)
      return { ...marks, bag: { ...marks.bag, ...(bags === undefined ? {} : { bags }) } }
    }
    case MARK_ENTRIES.changed:
      return { ...marks, bag: { ...marks.bag, ticked: [] } }
    case MARK_ENTRIES.codeRight:
      return { ...marks, isCodeRight: true }
    case MARK_ENTRIES.cancelled:
      return NO_MARKS
    default:
      return marks
  }
}

/** The marks after these entries of the timeline, which are in their sequence. */
export const marksAfter = (entries: readonly Entry[]): KitchenMarks => entries.reduce(after, NO_MARKS)

/** The id of a line that is made again, so that its marks are carried with those of the line. `count`: from 1. */
const againId = (lineId: string, count: number): string => `${lineId}${PART_OF_LINE}${PART_OF_LINE}${count}`

/** The line of a dish that is made again: one piece, or the whole weight. */
export function againLine(line: TicketLine, again: NonNullable<TicketLine['again']>, count: number): TicketLine {
  const { isAdded: _added, was: _was, struckParts: _parts, ...content } = line
  return {
    ...content,
    lineId: againId(line.lineId, count),
    quantity: isPieces(line) ? 1 : line.quantity,
    struck: false,
    again,
  }
}

/** Adds the lines of an order that are made again, each behind its own line. */
export const withAgain = (
  lines: readonly TicketLine[],
  marks: KitchenMarks['again'],
  struckLines: ReadonlySet<string>,
): TicketLine[] =>
  lines.flatMap((line) => [
    line,
    ...marks
      .filter(({ lineId }) => lineId === line.lineId)
      .map(({ at, reason }, index) => {
        const again = againLine(line, { since: at, reason }, index + 1)
        const parts = [...struckLines].filter((mark) => mark.startsWith(`${again.lineId}${PART_OF_LINE}`))
        return {
          ...again,
          struck: struckLines.has(again.lineId),
          ...(parts.length > 0 ? { struckParts: parts } : {}),
        }
      }),
  ])

/** Whether a dish of the order is made again and not done. */
export const isMadeAgain = ({ lines }: { readonly lines: readonly TicketLine[] }): boolean =>
  lines.some(({ again, struck }) => again !== undefined && !struck)
