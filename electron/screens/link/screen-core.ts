import type { Settings } from '../../../shared/contract/settings.ts'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { messageOf, ok } from '../../../shared/result.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { isQuietAt } from '../../../shared/time/quiet-hours.ts'
import type { Attention } from '../../core/alarms.ts'
import type { Clock } from '../../sync/clock.ts'
import { createCopyReceiver } from '../moving/copy-transfer.ts'
import { createBoardIntake, createBoardMirror } from './board-mirror.ts'
import { createKeptItems } from './kept-items.ts'
import { type AssignMessage, createMainLink, type MainLink } from './main-link.ts'
import { createScreenClock } from './main-pings.ts'
import { createScreenBoard } from './screen-board.ts'
import type { ScreenCore, ScreenCoreParts } from './screen-core-port.ts'
import { createScreenLock, type ScreenLock } from './screen-core-port.ts'
import { createOwnSettings, createScreenFacts, type OwnSettings, type ScreenFacts } from './screen-facts.ts'
import { createScreenTaps, createTapDelivery } from './screen-taps.ts'

const SECOND_MS = 1_000

export function createScreenCore(parts: ScreenCoreParts): ScreenCore {
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
    // The main computer checked the PIN. There is nothing left that it protects, and this screen has to be set up again.
    lock.clearPin()
    parts.copyStore?.erase()
    refresh([...kept.erase(), ...mirror.erase()])
  }

  const link = createMainLink({
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
    ...createCallsToMain(link, lock),
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

/** The calls of the window that change only what this screen stores itself. */
function createScreenOwnCalls(parts: {
  readonly ownSettings: Pick<OwnSettings, 'change'>
  readonly facts: ScreenFacts
  /** Platform time, epoch ms. */
  readonly now: () => number
  readonly onSettings: () => void
  readonly onSoundTested: () => void
}): Pick<ScreenCore, 'changeSettings' | 'rememberPlaces' | 'soundTested'> {
  const { ownSettings, facts, now, onSettings, onSoundTested } = parts
  return {
    changeSettings(patch) {
      const changed = ownSettings.change(patch)
      if (changed.ok) onSettings()
      return changed
    },
    rememberPlaces: (places) => (places === facts.get('places') ? ok(null) : facts.save('places', places)),
    soundTested(heard) {
      const saved = heard ? facts.save('sound-test', String(now())) : ok(null)
      onSoundTested()
      return saved
    },
  }
}

/** The calls of the window that the main computer answers, and the retries of the connection to it. */
function createCallsToMain(
  link: Pick<MainLink, 'ask' | 'state' | 'retryNow'>,
  lock: Pick<ScreenLock, 'update' | 'status'>,
): Pick<ScreenCore, 'ask' | 'notifyMain' | 'reconnect' | 'retryNow'> {
  return {
    async ask(call, args) {
      const result = await link.ask(call, args)
      if (call === 'lock:status' || call === 'lock:unlock' || call === 'lock:lock-now') {
        lock.update(result)
        if (call === 'lock:status' && !result.ok) return ok(lock.status())
      }
      return result
    },
    notifyMain(call, args) {
      void link.ask(call, args)
    },
    reconnect: link.retryNow,
    retryNow() {
      if (link.state() === 'reached') void link.ask('sync:retry-now', null)
      else link.retryNow()
    },
  }
}

/**
 * Beeps and notifies on a screen's computer for new orders that no window of the shop has painted. This screen's own window
 * may be the one that hangs. Call the result every second.
 */
export function createUnseenAlarm(parts: {
  readonly tickets: () => readonly Pick<Ticket, 'orderId' | 'displayId' | 'unseen'>[]
  readonly settings: () => Pick<Settings, 'alarm' | 'locale'>
  readonly clock: Pick<Clock, 'monotonic' | 'platform'>
  readonly attention: Attention
}): () => void {
  const { tickets, settings, clock, attention } = parts
  let notified: ReadonlySet<string> = new Set()
  let beepedAt = Number.NEGATIVE_INFINITY
  return () => {
    const unseen = tickets().filter((ticket) => ticket.unseen)
    const { alarm, locale } = settings()
    if (unseen.length === 0 || isQuietAt(alarm.quietHours, clock.platform())) return
    const words = LANGUAGES[locale].alarm
    for (const { orderId, displayId } of unseen) {
      if (!notified.has(orderId))
        attention.notify({ title: words.unplayedNew, body: `${displayId}. ${words.unplayedAdvice}` })
    }
    notified = new Set(unseen.map(({ orderId }) => orderId))
    if (clock.monotonic() - beepedAt < alarm.intervalSeconds * SECOND_MS) return
    beepedAt = clock.monotonic()
    attention.beep()
  }
}
