import { z } from 'zod'
import { type BoardDelta, type BoardSnapshot, contract } from '../../../shared/contract/contract.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import { messageOf } from '../../../shared/result.ts'
import { quarantinedTicket } from '../../../shared/ticket/reduced-ticket.ts'
import { type Ticket, ticketSchema } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import type { MonotonicMs } from '../../../shared/time/time.ts'
import { createBoard } from '../../core/board.ts'
import { createBoardMeta } from '../../core/board-meta.ts'
import { createBoardQuarantine } from '../../core/quarantine.ts'
import type { Log } from '../../logging/log-port.ts'
import type { BoardStore } from '../../storage/board-store.ts'
import type { TimeService } from '../../sync/clock.ts'
import { type KeptItems, withKeptItems } from './kept-items.ts'
import type { BoardMessage, LinkState, MainLink } from './main-link.ts'
import type { ScreenFacts } from './screen-facts.ts'

const DAY_MS = 86_400_000

type MirrorParts = Pick<
  BoardSnapshot,
  'freshness' | 'unsettledTaps' | 'settings' | 'notice' | 'isPractice' | 'channels'
>

const partsSchema = contract['board:snapshot'].result
  .pick({ freshness: true, unsettledTaps: true, settings: true, notice: true, isPractice: true, channels: true })
  .extend({ seenAt: z.number() })

/** The last board that this screen got from the main computer, stored on disk. */
type BoardMirror = ReturnType<typeof createBoardMirror>

const NOTHING: MirrorParts = { freshness: { state: 'stale' }, unsettledTaps: 0, settings: DEFAULT_SETTINGS }

export function createBoardMirror(store: BoardStore | undefined, log: Log) {
  let tickets = new Map<string, Ticket>()
  let parts: MirrorParts = NOTHING
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

  const load = (from: BoardStore): void => {
    const stored = partsSchema.safeParse(JSON.parse(from.parts() ?? 'null'))
    if (!stored.success) return
    const { seenAt: storedAt, ...known } = stored.data
    const read = from.tickets().flatMap((text) => ticketSchema.safeParse(JSON.parse(text)).data ?? [])
    tickets = new Map(read.map((ticket) => [ticket.orderId, ticket]))
    parts = known
    seenAt = storedAt
  }
  tryStore(load)

  const save = (changed: ReadonlyMap<string, Ticket | undefined>, isWhole: boolean): void =>
    tryStore((to) =>
      to.save({
        tickets: new Map([...changed].map(([orderId, ticket]) => [orderId, ticket && JSON.stringify(ticket)])),
        parts: JSON.stringify({ ...parts, seenAt }),
        isWhole,
      }),
    )

  const erase = (): readonly string[] => {
    const gone = [...tickets.keys()]
    tickets = new Map()
    tryStore((from) => from.clear())
    return gone
  }

  return {
    parts: (): MirrorParts => parts,
    ticket: (orderId: string): Ticket | undefined => tickets.get(orderId),
    orderIds: (): readonly string[] => [...tickets.keys()],
    /** When the last message about the board came, by the platform's clock; `undefined`: never. */
    seenAt: (): number | undefined => seenAt,
    version: (): number => version,
    /** Returns the orders that may have changed. */
    applySnapshot(snapshot: BoardSnapshot, now: number): readonly string[] {
      const before = [...tickets.keys()]
      tickets = new Map(snapshot.tickets.map((ticket) => [ticket.orderId, ticket]))
      const { freshness, unsettledTaps, settings, notice, isPractice, channels } = snapshot
      parts = { freshness, unsettledTaps, settings, notice, isPractice, channels }
      version = snapshot.version
      seenAt = now
      save(tickets, true)
      return [...new Set([...before, ...tickets.keys()])]
    },
    /** Returns the changed orders. `gap`: a delta before this one is missing. `old`: it was applied before. */
    applyDelta(delta: BoardDelta, now: number): readonly string[] | 'gap' | 'old' {
      if (delta.version <= version) return 'old'
      if (delta.version !== version + 1) return 'gap'
      version = delta.version
      seenAt = now
      const changed = new Map<string, Ticket | undefined>(delta.changed.map((ticket) => [ticket.orderId, ticket]))
      for (const orderId of delta.removed) changed.set(orderId, undefined)
      for (const [orderId, ticket] of changed) {
        if (ticket === undefined) tickets.delete(orderId)
        else tickets.set(orderId, ticket)
      }
      parts = {
        ...parts,
        freshness: delta.freshness ?? parts.freshness,
        unsettledTaps: delta.unsettledTaps ?? parts.unsettledTaps,
        settings: delta.settings ?? parts.settings,
        notice: 'notice' in delta ? delta.notice : parts.notice,
      }
      save(changed, false)
      return [...changed.keys()]
    },
    /**
     * Removes all tickets after a day without the main computer, because they hold names and notes. Returns their ids.
     */
    expire: (now: number): readonly string[] =>
      seenAt === undefined || now - seenAt < DAY_MS || tickets.size === 0 ? [] : erase(),
    /** Removes all tickets, for a screen that was removed. Returns their ids. */
    erase,
  }
}

/** Receives the main computer's board over the connection. Requests a snapshot when a delta is missing. */
export function createBoardIntake(parts: {
  readonly mirror: BoardMirror
  readonly kept: Pick<KeptItems, 'dropShown'>
  readonly link: Pick<MainLink, 'send'>
  readonly clock: Pick<TimeService, 'monotonic' | 'platform'>
  /** Called when the notice of the main computer changed. */
  readonly onNotice: () => void
  /** These orders have to be drawn again. */
  readonly onChanged: (orderIds: readonly string[]) => void
}) {
  const { mirror, kept, link, clock, onNotice, onChanged } = parts
  let isCurrent = false
  /** A snapshot was requested after a gap and has not arrived. */
  let isSnapshotRequested = false
  let lostAt: MonotonicMs = clock.monotonic()

  return {
    receive(message: BoardMessage): void {
      const now = clock.platform()
      if (message.kind === 'snapshot') {
        const changed = mirror.applySnapshot(message.snapshot, now)
        isCurrent = true
        isSnapshotRequested = false
        const shown = kept.dropShown(mirror.version(), true)
        onNotice()
        onChanged([...changed, ...shown])
      } else {
        const changed = mirror.applyDelta(message.delta, now)
        if (changed === 'old') return
        if (changed === 'gap') {
          // The snapshot will contain the changes of the gap.
          link.send({ kind: 'at', version: message.delta.version })
          if (!isSnapshotRequested) link.send({ kind: 'snapshot' })
          isSnapshotRequested = true
          return
        }
        if ('notice' in message.delta) onNotice()
        const shown = kept.dropShown(mirror.version(), false)
        const haveSettingsChanged = message.delta.settings !== undefined
        onChanged(haveSettingsChanged ? mirror.orderIds() : [...changed, ...shown])
      }
      link.send({ kind: 'at', version: mirror.version() })
    },
    /** Call with the board version of a pong. Requests a snapshot when this screen has an older board. */
    compareVersion(version: number): void {
      if (isCurrent && version <= mirror.version()) return
      // The last messages were lost; no later message reveals the gap.
      link.send({ kind: 'at', version })
      link.send({ kind: 'snapshot' })
    },
    /** Call when the connection has ended. */
    recordLost(): void {
      if (isCurrent) lostAt = clock.monotonic()
      isCurrent = false
      isSnapshotRequested = false
    },
    /** Whether this screen has the present board of the main computer. */
    isCurrent: (): boolean => isCurrent,
    /** Ms since the board was current, or since the start when it never was. */
    awayMs: (): number => clock.monotonic() - lostAt,
  }
}

/** After this time without the main computer the board is stale, not only late. */
const STALE_MS = 30_000

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
  readonly connection: () => {
    /** Whether this screen has the present board of the main computer. */
    readonly isCurrent: boolean
    /** Milliseconds since the board was current. */
    readonly awayMs: number
    readonly link: LinkState
  }
}) {
  const { clock, log, mirror, kept, facts, settings, connection } = parts
  const board = createBoard()
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => refresh(orderIds) })
  const soundTestedAt = (): number | undefined => {
    const at = facts.get('sound-test')
    return at === undefined ? undefined : Number(at)
  }
  /** That of the main computer's board, and worse while the main computer cannot be reached. */
  const freshness = (): Freshness => {
    const { isCurrent, awayMs, link } = connection()
    const main = mirror.parts().freshness
    // The set-up is done at the main computer. On a screen a missing set-up only means that the board is stale.
    const known: Freshness = main.state === 'setup' ? { ...main, state: 'stale' } : main
    if (isCurrent) return known
    const isShort = mirror.seenAt() !== undefined && awayMs < STALE_MS
    return {
      ...known,
      state: isShort && (known.state === 'fresh' || known.state === 'late') ? 'late' : 'stale',
      trouble: link === 'reached' ? 'station-away' : link,
      storeRiskAt: undefined,
    }
  }
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
