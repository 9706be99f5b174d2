import { fail, messageOf, ok } from '../../shared/result.ts'
import { isSetupUnderWay } from '../../shared/setup-steps.ts'
import { createSyncEngine } from '../sync/engine.ts'
import type { PollOutcome } from '../sync/poller.ts'
import { createAlarms } from './alarms.ts'
import { createAutoConfirm } from './auto-confirm.ts'
import { createBoard } from './board.ts'
import { createBoardMeta } from './board-meta.ts'
import { createProjection } from './board-projection.ts'
import { createClockLog } from './clock-log.ts'
import { createDeliveries } from './deliveries.ts'
import { createDrawing } from './drawing.ts'
import { createHistory } from './history.ts'
import { watchNetwork } from './network-watch.ts'
import { createNotices } from './notices.ts'
import { createParsedOrders } from './parsed-orders.ts'
import { watchDeclaration } from './platform-declaration.ts'
import { pollOrCheck } from './poll-or-check.ts'
import { createPollRecord, recordingPollTimes } from './poll-record.ts'
import { createBoardQuarantine } from './quarantine.ts'
import { createChannels } from './sales-channels.ts'
import { createStoredSettings } from './settings-source.ts'
import type { Station, StationParts } from './station-port.ts'
import { createSweep } from './sweep.ts'
import { createTaps } from './taps.ts'
import { createTrust } from './trust.ts'
import { createUnseenOrders, reportingToUnseen } from './unseen-orders.ts'
import { createWholeOrder } from './whole-order.ts'

const SECOND_MS = 1_000

/**
 * Sorts the orders of one page as the ledger sorts orders of one instant, so that a restart shows the same sequence.
 */
const inLedgerOrder = (orderIds: readonly string[]): readonly string[] => [...orderIds].sort()

export function createStation(parts: StationParts): Station {
  const { ledger, cache, client, clock, random, newId, log } = parts
  const { change: changeKept, ...settings } = createStoredSettings(ledger)
  const intervalMs = () => deliveries.pollIntervalMs(settings.now().pollIntervalSeconds * SECOND_MS)
  const remembered = ledger.clockLog().at(-1)
  if (remembered !== undefined) clock.restoreOffset(remembered.offsetMs)
  const board = createBoard()
  const network = watchNetwork({ isOnline: parts.isOnline, clock, random, onReturn: () => engine.checkNow() })
  const trust = createTrust({
    clock,
    intervalMs,
    isOnline: network.isOnline,
    lastPollAt: ledger.lastPollAt(),
    hasStorageFailed: () => ledger.hasFailed(),
  })
  const clockLog = createClockLog({ ledger, clock })
  const boardParts = { ledger, board, clock, settings: settings.now }
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => refresh(orderIds) })
  const declared = watchDeclaration({
    read: parts.readDeclaration,
    clock,
    log,
    onChanged: () => refresh(projection.orderIds()),
  })
  const { isUnsupported } = declared
  const orders = createParsedOrders(cache)
  const unseen = createUnseenOrders({
    clock,
    tickets: board.tickets,
    wasShown: (orderId) => ledger.countOf(orderId, 'shown') > 0,
  })
  const projection = createProjection({
    ...boardParts,
    orders,
    log,
    isHeld: quarantine.isHeld,
    isUnseen: unseen.isHeld,
    isUnsupported,
  })
  const polls = createPollRecord(ledger)
  const recordPollTime = recordingPollTimes({ polls, clockLog, clock, log })
  const boardMeta = createBoardMeta({ ...boardParts, trust })

  const channels = createChannels(ledger, log)

  const notices = createNotices(board, parts.notice)

  const drawing = createDrawing({
    board,
    projection,
    clock,
    onDrawn(orderIds) {
      for (const orderId of orderIds) channels.record(board.ticket(orderId)?.channel)
      notices.setCondition('orders-held-back', projection.heldBack() > 0)
      boardMeta.tell()
    },
  })
  const { refresh, refreshAfterEvents } = drawing

  // A refused commit dropped the deferred changes: the board shows what the ledger holds, and the work is repeated.
  ledger.onLost(() => {
    clock.setTimer(0, () => {
      engine.wakeWorkers()
      refresh(projection.orderIds())
    })
  })

  const onPolled = (outcome: PollOutcome): void => {
    trust.recordPoll(recordPollTime(outcome))
    if (outcome.kind === 'polled') {
      if (outcome.freshEvents > 0) deliveries.recordMissed()
      refreshAfterEvents([...inLedgerOrder(outcome.freshOrderIds), ...outcome.droppedOrderIds])
    }
    boardMeta.tell()
    const isRefused = outcome.kind === 'failed' && outcome.setback.kind === 'refused'
    if (outcome.kind === 'polled' || isRefused) declared.startAfterContact()
    if (outcome.kind === 'polled') autoConfirm.run()
  }

  const deliveries = createDeliveries({
    ledger,
    clock,
    log,
    onReceived: (freshOrderIds) => {
      engine.eventsReceived()
      refreshAfterEvents(inLedgerOrder(freshOrderIds))
      declared.startAfterContact()
    },
  })

  const poll = pollOrCheck({
    client,
    isPollingOff: () => !declared.supportsPolling() && deliveries.areWorking(),
    check: declared.check,
    clock,
  })
  const engine = createSyncEngine({
    client: { ...client, poll },
    ledger,
    cache: orders.cache,
    clock,
    random,
    log,
    intervalMs,
    onPolled,
    onOrdersChanged: (orderIds) => {
      refresh(inLedgerOrder(orderIds))
      autoConfirm.run()
    },
    acknowledgmentForm: () => settings.now().dialect.acknowledgment,
    onFormFound(acknowledgment) {
      changeKept({ dialect: { acknowledgment } })
      boardMeta.tell()
    },
    onRefusing: (isRefusing) => notices.setCondition('acknowledgments-refused', isRefusing),
  })

  const autoConfirm = createAutoConfirm({
    ledger,
    clock,
    tickets: board.tickets,
    settings: settings.now,
    isBoardCurrent: trust.isCurrent,
    log,
    onAccepted: (orderId) => {
      refresh([orderId])
      engine.tapsChanged()
    },
  })

  const alarms = createAlarms({
    ledger,
    clock,
    tickets: board.tickets,
    settings: settings.now,
    log,
    attention: parts.attention ?? { beep: () => undefined, notify: () => undefined },
    onAlarmEnded: (orderId) => refresh([orderId]),
    onTested: boardMeta.tell,
  })
  const alarmCalls = reportingToUnseen(alarms.calls, unseen, refresh)

  const history = createHistory({
    ledger,
    cache,
    clock,
    settings: settings.now,
    clockLog: ledger.clockLog,
    saveFile: parts.saveFile ?? (() => Promise.resolve(false)),
    onRecall: (orderId) => {
      projection.recallChanged()
      refresh([orderId])
    },
  })

  const sweep = createSweep({
    ledger,
    clock,
    engine,
    clockLog,
    log,
    isOnline: network.isOnline,
    changedByTime: () => [...projection.changedByTime(), ...quarantine.releaseExpired(), ...unseen.holdOverdue()],
    orderIds: projection.orderIds,
    refresh,
    onSecond() {
      alarms.check()
      boardMeta.tell()
    },
  })

  const taps = createTaps({
    ledger,
    client,
    clock,
    newId,
    log,
    ticket: board.ticket,
    settings: settings.now,
    signal: engine.signal,
    isUnsupported,
    onChanged: (orderId) => {
      refresh([orderId])
      engine.tapsChanged()
    },
  })

  // Nothing is served yet: the first snapshot already holds every order.
  projection.refresh(projection.orderIds())
  for (const { channel } of board.tickets()) channels.record(channel)

  return {
    start() {
      const at = clock.platform()
      const released = new Set(ledger.openTaps().map(({ orderId }) => orderId))
      ledger.resetAfterStart(at)
      const isMissing = (orderId: string): boolean =>
        board.ticket(orderId)?.reading !== 'read' &&
        cache.text(orderId) === undefined &&
        !ledger.order(orderId)?.problem
      const unread = projection.orderIds().filter(isMissing)
      if (unread.length > 0) ledger.markToRead(unread, at)
      // The other tickets are unchanged since the station was built.
      refresh([...released])
      engine.start()
      sweep.start()
    },
    async stop() {
      sweep.stop()
      drawing.stop()
      network.stop()
      declared.stop()
      alarms.recordOpenAlarms()
      await engine.stop()
      try {
        polls.end()
      } catch (error) {
        log.error('storage-refused', { error: messageOf(error) })
      }
    },
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...boardMeta.now(),
      notice: notices.now(),
      places: ledger.places(),
      isPractice: parts.isPractice,
    }),
    tickets: board.tickets,
    settings,
    onDelta: board.onDelta,
    fullTickets: () =>
      board
        .tickets()
        .map((ticket) => (ticket.quarantined ? (projection.fullTicket(ticket.orderId) ?? ticket) : ticket)),
    ...taps,
    ...history,
    ...alarmCalls,
    drawn: quarantine.drawn,
    windowDied: quarantine.windowDied,
    channelsSeen: () => ok([...channels.seen()]),
    changeSettings(patch) {
      const { setupStep } = settings.now()
      const isFinished = !isSetupUnderWay({ setupStep, hasPolled: ledger.lastPollAt() !== undefined })
      // SECURITY: first-pin (docs/security.md). While the set-up is under way the first PIN needs no secret.
      if (isFinished && (patch.setupStep ?? 'done') !== 'done') return fail('not-allowed', 'The set-up is finished')
      const changed = changeKept(patch)
      refresh(projection.orderIds())
      return ok(changed)
    },
    rememberPlaces(places) {
      if (places !== ledger.places()) ledger.deferred(() => ledger.savePlaces(places), 'soon')
      return ok(null)
    },
    whole: createWholeOrder(board, cache),
    receiveDelivery: deliveries.receive,
    showNotice: notices.show,
    pollNow: () => engine.checkNow(),
    retryNow() {
      declared.restart()
      engine.retryNow()
    },
  }
}
