import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Settings, SettingsPatch } from '../../shared/settings.ts'
import { isSetupUnderWay } from '../../shared/setup-steps.ts'
import { createAutoConfirm } from './auto-confirm.ts'
import { createClockLog } from './clock-log.ts'
import { createParsedOrders } from './parsed-orders.ts'
import { createPeriodicCheck } from './periodic-check.ts'
import { createPlatformLink } from './platform-link.ts'
import { createStoredSettings } from './settings-source.ts'
import { createStaffCalls } from './staff-calls.ts'
import { createStationBoard, type StationBoard } from './station-board.ts'
import type { Station, StationParts } from './station-port.ts'
import { createWholeOrder } from './whole-order.ts'

/**
 * Puts the work that the last run left open back into the queues.
 * @returns the orders whose taps changed
 */
function resumeWork({ ledger, cache, clock }: StationParts, { board, projection }: StationBoard): readonly string[] {
  const at = clock.platform()
  const released = new Set(ledger.openTaps().map(({ orderId }) => orderId))
  ledger.resetAfterStart(at)
  const isMissing = (orderId: string): boolean =>
    board.ticket(orderId)?.reading !== 'read' && cache.text(orderId) === undefined && !ledger.order(orderId)?.problem
  const unread = projection.orderIds().filter(isMissing)
  if (unread.length > 0) ledger.markToRead(unread, at)
  return [...released]
}

/** Whether the patch opens the set-up again after it was finished. */
function reopensSetup(patch: SettingsPatch, { setupStep }: Settings, hasPolled: boolean): boolean {
  const isFinished = !isSetupUnderWay({ setupStep, hasPolled })
  return isFinished && (patch.setupStep ?? 'done') !== 'done'
}

export function createStation(parts: StationParts): Station {
  const { ledger, cache, clock, log } = parts
  const stored = createStoredSettings(ledger.facts.settings)
  const { change: changeStored, ...settings } = stored
  const remembered = ledger.facts.clockLog.get().at(-1)
  if (remembered !== undefined) clock.restoreOffset(remembered.offsetMs)
  const clockLog = createClockLog({ stored: ledger.facts.clockLog, clock })
  const orders = createParsedOrders(cache)

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
  })
  const { engine } = link
  const shown = createStationBoard({ ...parts, orders, settings: settings.now, link })
  const { board, meta, projection, quarantine, unseen, notices, channels, refresh } = shown

  // A refused commit dropped the deferred changes: the board shows what the ledger holds, and the work is repeated.
  ledger.onLost(() => {
    clock.setTimer(0, () => {
      try {
        engine.wakeWorkers()
        shown.refreshAll()
      } catch (error) {
        // An error that leaves a timer's callback ends the program.
        log.error('storage-refused', { error: messageOf(error) })
      }
    })
  })

  const onTapsChanged = (orderId: string): void => {
    refresh([orderId])
    engine.tapsChanged()
  }
  const autoConfirm = createAutoConfirm({
    ledger,
    clock,
    tickets: board.tickets,
    settings: settings.now,
    isBoardCurrent: link.boardFreshness.isCurrent,
    log,
    onAccepted: onTapsChanged,
  })
  const { calls, alarms } = createStaffCalls({ ...parts, settings: settings.now, link, shown, onTapsChanged })
  const periodicCheck = createPeriodicCheck({
    ledger,
    clock,
    engine,
    clockLog,
    log,
    isOnline: link.isOnline,
    changedByTime: () => [...projection.changedByTime(), ...quarantine.releaseExpired(), ...unseen.addOverdue()],
    orderIds: projection.orderIds,
    refresh,
    onSecond() {
      alarms.check()
      meta.announce()
    },
  })

  shown.drawFirst()

  return {
    start() {
      // The other tickets are unchanged since the station was built.
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
    tickets: board.tickets,
    settings,
    onDelta: board.onDelta,
    fullTickets: shown.fullTickets,
    ...calls,
    drawn: quarantine.drawn,
    windowCrashed: quarantine.windowCrashed,
    channelsSeen: () => ok([...channels.seen()]),
    changeSettings(patch) {
      // SECURITY: first-pin (docs/security.md). While the set-up is under way the first PIN needs no secret.
      if (reopensSetup(patch, settings.now(), ledger.facts.lastPollAt.get() !== undefined))
        return fail('not-allowed', 'The set-up is finished')
      const changed = changeStored(patch)
      shown.refreshAll()
      return ok(changed)
    },
    rememberPlaces(places) {
      if (places !== ledger.facts.places.get()) ledger.deferred(() => ledger.facts.places.set(places), 'soon')
      return ok(null)
    },
    whole: createWholeOrder(board, cache, settings.now),
    receiveDelivery: link.receiveDelivery,
    showNotice: notices.show,
    pollNow: engine.checkNow,
    retryNow: link.retryNow,
  }
}
