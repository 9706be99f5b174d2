import { between, type Random } from './randomness.ts'
import type { CourierEvent, OrderStatus, OrderType } from './vocabulary.ts'

/** From..to in milliseconds, both included. */
export type Span = readonly [number, number]

/** Delays of couriers, customers and the platform. An absent delay: the step does not happen by itself. */
export type Autopilot = {
  /** DELIVERY with the platform's courier, counted from READY. */
  readonly courierSetsOutMs?: Span
  readonly courierArrivesMs?: Span
  readonly courierCollectsMs?: Span
  /** IN_DELIVERY → DELIVERED, reported by the courier's app. */
  readonly customerReceivesMs?: Span
  /** DELIVERED or CANCELLED → CONCLUDED. */
  readonly concludesMs?: Span
}

export type OwnMove =
  | { readonly kind: 'courier'; readonly event: CourierEvent; readonly afterMs: number }
  | { readonly kind: 'received'; readonly afterMs: number }
  | { readonly kind: 'concluded'; readonly afterMs: number }

/** The steps that follow `status` by themselves: a courier comes, the customer receives the order, the order is closed. */
export function movesAfter(
  status: OrderStatus,
  order: { readonly orderType: OrderType; readonly courier: boolean },
  pace: Autopilot,
  random: Random,
): readonly OwnMove[] {
  const within = (span: Span) => between(random, span[0], span[1])
  const moves: OwnMove[] = []
  if (status === 'READY' && order.orderType === 'DELIVERY' && order.courier) {
    let afterMs = 0
    const legs: readonly (readonly [CourierEvent, Span | undefined])[] = [
      ['PICKUP_ONGOING', pace.courierSetsOutMs],
      ['RIDER_ARRIVED_AT_STORE', pace.courierArrivesMs],
      ['ORDER_COLLECTED', pace.courierCollectsMs],
    ]
    for (const [event, span] of legs) {
      if (span === undefined) break
      afterMs += within(span)
      moves.push({ kind: 'courier', event, afterMs })
    }
  }
  if (status === 'IN_DELIVERY' && pace.customerReceivesMs !== undefined) {
    moves.push({ kind: 'received', afterMs: within(pace.customerReceivesMs) })
  }
  if ((status === 'DELIVERED' || status === 'CANCELLED') && pace.concludesMs !== undefined) {
    moves.push({ kind: 'concluded', afterMs: within(pace.concludesMs) })
  }
  return moves
}
