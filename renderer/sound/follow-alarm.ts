import { settlesAlarm } from '../../shared/alarm.ts'
import { isQuietAt } from '../../shared/quiet-hours.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { isOutOfDate } from '../store/freshness-now.ts'
import { callSafely } from '../window/call-safely.ts'
import { reportBatches } from '../window/report-batches.ts'
import type { WindowParts } from '../window/window-parts.ts'
import { type AlarmMemory, type Calling, decideAlarm, NOTHING_RUNG } from './alarm-decision.ts'
import type { Speaker } from './speaker.ts'

const SECOND_MS = 1_000
const PER_CENT = 100
/** A page that is never idle is checked after this time. */
const LOOK_WITHIN_MS = 200
/** A board that was outdated before the window opened gets this long for its first check. */
const STALE_GRACE_MS = 3 * SECOND_MS

/** What the alarm needs of a page. */
export type AlarmPage = {
  readonly monotonicNow: () => number
  readonly after: (ms: number, run: () => void) => () => void
  readonly nextFrame: (run: () => void) => void
  /** Soon after the next frame, once the page is idle. */
  readonly afterFrame: (run: () => void) => void
  /** Of these orders, those whose tickets can be seen, and those that a banner names. */
  readonly inSight: (orderIds: ReadonlySet<string>) => {
    readonly tickets: ReadonlySet<string>
    readonly named: ReadonlySet<string>
  }
  /** Calls back when other tickets may have come into sight. */
  readonly onMove: (listener: () => void) => () => void
  /** Calls back at every touch of a ticket; `action` is the button's, if a button was touched. */
  readonly onTouch: (listener: (orderId: string, action: string | undefined) => void) => () => void
}

/**
 * Rings for the orders that call, each only once its ticket is visible: one frame after the frame that drew it. Reports
 * to the main process which tickets were shown and which rings were played. Returns the function that ends it.
 */
export function followAlarm(
  { bridge, store, clock }: Pick<WindowParts, 'bridge' | 'store' | 'clock'>,
  speaker: Speaker,
  { monotonicNow, after, nextFrame, afterFrame, inSight, onMove, onTouch }: AlarmPage,
): () => void {
  let memory: AlarmMemory = NOTHING_RUNG
  let painted: ReadonlySet<string> = new Set()
  let told: ReadonlySet<string> = new Set()
  let isLooking = false
  let callOff = (): void => undefined
  let staleSince: number | undefined

  const tickets = (): readonly Ticket[] => Object.values(store.getState().board.orders)

  const beat = (): void => {
    callOff()
    const { settings, sound } = store.getState()
    if (!settings) return
    const { alarm } = settings
    // A screen for customers is no place for the alarm of the kitchen.
    const mayRing = settings.rings && settings.role !== 'customers'
    const decision = decideAlarm(memory, {
      calling: tickets().flatMap(({ orderId, alarm: cause, confirmBy, unseen }): Calling[] =>
        cause !== undefined && (unseen === true || (mayRing && painted.has(orderId)))
          ? [{ orderId, cause, confirmBy }]
          : [],
      ),
      isStale: mayRing && sound.isStale && !sound.isStaleSilenced,
      isQuiet: isQuietAt(alarm.quietHours, clock.now()),
      rules: { intervalMs: alarm.intervalSeconds * SECOND_MS, escalateMs: alarm.escalateSeconds * SECOND_MS },
      now: monotonicNow(),
      platformNow: clock.now(),
    })
    memory = decision.memory
    const { ring, againInMs } = decision
    if (ring) {
      const loudness = { volume: alarm.volume / PER_CENT, isUrgent: ring.isUrgent }
      void speaker.play(ring.sound, loudness).then((isPlayed) => {
        if (isPlayed === store.getState().sound.isBlocked) store.getState().changeSound({ isBlocked: !isPlayed })
        if (isPlayed && ring.orders.length > 0) {
          for (const rings of reportBatches(ring.orders, ({ orderId }) => orderId)) {
            void callSafely(() => bridge.call['order:rang']({ rings: [...rings] }))
          }
        }
      })
    }
    if (againInMs !== undefined) callOff = after(againInMs, beat)
  }

  const isKnown = (orderId: string): boolean => store.getState().board.orders[orderId] !== undefined

  /** Checks only tickets with something left to report, and reports them as seen in the next frame. */
  const look = (): void => {
    painted = new Set([...painted].filter(isKnown))
    told = new Set([...told].filter(isKnown))
    const asked = tickets().filter(
      ({ orderId, alarm }) => alarm !== undefined || !painted.has(orderId) || !told.has(orderId),
    )
    const seen = inSight(new Set(asked.map(({ orderId }) => orderId)))
    const fresh = [...seen.tickets, ...seen.named].filter((id) => !painted.has(id) && isKnown(id))
    // The report of a ticket that counts as unseen was lost on its way.
    const isUntold = (id: string): boolean => !told.has(id) || store.getState().board.orders[id]?.unseen === true
    const shown = [...seen.tickets].filter((id) => isUntold(id) && isKnown(id))
    showOutOfSight(
      asked.flatMap(({ orderId, alarm }) => (alarm !== undefined && !seen.tickets.has(orderId) ? [orderId] : [])),
    )
    if (fresh.length + shown.length === 0) {
      isLooking = false
      return
    }
    nextFrame(() => {
      isLooking = false
      painted = new Set([...painted, ...fresh].filter(isKnown))
      told = new Set([...told, ...shown].filter(isKnown))
      for (const orderIds of reportBatches(shown, (orderId) => orderId)) {
        void callSafely(() => bridge.call['order:shown']({ orderIds: [...orderIds] }))
      }
      if (fresh.length > 0) beat()
    })
  }

  const showOutOfSight = (orderIds: readonly string[]): void => {
    const before = store.getState().sound.outOfSight
    const isSame = before.length === orderIds.length && before.every((id, index) => id === orderIds[index])
    if (!isSame) store.getState().changeSound({ outOfSight: orderIds })
  }

  const lookSoon = (): void => {
    if (isLooking) return
    isLooking = true
    afterFrame(look)
  }

  const watchFreshness = (): void => {
    const { connection, settings, sound } = store.getState()
    const isOld =
      connection.phase === 'live' && settings !== undefined && isOutOfDate(connection.freshness, clock.now())
    staleSince = isOld ? (staleSince ?? monotonicNow()) : undefined
    const isStale = staleSince !== undefined && monotonicNow() - staleSince >= STALE_GRACE_MS
    if (isStale === sound.isStale) return
    store.getState().changeSound(isStale ? { isStale } : { isStale, isStaleSilenced: false })
  }

  const endTouch = onTouch((orderId, action) => {
    const alarm = store.getState().board.orders[orderId]?.alarm
    // A cancellation's alarm is ended by its own button alone.
    if (alarm === undefined || alarm === 'cancelled' || (action !== undefined && settlesAlarm(action))) return
    void callSafely(() => bridge.call['order:quiet-alarm']({ orderId, how: 'opened' }))
  })
  const endFollowing = store.subscribe((state, before) => {
    if (state.board.orders !== before.board.orders) lookSoon()
    const isTold = state.settings !== before.settings || state.sound !== before.sound
    if (state.board.orders !== before.board.orders || isTold) beat()
  })
  const endMove = onMove(lookSoon)
  const endClock = clock.subscribe(() => {
    watchFreshness()
    if (tickets().some(({ alarm }) => alarm !== undefined)) lookSoon()
  })
  return () => {
    for (const end of [endTouch, endFollowing, endMove, endClock, callOff]) end()
  }
}

// Live collections of the browser: searching a full board for an attribute each second would be the largest part of the
// idle work.
const articles = document.getElementsByTagName('article')
const chips = document.getElementsByClassName('said')

function isInSight(element: Element): boolean {
  const { top, left, bottom, right, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

/**
 * The orders whose drawn ticket is at least partly in the window. Empty frames and tickets drawn for measuring do not
 * count.
 */
function ticketsInSight(orderIds: ReadonlySet<string>): ReadonlySet<string> {
  const seen = new Set<string>()
  if (orderIds.size === 0) return seen
  for (const article of articles) {
    // Most of a full board are empty frames.
    if (article.childElementCount === 0) continue
    const { orderId } = article.dataset
    if (orderId === undefined || !orderIds.has(orderId) || article.classList.contains('slot-measured')) continue
    // Reading the position of a skipped element would force its layout.
    if (article.checkVisibility({ contentVisibilityAuto: true }) && isInSight(article)) seen.add(orderId)
  }
  return seen
}

/** Orders that an announcement names in sight. */
function namedInSight(): ReadonlySet<string> {
  const named = [...chips].flatMap((place) => [...place.querySelectorAll<HTMLElement>('[data-calling]')])
  return new Set(named.filter(isInSight).map(({ dataset }) => dataset.calling ?? ''))
}

function untilEnded(listen: (signal: AbortSignal) => void): () => void {
  const ending = new AbortController()
  listen(ending.signal)
  return () => ending.abort()
}

/** The alarm's access to the document. */
export const alarmPage = (): Omit<AlarmPage, 'monotonicNow' | 'after'> => ({
  nextFrame: (run) => requestAnimationFrame(run),
  afterFrame: (run) => requestAnimationFrame(() => requestIdleCallback(run, { timeout: LOOK_WITHIN_MS })),
  inSight: (orderIds) => ({ tickets: ticketsInSight(orderIds), named: namedInSight() }),
  onMove: (listener) =>
    untilEnded((signal) => {
      document.addEventListener('scroll', listener, { capture: true, passive: true, signal })
      addEventListener('resize', listener, { signal })
    }),
  onTouch: (listener) =>
    untilEnded((signal) =>
      document.addEventListener(
        'click',
        ({ target }) => {
          if (!(target instanceof Element)) return
          const orderId = target.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
          if (orderId !== undefined) listener(orderId, target.closest<HTMLElement>('[data-action]')?.dataset.action)
        },
        { capture: true, signal },
      ),
    ),
})
