import { isDeepStrictEqual } from 'node:util'
import { LAST_CALL_MS, UNREAD_CALLS_AFTER_MS } from '../../shared/alarm.ts'
import type {
  ActArgs,
  BoardDelta,
  BoardSnapshot,
  CallResult,
  QueueEntry,
  TimelineEntry,
} from '../../shared/contract.ts'
import { ok } from '../../shared/result.ts'
import { applySettingsPatch, type Settings, type SettingsPatch } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { projectTicket } from '../../shared/ticket-projection.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient } from '../platform/answers.ts'
import type { Ledger, OrderCache } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { createSyncEngine } from '../sync/engine.ts'
import type { PollOutcome } from '../sync/poller.ts'
import { type AlarmCalls, type Attention, createAlarms } from './alarms.ts'
import { createBoard } from './board.ts'
import { createDeliveries } from './deliveries.ts'
import { createHistory, type History, type SaveFile } from './history.ts'
import { watchNetwork } from './network-watch.ts'
import { createTaps } from './taps.ts'
import { tapViewOf, ticketSourceOf } from './ticket-source.ts'
import { createTrust } from './trust.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** After an absence longer than this events may have been dropped by the platform: every open order is read again. */
const LONG_ABSENCE_MS = 10 * MINUTE_MS
/** More than the second to which the platform's clock can be read. */
const CLOCK_STEP_MS = 2 * SECOND_MS

export type StationParts = {
  readonly ledger: Ledger
  readonly cache: OrderCache
  readonly client: PlatformClient
  readonly clock: Clock
  readonly random: () => number
  readonly newId: () => string
  readonly log: Log
  /** Whether the operating system sees a network at all. */
  readonly isOnline: () => boolean
  /** A key of the screen's texts, for something wrong that no ticket shows (a repaired database, for example). */
  readonly notice?: string | undefined
  /** How the desktop is heard and seen while no window is. */
  readonly attention?: Attention | undefined
  readonly saveFile?: SaveFile | undefined
}

/** Orders of one page came at the same instant: ranked as the ledger ranks them, so that a new start shows the same row. */
const inRow = (orderIds: readonly string[]): readonly string[] => [...orderIds].sort()

/** The kitchen's brain: commands in, board changes out. Knows nothing of Electron. */
export type Station = History &
  AlarmCalls & {
    start(): void
    stop(): Promise<void>
    snapshot(): BoardSnapshot
    onDelta(listener: (delta: BoardDelta) => void): () => void
    act(args: ActArgs): CallResult<{ tapId: string }>
    undo(tapId: string): CallResult<null>
    sendNow(tapId: string): CallResult<null>
    validateCode(orderId: string, code: string): Promise<CallResult<{ isValid: boolean }>>
    acknowledgeCancellation(orderId: string): CallResult<null>
    strikeLine(orderId: string, lineId: string, struck: boolean): CallResult<null>
    startByHand(orderId: string): CallResult<null>
    timeline(orderId: string): CallResult<TimelineEntry[]>
    queue(): CallResult<QueueEntry[]>
    changeSettings(patch: SettingsPatch): CallResult<Settings>
    /** Takes in what the platform delivered by itself; durable when it answers `ok`. Its signature was checked before. */
    receiveDelivery(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }>
    /** The machine woke, the network returned, or the credentials changed: look at once. */
    pollNow(): void
  }

export function createStation(parts: StationParts): Station {
  const { ledger, cache, client, clock, random, newId, log, isOnline, notice } = parts
  let settings = ledger.settings()
  const intervalMs = () => deliveries.pollIntervalMs(settings.pollIntervalSeconds * SECOND_MS)
  const board = createBoard()
  const trust = createTrust({ clock, intervalMs, isOnline, lastPollAt: ledger.lastPollAt() })
  let cancelSweep: (() => void) | undefined
  let lastTold: Partial<BoardSnapshot> = {}
  let offsetDrawn = client.clockOffsetMs()
  let recalled: ReadonlySet<string> = new Set(ledger.recalledOrderIds())

  const platformNow = (): number => clock.now() + client.clockOffsetMs()
  const clockNow = () => ({ platformNow: platformNow(), skewMs: client.clockOffsetMs() })
  const endedSince = (): number => clock.now() - settings.doneLaneMinutes * MINUTE_MS
  const rules = () => ({ dialect: settings.dialect, confirmDeadlineMinutes: settings.confirmDeadlineMinutes })

  /** Shown by the platform's clock, as everything on the board. */
  const freshness = () => {
    const { checkedAt, storeRiskAt, ...rest } = trust.freshness()
    const offset = client.clockOffsetMs()
    return {
      ...rest,
      checkedAt: checkedAt === undefined ? undefined : checkedAt + offset,
      storeRiskAt: storeRiskAt === undefined ? undefined : storeRiskAt + offset,
    }
  }

  const refresh = (orderIds: readonly string[]): void => {
    const now = platformNow()
    const since = endedSince()
    board.update(
      new Map(
        orderIds.map((orderId) => {
          const record = ledger.order(orderId)
          const hasLeft =
            !record ||
            (record.endedAt !== undefined &&
              record.endedAt < since &&
              !recalled.has(orderId) &&
              (record.status !== 'CANCELLED' || record.cancellationAcknowledgedAt !== undefined))
          if (hasLeft) return [orderId, undefined]
          const around = { offsetMs: client.clockOffsetMs(), isRecalled: recalled.has(orderId) }
          return [orderId, projectTicket(ticketSourceOf(record, ledger, cache, around), rules(), now)]
        }),
      ),
    )
    tellParts()
  }

  const unsettledTaps = (): number => ledger.openTaps().length

  /** Tells windows about everything that is not a ticket, when it changed. */
  function tellParts(): void {
    const soundTestedAt = ledger.soundTestedAt()
    const current = { freshness: freshness(), unsettledTaps: unsettledTaps(), settings, soundTestedAt }
    if (isDeepStrictEqual(current, lastTold)) return
    lastTold = current
    board.announce({ ...current, clock: clockNow() })
  }

  /** What a poll leaves in the ledger. An empty page stores nothing else, so a storage that refuses shows here or nowhere. */
  const recorded = (outcome: PollOutcome): PollOutcome => {
    if (outcome.kind !== 'polled') return outcome
    try {
      const at = clock.now()
      const before = ledger.lastPollAt()
      if (before !== undefined && at - before > LONG_ABSENCE_MS) ledger.markOpenOrdersToRead(at)
      ledger.recordPoll(at)
      return outcome
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.error('storage-refused', { error: message })
      return { kind: 'failed', setback: { kind: 'storage', error: message } }
    }
  }

  const onPolled = (outcome: PollOutcome): void => {
    trust.heard(recorded(outcome))
    if (outcome.kind === 'polled') {
      if (outcome.freshEvents > 0) deliveries.missed()
      refresh(inRow(outcome.freshOrderIds))
      redrawAfterStep()
    }
    tellParts()
  }

  const deliveries = createDeliveries({
    ledger,
    clock,
    log,
    onReceived: (freshOrderIds) => {
      engine.eventsReceived()
      refresh(inRow(freshOrderIds))
    },
  })

  const engine = createSyncEngine({
    client,
    ledger,
    cache,
    clock,
    random,
    log,
    intervalMs,
    onPolled,
    onOrderChanged: (orderId) => refresh([orderId]),
  })

  const boardOrderIds = (): readonly string[] => [
    ...new Set([...ledger.boardOrders(endedSince()).map((record) => record.orderId), ...recalled]),
  ]

  /** The two clocks drew apart by more than a reading's uncertainty: every time on the board moves with them. */
  function redrawAfterStep(): void {
    if (Math.abs(client.clockOffsetMs() - offsetDrawn) < CLOCK_STEP_MS) return
    offsetDrawn = client.clockOffsetMs()
    refresh(boardOrderIds())
  }

  const alarms = createAlarms({
    ledger,
    clock,
    tickets: board.tickets,
    settings: () => settings,
    log,
    offsetMs: client.clockOffsetMs,
    attention: parts.attention ?? { beep: () => undefined, notify: () => undefined },
    onQuiet: (orderId) => refresh([orderId]),
    onTested: tellParts,
  })

  const history = createHistory({
    ledger,
    cache,
    clock,
    offsetMs: client.clockOffsetMs,
    settings: () => settings,
    saveFile: parts.saveFile ?? (() => Promise.resolve(false)),
    onRecall: (orderId) => {
      recalled = new Set(ledger.recalledOrderIds())
      refresh([orderId])
    },
  })

  /** What time alone makes call: a start that has come, the last minutes to accept, an order that stays unread. */
  const mayCall = (ticket: Ticket, now: number): boolean => {
    if (ticket.alarm !== undefined) return false
    if (ticket.reading === 'loading') return now - ticket.createdAt >= UNREAD_CALLS_AFTER_MS
    return ticket.lane === 'scheduled' && ticket.confirmBy !== undefined && now >= ticket.confirmBy - LAST_CALL_MS
  }

  const networkWatch = watchNetwork({ isOnline, clock, random, onReturn: () => engine.hurry() })

  /** What time alone changes: orders whose start has come, finished ones that leave, the freshness. */
  const sweep = (): void => {
    try {
      networkWatch.look()
      const now = platformNow()
      const since = endedSince()
      const due = board.tickets().filter((ticket) => {
        if (mayCall(ticket, now)) return true
        if (ticket.lane === 'scheduled') return ticket.startAt !== undefined && ticket.startAt <= now
        const endedAt = ticket.lane === 'done' ? ledger.order(ticket.orderId)?.endedAt : undefined
        return endedAt !== undefined && endedAt < since
      })
      if (due.length > 0) refresh(due.map((ticket) => ticket.orderId))
      alarms.watch()
      tellParts()
    } catch (error) {
      log.error('sweep-failed', { error: error instanceof Error ? error.message : String(error) })
    }
    cancelSweep = clock.setTimer(SECOND_MS, sweep)
  }

  const taps = createTaps({
    ledger,
    client,
    clock,
    newId,
    log,
    ticket: board.ticket,
    settings: () => settings,
    signal: engine.signal,
    onChanged: (orderId) => {
      refresh([orderId])
      engine.tapsChanged()
    },
  })

  refresh(boardOrderIds())

  return {
    start() {
      const at = clock.now()
      ledger.resetAfterStart(at)
      ledger.markToRead(
        boardOrderIds().filter((orderId) => cache.body(orderId) === undefined && !ledger.order(orderId)?.problem),
        at,
      )
      refresh(boardOrderIds())
      engine.start()
      sweep()
    },
    async stop() {
      cancelSweep?.()
      networkWatch.stop()
      alarms.end()
      await engine.stop()
    },
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      freshness: freshness(),
      unsettledTaps: unsettledTaps(),
      clock: clockNow(),
      settings,
      soundTestedAt: ledger.soundTestedAt(),
      notice,
    }),
    onDelta: board.onDelta,
    ...taps,
    ...history,
    ...alarms.calls,
    timeline: (orderId) =>
      ok(ledger.timeline(orderId).map(({ at, kind, detail }) => ({ at: at + client.clockOffsetMs(), kind, detail }))),
    queue: () =>
      ok(
        ledger.openTaps().flatMap((tap) => {
          const view = tapViewOf(tap, client.clockOffsetMs())
          const displayId = board.ticket(tap.orderId)?.displayId ?? tap.orderId.slice(-6)
          return view ? [{ orderId: tap.orderId, displayId, tap: view }] : []
        }),
      ),
    changeSettings(patch) {
      const changed = applySettingsPatch(settings, patch)
      ledger.saveSettings(changed)
      settings = changed
      refresh(boardOrderIds())
      return ok(settings)
    },
    receiveDelivery: deliveries.receive,
    pollNow: () => engine.hurry(),
  }
}
