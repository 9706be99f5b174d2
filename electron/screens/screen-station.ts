import { heldTicket } from '../../shared/reduced-ticket.ts'
import { ok } from '../../shared/result.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { createBoard } from '../station/board.ts'
import { createBoardMeta } from '../station/board-meta.ts'
import { createBoardQuarantine } from '../station/quarantine.ts'
import { createBoardIntake } from './board-intake.ts'
import { createBoardMirror } from './board-mirror.ts'
import { createScreenClock } from './clock-memory.ts'
import { createCopyReceiver } from './copy-receiver.ts'
import { createKeptItems } from './kept-items.ts'
import { withKeptItems } from './overlay.ts'
import { createOwnSettings } from './own-settings.ts'
import { createScreenFacts } from './screen-facts.ts'
import { screenFreshness } from './screen-freshness.ts'
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
  const board = createBoard()
  const quarantine = createBoardQuarantine({ clock, board, log, refresh: (orderIds) => refresh(orderIds) })
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

  const freshness = () =>
    screenFreshness({
      stationFreshness: mirror.parts().freshness,
      isCurrent: intake.isCurrent(),
      hasBoard: mirror.seenAt() !== undefined,
      awayMs: intake.awayMs(),
      link: link.state(),
    })
  const soundTestedAt = (): number | undefined => {
    const at = facts.get('sound-test')
    return at === undefined ? undefined : Number(at)
  }
  const meta = createBoardMeta({
    ledger: { openTapCount: () => mirror.parts().unsettledTaps + kept.unjudged().length, soundTestedAt },
    board,
    boardFreshness: { freshness },
    clock,
    settings,
  })
  const notice = (): string | undefined => parts.notice ?? mirror.parts().notice

  const draw = (orderId: string): Ticket | undefined => {
    const ticket = mirror.ticket(orderId)
    if (ticket === undefined) return undefined
    const shown = withKeptItems(ticket, kept.of(orderId), settings(), clock.platform())
    return quarantine.isHeld(orderId) ? heldTicket(shown) : shown
  }
  const refresh = (orderIds: Iterable<string>): void => {
    board.update(new Map([...orderIds].map((orderId) => [orderId, draw(orderId)])))
    meta.announce()
  }
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
    onNotice: () => board.announce({ notice: notice() ?? '' }),
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

  // Nothing is served yet: the first snapshot already holds the board as it was last.
  board.update(new Map(mirror.orderIds().map((orderId) => [orderId, draw(orderId)])))

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
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notice(),
      places: facts.get('places'),
      isPractice: mirror.parts().isPractice,
      isScreen: true,
    }),
    onDelta: board.onDelta,
    fullTickets: board.tickets,
    linkState: link.state,
    takeRole: () => copies?.takeRole() ?? Promise.resolve(false),
    unjudgedTaps: () => kept.unjudged().length,
    ...createScreenTaps({ board, kept, link, delivery, clock, newId: parts.newId, refresh }),
    async ask(call, args) {
      const result = await link.ask(call, args)
      if (call === 'lock:status' || call === 'lock:unlock' || call === 'lock:lock-now') {
        lock.update(result)
        if (call === 'lock:status' && !result.ok) return ok(lock.status())
      }
      return result
    },
    notifyStation(call, args) {
      void link.ask(call, args)
    },
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
    reconnect: link.retryNow,
    retryNow() {
      if (link.state() === 'reached') void link.ask('sync:retry-now', null)
      else link.retryNow()
    },
  }
}
