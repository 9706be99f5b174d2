import { dishesFor } from './dishes.ts'
import { addressFor, customerFor, noteForOrder } from './people.ts'
import { between, chance, identifier, pick, type Random, wireTime } from './randomness.ts'
import type { OrderType } from './vocabulary.ts'
import type { Money, WireFulfillment, WireItem, WireOrder, WirePaymentMethod, WireTiming } from './wire.ts'

const MINUTE_MS = 60_000
const SCHEDULE_WINDOW_MS = 15 * MINUTE_MS
const PREPARATION_BEFORE_SCHEDULE_MS = 25 * MINUTE_MS

export type Merchant = { readonly id: string; readonly name: string; readonly externalCode?: string }

/** Fields of a new order that the caller sets. The others are generated. */
export type OrderOverrides = {
  readonly orderType?: OrderType
  readonly orderTiming?: WireTiming['orderTiming']
  /** SCHEDULED: milliseconds from the order's creation to its due time. */
  readonly dueInMs?: number
  readonly itemCount?: number
  readonly items?: readonly WireItem[]
  readonly displayId?: string
  /** Replaces fields of the order. */
  readonly order?: Partial<WireOrder>
}

export type OrderContext = {
  readonly random: Random
  /** Time at which the customer sent the order, milliseconds since 1970. */
  readonly at: number
  readonly merchant: Merchant
  readonly sourceAppId: string
}

/** A complete order in the style of a Brazilian shop. The same random numbers give the same order. */
export function makeOrder(overrides: OrderOverrides, context: OrderContext): WireOrder {
  const { random, at, merchant } = context
  const orderType = overrides.orderType ?? (chance(random, 0.7) ? 'DELIVERY' : 'TAKEOUT')
  const items = overrides.items ?? dishesFor(random, overrides.itemCount ?? itemCount(random))
  const observations = noteForOrder(random)
  const fees = orderType === 'DELIVERY' ? between(random, 5, 14) : 0
  const itemsPrice = round(items.reduce((sum, item) => sum + (item.pricing?.totalPrice.value ?? 0), 0))
  const orderAmount = round(itemsPrice + fees)
  return {
    id: identifier(random),
    displayId: overrides.displayId ?? String(between(random, 1000, 9999)),
    createdAt: wireTime(at, random),
    sourceAppId: context.sourceAppId,
    merchant: { id: merchant.id, name: merchant.name, externalCode: merchant.externalCode ?? 'LOJA-01' },
    timing: timingFor(overrides, context),
    context: { salesChannel: pick(random, ['APP', 'APP', 'SITE', 'WHATSAPP', 'MARKETPLACE']) },
    fulfillment: fulfillmentFor(orderType, context),
    customer: customerFor(random),
    items,
    otherFees:
      fees === 0 ? [] : [{ name: 'Taxa de entrega', type: 'DELIVERY_FEE', receivedBy: 'MERCHANT', price: brl(fees) }],
    discounts: [],
    total: { itemsPrice: brl(itemsPrice), otherFees: brl(fees), discount: brl(0), orderAmount: brl(orderAmount) },
    payments: paymentsFor(orderAmount, random),
    ...(observations === undefined ? {} : { observations }),
    ...overrides.order,
  }
}

function itemCount(random: Random): number {
  return pick(random, [1, 1, 2, 2, 2, 3, 3, 4, 5])
}

function timingFor(overrides: OrderOverrides, context: OrderContext): WireTiming {
  const { random, at } = context
  const orderTiming = overrides.orderTiming ?? 'INSTANT'
  const orderPriority = chance(random, 0.15) ? { orderPriority: 'PRIORITY1' as const } : {}
  if (orderTiming !== 'SCHEDULED') return { orderTiming, ...orderPriority }
  const start = at + (overrides.dueInMs ?? between(random, 40, 90) * MINUTE_MS)
  return {
    orderTiming,
    schedule: {
      scheduledDateTimeStart: wireTime(start, random),
      scheduledDateTimeEnd: wireTime(start + SCHEDULE_WINDOW_MS, random),
    },
    preparationStartDateTime: wireTime(start - PREPARATION_BEFORE_SCHEDULE_MS, random),
    ...orderPriority,
  }
}

function fulfillmentFor(orderType: OrderType, context: OrderContext): WireFulfillment {
  const { random, at } = context
  switch (orderType) {
    case 'DELIVERY':
      return {
        orderType,
        delivery: {
          address: addressFor(random),
          estimatedDeliveryDateTime: wireTime(at + between(random, 35, 60) * MINUTE_MS, random),
          ...(chance(random, 0.4)
            ? {
                observations: pick(random, [
                  'Deixar na portaria',
                  'Interfone quebrado, ligar ao chegar',
                  'Entregar em mãos',
                ]),
              }
            : {}),
        },
      }
    case 'TAKEOUT':
      return {
        orderType,
        takeout: {
          pickupCode: String(between(random, 100, 999)),
          ...(chance(random, 0.3) ? { observations: 'Cliente já está no balcão' } : {}),
        },
      }
    case 'INDOOR':
      return {
        orderType,
        indoor: { operationMode: 'TABLE', identifier: String(between(random, 1, 24)), consumptionType: 'DINE_IN' },
      }
    default:
      throw new Error(`unhandled order type: ${orderType satisfies never}`)
  }
}

function paymentsFor(amount: number, random: Random): NonNullable<WireOrder['payments']> {
  if (chance(random, 0.7)) {
    const method: WirePaymentMethod = chance(random, 0.5)
      ? { type: 'PREPAID', method: 'PIX', value: amount, currency: 'BRL' }
      : {
          type: 'PREPAID',
          method: 'CREDIT',
          brand: pick(random, ['VISA', 'MASTERCARD', 'ELO']),
          value: amount,
          currency: 'BRL',
        }
    return { prepaid: amount, pending: 0, methods: [method] }
  }
  const cash = chance(random, 0.5)
  const method: WirePaymentMethod = cash
    ? { type: 'PENDING', method: 'CASH', value: amount, currency: 'BRL', changeFor: Math.ceil(amount / 50) * 50 }
    : { type: 'PENDING', method: 'DEBIT', brand: 'MASTERCARD', value: amount, currency: 'BRL' }
  return { prepaid: 0, pending: amount, methods: [method] }
}

function brl(value: number): Money {
  return { value, currency: 'BRL' }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
