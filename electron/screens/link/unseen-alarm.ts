import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { isQuietAt } from '../../../shared/quiet-hours.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import type { Attention } from '../../station/alarms.ts'
import type { Clock } from '../../sync/clock.ts'

const SECOND_MS = 1_000

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
