import { isWishAnswer, type OrderAction } from '../order/lifecycle.ts'
import { openWish } from '../order/moves/moves.ts'
import { stepsHere } from '../order/moves/open-delivery-1.ts'
import { wishFactsOf, wishIdOf } from '../order/moves/wish.ts'
import type { Order } from '../order/order.ts'
import { parseInstant } from '../time/instant.ts'
import type { AlarmCause } from './alarm.ts'
import type { TapView, Ticket } from './ticket.ts'

/** What an acceptance says about its order, to a platform of Open Delivery 1.x. */
export const acceptanceFacts = (ticket: Pick<Ticket, 'hereOnly' | 'createdAt'> | undefined) =>
  ticket?.hereOnly === undefined ? {} : { orderCreatedAt: ticket.createdAt }

/** An event of the order as the ledger keeps it. */
export type TicketEvent = {
  readonly eventId: string
  readonly eventType: string
  readonly receivedAt: number
  readonly metadata?: { readonly code?: string | undefined; readonly reason?: string | undefined } | undefined
}

type Asked = { readonly events: readonly TicketEvent[]; readonly taps: readonly TapView[] }

export const NOTHING_LEARNED: ReadonlySet<OrderAction> = new Set()

/** Refusals of an answer by which the platform waits for none: another one ended the wish, or a repeated event reported it. */
const WAITS_NO_LONGER: ReadonlySet<TapView['reason']> = new Set(['invalid-transition', 'wish-over'])

/** The customer's wish to cancel that waits for an answer of the kitchen. */
export function wishOf(order: Order, { events, taps }: Asked): TicketEvent | undefined {
  const wish = order.handling && openWish(order.status, events)
  const isAnswered = taps.some(
    ({ action, tappedAt, truth, reason }) =>
      isWishAnswer(action) &&
      tappedAt >= (wish?.receivedAt ?? 0) &&
      (truth !== 'conflict' || WAITS_NO_LONGER.has(reason)),
  )
  return isAnswered ? undefined : wish
}

/** A wish rings like a new order, until staff touch its ticket. */
export const wishAlarm = (wish: TicketEvent | undefined, alarmQuietedAt: number | undefined): AlarmCause | undefined =>
  wish !== undefined && (alarmQuietedAt ?? 0) < wish.receivedAt ? 'new' : undefined

function wishView(wish: TicketEvent, text: string | undefined): Ticket['wish'] {
  const { kind, by, mayDeny, acceptReason, offers } = wishFactsOf(wish) ?? {}
  const answerBy = parseInstant(by)
  return {
    id: wishIdOf(wish),
    since: wish.receivedAt,
    text,
    ...(answerBy === undefined ? {} : { answerBy }),
    ...(kind === undefined ? {} : { kind }),
    ...(mayDeny === false ? { mayDeny } : {}),
    ...(acceptReason === undefined ? {} : { acceptReason }),
    ...(offers === undefined ? {} : { offers: [...offers] }),
  }
}

/** What a platform of Open Delivery 1.x tells beside the order. */
export function handlingOf(
  order: Order,
  source: Asked,
  learned: ReadonlySet<OrderAction>,
  label: (text: string | undefined) => string | undefined,
) {
  const { handling, status } = order
  if (handling === undefined) return {}
  const wish = wishOf(order, source)
  const area = source.events.findLast(({ eventType }) => eventType === 'PICKUP_AREA_ASSIGNED')?.metadata?.code
  return {
    handling,
    hereOnly: [...stepsHere({ handling, learned })],
    ...(wish === undefined ? {} : { wish: wishView(wish, label(wish.metadata?.reason)) }),
    ...(status === '' ? { isStatusUntold: true } : {}),
    ...(area === undefined ? {} : { pickupArea: label(area) }),
  }
}
