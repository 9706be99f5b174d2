import { ringsEverywhere, settlesAlarm } from '../../shared/ticket/alarm.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'
import { ticketsOf } from '../store/board-state.ts'
import { isOutOfDate } from '../store/freshness-now.ts'
import type { IdleMoments } from '../store/idle-moments.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { reportBatches } from '../ui/window/report-batches.ts'
import type { WindowParts } from '../ui/window/window-parts.ts'
import {
  type AlarmMemory,
  decideAlarm,
  NOTHING_RUNG,
  type RingingOrder,
  type RungOrder,
  withoutRing,
} from './alarm-decision.ts'
import type { Speaker } from './speaker.ts'
import { createVisibleTickets, namedInSight, ticketsInSight, type VisiblePage } from './visible-tickets.ts'

const SECOND_MS = 1_000
const PER_CENT = 100
/** A page that is never idle is checked after this time. */
const IDLE_TIMEOUT_MS = 200
/** A board that is outdated when the window opens gets this time for its first check. */
const STALE_GRACE_MS = 3 * SECOND_MS

/** Rings that are tried again at once: after two failed ones the speaker has another audio context. */
const QUICK_RETRIES = 3

/** The functions of the page that the alarm uses. */
type AlarmPage = VisiblePage & {
  readonly monotonicNow: () => number
  readonly after: (ms: number, run: () => void) => () => void
  /** Calls back when other tickets may have become visible. */
  readonly onMove: (listener: () => void) => () => void
  /** Calls back after a change of the document that can show or hide tickets. */
  readonly onRedraw: (listener: () => void) => () => void
  /** Calls back at every touch of a ticket; `action`: of the touched button. */
  readonly onTouch: (listener: (orderId: string, action: string | undefined) => void) => () => void
}

/**
 * Plays the alarm of orders whose tickets are visible: at the earliest one frame after the frame that drew the ticket.
 * Reports to the main process which tickets were shown and which alarms rang. Returns the function that ends it.
 */
export function followAlarm(
  { bridge, store, clock }: Pick<WindowParts, 'bridge' | 'store' | 'clock'>,
  speaker: Speaker,
  page: AlarmPage,
): () => void {
  const { monotonicNow, after, onMove, onRedraw, onTouch } = page
  let memory: AlarmMemory = NOTHING_RUNG
  let unplayedInARow = 0
  let cancelTimer = (): void => undefined

  const updateStaleness = createStalenessUpdate({ store, clock, monotonicNow })

  const tickets = (): readonly Ticket[] => ticketsOf(store.getState().board.orders)

  const ring = (): void => {
    cancelTimer()
    const { settings, sound } = store.getState()
    if (!settings) return
    const { alarm } = settings
    // A screen for customers plays no alarm.
    const mayRing = settings.rings && settings.role !== 'customers'
    const decision = decideAlarm(memory, {
      ringing: ringingOrders(tickets(), (orderId) => mayRing && visible.wasPainted(orderId)),
      isStale: mayRing && sound.isStale && !sound.isStaleSilenced,
      isQuiet: isQuietAt(alarm.quietHours, clock.now()),
      rules: { intervalMs: alarm.intervalSeconds * SECOND_MS, escalateMs: alarm.escalateSeconds * SECOND_MS },
      now: monotonicNow(),
      platformNow: clock.now(),
    })
    const before = memory
    memory = decision.memory
    const { ring: due, againInMs } = decision
    if (due) {
      const loudness = { volume: alarm.volume / PER_CENT, isUrgent: due.isUrgent }
      void speaker.play(due.sound, loudness).then((isPlayed) => {
        if (isPlayed === store.getState().sound.isBlocked) store.getState().changeSound({ isBlocked: !isPlayed })
        unplayedInARow = isPlayed ? 0 : unplayedInARow + 1
        if (isPlayed) return reportRings(due.orders)
        if (unplayedInARow <= QUICK_RETRIES) memory = withoutRing(memory, before, due)
        reportUnplayed(due.orders)
      })
    }
    if (againInMs !== undefined) cancelTimer = after(againInMs, ring)
  }

  /** The main process and the other screens ring for these orders. */
  const reportUnplayed = (orders: readonly RungOrder[]): void => {
    for (const some of reportBatches(orders, ({ orderId }) => orderId)) {
      void callSafely(() => bridge.call['order:unplayed']({ orderIds: some.map(({ orderId }) => orderId) }))
    }
  }

  const reportRings = (orders: readonly RungOrder[]): void => {
    for (const rings of reportBatches(orders, ({ orderId }) => orderId)) {
      void callSafely(() => bridge.call['order:rang']({ rings: [...rings] }))
    }
  }

  const visible = createVisibleTickets({ bridge, store }, page, ring)

  const endTouch = onTouch((orderId, action) => {
    const ticket = store.getState().board.orders[orderId]
    const alarm = ticket?.alarm
    const isAnnounced = ticket?.cancellationAnnounced === true && !ticket.cancelled
    const isNews = ticket?.changes !== undefined || ticket?.cancellationWithdrawn === true || isAnnounced
    const isSettledByTap = action !== undefined && settlesAlarm(action)
    // Only its own button ends the alarm of a cancellation.
    if (alarm === 'cancelled' || !(isNews || (alarm !== undefined && !isSettledByTap))) return
    void callSafely(() => bridge.call['order:quiet-alarm']({ orderId, how: 'opened' }))
  })
  const endFollowing = store.subscribe((state, before) => {
    if (state.board.orders !== before.board.orders) visible.scheduleCheck()
    const hasChanged = state.settings !== before.settings || state.sound !== before.sound
    if (state.board.orders !== before.board.orders || hasChanged) ring()
  })
  const endMove = onMove(visible.scheduleCheck)
  const checkRinging = (): void => {
    if (tickets().some(({ alarm }) => alarm !== undefined)) visible.scheduleCheck()
  }
  // At most once a second: a flood of orders redraws the board all the time.
  let isRedrawn = false
  const endRedraw = onRedraw(() => {
    isRedrawn = true
  })
  const endClock = clock.subscribe(() => {
    updateStaleness()
    if (isRedrawn) checkRinging()
    isRedrawn = false
  })
  // A report of a visible ticket may have been lost.
  const endSlowly = clock.subscribeSlowly(checkRinging)
  return () => {
    for (const end of [endTouch, endFollowing, endMove, endRedraw, endClock, endSlowly, cancelTimer]) end()
  }
}

/** The orders whose alarm rings. An order that no window has painted in time, or that one could not play, rings on every screen. */
const ringingOrders = (tickets: readonly Ticket[], ringsHere: (orderId: string) => boolean): readonly RingingOrder[] =>
  tickets.flatMap((ticket): RingingOrder[] => {
    const { orderId, alarm: cause, confirmBy } = ticket
    return cause !== undefined && (ringsEverywhere(ticket) || ringsHere(orderId)) ? [{ orderId, cause, confirmBy }] : []
  })

/** Returns the function that stores whether the board is out of date. Call it at each tick of the clock. */
function createStalenessUpdate({
  store,
  clock,
  monotonicNow,
}: Pick<WindowParts, 'store' | 'clock'> & Pick<AlarmPage, 'monotonicNow'>): () => void {
  let staleSince: number | undefined
  return () => {
    const { connection, settings, sound } = store.getState()
    const isOld =
      connection.phase === 'live' && settings !== undefined && isOutOfDate(connection.freshness, clock.now())
    staleSince = isOld ? (staleSince ?? monotonicNow()) : undefined
    const isStale = staleSince !== undefined && monotonicNow() - staleSince >= STALE_GRACE_MS
    if (isStale === sound.isStale) return
    store.getState().changeSound(isStale ? { isStale } : { isStale, isStaleSilenced: false })
  }
}

function withAbort(listen: (signal: AbortSignal) => void): () => void {
  const ending = new AbortController()
  listen(ending.signal)
  return () => ending.abort()
}

/** The alarm's access to the document. */
export const alarmPage = (idle: IdleMoments): Omit<AlarmPage, 'monotonicNow' | 'after'> => ({
  nextFrame: (run) => requestAnimationFrame(run),
  afterFrame: (run) => requestAnimationFrame(() => idle.whenIdle(run, IDLE_TIMEOUT_MS)),
  inSight: (orderIds) => ({ tickets: ticketsInSight(orderIds), named: namedInSight() }),
  onMove: (listener) =>
    withAbort((signal) => {
      document.addEventListener('scroll', listener, { capture: true, passive: true, signal })
      addEventListener('resize', listener, { signal })
    }),
  onRedraw: (listener) => {
    const observer = new MutationObserver(listener)
    // Places are styles; a running animation changes none.
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['style'] })
    return () => observer.disconnect()
  },
  onTouch: (listener) =>
    withAbort((signal) =>
      document.addEventListener(
        'click',
        ({ target }) => {
          if (!(target instanceof Element)) return
          const orderId = target.closest<HTMLElement>('[data-ticket]')?.dataset.ticket
          if (orderId !== undefined) listener(orderId, target.closest<HTMLElement>('[data-action]')?.dataset.action)
        },
        { capture: true, signal },
      ),
    ),
})
