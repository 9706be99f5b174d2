import type { CallsAtScreen, ScreenCall } from '../../../shared/contract/calls.ts'
import type { BoardDelta, BoardSnapshot, CallResult } from '../../../shared/contract/contract.ts'
import type { Settings, SettingsPatch } from '../../../shared/contract/settings.ts'
import type { ScreenRole } from '../../../shared/contract/values.ts'
import { messageOf, ok } from '../../../shared/result.ts'
import { MAX_REPORTED } from '../../../shared/ticket/alarm.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Attention } from '../../core/alarms.ts'
import type { Log } from '../../logging/log-port.ts'
import type { BoardStore } from '../../storage/board-store.ts'
import type { ScreenStore } from '../../storage/screen-store.ts'
import type { TimeService } from '../../sync/clock.ts'
import type { ScreenKnowledge } from '../moving/adopt-board.ts'
import { createLedgerReceiver, type LedgerReceiver } from '../moving/ledger-transfer.ts'
import { createKeptItems, type KeptItems } from './kept-items.ts'
import type { ConnectMain } from './link-messages.ts'
import { type AssignMessage, createMainLink, type MainLink } from './main-link.ts'
import { createScreenClock } from './main-pings.ts'
import { createScreenBoard, type MainBoard, openMainBoard, type ScreenBoard } from './screen-board.ts'
import { createOwnSettings, createScreenFacts, type OwnSettings, type ScreenFacts } from './screen-facts.ts'
import { createScreenLock, type ScreenLock } from './screen-lock.ts'
import { createScreenTaps, createTapDelivery, type ScreenTaps } from './screen-taps.ts'
import { createUnseenAlarm, type UnseenAlarm } from './unseen-alarm.ts'

const SECOND_MS = 1_000

type ScreenCoreParts = {
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
}

/** Calls of this screen's window and program that are neither taps nor marks. */
interface ScreenCalls {
  /** The main computer's answer; fails with `station-away` while it is not reached. */
  ask(call: ScreenCall, args: unknown): Promise<CallResult<unknown>>
  notifyMain(call: CallsAtScreen<'forwarded'>, args: unknown): void
  /** A page of this program shows these orders. */
  shown(orderIds: readonly string[]): unknown
  /** This screen's window could not play the alarm of these orders. */
  unplayed(orderIds: readonly string[]): CallResult<null>
  /** The machine woke. */
  reconnect(): void
  /** Staff asked for a retry of everything. */
  retryNow(): void
  changeSettings(patch: SettingsPatch): CallResult<Settings>
  rememberPlaces(places: string): CallResult<null>
  soundTested(heard: boolean): CallResult<null>
}

/** The main process of a screen: the counterpart of `Core`. */
export interface ScreenCore extends ScreenCalls, ScreenTaps {
  readonly lock: ScreenLock
  start(): void
  stop(): Promise<void>
  snapshot(): BoardSnapshot
  onDelta(listener: (delta: BoardDelta) => void): () => void
  fullTickets(): readonly Ticket[]
  drawn(orderIds: readonly string[], version: number): CallResult<null>
  windowCrashed(): void
  showNotice(notice: string): void
  /** What this screen knows of the shop, for the ledger of its own. */
  knowledge(): ScreenKnowledge
  /** Whether the main computer had handed its role over when this screen last heard of it. */
  wasHandedOver(): boolean
  linkState: MainLink['state']
  /** The name of this screen at the main computer; `undefined`: not received yet. */
  name(): string | undefined
  fetchLedger: LedgerReceiver['fetch']
  takeRole: LedgerReceiver['takeRole']
}

/** Reports to the main computer what this screen is used for, and applies what was chosen there. */
function createScreenUse(parts: {
  readonly link: Pick<MainLink, 'send'>
  readonly facts: ScreenFacts
  readonly ownSettings: OwnSettings
  readonly meta: ScreenBoard['meta']
}) {
  const { link, facts, ownSettings, meta } = parts
  const send = (appliedId?: string): void => {
    const { role, station, rings } = ownSettings.now()
    link.send({ kind: 'use', use: { role, station, rings }, ...(appliedId === undefined ? {} : { appliedId }) })
  }
  return {
    send,
    apply({ name, wanted }: AssignMessage): void {
      if (facts.get('name') !== name) facts.save('name', name)
      if (wanted === undefined) return
      const { id, role, station } = wanted
      if (!ownSettings.change({ role, station }).ok) return
      meta.announce()
      send(id)
    },
  }
}

function createScreenCalls(parts: {
  readonly link: Pick<MainLink, 'ask' | 'retryNow' | 'state'>
  readonly lock: ScreenLock
  readonly facts: ScreenFacts
  readonly ownSettings: OwnSettings
  readonly meta: ScreenBoard['meta']
  readonly clock: Pick<TimeService, 'platform'>
  readonly alarm: UnseenAlarm | undefined
  readonly sendUse: () => void
}): ScreenCalls {
  const { link, lock, facts, ownSettings, meta, clock, alarm, sendUse } = parts
  return {
    async ask(call, args) {
      const result = await link.ask(call, args)
      if (call === 'lock:status' || call === 'lock:unlock' || call === 'lock:lock-now') {
        lock.update(result)
        if (call === 'lock:status' && !result.ok) return ok(lock.status())
      }
      return result
    },
    notifyMain: (call, args) => void link.ask(call, args),
    shown: (orderIds) => link.ask('order:shown', { orderIds: orderIds.slice(0, MAX_REPORTED) }),
    unplayed(orderIds) {
      alarm?.recordUnplayed(orderIds)
      void link.ask('order:unplayed', { orderIds: [...orderIds] })
      return ok(null)
    },
    reconnect: link.retryNow,
    retryNow() {
      if (link.state() === 'reached') void link.ask('sync:retry-now', null)
      else link.retryNow()
    },
    changeSettings(patch) {
      const changed = ownSettings.change(patch)
      if (changed.ok) {
        meta.announce()
        sendUse()
      }
      return changed
    },
    rememberPlaces: (places) => (places === facts.get('places') ? ok(null) : facts.save('places', places)),
    soundTested(heard) {
      const saved = heard ? facts.save('sound-test', String(clock.platform())) : ok(null)
      meta.announce()
      return saved
    },
  }
}

/** What a screen stores of its own, and its last board. */
type ScreenState = {
  readonly main: MainBoard
  readonly facts: ScreenFacts
  readonly kept: KeptItems
  readonly ownSettings: OwnSettings
  readonly lock: ScreenLock
}

function openScreenState({ store, boardStore, clock, firstRole, log }: ScreenCoreParts): ScreenState {
  const main = openMainBoard(boardStore, log)
  const facts = createScreenFacts(store, log)
  return {
    main,
    facts,
    kept: createKeptItems(store, log),
    ownSettings: createOwnSettings({ facts, firstRole, kitchenSettings: () => main.parts().settings }),
    lock: createScreenLock({
      remembered: facts.get('lock'),
      saveState: (isSet) => facts.save('lock', isSet),
      monotonic: clock.monotonic,
    }),
  }
}

/** The removal of this screen from the main computer's list: it erases what the screen has of the shop's orders. */
function createScreenRemoval({ removal, log }: ScreenCoreParts, { main, kept, ownSettings, lock }: ScreenState) {
  let isRemoved = removal?.wasRemoved ?? false
  if (isRemoved) kept.erase()
  return {
    isRemoved: (): boolean => isRemoved,
    /** Returns the erased orders. The record comes first: after a crash the next start erases them. */
    record(): readonly string[] {
      if (isRemoved) return []
      isRemoved = true
      log.warn('screen-removed')
      try {
        removal?.record()
      } catch (error) {
        log.error('storage-refused', { error: messageOf(error) })
      }
      // The language and the colours of the kitchen are erased with its board.
      const { locale, theme } = ownSettings.now()
      ownSettings.change({ locale, theme })
      // The main computer checked the PIN. Nothing is left that it protects, and this screen has to be set up again.
      lock.clearPin()
      return [...kept.erase(), ...main.erase()]
    },
  }
}

export function createScreenCore(parts: ScreenCoreParts): ScreenCore {
  const { clock, log, attention } = parts
  const state = openScreenState(parts)
  const { main, facts, kept, ownSettings, lock } = state
  const settings = ownSettings.now
  const removal = createScreenRemoval(parts, state)
  const platformTime = createScreenClock(facts, clock)
  const shown = createScreenBoard({
    ...parts,
    ...state,
    settings,
    link: { send: (message) => link.send(message), state: () => link.state() },
  })
  const { board, meta, quarantine, refresh } = shown

  const link = createMainLink({
    ...parts,
    wasRemoved: removal.isRemoved(),
    onReached() {
      use.send()
      delivery.sendAll()
      void link.ask('lock:status', null).then(lock.update)
    },
    onLost() {
      shown.recordLost()
      ledger.stop()
      if (link.state() === 'not-paired') refresh(removal.record())
      meta.announce()
    },
    onLedger: (message) => ledger.receive(message),
    onAssign: (message) => use.apply(message),
    onBoard: shown.receive,
    onBoardVersion: shown.compareVersion,
    onVerdict: (verdict) => delivery.receiveVerdict(verdict),
    onTime: platformTime.applyReading,
  })
  const use = createScreenUse({ link, facts, ownSettings, meta })
  const onJudged = (orderId: string): void => refresh([orderId])
  const delivery = createTapDelivery({ kept, link, clock, isBoardCurrent: shown.isCurrent, onJudged, log })
  const ledger = createLedgerReceiver((message) => void link.send(message), clock)
  const alarm = attention && createUnseenAlarm({ tickets: board.tickets, settings, clock, attention })

  let cancelCheck = (): void => undefined
  const checkEverySecond = (): void => {
    clock.check()
    alarm?.check()
    delivery.sendOverdue()
    shown.check()
    cancelCheck = clock.setTimer(SECOND_MS, checkEverySecond)
  }

  return {
    lock,
    start() {
      link.start()
      checkEverySecond()
    },
    async stop() {
      cancelCheck()
      link.stop()
      parts.store?.close()
      parts.boardStore?.close()
    },
    snapshot: shown.snapshot,
    showNotice: shown.showNotice,
    onDelta: board.onDelta,
    fullTickets: board.tickets,
    drawn: quarantine.drawn,
    windowCrashed: quarantine.windowCrashed,
    knowledge: () => ({
      tickets: board.tickets(),
      taps: kept.all().flatMap((item) => (item.call === 'order:act' ? [item] : [])),
      settings: main.seenAt() === undefined ? undefined : main.parts().settings,
      seenAt: main.seenAt() ?? clock.platform(),
    }),
    wasHandedOver: () => main.parts().freshness.trouble === 'handed-over',
    linkState: link.state,
    name: () => facts.get('name'),
    fetchLedger: ledger.fetch,
    takeRole: ledger.takeRole,
    ...createScreenTaps({ ...parts, board, kept, link, delivery, isRemoved: removal.isRemoved, refresh }),
    ...createScreenCalls({ ...state, link, meta, clock, alarm, sendUse: use.send }),
  }
}
