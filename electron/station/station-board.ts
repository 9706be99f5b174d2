import type { BoardSnapshot } from '../../shared/contract.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { type Board, createBoard } from './board.ts'
import { type BoardMeta, createBoardMeta } from './board-meta.ts'
import { createProjection, type Projection } from './board-projection.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { createNotices, type Notices } from './notices.ts'
import type { ParsedOrders } from './parsed-orders.ts'
import type { PlatformLink } from './platform-link.ts'
import { type BoardQuarantine, createBoardQuarantine } from './quarantine.ts'
import { type Channels, createChannels } from './sales-channels.ts'
import type { SettingsSource } from './settings-source.ts'
import type { StationParts } from './station-port.ts'
import { createUnseenOrders, type UnseenOrders } from './unseen-orders.ts'

type StationBoardParts = Pick<StationParts, 'ledger' | 'clock' | 'log' | 'notice' | 'isPractice'> & {
  readonly orders: ParsedOrders
  readonly settings: SettingsSource['now']
  readonly link: Pick<PlatformLink, 'boardFreshness' | 'isUnsupported'>
}

/** What the windows of a station show, and what they report about it. */
export type StationBoard = Pick<Drawing, 'refresh' | 'refreshAfterEvents' | 'stop'> & {
  readonly board: Board
  readonly meta: BoardMeta
  readonly projection: Projection
  readonly quarantine: BoardQuarantine
  readonly unseen: UnseenOrders
  readonly notices: Notices
  readonly channels: Channels
  refreshAll(): void
  snapshot(): BoardSnapshot
  /** All tickets in full, also those in quarantine. */
  fullTickets(): readonly Ticket[]
  /** Draws every order before a window is served: the first snapshot already holds them. */
  drawFirst(): void
}

export function createStationBoard(parts: StationBoardParts): StationBoard {
  const { ledger, clock, log, link, settings } = parts
  const board = createBoard()
  const boardParts = { ledger, board, clock, settings }
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => drawing.refresh(orderIds) })
  const unseen = createUnseenOrders({
    clock,
    tickets: board.tickets,
    wasShown: (orderId) => ledger.countOf(orderId, 'shown') > 0,
  })
  const projection = createProjection({
    ...boardParts,
    orders: parts.orders,
    log,
    isQuarantined: quarantine.isQuarantined,
    isUnseen: unseen.has,
    isUnsupported: link.isUnsupported,
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
    notices,
    channels,
    refreshAll: () => drawing.refresh(projection.orderIds()),
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notices.now(),
      places: ledger.facts.places.get(),
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
