import type { CancellationReason } from '../../shared/contract/cancellation-reasons.ts'
import type { Dialect } from '../../shared/contract/settings.ts'
import type { NumericIds } from '../../shared/order/event.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import type { OfferMade } from '../../shared/order/moves/offer.ts'
import type { NetworkFault } from './network-fault.ts'

/** Codes of a chain's relay (packages/relay/README.md): 503 while the office has paused the kitchen; 401 for its earlier secret. */
export const KITCHEN_PAUSED = 'KITCHEN_PAUSED'
export const SECRET_REPLACED = 'SECRET_REPLACED'
/** The platform refused this call to the relay in words about a token: a new token of the kitchen does not help. */
export const UPSTREAM_REFUSED = 'UPSTREAM_REFUSED'

/** The outcome of one call to the platform. Every expected outcome is a value; a client method never rejects. */

/** The outcome is unknown, or the call can be made again later; repeating is safe (docs/protocol.md, "Lifecycle"). */
export type Unavailable = {
  readonly kind: 'unavailable'
  readonly cause: 'network' | 'timeout' | 'throttled' | 'server' | 'unintelligible' | 'aborted'
  /** Milliseconds that the platform asks to wait (`Retry-After`, both forms), in full. */
  readonly retryAfterMs?: number | undefined
  readonly status?: number | undefined
  /** The office of the chain has paused this kitchen. */
  readonly isPaused?: true
  /** Why there was no exchange at all. */
  readonly fault?: NetworkFault
}

/** No call can succeed until the credentials or the platform's authorisation change. */
export type Unauthorized = {
  readonly kind: 'unauthorized'
  readonly cause:
    | 'not-configured'
    | 'credentials-refused'
    /** The office of the chain has issued a new secret. */
    | 'secret-replaced'
    /** Another program of this machine polls with the same credential. */
    | 'credential-in-use'
    /** The queue of orders was moved to another computer. */
    | 'handed-over'
    /** Another connection of this kitchen has the same credential. */
    | 'credential-twice'
    | 'connection-paused'
    | 'keychain-locked'
    | 'keychain-absent'
    | 'keychain-denied'
    | 'keychain-failing'
    | 'keychain-no-library'
    | 'keychain-no-session'
    | 'keychain-too-long'
    | 'keychain-garbled'
}

export type Refused = {
  readonly kind: 'refused'
  /** HTTP status, 4xx other than 408 and 429; 401 only when the token works for other calls. */
  readonly status: number
  /** The platform's own code and text, when it sent them, in any of the three shapes of error body. */
  readonly code?: string | undefined
  readonly message?: string | undefined
}

export type Setback = Unavailable | Unauthorized | Refused

export type PollAnswer =
  | {
      readonly kind: 'events'
      readonly events: readonly unknown[]
      /** The platform refuses some of the establishments: they are not polled. */
      readonly leavesOut?: true
      /** The platform brings events again that were acknowledged: it is asked for all since a time. */
      readonly repeats?: true
    }
  | Setback
export type AcknowledgeAnswer = { readonly kind: 'acknowledged' } | Setback
export type ReadAnswer =
  | {
      readonly kind: 'order'
      readonly body: unknown
      /** Present when the order is larger than a ticket: everything to cook, as text. */
      readonly whole?: string | undefined
    }
  | Setback
/** 202: accepted, already applied, or already past it. Not a proof. */
export type ActAnswer =
  | { readonly kind: 'accepted'; readonly status: number }
  /** The answer is the platform's decision. `eventType`: the event that says the same. */
  | { readonly kind: 'settled'; readonly eventType: string }
  /** The host does not have this step. */
  | { readonly kind: 'unsupported' }
  | Setback
/** Of the customer who gets the order, or of the platform's courier. */
export type CodeOf = 'customer' | 'courier'
/** `reasons`: none while the order cannot be cancelled. */
export type ReasonsAnswer = { readonly kind: 'reasons'; readonly reasons: readonly CancellationReason[] } | Setback
/** `unsupported`: the host does not test codes. */
export type ValidateCodeAnswer =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unsupported' }
  | Setback

export type EventReference = {
  readonly eventId: string
  readonly orderId: string
  readonly eventType: string
  /** The ids that the platform sent as numbers. */
  readonly numericIds?: NumericIds | undefined
}

export type ActRequest = {
  readonly orderId: string
  readonly action: QueuedAction
  /** For `confirm` (`estimatedPreparationTimeMinutes`). */
  readonly preparationMinutes?: number | undefined
  /** For `requestCancellation`; `mode` is always MANUAL: a person tapped. */
  readonly cancellation?: { readonly code: string; readonly reason: string } | undefined
  /** For an answer to a customer: the wish that is answered. */
  readonly wish?: string | undefined
  readonly offer?: OfferMade | undefined
  /** For `confirm` of Open Delivery 1.x, epoch ms. */
  readonly orderCreatedAt?: number | undefined
}

export type PlatformClient = {
  /** One page of at most 1000 events. Never sends `eventType`: types filtered out would be acknowledged and lost. */
  poll(signal: AbortSignal): Promise<PollAnswer>
  /** At most `acknowledgmentLimit` events a call. */
  acknowledge(
    events: readonly EventReference[],
    signal: AbortSignal,
    /** Another form than that of the settings. */
    form?: Dialect['acknowledgment'],
  ): Promise<AcknowledgeAnswer>
  acknowledgmentLimit(): number
  readOrder(orderId: string, signal: AbortSignal): Promise<ReadAnswer>
  act(request: ActRequest, signal: AbortSignal): Promise<ActAnswer>
  /** @param whose absent: the customer's */
  validateCode(orderId: string, code: string, signal: AbortSignal, whose?: CodeOf): Promise<ValidateCodeAnswer>
  /** The reasons for cancelling this order, where the platform has some for each order. */
  cancellationReasons(orderId: string, signal: AbortSignal): Promise<ReasonsAnswer>
}

/** Read at each call, so that a change of settings or credentials takes effect at once. */
export type ConnectionDialect = () => Dialect
