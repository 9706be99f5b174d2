import type { EventType, OrderStatus, OrderType } from './vocabulary.ts'
import type { Json, WireOrder } from './wire.ts'

/** How the platform answers a request for cancellation. */
export type CancellationPolicy = {
  readonly answer: 'accept' | 'deny' | 'silent'
  readonly delayMs: number
}

/** How the platform handles one order. Not sent to the client. */
export type OrderBehaviour = {
  readonly cancellation?: CancellationPolicy
  /** The code that `validateCode` accepts. Absent: every code is wrong. */
  readonly deliveryCode?: string
  /** The first `reads` reads answer 404, and every read within `ms` milliseconds after the order was placed. */
  readonly readLag?: { readonly reads?: number; readonly ms?: number }
  /** DELIVERY: true when the platform's courier collects the order, false when the shop delivers it. */
  readonly courier?: boolean
  /** Overrides fields of the order when it is read; `undefined` removes a field. For malformed orders. */
  readonly raw?: { readonly [field: string]: Json | undefined }
  /** Replaces the whole order in the answer to a read. */
  readonly rawBody?: Json
  /** Status that the order already has when it is placed. */
  readonly startsAs?: OrderStatus
  /** Milliseconds since it was placed. */
  readonly backdateMs?: number
}

export type ModelOrder = {
  readonly payload: WireOrder
  readonly terms: OrderBehaviour
  readonly placedAt: number
  status: OrderStatus
  lastEvent: EventType
  cancelled: boolean
  /** Reason of the shop's cancellation request, until the platform answers. */
  openRequest: { readonly code: string; readonly reason: string } | undefined
  preparationRequested: boolean
  reads: number
  readonly history: { readonly at: number; readonly status: OrderStatus }[]
}

/** The platform's own state of an order. Tests compare it with the app's. */
export type PlatformOrder = {
  readonly id: string
  readonly displayId: string
  readonly merchantId: string
  readonly orderType: OrderType
  readonly orderTiming: WireOrder['timing']['orderTiming']
  readonly status: OrderStatus
  readonly lastEvent: EventType
  readonly cancelled: boolean
  readonly cancellationRequested: boolean
  readonly preparationRequested: boolean
  readonly deliveryCode: string | undefined
  readonly history: readonly { readonly at: number; readonly status: OrderStatus }[]
  readonly payload: WireOrder
}

export function viewOf(record: ModelOrder): PlatformOrder {
  const { payload } = record
  return {
    id: payload.id,
    displayId: payload.displayId,
    merchantId: payload.merchant.id,
    orderType: payload.fulfillment.orderType,
    orderTiming: payload.timing.orderTiming,
    status: record.status,
    lastEvent: record.lastEvent,
    cancelled: record.cancelled,
    cancellationRequested: record.openRequest !== undefined,
    preparationRequested: record.preparationRequested,
    deliveryCode: record.terms.deliveryCode,
    history: [...record.history],
    payload,
  }
}

/** The body of `GET /orders/{id}`: some hosts wrap the status in a block. */
export function wireBodyOf(record: ModelOrder, statusShape: 'string' | 'object'): Json {
  if (record.terms.rawBody !== undefined) return record.terms.rawBody
  const status = statusShape === 'string' ? record.status : { value: record.status }
  const body: { [field: string]: Json | undefined } = {
    ...record.payload,
    status,
    lastEvent: record.lastEvent,
    ...record.terms.raw,
  }
  return body
}
