import type { Handling } from '../handling.ts'
import { isOver, type LifecycleDialect, movesFrom, type OrderAction, progressOf } from '../lifecycle.ts'
import { movesOf1, stepOfEvent } from './open-delivery-1.ts'
import { wishFactsOf, wishIdOf } from './wish.ts'

/** Where an order stands for the kitchen. */
export type Position = {
  readonly status: string
  readonly orderType: string
  readonly handling?: Handling | undefined
  /** Steps that this host does not have, learned from its refusals. */
  readonly learned: ReadonlySet<OrderAction>
  /** The customer asks to cancel, and waits for the answer. */
  readonly hasWish: boolean
  /** False: the wish takes no denial. */
  readonly mayDeny?: boolean | undefined
  /** The platform takes an offer in answer to the wish. */
  readonly mayOffer?: boolean | undefined
  /** The platform's courier says a code that is to be checked. */
  readonly asksCourierCode?: boolean | undefined
}

/** The moves that the platform, or this kitchen alone, makes from a position; the next step first. */
export const movesAt = (at: Position, settings: LifecycleDialect): readonly OrderAction[] =>
  at.handling === undefined ? movesFrom(at, settings) : movesOf1({ ...at, handling: at.handling })

type TypedEvent = { readonly eventType: string }
type AboutWish = TypedEvent & {
  readonly eventId: string
  readonly metadata?: { readonly code?: string | undefined } | undefined
}

/**
 * The status by the one rule: the highest of what a read told and of all steps that events state. A cancellation is over all, and
 * a late lower step moves nothing. @param floors what reads told; empty: nothing
 */
export function statusByEvents(floors: readonly string[], events: readonly TypedEvent[], orderType: string): string {
  const steps = [...floors, ...events.flatMap(({ eventType }) => stepOfEvent(eventType, orderType) ?? [])]
  if (steps.includes('CANCELLED')) return 'CANCELLED'
  return steps.reduce((highest, step) => (isHigher(step, highest) ? step : highest), '')
}

/** Whether the platform's courier has to say a code, and has not yet said the right one. */
export const asksCourierCode = (events: readonly AboutWish[]): boolean =>
  events.some(({ eventType, metadata }) => eventType === 'PICKUP_CODE_REQUESTED' && metadata?.code !== 'VISUAL') &&
  events.every(({ eventType }) => eventType !== 'PICKUP_CODE_VALIDATED')

const isHigher = (step: string, than: string): boolean => (progressOf(step) ?? -1) > (progressOf(than) ?? -1)

export const ASKED = 'ORDER_CANCELLATION_REQUEST'
/** iFood's end of a dispute. */
export const SETTLED = 'CANCELLATION_DISPUTE_SETTLED'
/** iFood: an offer was made to the customer, in this program or another one. */
export const REPLIED = 'CANCELLATION_DISPUTE_REPLIED'
/** The platform's names for "our denial took effect", of two versions. */
const DENIED: ReadonlySet<string> = new Set(['CANCELLED_DENIED', 'CANCELLATION_DENIED'])

/** The customer's wishes to cancel that were not denied. Events come in any sequence, so each denial ends one wish, the oldest first. */
export function undeniedWishes<Event extends TypedEvent>(events: readonly Event[]): readonly Event[] {
  const denials = events.filter(({ eventType }) => DENIED.has(eventType)).length
  return events.filter(({ eventType }) => eventType === ASKED).slice(denials)
}

/** The event that ends a dispute, also one that came before the dispute's own. Its code is the dispute. */
export const endOfDispute = <Event extends AboutWish>(dispute: string, events: readonly Event[]): Event | undefined =>
  events.find(({ eventType, metadata }) => eventType === SETTLED && metadata?.code === dispute)

/** Whether the customer has to answer an offer: the kitchen has answered. */
export const isReplied = (dispute: string, events: readonly AboutWish[]): boolean =>
  events.some(({ eventType, metadata }) => eventType === REPLIED && metadata?.code === dispute)

/** Only a cancellation ends a dispute: it may be about an order that was delivered. */
const isTooLate = (status: string, wish: AboutWish): boolean =>
  wishFactsOf(wish) === undefined ? isOver(status) : status === 'CANCELLED'

/** The customer's open wish; `undefined`: none waits for an answer. */
export const openWish = <Event extends AboutWish>(status: string, events: readonly Event[]): Event | undefined =>
  undeniedWishes(events).findLast((event) => {
    const wish = wishIdOf(event)
    return !isTooLate(status, event) && endOfDispute(wish, events) === undefined && !isReplied(wish, events)
  })
