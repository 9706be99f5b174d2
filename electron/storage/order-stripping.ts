import { type KeptFields, keepFields, orScalar } from './kept-fields.ts'

/**
 * The fields of an order's body that stay long after its end: numbers, times, names of the menu. A list of fields to
 * keep, because an unknown field may hold a name. The wire's names (Open Delivery v2, "Order").
 */
const MONEY: KeptFields = { value: true, currency: true }
const PRICING: KeptFields = { unitPrice: MONEY, originalPrice: MONEY, optionsPrice: MONEY, totalPrice: MONEY }
const INNERMOST_OPTION: KeptFields = { id: true, name: true, quantity: true, optionGroupName: true, pricing: PRICING }
const INNER_OPTION: KeptFields = { ...INNERMOST_OPTION, options: INNERMOST_OPTION }
const OPTION: KeptFields = { ...INNERMOST_OPTION, options: { ...INNER_OPTION, options: INNER_OPTION } }

const STAYS: KeptFields = {
  id: true,
  displayId: true,
  createdAt: true,
  status: orScalar({ status: true, value: true, code: true, name: true, current: true }),
  lastEvent: true,
  merchant: { id: true, name: true, externalCode: true },
  timing: {
    orderTiming: true,
    schedule: { scheduledDateTimeStart: true, scheduledDateTimeEnd: true },
    preparationStartDateTime: true,
    orderPriority: true,
  },
  context: { salesChannel: true, virtualBrand: true },
  fulfillment: {
    orderType: true,
    delivery: { estimatedDeliveryDateTime: true },
    takeout: {},
    indoor: { operationMode: true, consumptionType: true },
  },
  items: { id: true, name: true, quantity: true, unit: true, externalCode: true, pricing: PRICING, options: OPTION },
  total: { itemsPrice: MONEY, otherFees: MONEY, discount: MONEY, orderAmount: MONEY },
  payments: { prepaid: true, pending: true },
}

/** The body without names, notes, addresses and anything unknown; null when it is not an object. Pure. */
export function stripOrder(body: unknown): unknown {
  return typeof body === 'object' && !Array.isArray(body) ? keepFields(body, STAYS) : null
}

/**
 * The body without the address, for an order that no view shows any more because it was handed over or ended. Pure;
 * returns the same value when there is no address.
 */
export function withoutAddress(body: unknown): unknown {
  const fulfillment = memberOf(body, 'fulfillment')
  const delivery = memberOf(fulfillment, 'delivery')
  if (memberOf(delivery, 'address') === undefined) return body
  const { address: _gone, ...rest } = Object(delivery)
  return { ...Object(body), fulfillment: { ...Object(fulfillment), delivery: rest } }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
