import type { Ticket } from '../../shared/ticket/ticket.ts'
import { standingUrgency, type Urgency } from '../../shared/ticket/urgency.ts'
import { useFormats, useTick, useTicks, useWords } from '../ui/window/window-parts.ts'
import { headSign } from './head-signs.tsx'
import { useTicketSettings } from './ticket-settings.ts'
import './waiting-clocks.css'

const MINUTE_MS = 60_000

const minutesSince = (since: number, now: number): number => Math.max(0, Math.floor((now - since) / MINUTE_MS))

/** Whole minutes since the courier is here, and since the order is ready, for `data-courier-minutes` and `data-standing`. */
export function useWaitingMinutes({ courierSince, readySince }: Ticket) {
  const standsHere = useTicketSettings()?.role !== 'prep'
  const courier = useTick((now) => (courierSince === undefined ? undefined : minutesSince(courierSince, now)))
  const standing = useTick((now) =>
    readySince === undefined || !standsHere ? undefined : minutesSince(readySince, now),
  )
  return { 'data-courier-minutes': courier, 'data-standing': standing }
}

/** The urgency of an order that stands ready. A preparation station does not see it. */
export function useStandingUrgency(): (ticket: Ticket, now: number) => Urgency {
  const settings = useTicketSettings()
  return (ticket, now) => {
    const { readySince } = ticket
    if (readySince === undefined || settings === undefined || settings.role === 'prep') return 'calm'
    return standingUrgency({ ...ticket, readySince }, settings.standingMinutes, now)
  }
}

/** Since when the courier is here: a row of the ticket's head, and a part of the counter's card. */
export function CourierClock({ since }: { readonly since: number }) {
  const t = useWords()
  const formats = useFormats()
  const age = useTick((now) => formats.minutes(now - since))
  return (
    <span className="waiting" data-kind="courier">
      {headSign('delivery')}
      <span>{t('ticket.courierHere')} </span>
      <span>{age}</span>
    </span>
  )
}

/** Since when the order is ready. */
export function StandingClock({ ticket, since }: { readonly ticket: Ticket; readonly since: number }) {
  const t = useWords()
  const formats = useFormats()
  const urgencyOf = useStandingUrgency()
  const [urgency, age] = useTicks((now) => [urgencyOf(ticket, now), formats.minutes(now - since)])
  return (
    <span className="waiting" data-kind="standing" data-urgency={urgency}>
      {headSign(urgency === 'calm' ? 'ready' : urgency)}
      <span>{t('ticket.readyFor')} </span>
      <span>{age}</span>
    </span>
  )
}

/** For how long the order stands. A preparation station does not see it. */
export function StandingTime({ ticket }: { readonly ticket: Ticket }) {
  const { readySince } = ticket
  const role = useTicketSettings()?.role
  return readySince === undefined || role === 'prep' ? null : <StandingClock ticket={ticket} since={readySince} />
}
