import { between, type Random } from './randomness.ts'
import type { CourierEvent, OrderStatus, OrderType } from './vocabulary.ts'

/** A range of milliseconds: first and last value, both included. */
export type RangeMs = readonly [number, number]

/** Delays of the steps of couriers, customers and the platform. Without a delay the step does not happen automatically. */
export type AutomaticDelays = {
  /** DELIVERY with the platform's courier, counted from READY. */
  readonly courierSetsOutMs?: RangeMs
  readonly courierArrivesMs?: RangeMs
  readonly courierCollectsMs?: RangeMs
  /** IN_DELIVERY → DELIVERED, reported by the courier's app. */
  readonly customerReceivesMs?: RangeMs
  /** DELIVERED or CANCELLED → CONCLUDED. */
  readonly concludesMs?: RangeMs
}

export type AutomaticMove =
  | { readonly kind: 'courier'; readonly event: CourierEvent; readonly afterMs: number }
  | { readonly kind: 'received'; readonly afterMs: number }
  | { readonly kind: 'concluded'; readonly afterMs: number }

/** The automatic steps after `status`: a courier comes, the customer receives the order, the order is concluded. */
export function automaticMovesAfter(
  status: OrderStatus,
  order: { readonly orderType: OrderType; readonly courier: boolean },
  delays: AutomaticDelays,
  random: Random,
): readonly AutomaticMove[] {
  const within = (span: RangeMs) => between(random, span[0], span[1])
  const moves: AutomaticMove[] = []
  if (status === 'READY' && order.orderType === 'DELIVERY' && order.courier) {
    let afterMs = 0
    const legs: readonly (readonly [CourierEvent, RangeMs | undefined])[] = [
      ['PICKUP_ONGOING', delays.courierSetsOutMs],
      ['RIDER_ARRIVED_AT_STORE', delays.courierArrivesMs],
      ['ORDER_COLLECTED', delays.courierCollectsMs],
    ]
    for (const [event, span] of legs) {
      if (span === undefined) break
      afterMs += within(span)
      moves.push({ kind: 'courier', event, afterMs })
    }
  }
  if (status === 'IN_DELIVERY' && delays.customerReceivesMs !== undefined) {
    moves.push({ kind: 'received', afterMs: within(delays.customerReceivesMs) })
  }
  if ((status === 'DELIVERED' || status === 'CANCELLED') && delays.concludesMs !== undefined) {
    moves.push({ kind: 'concluded', afterMs: within(delays.concludesMs) })
  }
  return moves
}
