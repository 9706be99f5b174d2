import type { CallResult, ReportedRing } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import {
  type AlarmCause,
  isOnceCause,
  ONCE_ENTRIES,
  type OnceCause,
  type QuietWay,
  ringsEverywhere,
  ringsOnce,
} from '../../shared/ticket/alarm.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'
import type { Log } from '../logging/log-port.ts'
import type { Facts } from '../storage/facts.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

/** Entries of one kind per order: an alarm that is never answered must not fill the ledger over restarts. */
const MAX_ENTRIES = 20

type RingsParts = {
  readonly ledger: Pick<Ledger, 'addTimeline' | 'countOf' | 'deferred'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly tickets: () => readonly Ticket[]
  readonly log: Pick<Log, 'error'>
  /** Called when an order's alarm ended, by staff or by its own time. */
  readonly onAlarmEnded: (orderId: string) => void
}

/** The rings of one alarm. */
type Ringing = {
  readonly cause: AlarmCause
  readonly stages: ReadonlySet<ReportedRing['stage']>
  readonly count: number
  readonly lastAt: number
  /** Monotonic ms of the last ring that a window reported; before the first ring, the start of the alarm. */
  readonly lastPlayedAt: number
  readonly isNotified: boolean
  /** The timeline has the entry that ends this alarm, which rings once. */
  readonly isEndRecorded: boolean
}

/** The alarms that ring now, with what windows and the desktop have played of each. The timeline gets entries of it. */
function createRings(parts: RingsParts) {
  const { ledger, clock, tickets, log } = parts
  const ringing = new Map<string, Ringing>()

  /** False when the storage refuses the entry. */
  const recordEntry = (orderId: string, kind: string, detail: string | undefined, at: number): boolean => {
    try {
      if (ledger.countOf(orderId, kind) >= MAX_ENTRIES) return true
      ledger.deferred(() => ledger.addTimeline({ orderId, at, kind, detail }), 'soon')
      return true
    } catch (error) {
      // A disk that refuses writes must not silence an alarm.
      log.error('alarm-not-recorded', { orderId, error: messageOf(error) })
      return false
    }
  }
  const endRinging = (orderId: string, { count, cause, lastAt }: Ringing): void => {
    ringing.delete(orderId)
    if (count > 0 && !isOnceCause(cause)) recordEntry(orderId, 'rang-until', `${cause} ${count}`, lastAt)
  }
  const beginRinging = (orderId: string, cause: AlarmCause): Ringing => {
    const fresh: Ringing = {
      cause,
      stages: new Set(),
      count: 0,
      lastAt: clock.platform(),
      lastPlayedAt: clock.monotonic(),
      isNotified: false,
      isEndRecorded: false,
    }
    ringing.set(orderId, fresh)
    return fresh
  }

  /** An order has more than one entry of such an alarm only if a clock was ahead at the first. */
  const endOnce = (orderId: string, cause: OnceCause, how: string | undefined, at: number): void => {
    const known = ringing.get(orderId)
    if (known?.isEndRecorded !== true && recordEntry(orderId, ONCE_ENTRIES[cause], how, at) && known)
      ringing.set(orderId, { ...known, isEndRecorded: true })
    parts.onAlarmEnded(orderId)
  }

  const updateRinging = (): readonly Ticket[] => {
    const now = tickets().filter(({ alarm }) => alarm !== undefined)
    const causes = new Map(now.map(({ orderId, alarm }) => [orderId, alarm]))
    for (const [orderId, known] of ringing) if (causes.get(orderId) !== known.cause) endRinging(orderId, known)
    for (const [orderId, cause] of causes) if (cause && !ringing.has(orderId)) beginRinging(orderId, cause)
    return now
  }

  return {
    /** Updates the known alarms by the tickets. Returns the tickets that ring now. */
    update: updateRinging,
    of: (orderId: string): Ringing | undefined => ringing.get(orderId),
    /** Records the rings that a window has played. */
    recordPlayed(rings: readonly ReportedRing[]): void {
      const everywhere = new Set(updateRinging().flatMap((ticket) => (ringsEverywhere(ticket) ? [ticket.orderId] : [])))
      const at = clock.platform()
      for (const { orderId, cause, stage } of rings) {
        const known = ringing.get(orderId)
        // The alarm ended while the report was under way: this ring was its last.
        if (known?.cause !== cause) continue
        ringing.set(orderId, {
          ...known,
          stages: new Set([...known.stages, stage]),
          count: known.count + 1,
          lastAt: at,
          lastPlayedAt: clock.monotonic(),
          // No window shows the order, or one has no sound: it is announced on the desktop once.
          isNotified: everywhere.has(orderId) && known.isNotified,
        })
        if (isOnceCause(cause)) {
          endOnce(orderId, cause, undefined, at)
          continue
        }
        if (known.count === 0) recordEntry(orderId, 'rang', cause, at)
        if (stage !== 'plain' && !known.stages.has(stage)) recordEntry(orderId, `rang-${stage}`, cause, at)
      }
    },
    /** The desktop shows the alarm now; it does so once. */
    markNotified(orderId: string, known: Ringing): void {
      ringing.set(orderId, { ...known, isNotified: true })
    },
    /** Records that the desktop has shown the alarm. */
    recordBeeped(orderId: string, cause: AlarmCause): void {
      if (isOnceCause(cause)) endOnce(orderId, cause, 'beeped', clock.platform())
      else recordEntry(orderId, 'beeped', cause, clock.platform())
    },
    /** Records the last ring of each alarm. */
    endAll(): void {
      for (const [orderId, known] of ringing) endRinging(orderId, known)
    },
  }
}

const SECOND_MS = 1_000
/** Rings that a window may miss before the main process takes over: the window may have been painting. */
const MISSED_RINGS = 2
const WINDOW_GRACE_MS = 2 * SECOND_MS

/** Beep and notification of the desktop, for the time in which no window can ring. */
export type Attention = {
  beep(): void
  notify(words: { readonly title: string; readonly body: string }): void
}

/** The title of a notification of the desktop, by the cause of the alarm. */
const UNPLAYED_TITLES = {
  new: 'unplayedNew',
  start: 'unplayedNew',
  cancelled: 'unplayedCancelled',
  changed: 'unplayedChanged',
  accepted: 'unplayedNew',
  delayed: 'unplayedDelayed',
  courier: 'unplayedCourier',
  standing: 'unplayedStanding',
} as const satisfies Record<AlarmCause, string>

/** When the desktop beeped last, by monotonic time. The cores of a kitchen share it. */
export type LastBeep = { at: number }
export const noBeep = (): LastBeep => ({ at: Number.NEGATIVE_INFINITY })

/** Shows and sounds alarms on the desktop. */
export interface DesktopAlarm {
  notify(ticket: Pick<Ticket, 'displayId'>, cause: AlarmCause): void
  /** Beeps, unless the last beep is less than the interval of the alarm ago. */
  beep(): void
}

export function createDesktopAlarm(parts: {
  readonly attention: Attention
  readonly lastBeep?: LastBeep | undefined
  readonly clock: Pick<Clock, 'monotonic'>
  readonly settings: () => Pick<Settings, 'alarm' | 'locale'>
}): DesktopAlarm {
  const { attention, lastBeep = noBeep(), clock, settings } = parts
  return {
    notify({ displayId }, cause) {
      const { alarm } = LANGUAGES[settings().locale]
      attention.notify({ title: alarm[UNPLAYED_TITLES[cause]], body: `${displayId}. ${alarm.unplayedAdvice}` })
    },
    beep() {
      const now = clock.monotonic()
      if (now - lastBeep.at < settings().alarm.intervalSeconds * SECOND_MS) return
      lastBeep.at = now
      attention.beep()
    },
  }
}

type AlarmParts = RingsParts & {
  readonly ledger: Pick<Ledger, 'quietAlarm'> & { readonly facts: Pick<Facts, 'soundTestedAt'> }
  readonly settings: () => Settings
  readonly attention: Attention
  readonly lastBeep?: LastBeep | undefined
  readonly log: Log
  readonly onTested: () => void
  /** Staff have seen the order as it is. */
  readonly onSeen: (orderId: string) => void
}

export interface Alarms {
  readonly calls: {
    quietAlarm(orderId: string, how: QuietWay): CallResult<null>
    /** Records that a window has painted these tickets; the timeline gets one entry per order. */
    shown(orderIds: readonly string[]): CallResult<null>
    /**
     * Records the rings that a window has played. The timeline gets the first ring, each escalation, and the last ring
     * with their number.
     */
    rang(played: readonly ReportedRing[]): CallResult<null>
    soundTested(heard: boolean): CallResult<null>
  }
  /** Call every second. Records alarms that ended. Beeps and notifies when no window plays an alarm. */
  check(): void
  /** Records the last ring of each alarm that is still open. Call when the program ends. */
  recordOpenAlarms(): void
}
export type AlarmCalls = Alarms['calls']

/** Records which alarms a window played. When a window plays none, the desktop beeps and notifies. */
export function createAlarms(parts: AlarmParts): Alarms {
  const { ledger, clock, tickets, settings, log } = parts
  const rings = createRings(parts)
  const desktop = createDesktopAlarm(parts)

  const notify = (ticket: Ticket, known: Ringing): void => {
    if (known.isNotified) return
    rings.markNotified(ticket.orderId, known)
    desktop.notify(ticket, known.cause)
    rings.recordBeeped(ticket.orderId, known.cause)
  }

  const calls = {
    quietAlarm(orderId: string, how: QuietWay): CallResult<null> {
      if (!tickets().some((ticket) => ticket.orderId === orderId)) return fail('unknown-order', 'No such order')
      ledger.quietAlarm(orderId, how, clock.platform())
      if (how === 'opened') parts.onSeen(orderId)
      parts.onAlarmEnded(orderId)
      return ok(null)
    },
    /** Records that a window has painted these tickets; the timeline gets one entry per order. */
    shown(orderIds: readonly string[]): CallResult<null> {
      const at = clock.platform()
      ledger.deferred(() => {
        for (const orderId of orderIds) {
          if (ledger.countOf(orderId, 'shown') === 0) ledger.addTimeline({ orderId, at, kind: 'shown' })
        }
      }, 'soon')
      return ok(null)
    },
    /**
     * Records the rings that a window has played. The timeline gets the first ring, each escalation, and the last ring
     * with their number.
     */
    rang(played: readonly ReportedRing[]): CallResult<null> {
      rings.recordPlayed(played)
      return ok(null)
    },
    soundTested(heard: boolean): CallResult<null> {
      log.info('sound-tested', { state: heard ? 'heard' : 'not-heard' })
      if (heard) ledger.facts.soundTestedAt.set(clock.platform())
      parts.onTested()
      return ok(null)
    },
  }

  return {
    calls,
    check() {
      const { alarm } = settings()
      const now = clock.monotonic()
      const graceMs = MISSED_RINGS * alarm.intervalSeconds * SECOND_MS + WINDOW_GRACE_MS
      const ringing = rings.update()
      if (isQuietAt(alarm.quietHours, clock.platform())) return
      const unplayed = ringing.flatMap((ticket) => {
        const known = rings.of(ticket.orderId)
        // This run does not repeat it, even if it could not be recorded.
        const hasRungOnce = known !== undefined && ringsOnce(known.cause) && (known.count > 0 || known.isNotified)
        return known && !hasRungOnce && (ringsEverywhere(ticket) || now - known.lastPlayedAt >= graceMs)
          ? [{ ticket, known }]
          : []
      })
      if (unplayed.length === 0) return
      for (const { ticket, known } of unplayed) notify(ticket, known)
      desktop.beep()
    },
    recordOpenAlarms: rings.endAll,
  }
}
