import type { AlarmCause, QuietWay } from '../../shared/alarm.ts'
import type { CallResult, ReportedRing } from '../../shared/contract.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { isQuietAt } from '../../shared/quiet-hours.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Ticket } from '../../shared/ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

const SECOND_MS = 1_000
/** Rings that a window may miss before the main process takes over: the window may have been painting. */
const MISSED_RINGS = 2
const WINDOW_GRACE_MS = 2 * SECOND_MS
/** Timeline entry of an order's delay alarm. Each order has at most one. */
export const DELAY_ALARM = 'delay-alarm'
/** Entries of one kind per order: an alarm that is never answered must not fill the ledger over restarts. */
const MAX_ENTRIES = 20

/** Beep and notification of the desktop, for the time in which no window can ring. */
export type Attention = {
  beep(): void
  notify(words: { readonly title: string; readonly body: string }): void
}

const UNPLAYED_TITLES = {
  new: 'unplayedNew',
  start: 'unplayedNew',
  cancelled: 'unplayedCancelled',
  delayed: 'unplayedDelayed',
} as const satisfies Record<AlarmCause, string>

type AlarmParts = {
  readonly ledger: Pick<Ledger, 'addTimeline' | 'countOf' | 'quietAlarm' | 'recordSoundTest' | 'deferred'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly tickets: () => readonly Ticket[]
  readonly settings: () => Settings
  readonly attention: Attention
  readonly log: Log
  /** Called when an order's alarm ended, by staff or by its own time. */
  readonly onAlarmEnded: (orderId: string) => void
  readonly onTested: () => void
}

export type AlarmCalls = {
  quietAlarm(orderId: string, how: QuietWay): CallResult<null>
  /** Records that a window has painted these tickets; the timeline gets one entry per order. */
  shown(orderIds: readonly string[]): CallResult<null>
  /**
   * Records the rings that a window has played. The timeline gets the first ring, each escalation, and the last ring
   * with their number.
   */
  rang(rings: readonly ReportedRing[]): CallResult<null>
  soundTested(heard: boolean): CallResult<null>
}

export type Alarms = {
  readonly calls: AlarmCalls
  /** Call every second. Records alarms that ended. Beeps and notifies when no window plays an alarm. */
  check(): void
  /** Records the last ring of each alarm that is still open. Call when the program ends. */
  recordOpenAlarms(): void
}

type Ringing = {
  readonly cause: AlarmCause
  readonly stages: ReadonlySet<ReportedRing['stage']>
  readonly count: number
  readonly lastAt: number
  /** Monotonic ms of the last ring that a window reported; before the first ring, the start of the alarm. */
  readonly lastPlayedAt: number
  readonly isNotified: boolean
}

/** Records which alarms a window played. When a window plays none, the desktop beeps and notifies. */
export function createAlarms(parts: AlarmParts): Alarms {
  const { ledger, clock, tickets, settings, attention, log } = parts
  const ringing = new Map<string, Ringing>()
  let beepedAt = Number.NEGATIVE_INFINITY

  const recordEntry = (orderId: string, kind: string, detail: string | undefined, at: number): void => {
    try {
      if (ledger.countOf(orderId, kind) >= MAX_ENTRIES) return
      ledger.deferred(() => ledger.addTimeline({ orderId, at, kind, detail }), 'soon')
    } catch (error) {
      // A disk that refuses writes must not silence an alarm.
      log.error('alarm-not-recorded', { orderId, error: messageOf(error) })
    }
  }
  const endRinging = (orderId: string, { count, cause, lastAt }: Ringing): void => {
    ringing.delete(orderId)
    if (count > 0 && cause !== 'delayed') recordEntry(orderId, 'rang-until', `${cause} ${count}`, lastAt)
  }
  const beginRinging = (orderId: string, cause: AlarmCause): Ringing => {
    const fresh: Ringing = {
      cause,
      stages: new Set(),
      count: 0,
      lastAt: clock.platform(),
      lastPlayedAt: clock.monotonic(),
      isNotified: false,
    }
    ringing.set(orderId, fresh)
    return fresh
  }

  /** Updates the known alarms by the tickets. Returns the tickets that call now. */
  const updateRinging = (): readonly Ticket[] => {
    const now = tickets().filter(({ alarm }) => alarm !== undefined)
    const causes = new Map(now.map(({ orderId, alarm }) => [orderId, alarm]))
    for (const [orderId, known] of ringing) if (causes.get(orderId) !== known.cause) endRinging(orderId, known)
    for (const [orderId, cause] of causes) if (cause && !ringing.has(orderId)) beginRinging(orderId, cause)
    return now
  }

  /** A delay alarm is given once. Afterwards the order does not call for its delay again. */
  const endDelay = (orderId: string, how: string | undefined, at: number): void => {
    if (ledger.countOf(orderId, DELAY_ALARM) === 0) recordEntry(orderId, DELAY_ALARM, how, at)
    parts.onAlarmEnded(orderId)
  }

  const notify = (ticket: Ticket, known: Ringing): void => {
    if (known.isNotified) return
    ringing.set(ticket.orderId, { ...known, isNotified: true })
    const { alarm } = LANGUAGES[settings().locale]
    attention.notify({
      title: alarm[UNPLAYED_TITLES[known.cause]],
      body: `${ticket.displayId}. ${alarm.unplayedAdvice}`,
    })
    if (known.cause === 'delayed') endDelay(ticket.orderId, 'beeped', clock.platform())
    else recordEntry(ticket.orderId, 'beeped', known.cause, clock.platform())
  }

  const calls: AlarmCalls = {
    quietAlarm(orderId, how) {
      if (!tickets().some((ticket) => ticket.orderId === orderId)) return fail('unknown-order', 'No such order')
      ledger.quietAlarm(orderId, how, clock.platform())
      parts.onAlarmEnded(orderId)
      return ok(null)
    },
    shown(orderIds) {
      const at = clock.platform()
      ledger.deferred(() => {
        for (const orderId of orderIds) {
          if (ledger.countOf(orderId, 'shown') === 0) ledger.addTimeline({ orderId, at, kind: 'shown' })
        }
      }, 'soon')
      return ok(null)
    },
    rang(rings) {
      const unseen = new Set(updateRinging().flatMap(({ orderId, unseen: isUnseen }) => (isUnseen ? [orderId] : [])))
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
          // No window shows the order: it is announced on the desktop once.
          isNotified: unseen.has(orderId) && known.isNotified,
        })
        if (cause === 'delayed') {
          endDelay(orderId, undefined, at)
          continue
        }
        if (known.count === 0) recordEntry(orderId, 'rang', cause, at)
        if (stage !== 'plain' && !known.stages.has(stage)) recordEntry(orderId, `rang-${stage}`, cause, at)
      }
      return ok(null)
    },
    soundTested(heard) {
      log.info('sound-tested', { state: heard ? 'heard' : 'not-heard' })
      if (heard) ledger.recordSoundTest(clock.platform())
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
      const calls = updateRinging()
      if (isQuietAt(alarm.quietHours, clock.platform())) return
      const unplayed = calls.flatMap((ticket) => {
        const known = ringing.get(ticket.orderId)
        // A delay alarm that was given and could not be recorded is not repeated by this run.
        const wasGiven = known?.cause === 'delayed' && (known.count > 0 || known.isNotified)
        return known && !wasGiven && (ticket.unseen || now - known.lastPlayedAt >= graceMs) ? [{ ticket, known }] : []
      })
      if (unplayed.length === 0) return
      for (const { ticket, known } of unplayed) notify(ticket, known)
      if (now - beepedAt < alarm.intervalSeconds * SECOND_MS) return
      beepedAt = now
      attention.beep()
    },
    recordOpenAlarms() {
      for (const [orderId, known] of ringing) endRinging(orderId, known)
    },
  }
}
