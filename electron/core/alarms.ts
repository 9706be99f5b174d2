import type { CallResult, ReportedRing } from '../../shared/contract/contract.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import { fail, ok } from '../../shared/result.ts'
import { type AlarmCause, type QuietWay, ringsOnce } from '../../shared/ticket/alarm.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'
import type { Log } from '../logging/log-port.ts'
import type { Facts } from '../storage/facts.ts'
import type { Ledger } from '../storage/ports.ts'
import { createRings, type Ringing, type RingsParts } from './rings.ts'

const SECOND_MS = 1_000
/** Rings that a window may miss before the main process takes over: the window may have been painting. */
const MISSED_RINGS = 2
const WINDOW_GRACE_MS = 2 * SECOND_MS

/** Beep and notification of the desktop, for the time in which no window can ring. */
export type Attention = {
  beep(): void
  notify(words: { readonly title: string; readonly body: string }): void
}

const UNPLAYED_TITLES = {
  new: 'unplayedNew',
  start: 'unplayedNew',
  cancelled: 'unplayedCancelled',
  changed: 'unplayedChanged',
  accepted: 'unplayedNew',
  delayed: 'unplayedDelayed',
} as const satisfies Record<AlarmCause, string>

type AlarmParts = RingsParts & {
  readonly ledger: Pick<Ledger, 'quietAlarm'> & { readonly facts: Pick<Facts, 'soundTestedAt'> }
  readonly settings: () => Settings
  readonly attention: Attention
  readonly log: Log
  readonly onTested: () => void
  /** Staff have seen the order as it is. */
  readonly onSeen: (orderId: string) => void
}

export type Alarms = Readonly<ReturnType<typeof createAlarms>>
export type AlarmCalls = Alarms['calls']

/** Records which alarms a window played. When a window plays none, the desktop beeps and notifies. */
export function createAlarms(parts: AlarmParts) {
  const { ledger, clock, tickets, settings, attention, log } = parts
  const rings = createRings(parts)
  let beepedAt = Number.NEGATIVE_INFINITY

  const notify = (ticket: Ticket, known: Ringing): void => {
    if (known.isNotified) return
    rings.markNotified(ticket.orderId, known)
    const { alarm } = LANGUAGES[settings().locale]
    attention.notify({
      title: alarm[UNPLAYED_TITLES[known.cause]],
      body: `${ticket.displayId}. ${alarm.unplayedAdvice}`,
    })
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
    /** Call every second. Records alarms that ended. Beeps and notifies when no window plays an alarm. */
    check(): void {
      const { alarm } = settings()
      const now = clock.monotonic()
      const graceMs = MISSED_RINGS * alarm.intervalSeconds * SECOND_MS + WINDOW_GRACE_MS
      const ringing = rings.update()
      if (isQuietAt(alarm.quietHours, clock.platform())) return
      const unplayed = ringing.flatMap((ticket) => {
        const known = rings.of(ticket.orderId)
        // This run does not repeat it, even if it could not be recorded.
        const hasRungOnce = known !== undefined && ringsOnce(known.cause) && (known.count > 0 || known.isNotified)
        return known && !hasRungOnce && (ticket.unseen || now - known.lastPlayedAt >= graceMs)
          ? [{ ticket, known }]
          : []
      })
      if (unplayed.length === 0) return
      for (const { ticket, known } of unplayed) notify(ticket, known)
      if (now - beepedAt < alarm.intervalSeconds * SECOND_MS) return
      beepedAt = now
      attention.beep()
    },
    /** Records the last ring of each alarm that is still open. Call when the program ends. */
    recordOpenAlarms: rings.endAll,
  }
}
