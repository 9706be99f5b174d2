import type { BoardDelta, BoardSnapshot, CallResult } from '../../shared/contract/contract.ts'
import type { Spoken } from '../../shared/contract/platforms.ts'
import type { Settings, SettingsPatch } from '../../shared/contract/settings.ts'
import { isSetupUnderWay } from '../../shared/contract/values.ts'
import { renewedMarks } from '../../shared/order/order-changes.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { PlatformMs } from '../../shared/time/time.ts'
import type { Lessons } from '../platform/dialects/dialect.ts'
import type { SyncEngine } from '../sync/engine.ts'
import { type AlarmCalls, type Alarms, createAlarms } from './alarms.ts'
import { createAutoConfirm } from './auto-confirm.ts'
import type { Shown } from './board-meta.ts'
import { type CoreBoard, createCoreBoard } from './core-board.ts'
import type { CoreParts } from './core-parts.ts'
import { createTaps, type TapCalls } from './new-taps.ts'
import { createHistory, type HistoryCalls, type HistoryParts } from './order-history.ts'
import { createParsedOrders, createWholeOrder, type ParsedOrders } from './parsed-orders.ts'
import { createPlatformLink, type PlatformLink } from './platform-link.ts'
import { createClockLog } from './poll-record.ts'
import { createStoredSettings, type SettingsSource, type StoredSettings } from './settings-source.ts'
import { createSpokenSource, type SpokenSource } from './spoken-source.ts'
import { reportingToUnseen } from './unseen-orders.ts'

const SECOND_MS = 1_000

/** Checks once a second what changes with time, and reacts to a sleep of the machine and to a step of the platform's clock. */
function createPeriodicCheck(
  { ledger, clock, log }: CoreParts,
  { engine, isOnline }: Pick<PlatformLink, 'engine' | 'isOnline'>,
  { projection, quarantine, unseen, refresh, refreshAll, meta }: CoreBoard,
  alarms: { check(): void },
  clockLog: { record(): void },
) {
  let sleptMs = clock.sleptMs()
  let cancelTimer = (): void => undefined
  let removeStepListener = (): void => undefined

  /** The machine had no connection while it slept. Not every system reports the wake-up. */
  const checkAfterSleep = (): void => {
    if (clock.sleptMs() === sleptMs) return
    log.info('slept', { durationMs: Math.round(clock.sleptMs() - sleptMs) })
    sleptMs = clock.sleptMs()
    engine.checkNow()
  }

  /** Waiting work keeps its waiting time, and every time on the board is drawn again. */
  const onClockStep = (deltaMs: number): void => {
    try {
      log.info('clock-stepped', { durationMs: Math.round(deltaMs) })
      ledger.correctTimes(deltaMs, clock.platform())
      clockLog.record()
      refreshAll()
      engine.tapsChanged()
      engine.eventsReceived()
    } catch (error) {
      log.error('storage-refused', { error: messageOf(error) })
    }
  }

  const check = (): void => {
    try {
      clock.check()
      checkAfterSleep()
      // Detects a reconnect: the operating system reports none.
      isOnline()
      const changed = [...projection.changedByTime(), ...quarantine.releaseExpired(), ...unseen.addOverdue()]
      if (changed.length > 0) refresh(changed)
      alarms.check()
      meta.announce()
      ledger.commitDue(clock.monotonic())
    } catch (error) {
      log.error('periodic-check-failed', { error: messageOf(error) })
    }
    cancelTimer = clock.setTimer(SECOND_MS, check)
  }

  return {
    start(): void {
      removeStepListener = clock.onStep(onClockStep)
      check()
    },
    stop(): void {
      cancelTimer()
      removeStepListener()
    },
  }
}

/** What staff do, and what windows report. */
interface StaffCalls extends TapCalls, HistoryCalls, AlarmCalls {
  /** A window cannot play the alarm of these orders. */
  unplayed(orderIds: readonly string[]): CallResult<null>
}

function createStaffCalls(
  parts: CoreParts & {
    readonly settings: () => Settings
    readonly link: Pick<PlatformLink, 'engine' | 'isUnsupported'>
    readonly shown: CoreBoard
    /** The taps of the order changed: the ticket is drawn again, and the taps are sent. */
    readonly onTapsChanged: (orderId: string) => void
  },
): { readonly calls: StaffCalls; readonly alarms: Alarms; readonly records: HistoryParts } {
  const { ledger, cache, link, shown } = parts
  const { board, meta, projection, unseen, unplayed, refresh } = shown
  const taps = createTaps({
    ...parts,
    ticket: board.ticket,
    signal: link.engine.signal,
    isUnsupported: link.isUnsupported,
    onChanged: parts.onTapsChanged,
  })
  const alarms = createAlarms({
    ...parts,
    tickets: board.tickets,
    attention: parts.attention ?? { beep: () => undefined, notify: () => undefined },
    onAlarmEnded: (orderId) => refresh([orderId]),
    onTested: meta.announce,
    onSeen: (orderId) => cache.saveEarlier(orderId, undefined),
  })
  const records = {
    ...parts,
    clockLog: ledger.facts.clockLog.get,
    saveFile: parts.saveFile ?? (() => Promise.resolve(false)),
    onRecall: (orderId: string) => {
      projection.recallChanged()
      refresh([orderId])
    },
  }
  const unplayedCall = (orderIds: readonly string[]): CallResult<null> => {
    refresh(unplayed.record(orderIds))
    // The main process rings at once, not at its next second.
    alarms.check()
    return ok(null)
  }
  const reports = { ...reportingToUnseen(alarms.calls, unseen, refresh), unplayed: unplayedCall }
  return { calls: { ...taps, ...createHistory(records), ...reports }, alarms, records }
}

/**
 * Puts the work that the last run left open back into the queues.
 * @returns the orders whose taps changed
 */
function resumeWork({ ledger, cache, clock }: CoreParts, { board, projection }: CoreBoard): readonly string[] {
  const at = clock.platform()
  const released = new Set(ledger.openTaps().map(({ orderId }) => orderId))
  ledger.resetAfterStart(at)
  const isMissing = (orderId: string): boolean =>
    board.ticket(orderId)?.reading !== 'read' && cache.text(orderId) === undefined && !ledger.order(orderId)?.problem
  const unread = projection.orderIds().filter(isMissing)
  if (unread.length > 0) ledger.markToRead(unread, at)
  return [...released]
}

/** Marks of struck lines that an earlier version wrote get the ids of this version. */
function renewMarks({ ledger, clock }: CoreParts, orders: ParsedOrders, orderIds: readonly string[]): void {
  ledger.inTransaction(() => {
    for (const orderId of orderIds) {
      const struck = ledger.struckLines(orderId)
      const parsed = struck.size > 0 ? orders.of(orderId) : undefined
      const marks = parsed?.ok ? renewedMarks(parsed.order.items, struck) : undefined
      if (marks !== undefined) ledger.recordChange({ orderId, marks, at: clock.platform() })
    }
  })
}

/** Whether the patch opens the set-up again after it was finished. */
function reopensSetup(patch: SettingsPatch, { setupStep }: Settings, hasPolled: boolean): boolean {
  const isFinished = !isSetupUnderWay({ setupStep, hasPolled })
  return isFinished && (patch.setupStep ?? 'done') !== 'done'
}

/** What windows store: the settings of the kitchen, and the places of their tickets. */
interface StoredCalls {
  changeSettings(patch: SettingsPatch): CallResult<Settings>
  /** The next snapshot returns them. */
  rememberPlaces(places: string): CallResult<null>
}

function createStoredCalls({ ledger }: CoreParts, { now, change }: StoredSettings, onChanged: () => void): StoredCalls {
  return {
    changeSettings(patch) {
      // SECURITY: first-pin (docs/security.md). While the set-up is under way the first PIN needs no secret.
      if (reopensSetup(patch, now(), ledger.facts.lastPollAt.get() !== undefined))
        return fail('not-allowed', 'The set-up is finished')
      const changed = change(patch)
      onChanged()
      return ok(changed)
    },
    rememberPlaces(places) {
      if (places !== ledger.facts.places.get()) ledger.deferred(() => ledger.facts.places.set(places), 'soon')
      return ok(null)
    },
  }
}

/** What the answers of the platform have shown about it. */
function createLessons({ log }: CoreParts, { has, learn }: SpokenSource, onLearned: () => void): Lessons {
  return {
    has,
    learn(lesson) {
      try {
        learn(lesson)
      } catch (error) {
        // It is learned again from the next answer.
        log.error('storage-refused', { error: messageOf(error) })
      }
      onLearned()
    },
  }
}

/** A refused commit dropped the deferred changes: the board shows what the ledger holds, and the work is repeated. */
function repeatLostWork({ ledger, clock, log }: CoreParts, engine: SyncEngine, refreshAll: () => void): void {
  ledger.onLost(() => {
    clock.setTimer(0, () => {
      try {
        engine.wakeWorkers()
        refreshAll()
      } catch (error) {
        // An error that leaves a timer's callback ends the program.
        log.error('storage-refused', { error: messageOf(error) })
      }
    })
  })
}

/** The core of the app: takes commands, sends board changes. Free of Electron. */
export interface Core extends StaffCalls, StoredCalls {
  start(): void
  stop(): Promise<void>
  snapshot(): BoardSnapshot
  /** The board without its tickets. */
  about(): Shown & { readonly notice: string | undefined }
  /** What the history reads. */
  readonly records: HistoryParts
  hasTap(tapId: string): boolean
  platformNow(): PlatformMs
  /** Call with the dialect and the host of the connection before a call uses it. */
  setConnection(spoken: Spoken, host: string): boolean
  /** What the answers of the platform have shown about it. */
  readonly lessons: Lessons
  /** The tickets as the windows have them. */
  tickets(): readonly Ticket[]
  readonly settings: SettingsSource
  onDelta(listener: (delta: BoardDelta) => void): () => void
  /** All tickets in full, also those in quarantine: for the page without scripts. */
  fullTickets(): readonly Ticket[]
  drawn(orderIds: readonly string[], version: number): CallResult<null>
  windowCrashed(): void
  channels(): readonly string[]
  channelsSeen(): CallResult<string[]>
  whole(orderId: string, part: number): CallResult<{ readonly text: string; readonly parts: number }>
  /** Stores a webhook delivery whose signature was checked before; durable when it answers `ok`. */
  receiveDelivery(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }>
  showNotice(notice: string): void
  /** Polls at once: the machine woke, the network returned, or the credentials changed. */
  pollNow(): void
  /** Polls at once even during `Retry-After`: staff asked for it, or a connection test passed. */
  retryNow(): void
}

/** What windows, screens and paper use of a core; a kitchen has the same, over all its connections. */
export type StaffCore = Omit<
  Core,
  'lessons' | 'channels' | 'records' | 'hasTap' | 'about' | 'platformNow' | 'setConnection' | 'receiveDelivery'
>

export function createCore(parts: CoreParts): Core {
  const { ledger, cache, clock } = parts
  const stored = createStoredSettings(ledger.facts.settings)
  const { change: _, ...settings } = stored
  const remembered = ledger.facts.clockLog.get().at(-1)
  if (remembered !== undefined) clock.restoreOffset(remembered.offsetMs)
  const clockLog = createClockLog({ stored: ledger.facts.clockLog, clock })
  const duringOrder = parts.stuck?.during
  const orders = createParsedOrders(cache, duringOrder)
  const spoken = createSpokenSource(ledger.facts.spoken)

  const link = createPlatformLink({
    ...parts,
    cache: orders.cache,
    settings: stored,
    clockLog,
    onEvents: (orderIds) => shown.refreshAfterEvents(orderIds),
    onOrdersChanged(orderIds) {
      refresh(orderIds)
      autoConfirm.run()
    },
    onFreshness: () => meta.announce(),
    onPolled: () => autoConfirm.run(),
    onDeclared: () => shown.refreshAll(),
    onAcknowledgmentsRefused: (isRefusing) => notices.setCondition('acknowledgments-refused', isRefusing),
    onAcknowledgmentsIgnored: (isIgnoring) => notices.setCondition('acknowledgments-ignored', isIgnoring),
  })
  const { engine } = link
  const shown = createCoreBoard({ ...parts, orders, settings: settings.now, link, learned: spoken.learned })
  const { board, meta, projection, quarantine, notices, channels, refresh } = shown

  const onTapsChanged = (orderId: string): void => {
    refresh([orderId])
    engine.tapsChanged()
  }
  const autoConfirm = createAutoConfirm({
    ...parts,
    tickets: board.tickets,
    settings: settings.now,
    isBoardCurrent: link.boardFreshness.isCurrent,
    onAccepted: onTapsChanged,
  })
  const { calls, alarms, records } = createStaffCalls({ ...parts, settings: settings.now, link, shown, onTapsChanged })
  const periodicCheck = createPeriodicCheck(parts, link, shown, alarms, clockLog)

  repeatLostWork(parts, engine, shown.refreshAll)
  renewMarks(parts, orders, projection.orderIds())
  shown.drawFirst()

  return {
    start() {
      // The other tickets are unchanged since the core was built.
      refresh(resumeWork(parts, shown))
      engine.start()
      periodicCheck.start()
    },
    async stop() {
      periodicCheck.stop()
      shown.stop()
      alarms.recordOpenAlarms()
      await link.stop()
    },
    snapshot: shown.snapshot,
    about: () => ({ ...meta.now(), notice: notices.now() }),
    records,
    hasTap: (tapId) => ledger.tap(tapId) !== undefined,
    platformNow: clock.platform,
    setConnection: spoken.set,
    lessons: createLessons(parts, spoken, shown.refreshAll),
    tickets: board.tickets,
    settings,
    onDelta: board.onDelta,
    fullTickets: shown.fullTickets,
    ...calls,
    drawn: quarantine.drawn,
    windowCrashed: quarantine.windowCrashed,
    channels: channels.seen,
    channelsSeen: () => ok([...channels.seen()]),
    ...createStoredCalls(parts, stored, shown.refreshAll),
    whole: createWholeOrder(board, cache, settings.now, duringOrder),
    receiveDelivery: link.receiveDelivery,
    showNotice: notices.show,
    pollNow: engine.checkNow,
    retryNow: link.retryNow,
  }
}
