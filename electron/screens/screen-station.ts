import type { ActArgs, BoardDelta, BoardSnapshot, CallArgs, CallResult, QueueEntry } from '../../shared/contract.ts'
import type { Freshness } from '../../shared/freshness.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { KeptCall, StationAnswer, ToldCall } from '../../shared/screen-calls.ts'
import type { Settings, SettingsPatch } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { heldTicket } from '../../shared/ticket-projection.ts'
import type { ScreenRole } from '../../shared/views.ts'
import type { Log } from '../logging/log-port.ts'
import type { Attention } from '../station/alarms.ts'
import { createBoard } from '../station/board.ts'
import { createBoardMeta } from '../station/board-meta.ts'
import { createQuarantine } from '../station/quarantine.ts'
import type { BoardStore } from '../storage/board-store.ts'
import type { ScreenStore } from '../storage/screen-store.ts'
import type { TimeService } from '../sync/clock.ts'
import { createBoardMirror } from './board-mirror.ts'
import { createKeptItems } from './kept-items.ts'
import type { ConnectStation } from './link-ports.ts'
import { type OverlayItem, withKept } from './overlay.ts'
import { changedOwnSettings, isOwnPatch, readOwnSettings, screenSettings } from './own-settings.ts'
import { createScreenLock, type ScreenLock } from './screen-lock.ts'
import { type BoardMessage, createStationLink, type Verdict } from './station-link.ts'
import { createUnseenBell } from './unseen-bell.ts'

const SECOND_MS = 1_000
/** Without its station for so long, the board is no longer only late. */
const STALE_MS = 30 * SECOND_MS
/** The station could not store it: asked again. */
const STORAGE_RETRY_MS = 5_000
/** Names of facts of the screen's store. */
const FACT = {
  settings: 'settings',
  places: 'places',
  lock: 'lock',
  clockOffset: 'clock-offset',
  soundTest: 'sound-test',
}

export type ScreenStationParts = {
  readonly connect: ConnectStation
  /** Absent: the disk takes nothing. Taps are refused then. */
  readonly store: ScreenStore | undefined
  readonly boardStore: BoardStore | undefined
  readonly clock: TimeService
  readonly random: () => number
  readonly newId: () => string
  /** The role that was chosen when this screen joined. */
  readonly firstRole?: ScreenRole | undefined
  readonly programVersion: string
  /** Beep and notification of this computer; absent: it has none. */
  readonly attention?: Attention | undefined
  /** A key of the screen's texts, about the storage. */
  readonly notice?: string | undefined
  readonly log: Log
}

/** What takes the station's place in the main process of a screen. */
export type ScreenStation = {
  readonly lock: ScreenLock
  start(): void
  stop(): Promise<void>
  snapshot(): BoardSnapshot
  onDelta(listener: (delta: BoardDelta) => void): () => void
  listed(): readonly Ticket[]
  act(args: ActArgs): CallResult<{ tapId: string }>
  /** The other calls that are kept until the station has judged them. */
  mark<C extends Exclude<KeptCall, 'order:act'>>(call: C, args: CallArgs<C>): CallResult<null>
  undo(tapId: string): Promise<CallResult<unknown>>
  queue(): Promise<CallResult<QueueEntry[]>>
  /** The station's answer; fails with `station-away` while it is not reached. */
  ask(call: StationAnswer, args: unknown): Promise<CallResult<unknown>>
  tell(call: ToldCall, args: unknown): void
  drawn(orderIds: readonly string[], version: number): CallResult<null>
  windowDied(): void
  changeSettings(patch: SettingsPatch): CallResult<Settings>
  rememberPlaces(places: string): CallResult<null>
  soundTested(heard: boolean): CallResult<null>
  /** The machine woke. */
  reconnect(): void
  /** A person wants everything tried at once. */
  retryNow(): void
}

export function createScreenStation(parts: ScreenStationParts): ScreenStation {
  const { store, clock, log } = parts
  const board = createBoard()
  const quarantine = createQuarantine(clock)
  const mirror = createBoardMirror(parts.boardStore, log)
  const kept = createKeptItems(store, log)
  /** In memory: a snapshot can be asked for after the store was closed. */
  const facts = new Map(Object.values(FACT).map((name) => [name, store?.fact(name)]))
  const { firstRole } = parts
  let own = { ...(firstRole === undefined ? {} : { role: firstRole }), ...readOwnSettings(facts.get(FACT.settings)) }
  /** The board of the station is known as it is now. */
  let isCurrent = false
  /** The whole board is on its way, after a gap. */
  let isAskedFor = false
  let lostAt = clock.monotonic()
  let cancelSweep = (): void => undefined

  const offset = Number(facts.get(FACT.clockOffset) ?? Number.NaN)
  if (Number.isFinite(offset)) clock.remember(offset)

  const saveFact = (name: string, value: string): CallResult<null> => {
    if (store === undefined) return fail('storage', 'This screen has no storage')
    try {
      store.saveFact(name, value)
      facts.set(name, value)
      return ok(null)
    } catch (error) {
      log.error('storage-refused', { error: messageOf(error) })
      return fail('storage', messageOf(error))
    }
  }
  const lock = createScreenLock({
    remembered: facts.get(FACT.lock),
    remember: (isSet) => saveFact(FACT.lock, isSet),
    monotonic: clock.monotonic,
  })
  const settings = (): Settings => screenSettings(mirror.parts().settings, own)

  /** How far the window can trust its board: as far as the station trusts its own, and less while the station is not reached. */
  const freshness = (): Freshness => {
    const told = mirror.parts().freshness
    // Its set-up is made at the station: here it is one more reason why nothing is new.
    const known: Freshness = told.state === 'setup' ? { ...told, state: 'stale' } : told
    if (isCurrent) return known
    const isShort = mirror.seenAt() !== undefined && clock.monotonic() - lostAt < STALE_MS
    const linkState = link.state()
    return {
      ...known,
      state: isShort && (known.state === 'fresh' || known.state === 'late') ? 'late' : 'stale',
      trouble: linkState === 'reached' ? 'station-away' : linkState,
      storeRiskAt: undefined,
    }
  }
  const soundTestedAt = (): number | undefined => {
    const at = facts.get(FACT.soundTest)
    return at === undefined ? undefined : Number(at)
  }
  const meta = createBoardMeta({
    ledger: { openTapCount: () => mirror.parts().unsettledTaps + kept.unjudged().length, soundTestedAt },
    board,
    trust: { freshness },
    clock,
    settings,
  })
  const notice = (): string | undefined => parts.notice ?? mirror.parts().notice

  const draw = (orderId: string): Ticket | undefined => {
    const ticket = mirror.ticket(orderId)
    if (ticket === undefined) return undefined
    const shown = withKept(ticket, kept.of(orderId), settings(), clock.platform())
    return quarantine.holds(orderId) ? heldTicket(shown) : shown
  }
  const refresh = (orderIds: Iterable<string>): void => {
    board.update(new Map([...orderIds].map((orderId) => [orderId, draw(orderId)])))
    meta.tell()
  }
  board.onDelta(({ version, changed }) =>
    quarantine.changed(
      changed.map(({ orderId }) => orderId),
      version,
    ),
  )

  const judged = (item: OverlayItem, result: CallResult<unknown>, version: number): void => {
    if (!result.ok && result.code === 'storage') {
      clock.setTimer(STORAGE_RETRY_MS, () => sendItem(item))
      return
    }
    if (!result.ok) log.warn('tap-not-taken', { orderId: item.orderId, code: result.code })
    kept.judge(item.id, version)
    if (mirror.version() >= version) refresh(kept.boardAt(mirror.version(), false))
  }

  const sendItem = (item: OverlayItem): void => {
    if (kept.find(item.id) === undefined || link.state() !== 'reached') return
    kept.sent(item.id, clock.monotonic())
    if (item.call === 'order:act') {
      const ageMs = Math.max(0, clock.platform() - item.madeAt)
      link.send({ kind: 'tap', tapId: item.id, ageMs, args: item.args })
      return
    }
    let shownAt = 0
    void link
      .ask(item.call, item.args, (version) => {
        shownAt = version
      })
      .then((result) => {
        if (result.ok || result.code !== 'station-away') judged(item, result, shownAt)
      })
  }

  const takeVerdict = ({ tapId, result, version }: Verdict): void => {
    const known = kept.find(tapId)
    if (known) judged(known.item, result, version)
  }

  const takeBoard = (message: BoardMessage): void => {
    const now = clock.platform()
    if (message.kind === 'snapshot') {
      const changed = mirror.takeSnapshot(message.snapshot, now)
      isCurrent = true
      isAskedFor = false
      const shown = kept.boardAt(mirror.version(), true)
      board.announce({ notice: notice() ?? '' })
      refresh([...changed, ...shown])
    } else {
      const changed = mirror.takeDelta(message.delta, now)
      if (changed === 'old') return
      if (changed === 'gap') {
        // What lies behind the gap comes with the whole board.
        link.send({ kind: 'at', version: message.delta.version })
        if (!isAskedFor) link.send({ kind: 'snapshot' })
        isAskedFor = true
        return
      }
      if ('notice' in message.delta) board.announce({ notice: notice() ?? '' })
      const shown = kept.boardAt(mirror.version(), false)
      const isRuled = message.delta.settings !== undefined
      refresh(isRuled ? mirror.orderIds() : [...changed, ...shown])
    }
    link.send({ kind: 'at', version: mirror.version() })
  }

  const sayUse = (): void => {
    const { role, station, rings } = settings()
    link.send({ kind: 'use', use: { role, station, rings } })
  }

  const link = createStationLink({
    connect: parts.connect,
    clock,
    random: parts.random,
    programVersion: parts.programVersion,
    log,
    onReached() {
      kept.connected()
      sayUse()
      for (const item of kept.unjudged()) sendItem(item)
      void link.ask('lock:status', null).then(lock.learn)
    },
    onLost() {
      if (isCurrent) lostAt = clock.monotonic()
      isCurrent = false
      isAskedFor = false
      meta.tell()
    },
    onBoard: takeBoard,
    onBoardVersion(version) {
      if (isCurrent && version <= mirror.version()) return
      // The last messages were lost, and no later one shows the gap.
      link.send({ kind: 'at', version })
      link.send({ kind: 'snapshot' })
    },
    onVerdict: takeVerdict,
    onTime({ platformNow, sentAt, receivedAt }) {
      // The service reads whole seconds, cut off; this reading is exact.
      clock.learn({ platformAt: platformNow, sentAt: sentAt + SECOND_MS, receivedAt })
      if (Math.abs(clock.offsetMs() - Number(facts.get(FACT.clockOffset) ?? 0)) >= SECOND_MS) {
        saveFact(FACT.clockOffset, String(clock.offsetMs()))
      }
    },
  })

  const ringUnseen =
    parts.attention === undefined
      ? () => undefined
      : createUnseenBell({ tickets: board.tickets, settings, clock, attention: parts.attention })

  const sweep = (): void => {
    clock.check()
    ringUnseen()
    for (const item of kept.overdue(clock.monotonic())) sendItem(item)
    refresh([...kept.orderIds(), ...quarantine.released(), ...mirror.expire(clock.platform())])
    cancelSweep = clock.setTimer(SECOND_MS, sweep)
  }

  const keep = (item: OverlayItem): CallResult<null> => {
    const stored = kept.keep(item)
    if (!stored.ok) return stored
    refresh([item.orderId])
    sendItem(item)
    return stored
  }
  const unknown = () => fail('unknown-order', 'No such order on the board')

  // Nothing is served yet: the first snapshot already holds the board as it was last.
  board.update(new Map(mirror.orderIds().map((orderId) => [orderId, draw(orderId)])))

  return {
    lock,
    start() {
      link.start()
      sweep()
    },
    async stop() {
      cancelSweep()
      link.stop()
      store?.close()
      parts.boardStore?.close()
    },
    snapshot: () => ({
      version: board.version(),
      tickets: [...board.tickets()],
      ...meta.now(),
      notice: notice(),
      places: facts.get(FACT.places),
      isPractice: mirror.parts().isPractice,
      isScreen: true,
    }),
    onDelta: board.onDelta,
    listed: board.tickets,
    act(args) {
      const { orderId, action } = args
      const known = board.ticket(orderId)
      if (!known) return unknown()
      if (!known.actions.includes(action)) return fail('not-offered', `The order does not offer ${action} now`)
      if (action === 'requestCancellation' && !args.cancellation) {
        return fail('reason-missing', 'A request to cancel needs a reason')
      }
      const id = parts.newId()
      const stored = keep({ id, call: 'order:act', orderId, args, madeAt: clock.platform() })
      return stored.ok ? ok({ tapId: id }) : stored
    },
    mark(call, args) {
      if (board.ticket(args.orderId) === undefined) return unknown()
      // The arguments are those of this very call, which the compiler cannot follow through the union.
      const item = { id: parts.newId(), call, orderId: args.orderId, args, madeAt: clock.platform() } as OverlayItem
      return keep(item)
    },
    async undo(tapId) {
      const known = kept.find(tapId)
      if (known === undefined || known.wasSent) return link.ask('tap:undo', { tapId })
      const dropped = kept.drop(tapId)
      if (dropped.ok) refresh([known.item.orderId])
      return dropped
    },
    async queue() {
      const entries = kept.orderIds().flatMap((orderId) => {
        const { displayId = orderId.slice(-6), tap } = board.ticket(orderId) ?? {}
        return tap !== undefined && kept.find(tap.tapId) !== undefined ? [{ orderId, displayId, tap }] : []
      })
      const told = await link.ask('queue:list', null)
      // Checked against the contract where the window is answered.
      return ok([...entries, ...(told.ok ? (told.value as QueueEntry[]) : [])])
    },
    async ask(call, args) {
      const result = await link.ask(call, args)
      if (call === 'lock:status' || call === 'lock:unlock' || call === 'lock:lock-now') {
        lock.learn(result)
        if (call === 'lock:status' && !result.ok) return ok(lock.status())
      }
      return result
    },
    tell(call, args) {
      void link.ask(call, args)
    },
    drawn(orderIds, version) {
      quarantine.drawn(orderIds, version)
      return ok(null)
    },
    windowDied() {
      const held = quarantine.windowDied()
      for (const orderId of held) log.error('ticket-held', { orderId })
      if (held.length > 0) refresh(held)
    },
    changeSettings(patch) {
      if (!isOwnPatch(patch)) return fail('not-allowed', "The kitchen's settings are changed at the station")
      const changed = changedOwnSettings(mirror.parts().settings, own, patch)
      const saved = saveFact(FACT.settings, JSON.stringify(changed))
      if (!saved.ok) return saved
      own = changed
      meta.tell()
      sayUse()
      return ok(settings())
    },
    rememberPlaces: (places) => (places === facts.get(FACT.places) ? ok(null) : saveFact(FACT.places, places)),
    soundTested(heard) {
      const saved = heard ? saveFact(FACT.soundTest, String(clock.platform())) : ok(null)
      meta.tell()
      return saved
    },
    reconnect: link.retryNow,
    retryNow() {
      if (link.state() === 'reached') void link.ask('sync:retry-now', null)
      else link.retryNow()
    },
  }
}
