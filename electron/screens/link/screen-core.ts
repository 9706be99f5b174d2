import type { CallsAtScreen, ScreenCall } from '../../../shared/contract/calls.ts'
import type { CallResult } from '../../../shared/contract/contract.ts'
import { type LockStatus, lockStatusSchema } from '../../../shared/contract/lock.ts'
import type { Settings, SettingsPatch } from '../../../shared/contract/settings.ts'
import type { ScreenRole } from '../../../shared/contract/values.ts'
import { messageOf, ok } from '../../../shared/result.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { MAX_REPORTED, ringsEverywhere } from '../../../shared/ticket/alarm.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { isQuietAt } from '../../../shared/time/quiet-hours.ts'
import { type Attention, UNPLAYED_TITLES } from '../../core/alarms.ts'
import { createUnplayedOrders, type UnplayedOrders } from '../../core/unplayed-orders.ts'
import type { Log } from '../../logging/log-port.ts'
import type { BoardStore } from '../../storage/board-store.ts'
import type { ScreenStore } from '../../storage/screen-store.ts'
import type { Clock, TimeService } from '../../sync/clock.ts'
import type { ScreenKnowledge } from '../moving/adopt-board.ts'
import { createLedgerReceiver } from '../moving/ledger-transfer.ts'
import { createKeptItems } from './kept-items.ts'
import type { ConnectMain } from './link-messages.ts'
import { type AssignMessage, createMainLink } from './main-link.ts'
import { createScreenClock } from './main-pings.ts'
import { createScreenBoard, openMainBoard } from './screen-board.ts'
import { createOwnSettings, createScreenFacts } from './screen-facts.ts'
import { createScreenTaps, createTapDelivery } from './screen-taps.ts'

const WAS_SET = 'set'
const OPEN: LockStatus = { isSet: false, isOpen: true, waitMs: 0 }
const CLOSED: LockStatus = { isSet: true, isOpen: false, waitMs: 0 }

/** The lock of a screen. The main computer checks the PIN and unlocks this screen only. */
function createScreenLock(parts: {
  /** Whether a PIN was set when the main computer was last reached: a disconnected cable must not unlock the screen. */
  readonly remembered: string | undefined
  readonly saveState: (isSet: string) => void
  readonly monotonic: () => number
}) {
  let known = parts.remembered === WAS_SET ? CLOSED : OPEN
  let updatedAt = parts.monotonic()

  const status = (): LockStatus => {
    if (!known.isSet || !known.isOpen) return known
    const locksInMs = (known.locksInMs ?? 0) - (parts.monotonic() - updatedAt)
    return locksInMs > 0 ? { ...known, locksInMs } : CLOSED
  }
  return {
    status,
    admits: (): boolean => status().isOpen,
    isOpen: (): boolean => status().isOpen,
    /** Applies the main computer's answer to a call of the lock. */
    update(answer: CallResult<unknown>): void {
      const read = answer.ok ? lockStatusSchema.safeParse(answer.value) : undefined
      if (!read?.success) return
      if (read.data.isSet !== known.isSet) parts.saveState(read.data.isSet ? WAS_SET : 'none')
      known = read.data
      updatedAt = parts.monotonic()
    },
    /** Removes a lost PIN until the main computer is reached again. */
    clearPin(): void {
      known = OPEN
      parts.saveState('none')
    },
  }
}

const SECOND_MS = 1_000

/** The main process of a screen: the counterpart of `Core`. */
export type ScreenCore = ReturnType<typeof createScreenCore>

export function createScreenCore(parts: {
  readonly connect: ConnectMain
  /** Absent: the disk refuses writes, and taps are refused. */
  readonly store: ScreenStore | undefined
  readonly boardStore: BoardStore | undefined
  readonly clock: TimeService
  readonly random: () => number
  readonly newId: () => string
  /** The role that was chosen when this screen joined. */
  readonly firstRole?: ScreenRole | undefined
  /** The record that the main computer has removed this screen; a write is durable when it returns. */
  readonly removal?: { readonly wasRemoved: boolean; record(): void } | undefined
  readonly programVersion: string
  /** Beep and notification of this computer; absent: it has none. */
  readonly attention?: Attention | undefined
  /** A key of the screen's texts, about the storage. */
  readonly notice?: string | undefined
  readonly log: Log
}) {
  const { store, clock, log } = parts
  const main = openMainBoard(parts.boardStore, log)
  const kept = createKeptItems(store, log)
  const facts = createScreenFacts(store, log)
  const kitchenSettings = () => main.parts().settings
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
    main,
    kept,
    facts,
    settings,
    link: { send: (message) => link.send(message), state: () => link.state() },
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
    refresh([...kept.erase(), ...main.erase()])
  }

  const link = createMainLink({
    ...parts,
    wasRemoved: isRemoved,
    onReached() {
      sendUse()
      delivery.sendAll()
      void link.ask('lock:status', null).then(lock.update)
    },
    onLost() {
      shown.recordLost()
      ledger.stop()
      if (link.state() === 'not-paired') recordRemoval()
      meta.announce()
    },
    onLedger: (message) => ledger.receive(message),
    onAssign: applyAssignment,
    onBoard: (message) => shown.receive(message),
    onBoardVersion: (version) => shown.compareVersion(version),
    onVerdict: (verdict) => delivery.receiveVerdict(verdict),
    onTime: platformTime.applyReading,
  })

  const delivery = createTapDelivery({
    kept,
    link,
    clock,
    isBoardCurrent: shown.isCurrent,
    onJudged: (orderId) => refresh([orderId]),
    log,
  })

  const ledger = createLedgerReceiver((message) => void link.send(message), clock)

  const unplayed = createUnplayedOrders(board.tickets)
  const ringUnseen =
    parts.attention === undefined
      ? () => undefined
      : createUnseenAlarm({
          tickets: board.tickets,
          isUnplayed: unplayed.has,
          settings,
          clock,
          attention: parts.attention,
        })

  const checkEverySecond = (): void => {
    clock.check()
    ringUnseen()
    delivery.sendOverdue()
    shown.check()
    cancelCheck = clock.setTimer(SECOND_MS, checkEverySecond)
  }

  return {
    lock,
    start(): void {
      link.start()
      checkEverySecond()
    },
    async stop(): Promise<void> {
      cancelCheck()
      link.stop()
      store?.close()
      parts.boardStore?.close()
    },
    snapshot: shown.snapshot,
    showNotice: shown.showNotice,
    onDelta: board.onDelta,
    fullTickets: board.tickets,
    /** What this screen knows of the shop, for the ledger of its own. */
    knowledge: (): ScreenKnowledge => ({
      tickets: board.tickets(),
      taps: kept.all().flatMap((item) => (item.call === 'order:act' ? [item] : [])),
      settings: main.seenAt() === undefined ? undefined : kitchenSettings(),
      seenAt: main.seenAt() ?? clock.platform(),
    }),
    /** Whether the main computer had handed its role over when this screen last heard of it. */
    wasHandedOver: (): boolean => main.parts().freshness.trouble === 'handed-over',
    linkState: link.state,
    /** The name of this screen at the main computer; `undefined`: not received yet. */
    name: (): string | undefined => facts.get('name'),
    fetchLedger: ledger.fetch,
    takeRole: ledger.takeRole,
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
    /** The main computer's answer; fails with `station-away` while it is not reached. */
    async ask(call: ScreenCall, args: unknown): Promise<CallResult<unknown>> {
      const result = await link.ask(call, args)
      if (call === 'lock:status' || call === 'lock:unlock' || call === 'lock:lock-now') {
        lock.update(result)
        if (call === 'lock:status' && !result.ok) return ok(lock.status())
      }
      return result
    },
    /** A page of this program shows these orders. */
    shown: (orderIds: readonly string[]): unknown =>
      link.ask('order:shown', { orderIds: orderIds.slice(0, MAX_REPORTED) }),
    notifyMain(call: CallsAtScreen<'forwarded'>, args: unknown): void {
      void link.ask(call, args)
    },
    /** This screen's window could not play the alarm of these orders. */
    unplayed(orderIds: readonly string[]): CallResult<null> {
      unplayed.record(orderIds)
      ringUnseen()
      void link.ask('order:unplayed', { orderIds: [...orderIds] })
      return ok(null)
    },
    /** The machine woke. */
    reconnect: link.retryNow,
    /** Staff asked for a retry of everything. */
    retryNow(): void {
      if (link.state() === 'reached') void link.ask('sync:retry-now', null)
      else link.retryNow()
    },
    drawn: quarantine.drawn,
    windowCrashed: quarantine.windowCrashed,
    changeSettings(patch: SettingsPatch): CallResult<Settings> {
      const changed = ownSettings.change(patch)
      if (changed.ok) {
        meta.announce()
        sendUse()
      }
      return changed
    },
    rememberPlaces: (places: string): CallResult<null> =>
      places === facts.get('places') ? ok(null) : facts.save('places', places),
    soundTested(heard: boolean): CallResult<null> {
      const saved = heard ? facts.save('sound-test', String(clock.platform())) : ok(null)
      meta.announce()
      return saved
    },
  }
}

/**
 * Beeps and notifies on a screen's computer for orders whose alarm no window of the shop has shown, or one could not play. This
 * screen's own window may be the one that hangs. Call the result every second.
 */
export function createUnseenAlarm(parts: {
  readonly tickets: () => readonly Pick<Ticket, 'orderId' | 'displayId' | 'alarm' | 'unseen' | 'unplayed'>[]
  /** Whether this screen's own window could not play it. */
  readonly isUnplayed?: UnplayedOrders['has']
  readonly settings: () => Pick<Settings, 'alarm' | 'locale'>
  readonly clock: Pick<Clock, 'monotonic' | 'platform'>
  readonly attention: Attention
}): () => void {
  const { tickets, isUnplayed = () => false, settings, clock, attention } = parts
  let notified: ReadonlySet<string> = new Set()
  let beepedAt = Number.NEGATIVE_INFINITY
  return () => {
    const ringing = tickets().flatMap((ticket) => {
      const { orderId, alarm: cause = 'new' } = ticket
      const isOwn = ticket.alarm !== undefined && isUnplayed(orderId, cause)
      return ringsEverywhere(ticket) || isOwn ? [{ ...ticket, cause }] : []
    })
    const { alarm, locale } = settings()
    if (ringing.length === 0 || isQuietAt(alarm.quietHours, clock.platform())) return
    const words = LANGUAGES[locale].alarm
    for (const { orderId, displayId, cause } of ringing) {
      if (!notified.has(orderId))
        attention.notify({ title: words[UNPLAYED_TITLES[cause]], body: `${displayId}. ${words.unplayedAdvice}` })
    }
    notified = new Set(ringing.map(({ orderId }) => orderId))
    if (clock.monotonic() - beepedAt < alarm.intervalSeconds * SECOND_MS) return
    beepedAt = clock.monotonic()
    attention.beep()
  }
}
