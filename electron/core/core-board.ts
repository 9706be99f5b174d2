import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import { MAX_CHANNEL_NAME, MAX_CHANNELS } from '../../shared/contract/values.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import { messageOf } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { Facts } from '../storage/ports.ts'
import type { TimeService } from '../sync/clock.ts'
import { type Board, createBoard } from './board.ts'
import { type BoardMeta, createBoardMeta } from './board-meta.ts'
import { createProjection, type Projection } from './board-projection.ts'
import type { CoreParts } from './core-parts.ts'
import type { ParsedOrders } from './parsed-orders.ts'
import type { PlatformLink } from './platform-link.ts'
import { type BoardQuarantine, createBoardQuarantine } from './quarantine.ts'
import type { SettingsSource } from './settings-source.ts'
import { NO_STUCK_ORDERS } from './stuck-orders.ts'
import { createUnplayedOrders, type UnplayedOrders } from './unplayed-orders.ts'
import { createUnseenOrders, type UnseenOrders } from './unseen-orders.ts'

export interface Channels {
  /** Stores the channel of a ticket. Never throws. */
  record(channel: string | undefined): void
  seen(): readonly string[]
}

/** The sales channels of the orders so far, kept over restarts. The settings offer a colour for each. */
export function createChannels(stored: Facts['channelsSeen'], log: Log): Channels {
  const seen = new Set(stored.get())
  return {
    record(channel) {
      if (channel === undefined || channel.trim() === '' || seen.has(channel)) return
      if (channel.length > MAX_CHANNEL_NAME || seen.size >= MAX_CHANNELS) return
      seen.add(channel)
      try {
        stored.set([...seen])
      } catch (error) {
        // A list for the settings: the order itself is stored elsewhere.
        log.warn('channel-not-remembered', { error: messageOf(error) })
      }
    },
    seen: () => [...seen],
  }
}

/** Keys of the screen's texts. */
type Condition = 'acknowledgments-refused' | 'acknowledgments-ignored' | 'orders-held-back'

/** The line on every window about what no ticket shows. A single event is shown before the conditions that hold. */
interface Notices {
  now(): string | undefined
  /** @param notice a key of the screen's texts */
  show(notice: string): void
  /** A condition is shown as long as it holds. */
  setCondition(condition: Condition, holds: boolean): void
}

function createNotices(board: Pick<Board, 'announce'>, first: string | undefined): Notices {
  const conditions = new Set<Condition>()
  let event = first
  const now = (): string | undefined => event ?? [...conditions][0]
  return {
    now,
    show(notice) {
      event = notice
      board.announce({ notice })
    },
    setCondition(condition, holds) {
      if (conditions.has(condition) === holds) return
      if (holds) conditions.add(condition)
      else conditions.delete(condition)
      // An absent member of a delta means that it did not change.
      board.announce({ notice: now() ?? '' })
    },
  }
}

/** Tickets drawn in one turn of the main process. */
const DRAWN_AT_ONCE = 50
/** With more new orders at once each is drawn once it was read, or after so many ms: drawing all of them twice costs more. */
const MAX_DRAWN_UNREAD = 4
const UNREAD_DRAWN_AFTER_MS = 250

/** Decides when the tickets of changed orders are drawn again. */
interface Drawing {
  /** Draws the tickets now; of many orders the later ones in the next turns. */
  refresh(orderIds: readonly string[]): void
  /** Orders with new events. A few new ones are drawn before they are read: the window finds their places meanwhile. */
  refreshAfterEvents(orderIds: readonly string[]): void
  stop(): void
}

function createDrawing(parts: {
  readonly board: Pick<Board, 'ticket'>
  readonly projection: Pick<Projection, 'refresh'>
  readonly clock: Pick<TimeService, 'setTimer'>
  /** These tickets were drawn; more may follow in the next turns. */
  readonly onDrawn: (orderIds: readonly string[]) => void
}): Drawing {
  const { board, projection, clock, onDrawn } = parts
  /** Orders whose tickets are drawn in the next turns: calls and timers are served between them. */
  const drawnLater = new Set<string>()
  const unreadTimers = new Set<() => void>()
  let cancelDrawing: (() => void) | undefined

  const drawNext = (): void => {
    cancelDrawing = undefined
    const next = [...drawnLater].slice(0, DRAWN_AT_ONCE)
    for (const orderId of next) drawnLater.delete(orderId)
    refresh(next)
  }

  const refresh = (orderIds: readonly string[]): void => {
    const now = orderIds.slice(0, DRAWN_AT_ONCE)
    projection.refresh(now)
    for (const orderId of orderIds.slice(DRAWN_AT_ONCE)) drawnLater.add(orderId)
    if (drawnLater.size > 0) cancelDrawing ??= clock.setTimer(0, drawNext)
    onDrawn(now)
  }

  return {
    refresh,
    refreshAfterEvents(orderIds) {
      const isMissing = (orderId: string): boolean => board.ticket(orderId) === undefined
      const missing = orderIds.filter(isMissing)
      const isFew = missing.length <= MAX_DRAWN_UNREAD
      refresh(isFew ? orderIds : orderIds.filter((orderId) => !isMissing(orderId)))
      if (isFew) return
      const cancel = clock.setTimer(UNREAD_DRAWN_AFTER_MS, () => {
        unreadTimers.delete(cancel)
        refresh(missing.filter(isMissing))
      })
      unreadTimers.add(cancel)
    },
    stop() {
      cancelDrawing?.()
      for (const cancel of unreadTimers) cancel()
    },
  }
}

/** What the windows of a core show, and what they report about it. */
export interface CoreBoard extends Drawing {
  readonly board: Board
  readonly meta: BoardMeta
  readonly projection: Projection
  readonly quarantine: BoardQuarantine
  readonly unseen: UnseenOrders
  readonly unplayed: UnplayedOrders
  readonly notices: Notices
  readonly channels: Channels
  refreshAll(): void
  snapshot(): BoardSnapshot
  /** All tickets in full, also those in quarantine: for the page without scripts. */
  fullTickets(): readonly Ticket[]
  /** Draws every order before a window is served: the first snapshot already holds them. */
  drawFirst(): void
}

export function createCoreBoard(
  parts: Pick<CoreParts, 'ledger' | 'clock' | 'log' | 'notice' | 'isPractice' | 'stuck' | 'versions'> & {
    readonly orders: ParsedOrders
    readonly settings: SettingsSource['now']
    readonly link: Pick<PlatformLink, 'boardFreshness' | 'isUnsupported'>
    /** Steps that the host does not have, learned from its refusals. */
    readonly learned: () => ReadonlySet<OrderAction>
  },
): CoreBoard {
  const { ledger, clock, log, link, settings, stuck = NO_STUCK_ORDERS } = parts
  const board = createBoard(parts.versions)
  const boardParts = { ledger, board, clock, settings }
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => drawing.refresh(orderIds) })
  const unseen = createUnseenOrders({
    clock,
    tickets: board.tickets,
    wasShown: (orderId) => ledger.countOf(orderId, 'shown') > 0,
  })
  const unplayed = createUnplayedOrders(board.tickets)
  const projection = createProjection({
    ...boardParts,
    orders: parts.orders,
    log,
    isQuarantined: (orderId) => stuck.has(orderId) || quarantine.isQuarantined(orderId),
    duringOrder: stuck.during,
    isUnseen: unseen.has,
    isUnplayed: unplayed.has,
    isUnsupported: link.isUnsupported,
    learned: parts.learned,
  })
  const meta = createBoardMeta({ ...boardParts, boardFreshness: link.boardFreshness })
  const channels = createChannels(ledger.facts.channelsSeen, log)
  const notices = createNotices(board, parts.notice)
  const drawing = createDrawing({
    board,
    projection,
    clock,
    onDrawn(orderIds) {
      for (const orderId of orderIds) channels.record(board.ticket(orderId)?.channel)
      notices.setCondition('orders-held-back', projection.heldBack() > 0)
      meta.announce()
    },
  })

  return {
    ...drawing,
    board,
    meta,
    projection,
    quarantine,
    unseen,
    unplayed,
    notices,
    channels,
    refreshAll: () => drawing.refresh(projection.orderIds()),
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notices.now(),
      places: ledger.facts.places.get(),
      channels: channels.seen().length > 0 ? [...channels.seen()] : undefined,
      isPractice: parts.isPractice,
    }),
    fullTickets: () =>
      board
        .tickets()
        .map((ticket) => (ticket.quarantined ? (projection.fullTicket(ticket.orderId) ?? ticket) : ticket)),
    drawFirst() {
      projection.refresh(projection.orderIds())
      for (const { channel } of board.tickets()) channels.record(channel)
    },
  }
}
