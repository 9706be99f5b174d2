import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { quarantinedTicket } from '../../../shared/ticket/reduced-ticket.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import { createBoard } from '../../core/board.ts'
import { createBoardMeta } from '../../core/board-meta.ts'
import { createBoardQuarantine } from '../../core/quarantine.ts'
import type { Log } from '../../logging/log-port.ts'
import type { TimeService } from '../../sync/clock.ts'
import type { BoardMirror } from './board-mirror.ts'
import type { KeptItems } from './kept-items.ts'
import { withKeptItems } from './kept-items.ts'
import type { LinkState } from './main-link.ts'
import type { ScreenFacts } from './screen-facts.ts'

/** What the window of a screen shows: the main computer's board with the kept taps and marks of this screen. */
export function createScreenBoard(parts: {
  readonly clock: TimeService
  readonly log: Log
  /** A key of the screen's texts, about the storage. */
  readonly notice?: string | undefined
  readonly mirror: BoardMirror
  readonly kept: Pick<KeptItems, 'of' | 'unjudged'>
  readonly facts: ScreenFacts
  readonly settings: () => Settings
  readonly connection: () => Pick<ScreenFreshnessParts, 'isCurrent' | 'awayMs' | 'link'>
}) {
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
      mainFreshness: mirror.parts().freshness,
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
    snapshot: (): BoardSnapshot => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notice(),
      places: facts.get('places'),
      isPractice: mirror.parts().isPractice,
      channels: mirror.parts().channels,
      isScreen: true,
    }),
    /** Draws the board as it was last, before a window is served: the first snapshot already holds it. */
    drawFirst: (): void => update(mirror.orderIds()),
    announceNotice: (): void => board.announce({ notice: notice() ?? '' }),
    /** Shows a notice of this computer: a key of the screen's texts. */
    showNotice(shown: string): void {
      ownNotice = shown
      board.announce({ notice: shown })
    },
  }
}

/** After this time without the main computer the board is stale, not only late. */
const STALE_MS = 30_000

type ScreenFreshnessParts = {
  /** The freshness in the last message of the main computer. */
  readonly mainFreshness: Freshness
  /** Whether this screen has the present board of the main computer. */
  readonly isCurrent: boolean
  /** Whether this screen has ever had a board. */
  readonly hasBoard: boolean
  /** Milliseconds since the board was current. */
  readonly awayMs: number
  readonly link: LinkState
}

/**
 * The freshness of a screen's board: that of the main computer's board, and worse while the main computer cannot be
 * reached.
 */
function screenFreshness(parts: ScreenFreshnessParts): Freshness {
  const { mainFreshness, isCurrent, hasBoard, awayMs, link } = parts
  // The set-up is done at the main computer. On a screen a missing set-up only means that the board is stale.
  const known: Freshness = mainFreshness.state === 'setup' ? { ...mainFreshness, state: 'stale' } : mainFreshness
  if (isCurrent) return known
  const isShort = hasBoard && awayMs < STALE_MS
  return {
    ...known,
    state: isShort && (known.state === 'fresh' || known.state === 'late') ? 'late' : 'stale',
    trouble: link === 'reached' ? 'station-away' : link,
    storeRiskAt: undefined,
  }
}
