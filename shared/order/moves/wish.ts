import { z } from 'zod'
import { isPlainRecord } from '../../is-record.ts'
import { parseJsonText } from '../../json-text.ts'
import { MAX_EVENT_TEXT } from '../order-cut.ts'
import type { Offer } from './offer.ts'

/** What a customer asks for: to cancel, to cancel a part, money back, or more time. */
export const WISH_KINDS = ['cancel', 'cancel-part', 'refund', 'more-time'] as const
export type WishKind = (typeof WISH_KINDS)[number]

export const offersSchema = z.array(
  z.union([
    z.object({
      id: z.string(),
      kind: z.enum(['refund', 'benefit']),
      most: z.number().int().positive(),
      currency: z.string(),
    }),
    z.object({
      id: z.string(),
      kind: z.literal('time'),
      minutes: z.array(z.number()).readonly(),
      reasons: z.array(z.string()).readonly(),
    }),
  ]),
)

/** What an event says about the wish that it reports, beside its text; it is stored as the event's code. */
export type WishFacts = {
  /** Under this id the platform takes the answer, and reports the end. */
  readonly dispute: string
  readonly kind: WishKind
  /** The latest time of an answer. */
  readonly by?: string | undefined
  readonly mayDeny: boolean
  /** The platform wants this reason with an acceptance. */
  readonly acceptReason?: string | undefined
  /** What the kitchen may offer instead; absent: nothing. */
  readonly offers?: readonly Offer[] | undefined
}

type WishEvent = {
  readonly eventId: string
  readonly metadata?: { readonly code?: string | undefined } | undefined
}

const kindOf = (value: unknown): WishKind => WISH_KINDS.find((kind) => kind === value) ?? 'cancel'
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const withOneReason = (offer: Offer): Offer =>
  offer.kind === 'time' ? { ...offer, reasons: offer.reasons.slice(0, 1) } : offer

/**
 * The facts of a wish as the code of its event, without the offers, and then the reason, that do not fit into it. `undefined`: the
 * dispute's id does not fit, so that no answer could name it.
 */
export function wishCode(facts: WishFacts): string | undefined {
  const { offers = [] } = facts
  const short = offers.map(withOneReason)
  const fewer = short.map((_, dropped) => short.slice(0, short.length - dropped))
  return [
    ...[offers, ...fewer].map((some) => (some.length === 0 ? facts : { ...facts, offers: some })),
    { ...facts, offers: undefined },
    { ...facts, offers: undefined, acceptReason: undefined },
  ]
    .map((some) => JSON.stringify(some))
    .find((code) => code.length <= MAX_EVENT_TEXT)
}

/** The facts of a wish that is a dispute; `undefined`: it has none. */
export function wishFactsOf({ metadata }: WishEvent): WishFacts | undefined {
  const value = metadata?.code?.startsWith('{') ? parseJsonText(metadata.code) : undefined
  const dispute = isPlainRecord(value) ? textOf(value.dispute) : undefined
  if (!isPlainRecord(value) || dispute === undefined) return undefined
  const { kind, by, mayDeny, acceptReason } = value
  const offers = offersSchema.safeParse(value.offers)
  return {
    dispute,
    kind: kindOf(kind),
    by: textOf(by),
    mayDeny: mayDeny !== false,
    acceptReason: textOf(acceptReason),
    ...(offers.success ? { offers: offers.data } : {}),
  }
}

/** By which an answer names its wish: the dispute, else the event. */
export const wishIdOf = (event: WishEvent): string => wishFactsOf(event)?.dispute ?? event.eventId
