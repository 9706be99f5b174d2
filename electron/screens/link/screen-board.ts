import { z } from 'zod'
import { type BoardSnapshot, contract } from '../../../shared/contract/contract.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import { messageOf } from '../../../shared/result.ts'
import { quarantinedTicket } from '../../../shared/ticket/reduced-ticket.ts'
import { type Ticket, ticketSchema } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import type { MonotonicMs } from '../../../shared/time/time.ts'
import { type Board, createBoard } from '../../core/board.ts'
import { type BoardMeta, createBoardMeta } from '../../core/board-meta.ts'
import { type BoardQuarantine, createBoardQuarantine } from '../../core/quarantine.ts'
import type { Log } from '../../logging/log-port.ts'
import type { BoardStore } from '../../storage/board-store.ts'
import type { TimeService } from '../../sync/clock.ts'
import { type KeptItems, withKeptItems } from './kept-items.ts'
import type { BoardMessage, LinkState, MainLink } from './main-link.ts'
import type { ScreenFacts } from './screen-facts.ts'

const DAY_MS = 86_400_000

const partsSchema = contract['board:snapshot'].result.pick({
  freshness: true,
  unsettledTaps: true,
  settings: true,
  notice: true,
  isPractice: true,
  channels: true,
})
type MainParts = z.infer<typeof partsSchema>
const storedSchema = partsSchema.extend({ seenAt: z.number() })

const NOTHING: MainParts = { freshness: { state: 'stale' }, unsettledTaps: 0, settings: DEFAULT_SETTINGS }

/** The last board of the main computer, also on disk: a screen that starts without its main computer shows it. */
export interface MainBoard {
  parts(): MainParts
  ticket(orderId: string): Ticket | undefined
  orderIds(): readonly string[]
  /** When the last message about the board came, by the platform's clock; `undefined`: never. */
  seenAt(): number | undefined
  version(): number
  /** Returns the orders that may have changed. `gap`: a delta before this one is missing. */
  apply(message: BoardMessage, now: number): readonly string[] | 'gap'
  /** Removes all tickets. Returns their ids. */
  erase(): readonly string[]
}

export function openMainBoard(store: BoardStore | undefined, log: Log): MainBoard {
  const tickets = new Map<string, Ticket>()
  let parts: MainParts = NOTHING
  let seenAt: number | undefined
  let version = -1

  const tryStore = (work: (on: BoardStore) => void): void => {
    if (store === undefined) return
    try {
      work(store)
    } catch (error) {
      // The board in memory is correct. After the next start the screen shows an older one, with its age.
      log.error('board-not-stored', { error: messageOf(error) })
    }
  }
  const put = (changed: readonly Ticket[]): void => {
    for (const ticket of changed) tickets.set(ticket.orderId, ticket)
  }
  tryStore((from) => {
    const stored = storedSchema.safeParse(JSON.parse(from.parts() ?? 'null'))
    if (!stored.success) return
    ;({ seenAt, ...parts } = stored.data)
    put(from.tickets().flatMap((text) => ticketSchema.safeParse(JSON.parse(text)).data ?? []))
  })

  return {
    parts: () => parts,
    ticket: (orderId) => tickets.get(orderId),
    orderIds: () => [...tickets.keys()],
    seenAt: () => seenAt,
    version: () => version,
    apply(message, now) {
      const isWhole = message.kind === 'snapshot'
      const next = isWhole ? message.snapshot : message.delta
      if (!isWhole && next.version <= version) return []
      if (!isWhole && next.version !== version + 1) return 'gap'
      const changed = isWhole ? message.snapshot.tickets : message.delta.changed
      const removed = isWhole ? [...tickets.keys()] : message.delta.removed
      for (const orderId of removed) tickets.delete(orderId)
      put(changed)
      // Absent parts of a delta did not change.
      parts = partsSchema.parse(isWhole ? next : { ...parts, ...next })
      version = next.version
      seenAt = now
      const orderIds = [...new Set([...removed, ...changed.map(({ orderId }) => orderId)])]
      const texts = orderIds.map((orderId) => [orderId, tickets.get(orderId)] as const)
      tryStore((to) =>
        to.save({
          tickets: new Map(texts.map(([orderId, ticket]) => [orderId, ticket && JSON.stringify(ticket)])),
          parts: JSON.stringify({ ...parts, seenAt }),
          isWhole,
        }),
      )
      return orderIds
    },
    erase() {
      const gone = [...tickets.keys()]
      tickets.clear()
      tryStore((from) => from.clear())
      return gone
    },
  }
}

/** After this time without the main computer the board is stale, not only late. */
const STALE_MS = 30_000

/** The freshness of the main computer's last board while it is not reached. `isShort`: for less than `STALE_MS`. */
const awayFreshness = (known: Freshness, link: LinkState, isShort: boolean): Freshness => ({
  ...known,
  state: isShort && (known.state === 'fresh' || known.state === 'late') ? 'late' : 'stale',
  trouble: link === 'reached' ? 'station-away' : link,
  storeRiskAt: undefined,
})

function soundTestedAt(facts: ScreenFacts): number | undefined {
  const at = facts.get('sound-test')
  return at === undefined ? undefined : Number(at)
}

type ScreenBoardParts = {
  readonly main: MainBoard
  readonly clock: TimeService
  readonly log: Log
  /** A key of the screen's texts, about the storage. */
  readonly notice?: string | undefined
  readonly kept: Pick<KeptItems, 'of' | 'orderIds' | 'all'>
  readonly facts: ScreenFacts
  /** Those of this screen's window. */
  readonly settings: () => Settings
  readonly link: { readonly send: MainLink['send']; readonly state: () => LinkState }
}

/** What the window of a screen shows: the main computer's board with the kept taps and marks of this screen. */
export interface ScreenBoard {
  readonly board: Board
  readonly meta: Pick<BoardMeta, 'announce'>
  readonly quarantine: Pick<BoardQuarantine, 'drawn' | 'windowCrashed'>
  /** Draws these orders again, and announces what else has changed. */
  refresh(orderIds: readonly string[]): void
  /** Draws what changes with time. Call every second. */
  check(): void
  /** Whether this screen has the present board of the main computer. */
  isCurrent(): boolean
  /** A message of the main computer about its board. Requests a snapshot when a delta is missing. */
  receive(message: BoardMessage): void
  /** Call with the board version of a pong. Requests a snapshot when this screen has an older board. */
  compareVersion(version: number): void
  /** Call when the connection has ended. */
  recordLost(): void
  snapshot(): BoardSnapshot
  /** Shows a notice of this computer: a key of the screen's texts. */
  showNotice(notice: string): void
}

export function createScreenBoard(parts: ScreenBoardParts): ScreenBoard {
  const { main, clock, log, kept, facts, settings, link } = parts
  const board = createBoard()
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => refresh(orderIds) })
  /** Whether this screen has the present board of the main computer. */
  let isCurrent = false
  let lostAt: MonotonicMs = clock.monotonic()
  let ownNotice = parts.notice

  const notice = (): string | undefined => ownNotice ?? main.parts().notice
  const freshness = (): Freshness => {
    const { freshness: ofMain } = main.parts()
    // The set-up is done at the main computer. On a screen a missing set-up only means that the board is stale.
    const known: Freshness = ofMain.state === 'setup' ? { ...ofMain, state: 'stale' } : ofMain
    if (isCurrent) return known
    return awayFreshness(known, link.state(), main.seenAt() !== undefined && clock.monotonic() - lostAt < STALE_MS)
  }
  const meta = createBoardMeta({
    ledger: {
      openTapCount: () => main.parts().unsettledTaps + kept.all().length,
      facts: { soundTestedAt: { get: () => soundTestedAt(facts) } },
    },
    board,
    boardFreshness: { freshness },
    clock,
    settings,
  })

  const draw = (orderId: string): Ticket | undefined => {
    const ticket = main.ticket(orderId)
    if (ticket === undefined) return undefined
    const shown = withKeptItems(ticket, kept.of(orderId), settings(), clock.platform())
    return quarantine.isQuarantined(orderId) ? quarantinedTicket(shown) : shown
  }
  const update = (orderIds: readonly string[]): void =>
    board.update(new Map(orderIds.map((orderId) => [orderId, draw(orderId)])))
  const refresh = (orderIds: readonly string[]): void => {
    update(orderIds)
    meta.announce()
  }
  /** Names and notes are removed after a day without the main computer. */
  const expired = (): readonly string[] => {
    const seenAt = main.seenAt()
    return seenAt === undefined || clock.platform() - seenAt < DAY_MS ? [] : main.erase()
  }
  const recordLost = (): void => {
    if (isCurrent) lostAt = clock.monotonic()
    isCurrent = false
  }

  // Before a window is served: the first snapshot already holds the last board.
  update(main.orderIds())

  return {
    board,
    meta,
    quarantine,
    refresh,
    isCurrent: () => isCurrent,
    receive(message) {
      const noticeBefore = main.parts().notice
      const changed = main.apply(message, clock.platform())
      link.send({ kind: 'at', version: message.kind === 'snapshot' ? message.snapshot.version : message.delta.version })
      if (changed === 'gap') {
        if (isCurrent) link.send({ kind: 'snapshot' })
        recordLost()
        return
      }
      if (message.kind === 'snapshot') isCurrent = true
      if (main.parts().notice !== noticeBefore) board.announce({ notice: notice() ?? '' })
      const haveSettingsChanged = message.kind === 'delta' && message.delta.settings !== undefined
      refresh(haveSettingsChanged ? [...main.orderIds(), ...changed] : changed)
    },
    compareVersion(version) {
      if (isCurrent && version <= main.version()) return
      // The last messages were lost; no later message reveals the gap.
      link.send({ kind: 'at', version })
      link.send({ kind: 'snapshot' })
    },
    recordLost,
    check: () => refresh([...kept.orderIds(), ...quarantine.releaseExpired(), ...expired()]),
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notice(),
      places: facts.get('places'),
      isPractice: main.parts().isPractice,
      channels: main.parts().channels,
      isScreen: true,
    }),
    showNotice(shown) {
      ownNotice = shown
      board.announce({ notice: shown })
    },
  }
}
