import type { BoardDelta, BoardSnapshot } from '../../shared/contract/contract.ts'
import { isOver } from '../../shared/order/lifecycle.ts'
import { safeRecord } from '../../shared/own-value.ts'
import { isSeveral } from '../../shared/ticket/is-several.ts'
import type { Lane, Ticket } from '../../shared/ticket/ticket.ts'
import { type ShortNames, shopNames } from './short-names.ts'

type Orders = Readonly<Record<string, Ticket>>
type Lanes = Readonly<Record<Lane, readonly string[]>>

/** Orders by id, and the sequence of the ids in each lane. `orders` has no prototype, because any text can be an id. */
export type BoardState = {
  readonly version: number
  readonly orders: Orders
  readonly lanes: Lanes
  /** Cancelled orders that are not acknowledged yet. */
  readonly stops: readonly string[]
  /** Empty unless several shops are on the board: then each order names its own. */
  readonly shops: ShortNames
  readonly severalBrands: boolean
  readonly severalChannels: boolean
}

const NONE: ShortNames = new Map()

export const EMPTY_BOARD: BoardState = {
  version: 0,
  orders: safeRecord<Ticket>(),
  lanes: { scheduled: [], new: [], preparing: [], ready: [], done: [] },
  stops: [],
  shops: NONE,
  severalBrands: false,
  severalChannels: false,
}

const lists = new WeakMap<Orders, readonly Ticket[]>()

/** All tickets. Listed once for each change of the board: the list of a thousand orders takes half a millisecond. */
export function ticketsOf(orders: Orders): readonly Ticket[] {
  const tickets = lists.get(orders) ?? Object.values(orders)
  lists.set(orders, tickets)
  return tickets
}

/** A cancelled order keeps its STOP until staff acknowledge it. */
export const mustStop = (ticket: Ticket): boolean => ticket.cancelled !== undefined && !ticket.cancelled.acknowledged

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((other) => other !== id)

/**
 * The lane's ids with a new ticket, at the end, so that none moves. In the last lane, orders under way come before finished
 * ones, because they still have a button; the latest finished one is first.
 */
function placed(ids: readonly string[], ticket: Ticket, orders: Orders): readonly string[] {
  const firstOver = ticket.lane === 'done' ? ids.findIndex((id) => isOver(orders[id]?.status ?? '')) : -1
  return firstOver === -1 ? [...ids, ticket.orderId] : ids.toSpliced(firstOver, 0, ticket.orderId)
}

const keepsPlace = (known: Ticket, ticket: Ticket): boolean =>
  known.lane === ticket.lane && (ticket.lane !== 'done' || isOver(known.status) === isOver(ticket.status))

/** Unchanged lines keep their identity, so that they are not drawn again. Most changes of an order change no line. */
function withKnownLines(ticket: Ticket, known: Ticket | undefined): Ticket {
  if (!known) return ticket
  const lines = ticket.lines.map((line, index) => {
    const before = known.lines[index]
    return before && JSON.stringify(before) === JSON.stringify(line) ? before : line
  })
  return { ...ticket, lines }
}

/** The shop and the brand of an order, where several of them are on the board. */
export const ownNames = (
  { merchantName = '', brand }: Pick<Ticket, 'merchantName' | 'brand'>,
  { shops, severalBrands }: Pick<BoardState, 'shops' | 'severalBrands'>,
): string =>
  [shops.get(merchantName), severalBrands ? brand : undefined].filter((name) => name !== undefined).join(' · ')

function stopsOf(orders: Orders, before: readonly string[]): readonly string[] {
  const stops = ticketsOf(orders).flatMap((ticket) => (mustStop(ticket) ? [ticket.orderId] : []))
  const isSame = stops.length === before.length && stops.every((id, index) => id === before[index])
  return isSame ? before : stops
}

/** The names of the shops in short. The same object while the shops are the same. */
function shopsOf(tickets: readonly Ticket[], before: ShortNames): ShortNames {
  const shops = [...new Set(tickets.flatMap(({ merchantName }) => merchantName ?? []))]
  if (shops.length < 2) return NONE
  return shops.length === before.size && shops.every((shop) => before.has(shop)) ? before : shopNames(shops)
}

function changedBoard(board: BoardState, changed: readonly Ticket[], removed: readonly string[]): BoardState {
  if (changed.length === 0 && removed.length === 0) return board
  const orders = safeRecord(board.orders)
  let lanes: Lanes = board.lanes
  const change = (lane: Lane, ids: (before: readonly string[]) => readonly string[]): void => {
    lanes = { ...lanes, [lane]: ids(lanes[lane]) }
  }
  for (const orderId of removed) {
    const known = orders[orderId]
    if (!known) continue
    change(known.lane, (ids) => without(ids, orderId))
    delete orders[orderId]
  }
  for (const ticket of changed) {
    const known = orders[ticket.orderId]
    if (!known || !keepsPlace(known, ticket)) {
      if (known) change(known.lane, (ids) => without(ids, ticket.orderId))
      change(ticket.lane, (ids) => placed(ids, ticket, orders))
    }
    orders[ticket.orderId] = withKnownLines(ticket, known)
  }
  const stops = stopsOf(orders, board.stops)
  const all = ticketsOf(orders)
  return {
    version: board.version,
    orders,
    lanes,
    stops,
    shops: shopsOf(all, board.shops),
    severalBrands: isSeveral(all, 'brand'),
    severalChannels: isSeveral(all, 'channel'),
  }
}

/** The board of a snapshot. Tickets that were on the board before keep their place in their lane. */
export function boardOfSnapshot(snapshot: BoardSnapshot, before: BoardState): BoardState {
  const listed = new Set(snapshot.tickets.map((ticket) => ticket.orderId))
  const gone = Object.keys(before.orders).filter((orderId) => !listed.has(orderId))
  return { ...changedBoard(before, snapshot.tickets, gone), version: snapshot.version }
}

/** The board after a delta. Tickets that the delta does not contain keep their identity and their place. */
export function boardAfter(board: BoardState, delta: BoardDelta): BoardState {
  return { ...changedBoard(board, delta.changed, delta.removed), version: delta.version }
}

/** The orders that ring now and that a person can silence. A cancelled one is acknowledged instead. */
export const ringingIn = (orders: BoardState['orders']): readonly Ticket[] =>
  ticketsOf(orders).filter(({ alarm }) => alarm !== undefined && alarm !== 'cancelled')
