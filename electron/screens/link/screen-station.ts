import { messageOf } from '../../../shared/result.ts'
import { createCopyReceiver } from '../moving/copy-receiver.ts'
import { createBoardIntake } from './board-intake.ts'
import { createBoardMirror } from './board-mirror.ts'
import { createCallsToStation } from './calls-to-station.ts'
import { createScreenClock } from './clock-memory.ts'
import { createKeptItems } from './kept-items.ts'
import { createOwnSettings } from './own-settings.ts'
import { createScreenBoard } from './screen-board.ts'
import { createScreenFacts } from './screen-facts.ts'
import { createScreenLock } from './screen-lock.ts'
import { createScreenOwnCalls } from './screen-own-calls.ts'
import type { ScreenStation, ScreenStationParts } from './screen-station-port.ts'
import { createScreenTaps } from './screen-taps.ts'
import { type AssignMessage, createStationLink } from './station-link.ts'
import { createTapDelivery } from './tap-delivery.ts'
import { createUnseenAlarm } from './unseen-alarm.ts'

const SECOND_MS = 1_000

export function createScreenStation(parts: ScreenStationParts): ScreenStation {
  const { store, clock, log } = parts
  const mirror = createBoardMirror(parts.boardStore, log)
  const kept = createKeptItems(store, log)
  const facts = createScreenFacts(store, log)
  const kitchenSettings = () => mirror.parts().settings
  const ownSettings = createOwnSettings({ facts, firstRole: parts.firstRole, kitchenSettings })
  const settings = ownSettings.now
  let cancelCheck = (): void => undefined
  let isRemoved = parts.removal?.wasRemoved ?? false
  if (isRemoved) kept.erase()

  const platformTime = createScreenClock(facts, clock)
  const lock = createScreenLock({
    remembered: facts.get('lock'),
    saveState: (isSet) => facts.save('lock', isSet),
    monotonic: clock.monotonic,
  })

  const shown = createScreenBoard({
    ...parts,
    mirror,
    kept,
    facts,
    settings,
    connection: () => ({ isCurrent: intake.isCurrent(), awayMs: intake.awayMs(), link: link.state() }),
  })
  const { board, meta, quarantine, refresh } = shown
  const sendUse = (appliedId?: string): void => {
    const { role, station, rings } = settings()
    link.send({ kind: 'use', use: { role, station, rings }, ...(appliedId === undefined ? {} : { appliedId }) })
  }
  const applyAssignment = ({ name, wanted }: AssignMessage): void => {
    if (facts.get('name') !== name) facts.save('name', name)
    if (wanted === undefined) return
    const { id, role, station } = wanted
    if (!ownSettings.change({ role, station }).ok) return
    meta.announce()
    sendUse(id)
  }

  /** Erases what this screen has of the shop's orders. The record comes first: after a crash the next start erases them. */
  const recordRemoval = (): void => {
    if (isRemoved) return
    isRemoved = true
    log.warn('screen-removed')
    try {
      parts.removal?.record()
    } catch (error) {
      log.error('storage-refused', { error: messageOf(error) })
    }
    // The language and the colours of the kitchen are erased with its board.
    const { locale, theme } = settings()
    ownSettings.change({ locale, theme })
    // The station checked the PIN. There is nothing left that it protects, and this screen has to be set up again.
    lock.clearPin()
    parts.copyStore?.erase()
    refresh([...kept.erase(), ...mirror.erase()])
  }

  const link = createStationLink({
    ...parts,
    wasRemoved: isRemoved,
    onReached() {
      kept.startConnection()
      sendUse()
      copies?.startOffers()
      delivery.sendAll()
      void link.ask('lock:status', null).then(lock.update)
    },
    onLost() {
      intake.recordLost()
      copies?.stopOffers()
      if (link.state() === 'not-paired') recordRemoval()
      meta.announce()
    },
    onCopy: (message) => copies?.receive(message),
    onAssign: applyAssignment,
    onBoard: (message) => intake.receive(message),
    onBoardVersion: (version) => intake.compareVersion(version),
    onVerdict: (verdict) => delivery.receiveVerdict(verdict),
    onTime: platformTime.applyReading,
  })

  const intake = createBoardIntake({
    mirror,
    kept,
    link,
    clock,
    onNotice: shown.announceNotice,
    onChanged: refresh,
  })
  const delivery = createTapDelivery({
    kept,
    link,
    clock,
    onJudged(version) {
      if (mirror.version() >= version) refresh(kept.dropShown(mirror.version(), false))
    },
    log,
  })

  const { copyStore } = parts
  const copies = copyStore && createCopyReceiver({ copyStore, send: (message) => link.send(message), clock, log })

  const ringUnseen =
    parts.attention === undefined
      ? () => undefined
      : createUnseenAlarm({ tickets: board.tickets, settings, clock, attention: parts.attention })

  const checkEverySecond = (): void => {
    clock.check()
    ringUnseen()
    delivery.sendOverdue()
    refresh([...kept.orderIds(), ...quarantine.releaseExpired(), ...mirror.expire(clock.platform())])
    cancelCheck = clock.setTimer(SECOND_MS, checkEverySecond)
  }

  shown.drawFirst()

  return {
    lock,
    start() {
      link.start()
      checkEverySecond()
    },
    async stop() {
      cancelCheck()
      link.stop()
      store?.close()
      parts.boardStore?.close()
    },
    snapshot: shown.snapshot,
    showNotice: shown.showNotice,
    onDelta: board.onDelta,
    fullTickets: board.tickets,
    linkState: link.state,
    name: () => facts.get('name'),
    takeRole: () => copies?.takeRole() ?? Promise.resolve(false),
    unjudgedTaps: () => kept.unjudged().length,
    ...createScreenTaps({
      board,
      kept,
      link,
      delivery,
      clock,
      newId: parts.newId,
      isRemoved: () => isRemoved,
      refresh,
    }),
    ...createCallsToStation(link, lock),
    drawn: quarantine.drawn,
    windowCrashed: quarantine.windowCrashed,
    ...createScreenOwnCalls({
      ownSettings,
      facts,
      now: clock.platform,
      onSettings() {
        meta.announce()
        sendUse()
      },
      onSoundTested: meta.announce,
    }),
  }
}
