import { isPlainRecord } from '../../is-record.ts'
import { parseJsonText } from '../../json-text.ts'
import { MAX_EVENT_TEXT } from '../order-cut.ts'

/** What a customer asks for: to cancel, to cancel a part, money back, or more time. */
export const WISH_KINDS = ['cancel', 'cancel-part', 'refund', 'more-time'] as const
export type WishKind = (typeof WISH_KINDS)[number]

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
}

type WishEvent = {
  readonly eventId: string
  readonly metadata?: { readonly code?: string | undefined } | undefined
}

const kindOf = (value: unknown): WishKind => WISH_KINDS.find((kind) => kind === value) ?? 'cancel'
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * The facts of a wish as the code of its event, without a reason that does not fit into it. `undefined`: the dispute's id does not
 * fit, so that no answer could name it.
 */
export const wishCode = (facts: WishFacts): string | undefined =>
  [facts, { ...facts, acceptReason: undefined }]
    .map((some) => JSON.stringify(some))
    .find((code) => code.length <= MAX_EVENT_TEXT)

/** The facts of a wish that is a dispute; `undefined`: it has none. */
export function wishFactsOf({ metadata }: WishEvent): WishFacts | undefined {
  const value = metadata?.code?.startsWith('{') ? parseJsonText(metadata.code) : undefined
  const dispute = isPlainRecord(value) ? textOf(value.dispute) : undefined
  if (!isPlainRecord(value) || dispute === undefined) return undefined
  const { kind, by, mayDeny, acceptReason } = value
  return { dispute, kind: kindOf(kind), by: textOf(by), mayDeny: mayDeny !== false, acceptReason: textOf(acceptReason) }
}

/** By which an answer names its wish: the dispute, else the event. */
export const wishIdOf = (event: WishEvent): string => wishFactsOf(event)?.dispute ?? event.eventId
