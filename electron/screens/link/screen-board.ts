import type { BoardSnapshot } from '../../../shared/contract.ts'
import { quarantinedTicket } from '../../../shared/reduced-ticket.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { type Board, createBoard } from '../../station/board.ts'
import { type BoardMeta, createBoardMeta } from '../../station/board-meta.ts'
import { type BoardQuarantine, createBoardQuarantine } from '../../station/quarantine.ts'
import type { BoardMirror } from './board-mirror.ts'
import type { KeptItems } from './kept-items.ts'
import { withKeptItems } from './overlay.ts'
import type { ScreenFacts } from './screen-facts.ts'
import { type ScreenFreshnessParts, screenFreshness } from './screen-freshness.ts'
import type { ScreenStationParts } from './screen-station-port.ts'

/** What the window of a screen shows: the station's board with the kept taps and marks of this screen. */
export type ScreenBoard = {
  readonly board: Board
  readonly meta: BoardMeta
  readonly quarantine: BoardQuarantine
  refresh(orderIds: Iterable<string>): void
  snapshot(): BoardSnapshot
  /** Draws the board as it was last, before a window is served: the first snapshot already holds it. */
  drawFirst(): void
  announceNotice(): void
  /** Shows a notice of this computer: a key of the screen's texts. */
  showNotice(notice: string): void
}

export function createScreenBoard(
  parts: Pick<ScreenStationParts, 'clock' | 'log' | 'notice'> & {
    readonly mirror: BoardMirror
    readonly kept: Pick<KeptItems, 'of' | 'unjudged'>
    readonly facts: ScreenFacts
    readonly settings: () => Settings
    readonly connection: () => Pick<ScreenFreshnessParts, 'isCurrent' | 'awayMs' | 'link'>
  },
): ScreenBoard {
  const { clock, log, mirror, kept, facts, settings, connection } = parts
  const board = createBoard()
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => refresh(orderIds) })
  const soundTestedAt = (): number | undefined => {
    const at = facts.get('sound-test')
    return at === undefined ? undefined : Number(at)
  }
  const freshness = () =>
    screenFreshness({
      ...connection(),
      stationFreshness: mirror.parts().freshness,
      hasBoard: mirror.seenAt() !== undefined,
    })
  const meta = createBoardMeta({
    ledger: {
      openTapCount: () => mirror.parts().unsettledTaps + kept.unjudged().length,
      facts: { soundTestedAt: { get: soundTestedAt } },
    },
    board,
    boardFreshness: { freshness },
    clock,
    settings,
  })
  let ownNotice = parts.notice
  const notice = (): string | undefined => ownNotice ?? mirror.parts().notice

  const draw = (orderId: string): Ticket | undefined => {
    const ticket = mirror.ticket(orderId)
    if (ticket === undefined) return undefined
    const shown = withKeptItems(ticket, kept.of(orderId), settings(), clock.platform())
    return quarantine.isQuarantined(orderId) ? quarantinedTicket(shown) : shown
  }
  const update = (orderIds: Iterable<string>): void =>
    board.update(new Map([...orderIds].map((orderId) => [orderId, draw(orderId)])))
  const refresh = (orderIds: Iterable<string>): void => {
    update(orderIds)
    meta.announce()
  }

  return {
    board,
    meta,
    quarantine,
    refresh,
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notice(),
      places: facts.get('places'),
      isPractice: mirror.parts().isPractice,
      isScreen: true,
    }),
    drawFirst: () => update(mirror.orderIds()),
    announceNotice: () => board.announce({ notice: notice() ?? '' }),
    showNotice(shown) {
      ownNotice = shown
      board.announce({ notice: shown })
    },
  }
}
