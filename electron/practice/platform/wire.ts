import type { EventType, OrderType } from './vocabulary.ts'

/** Types of the platform's bodies, taken from the description of the interface, not from the client's parser. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json | undefined }

export function isObject(value: Json | undefined): value is { readonly [field: string]: Json | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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
  readonly orderURL?: string
  readonly sourceAppId?: string
  readonly metadata?: { readonly [field: string]: string }
}
