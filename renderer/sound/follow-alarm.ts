import { settlesAlarm } from '../../shared/alarm.ts'
import { isQuietAt } from '../../shared/quiet-hours.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { callSafely } from '../app/call-safely.ts'
import { isOutOfDate } from '../app/freshness.ts'
import type { WindowParts } from '../app/window-parts.ts'
import { type AlarmMemory, type Calling, decideAlarm, NOTHING_RUNG } from './alarm-decision.ts'
import type { Speaker } from './speaker.ts'

const SECOND_MS = 1_000
const PER_CENT = 100
/** A board that was old before the window opened gets this long for its first check. */
const STALE_GRACE_MS = 3 * SECOND_MS

/** What the alarm needs of a page. */
export type AlarmSurroundings = {
  readonly monotonicNow: () => number
  readonly after: (ms: number, run: () => void) => () => void
  readonly nextFrame: (run: () => void) => void
  /** Ids of the orders whose tickets can be seen, and of those that a banner names. */
  readonly inSight: () => { readonly tickets: ReadonlySet<string>; readonly named: ReadonlySet<string> }
  /** Calls back when other tickets may have come into sight. */
  readonly onMove: (listener: () => void) => void
  /** Told of every touch of a ticket; `action` is the button's, if it was one. */
  readonly onTouch: (listener: (orderId: string, action: string | undefined) => void) => void
}

/**
 * Rings for the orders that call, each only once the kitchen can see it: two animation frames after its ticket came into
 * the document, when the first of them has been painted. Tells the main process what was shown and what was played.
 */
export function followAlarm(
  { bridge, store, clock }: Pick<WindowParts, 'bridge' | 'store' | 'clock'>,
  speaker: Speaker,
  { monotonicNow, after, nextFrame, inSight, onMove, onTouch }: AlarmSurroundings,
): void {
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
    const decision = decideAlarm(memory, {
      calling: tickets().flatMap(({ orderId, alarm: cause, confirmBy }): Calling[] =>
        cause !== undefined && painted.has(orderId) ? [{ orderId, cause, confirmBy }] : [],
      ),
      isStale: sound.isStale && !sound.isStaleSilenced,
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
          void callSafely(() => bridge.call['order:rang']({ rings: [...ring.orders] }))
        }
      })
    }
    if (againInMs !== undefined) callOff = after(againInMs, beat)
  }

  /** Takes over what is in the document now, and calls it seen once this very frame has been painted. */
  const look = (): void => {
    const seen = inSight()
    const orders = store.getState().board.orders
    const fresh = [...seen.tickets, ...seen.named].filter((id) => !painted.has(id) && orders[id] !== undefined)
    const shown = [...seen.tickets].filter((id) => !told.has(id) && orders[id] !== undefined)
    showOutOfSight(
      tickets().flatMap(({ orderId, alarm }) => (alarm !== undefined && !seen.tickets.has(orderId) ? [orderId] : [])),
    )
    nextFrame(() => {
      isLooking = false
      const known = store.getState().board.orders
      painted = new Set([...painted, ...fresh].filter((orderId) => known[orderId] !== undefined))
      told = new Set([...told, ...shown].filter((orderId) => known[orderId] !== undefined))
      if (shown.length > 0) void callSafely(() => bridge.call['order:shown']({ orderIds: shown }))
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
    nextFrame(look)
  }

  const watchFreshness = (): void => {
    const { connection, settings, sound } = store.getState()
    const isOld =
      connection.phase === 'live' &&
      settings !== undefined &&
      isOutOfDate(connection.freshness, clock.now(), settings.pollIntervalSeconds)
    staleSince = isOld ? (staleSince ?? monotonicNow()) : undefined
    const isStale = staleSince !== undefined && monotonicNow() - staleSince >= STALE_GRACE_MS
    if (isStale === sound.isStale) return
    store.getState().changeSound(isStale ? { isStale } : { isStale, isStaleSilenced: false })
  }

  onTouch((orderId, action) => {
    const alarm = store.getState().board.orders[orderId]?.alarm
    // "Stop" ends by its own button alone.
    if (alarm === undefined || alarm === 'cancelled' || (action !== undefined && settlesAlarm(action))) return
    void callSafely(() => bridge.call['order:quiet-alarm']({ orderId, how: 'opened' }))
  })
  store.subscribe((state, before) => {
    if (state.board.orders !== before.board.orders) lookSoon()
    const isTold = state.settings !== before.settings || state.sound !== before.sound
    if (state.board.orders !== before.board.orders || isTold) beat()
  })
  onMove(lookSoon)
  clock.subscribe(() => {
    watchFreshness()
    if (tickets().some(({ alarm }) => alarm !== undefined)) lookSoon()
  })
}

// Collections that the browser keeps up to date: to search a full board each second for an attribute takes longer than
// all else that it does while nothing happens.
const articles = document.getElementsByTagName('article')
const chips = document.getElementsByClassName('said')

function isInSight(element: Element): boolean {
  const { top, left, bottom, right, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

/** Orders of which a part of their drawn ticket lies in the window: neither an empty frame nor one that is only measured. */
function ticketsInSight(): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const article of articles) {
    const { orderId } = article.dataset
    if (orderId === undefined || article.childElementCount === 0 || article.classList.contains('slot-measured'))
      continue
    if (isInSight(article)) seen.add(orderId)
  }
  return seen
}

/** Orders that an announcement names in sight. */
function namedInSight(): ReadonlySet<string> {
  const named = [...chips].flatMap((place) => [...place.querySelectorAll<HTMLElement>('[data-calling]')])
  return new Set(named.filter(isInSight).map(({ dataset }) => dataset.calling ?? ''))
}

/** The page's own part of it. */
export const pageSurroundings = (): Omit<AlarmSurroundings, 'monotonicNow' | 'after'> => ({
  nextFrame: (run) => requestAnimationFrame(run),
  inSight: () => ({ tickets: ticketsInSight(), named: namedInSight() }),
  onMove: (listener) => {
    document.addEventListener('scroll', listener, { capture: true, passive: true })
    addEventListener('resize', listener)
  },
  onTouch: (listener) =>
    document.addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element)) return
        const orderId = target.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
        if (orderId !== undefined) listener(orderId, target.closest<HTMLElement>('[data-action]')?.dataset.action)
      },
      { capture: true },
    ),
})
