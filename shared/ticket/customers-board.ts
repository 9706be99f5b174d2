import { isKnownStatus } from '../order/lifecycle.ts'
import { shortId, shortIds } from './short-id.ts'
import type { Lane, Ticket } from './ticket.ts'

/**
 * The facts about orders that customers may see: display ids, the oldest order first. No names, no codes, no prices. Orders of
 * one number are told apart by their order: "12 (1/2)".
 */
export type CustomersBoard = { readonly preparing: readonly string[]; readonly ready: readonly string[] }

/** Characters of a display id; a longer one is shortened in the middle, and has more when another one would look the same. */
const MAX_CHARACTERS = 12

type Shown = Pick<
  Ticket,
  'orderId' | 'displayId' | 'orderType' | 'status' | 'lane' | 'reading' | 'createdAt' | 'cancelled' | 'recalled' | 'tap'
>

/** A tap that can still be taken back is not shown: customers would come for an order that is not ready. */
function laneFor({ lane, status, tap }: Shown): Lane | undefined {
  if (tap?.truth !== 'held') return lane
  if (!isKnownStatus(status)) return undefined
  return status === 'READY' ? 'ready' : status === 'CONFIRMED' || status === 'PREPARING' ? 'preparing' : undefined
}

/** Without the orders that a courier collects: guests would wait for numbers that are not theirs. */
export function customersBoardOf(tickets: readonly Shown[]): CustomersBoard {
  const shown = tickets
    .filter(({ orderType }) => orderType !== 'DELIVERY')
    .filter((ticket) => laneFor(ticket) === 'preparing' || laneFor(ticket) === 'ready')
    .filter(({ reading, cancelled, recalled }) => reading === 'read' && cancelled === undefined && !recalled)
    .toSorted((a, b) => a.createdAt - b.createdAt || a.orderId.localeCompare(b.orderId))
  const short = shortIds(
    shown.map(({ displayId }) => displayId),
    MAX_CHARACTERS,
  )
  const byNumber = Map.groupBy(shown, ({ displayId }) => displayId)
  const textOf = (ticket: Shown): string => {
    const same = byNumber.get(ticket.displayId) ?? []
    const text = short.get(ticket.displayId) ?? ticket.displayId
    if (same.length < 2) return text
    const place = ` (${same.indexOf(ticket) + 1}/${same.length})`
    return shortId(ticket.displayId, MAX_CHARACTERS - place.length) + place
  }
  const column = (lane: Lane): readonly string[] =>
    shown.flatMap((ticket) => (laneFor(ticket) === lane ? [textOf(ticket)] : []))
  return { preparing: column('preparing'), ready: column('ready') }
}
