import { isKnownStatus } from '../order/lifecycle.ts'
import { isSeveral } from './is-several.ts'
import { shortId, shortIds } from './short-id.ts'
import type { Lane, Ticket } from './ticket.ts'

/**
 * The facts about orders that customers may see: display ids, the oldest order first. No names, no codes, no prices. Orders of
 * one number are told apart by what their customers know, the platform: "12 Keeta"; those of one platform by their order: "12 (1/2)".
 */
export type CustomersBoard = {
  readonly preparing: readonly string[]
  readonly ready: readonly string[]
  /** The name of the shop; absent where several shops are on the board. */
  readonly shop?: string | undefined
}

/** Characters of a display id; a longer one is shortened in the middle, and has more when another one would look the same. */
const MAX_CHARACTERS = 12
/** Characters of a platform's name. */
const MAX_NAME_CHARACTERS = 16

type Shown = Pick<
  Ticket,
  | 'orderId'
  | 'displayId'
  | 'orderType'
  | 'status'
  | 'lane'
  | 'reading'
  | 'createdAt'
  | 'cancelled'
  | 'cancellationAnnounced'
  | 'recalled'
  | 'tap'
  | 'merchantName'
  | 'brand'
  | 'connection'
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
    .filter(({ cancellationAnnounced }) => cancellationAnnounced !== true)
    .toSorted((a, b) => a.createdAt - b.createdAt || a.orderId.localeCompare(b.orderId))
  const short = shortIds(
    shown.map(({ displayId }) => displayId),
    MAX_CHARACTERS,
  )
  const byNumber = Map.groupBy(shown, ({ displayId }) => displayId)
  const textOf = (ticket: Shown): string => {
    const { displayId, connection } = ticket
    const same = byNumber.get(displayId) ?? []
    if (same.length < 2) return short.get(displayId) ?? displayId
    const ofPlatform = same.filter((one) => one.connection?.name === connection?.name)
    const name = ofPlatform.length < same.length ? ` ${shortId(connection?.name ?? '', MAX_NAME_CHARACTERS)}` : ''
    const place = ofPlatform.length > 1 ? ` (${ofPlatform.indexOf(ticket) + 1}/${ofPlatform.length})` : ''
    return shortId(displayId, MAX_CHARACTERS - place.length) + name + place
  }
  const column = (lane: Lane): readonly string[] =>
    shown.flatMap((ticket) => (laneFor(ticket) === lane ? [textOf(ticket)] : []))
  const shop = isSeveral(tickets, 'merchantName') ? undefined : tickets.find((one) => one.merchantName)?.merchantName
  return { preparing: column('preparing'), ready: column('ready'), shop }
}

/** The ready orders that were shown before, and which of them came last. */
export type SeenReady = { readonly ids: readonly string[]; readonly newest?: string | undefined }

/** @param before absent at the start: then no order is the newest, until one is added in sight */
export function seenReady(ids: readonly string[], before: SeenReady = { ids }): SeenReady {
  if (before.ids.length === ids.length && before.ids.every((id, index) => id === ids[index])) return before
  return { ids, newest: ids.findLast((id) => !before.ids.includes(id)) ?? before.newest }
}
