import { createBoardIntake } from './board-intake.ts'
import { createBoardMirror } from './board-mirror.ts'
import { createCallsToStation } from './calls-to-station.ts'
import { createScreenClock } from './clock-memory.ts'
import { createCopyReceiver } from './copy-receiver.ts'
import { createKeptItems } from './kept-items.ts'
import { createOwnSettings } from './own-settings.ts'
import { createScreenBoard } from './screen-board.ts'
import { createScreenFacts } from './screen-facts.ts'
import { createScreenLock } from './screen-lock.ts'
import { createScreenOwnCalls } from './screen-own-calls.ts'
import type { ScreenStation, ScreenStationParts } from './screen-station-port.ts'
import { createScreenTaps } from './screen-taps.ts'
import { createStationLink } from './station-link.ts'
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
  const sendUse = (): void => {
    const { role, station, rings } = settings()
    link.send({ kind: 'use', use: { role, station, rings } })
  }

  const link = createStationLink({
    ...parts,
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
      meta.announce()
    },
    onCopy: (message) => copies?.receive(message),
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
    takeRole: () => copies?.takeRole() ?? Promise.resolve(false),
    unjudgedTaps: () => kept.unjudged().length,
    ...createScreenTaps({ board, kept, link, delivery, clock, newId: parts.newId, refresh }),
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
