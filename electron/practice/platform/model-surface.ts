import type { AutomaticDelays } from './automatic-moves.ts'
import type { QueuedEvent } from './event-queue.ts'
import type { CancellationPolicy } from './model-order.ts'
import type { Random } from './randomness.ts'
import type { Json } from './wire.ts'

export type ModelOptions = {
  /** The platform's clock, milliseconds since 1970. */
  readonly now: () => number
  readonly random: Random
  /** The merchants that each credential may see, by client id. */
  readonly merchantsOf: ReadonlyMap<string, ReadonlySet<string>>
  readonly cancellation?: CancellationPolicy
  /** The platform cancels an order that is still CREATED after this time. Absent: never. */
  readonly confirmDeadlineMs?: number
  readonly deliveredFromReady?: boolean
  readonly redeliverAfterMs?: number
  readonly statusShape?: 'string' | 'object'
  readonly automaticDelays?: AutomaticDelays
  readonly orderUrl?: (orderId: string) => string
  readonly sourceAppId?: string
}

export type ModelRefusal = { readonly kind: 'unknown' } | { readonly kind: 'forbidden' }
export type ModelActAnswer =
  | { readonly kind: 'accepted'; readonly applied: boolean }
  | { readonly kind: 'conflict'; readonly message: string }
  | ModelRefusal
export type ModelCodeAnswer = { readonly kind: 'valid' } | { readonly kind: 'invalid' } | ModelRefusal
export type ModelReadAnswer =
  | { readonly kind: 'found'; readonly body: Json }
  | { readonly kind: 'lagging' }
  | ModelRefusal
export type EventPage = { readonly events: readonly QueuedEvent[]; readonly filteredOut: readonly string[] }

export type PollRequest = {
  readonly merchantIds?: readonly string[]
  readonly eventTypes?: readonly string[]
  readonly limit?: number
}
