/** The order platform's interface, taken from its description, not from the client's parser. */

export const ORDER_STATUSES = [
  'CREATED',
  'CONFIRMED',
  'PREPARING',
  'READY',
  'IN_DELIVERY',
  'DELIVERED',
  'CANCELLED',
  'CONCLUDED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const EVENT_TYPES = [
  'CREATED',
  'CONFIRMED',
  'PREPARATION_REQUESTED',
  'PREPARING',
  'READY_FOR_PICKUP',
  'PICKUP_ONGOING',
  'RIDER_ARRIVED_AT_STORE',
  'DISPATCHED',
  'ORDER_COLLECTED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
  'DELIVERED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_REQUEST_ACCEPTED',
  'CANCELLATION_REQUEST_DENIED',
  'CANCELLED',
  'CONCLUDED',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The five operations that change an order's status, named by the last segment of their path. */
export const MOVES = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const
export type Move = (typeof MOVES)[number]

export type OrderType = 'DELIVERY' | 'TAKEOUT' | 'INDOOR'

export type CourierEvent = Extract<
  EventType,
  'PICKUP_ONGOING' | 'RIDER_ARRIVED_AT_STORE' | 'ORDER_COLLECTED' | 'DELIVERY_ONGOING' | 'ARRIVED_AT_CUSTOMER'
>

/** For a case that the types exclude. Throws. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json | undefined }

export type Money = { readonly value: number; readonly currency: string }

export type WireOption = {
  readonly id: string
  readonly name: string
  readonly quantity: number
  readonly optionGroupName?: string
  readonly observations?: string
  readonly pricing?: { readonly unitPrice: Money; readonly originalPrice: Money; readonly totalPrice: Money }
  readonly options?: readonly WireOption[]
}

export type WireItem = {
  readonly id: string
  readonly name: string
  readonly quantity: number
  readonly unit?: 'UN' | 'KG' | 'L' | 'OZ' | 'LB' | 'GAL'
  readonly externalCode?: string
  readonly observations?: string
  readonly pricing?: {
    readonly unitPrice: Money
    readonly originalPrice: Money
    readonly optionsPrice: Money
    readonly totalPrice: Money
  }
  readonly options?: readonly WireOption[]
}

export type WireAddress = {
  readonly street: string
  readonly number: string
  readonly complement?: string
  readonly neighborhood: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly coordinates?: { readonly latitude: number; readonly longitude: number }
}

export type WireFulfillment = {
  readonly orderType: OrderType
  readonly delivery?: {
    readonly address: WireAddress
    readonly estimatedDeliveryDateTime?: string
    readonly observations?: string
  }
  readonly takeout?: { readonly pickupCode?: string; readonly observations?: string }
  readonly indoor?: {
    readonly operationMode: 'TABLE' | 'TAB' | 'COUNTER'
    readonly identifier: string
    readonly consumptionType?: 'DINE_IN' | 'TAKEAWAY'
    /** Where the order was entered. */
    readonly originChannel: { readonly type: 'WAITER_TABLET' | 'QR_CODE' | 'TOTEM' | 'POS' }
  }
}

export type WireTiming = {
  readonly orderTiming: 'INSTANT' | 'SCHEDULED' | 'ONDEMAND'
  readonly schedule?: { readonly scheduledDateTimeStart: string; readonly scheduledDateTimeEnd: string }
  readonly preparationStartDateTime?: string
  readonly orderPriority?: `PRIORITY${1 | 2 | 3 | 4 | 5}`
}

export type WireCustomer = {
  readonly id: string
  readonly name: string
  readonly phone?: { readonly number: string; readonly extension?: string }
  readonly ordersCountOnMerchant?: number
  readonly documentNumber?: string
  readonly email?: string
}

export type WirePaymentMethod = {
  readonly type: 'PREPAID' | 'PENDING'
  readonly method: string
  readonly value: number
  readonly currency: string
  readonly brand?: string
  readonly changeFor?: number
}

/** An order without the fields that change (`status`, `lastEvent`). The platform adds them when the order is read. */
export type WireOrder = {
  readonly id: string
  readonly displayId: string
  readonly createdAt: string
  readonly sourceAppId?: string
  readonly observations?: string
  readonly extraInfo?: string
  readonly merchant: { readonly id: string; readonly externalCode?: string; readonly name?: string }
  readonly timing: WireTiming
  readonly context?: { readonly salesChannel: string }
  readonly fulfillment: WireFulfillment
  readonly customer?: WireCustomer
  readonly items: readonly WireItem[]
  readonly otherFees?: readonly Json[]
  readonly discounts?: readonly Json[]
  readonly total?: {
    readonly itemsPrice: Money
    readonly otherFees: Money
    readonly discount: Money
    readonly orderAmount: Money
  }
  readonly payments?: {
    readonly prepaid: number
    readonly pending: number
    readonly methods: readonly WirePaymentMethod[]
  }
}

export type WireEvent = {
  readonly eventId: string
  readonly eventType: EventType
  readonly orderId: string
  readonly createdAt: string
  readonly metadata?: { readonly [field: string]: string }
}
