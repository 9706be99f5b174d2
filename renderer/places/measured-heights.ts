import type { Settings } from '../../shared/contract/settings.ts'
import { isKnownStatus } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { warningsOf } from '../../shared/ticket/ticket-warnings.ts'
import { linesFor, stationOf } from '../store/station-lines.ts'
import type { DesignTokens, Step } from '../ui/design/tokens.ts'
import { estimateOf, rowsBelowHead } from './estimate.ts'
import type { Heights } from './flow.ts'

/** Characters of a pickup code that fit in one row. */
const MAX_CODE = 6

const NONE: Heights = { whole: 0, names: 0, strip: 0, span: 1, long: [] }

/** What the height of a ticket depends on. It is the same in all states of an order: taps and ages change no height. */
const contentOf = (ticket: Ticket): string =>
  JSON.stringify([
    ticket.reading,
    ticket.displayId,
    ticket.orderType === '' ? '' : 1,
    ticket.lines.map(({ struck: _struck, struckParts: _parts, ...line }) => line),
    ticket.changes?.removed,
    ticket.changes?.notesBefore,
    ticket.changes?.facts,
    ticket.notes,
    ticket.courierNotes,
    ticket.place,
    ticket.consumption,
    ticket.channel,
    ticket.brand,
    ticket.merchantName,
    ticket.customerName,
    ticket.moreCharacters,
    ticket.moreLines,
    warningsOf(ticket),
    isKnownStatus(ticket.status) ? '' : ticket.status,
    // A long code has more than its row in the head.
    ticket.lane === 'ready' && (ticket.pickupCode?.length ?? 0) > MAX_CODE ? ticket.pickupCode : '',
    rowsBelowHead(ticket),
  ])

/** Of a text, 53 bits: two contents of one order are never taken for the same. */
export function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (0x1f_ffff & low) + (high >>> 0)
}

/** The heights of an order, and the hash of what they depend on. */
export type Measured = { readonly content: number; readonly heights: Heights }
/** By text step and order id. */
export type KnownHeights = ReadonlyMap<Step, ReadonlyMap<string, Measured>>

/** The measured heights of tickets at each text step, and estimates for the others. */
export type MeasuredHeights = {
  readonly isKnown: (ticket: Ticket, step: Step) => boolean
  /** Whether two versions of an order have the same height. */
  readonly isSame: (before: Ticket, after: Ticket) => boolean
  readonly heightsOf: (ticket: Ticket | undefined, step: Step) => Heights
  readonly store: (ticket: Ticket, step: Step, heights: Heights) => void
  /** All measured heights, and those of an earlier window. */
  readonly known: () => KnownHeights
  readonly restore: (known: KnownHeights) => void
  /** Removes the heights of orders that are not on the board. */
  readonly keepOnly: (isOnBoard: (orderId: string) => boolean) => void
  readonly clear: () => void
}

export function createMeasuredHeights(
  tokens: () => DesignTokens | undefined,
  settings: () => Settings | undefined,
  /** The room of a column in px. */
  room: (step: Step) => number,
  ownName: (ticket: Ticket) => string,
): MeasuredHeights {
  const measured = new Map<Step, Map<string, Measured>>()
  let estimates = new WeakMap<Ticket, Map<Step, Heights>>()
  const contents = new WeakMap<Ticket, number>()
  const content = (ticket: Ticket): number => {
    const known = contents.get(ticket) ?? hashOf(contentOf(ticket))
    contents.set(ticket, known)
    return known
  }
  const find = (ticket: Ticket, step: Step): Heights | undefined => {
    const known = measured.get(step)?.get(ticket.orderId)
    return known !== undefined && known.content === content(ticket) ? known.heights : undefined
  }
  const estimate = (ticket: Ticket, step: Step): Heights => {
    const ofTicket = estimates.get(ticket) ?? new Map<Step, Heights>()
    estimates.set(ticket, ofTicket)
    const sizes = tokens()?.steps[step]
    const known = ofTicket.get(step)
    if (known || !sizes) return known ?? NONE
    const lines = () => linesFor(ticket, stationOf(settings()), settings()?.stations ?? []).own
    const estimated = estimateOf(ticket, lines, step, sizes, room(step), ownName(ticket))
    ofTicket.set(step, estimated)
    return estimated
  }
  return {
    isKnown: (ticket, step) => find(ticket, step) !== undefined,
    isSame: (before, after) => before === after || content(before) === content(after),
    heightsOf: (ticket, step) => (ticket === undefined ? NONE : (find(ticket, step) ?? estimate(ticket, step))),
    store: (ticket, step, heights) => {
      const ofStep = measured.get(step) ?? new Map<string, Measured>()
      measured.set(step, ofStep.set(ticket.orderId, { content: content(ticket), heights }))
    },
    known: () => measured,
    restore: (known) => {
      for (const [step, ofStep] of known) measured.set(step, new Map(ofStep))
    },
    keepOnly: (isOnBoard) => {
      for (const ofStep of measured.values()) for (const id of ofStep.keys()) if (!isOnBoard(id)) ofStep.delete(id)
    },
    clear: () => {
      measured.clear()
      // An estimate depends on the sizes too.
      estimates = new WeakMap()
    },
  }
}
