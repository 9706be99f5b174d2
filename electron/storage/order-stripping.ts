import type { KeptFields } from './kept-fields.ts'

/**
 * The fields of an order's body that stay long after its end: numbers, times, names of the menu. A list of fields to
 * keep, because an unknown field may hold a name. The wire's names (Open Delivery v2, "Order").
 */
type Kept = KeptFields

const MONEY: Kept = { value: true, currency: true }
const PRICING: Kept = { unitPrice: MONEY, originalPrice: MONEY, optionsPrice: MONEY, totalPrice: MONEY }
const INNERMOST_OPTION: Kept = { id: true, name: true, quantity: true, optionGroupName: true, pricing: PRICING }
const INNER_OPTION: Kept = { ...INNERMOST_OPTION, options: INNERMOST_OPTION }
const OPTION: Kept = { ...INNERMOST_OPTION, options: { ...INNER_OPTION, options: INNER_OPTION } }

const STAYS: Kept = {
  id: true,
  displayId: true,
  createdAt: true,
  status: true,
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

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

function stripped(value: unknown, kept: Kept): unknown {
  if (kept === true) return isPlain(value) ? value : undefined
  if (Array.isArray(value))
    return value.map((member) => stripped(member, kept)).filter((member) => member !== undefined)
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, member]) => {
      const inner = Object.hasOwn(kept, field) ? kept[field] : undefined
      const rest = inner === undefined ? undefined : stripped(member, inner)
      return rest === undefined ? [] : [[field, rest]]
    }),
  )
}

/** The body without names, notes, addresses and anything unknown. A status that is an object ("block") keeps its texts. Pure. */
export function stripOrder(body: unknown): unknown {
  const rest = stripped(body, STAYS)
  if (typeof rest !== 'object' || Array.isArray(rest)) return null
  const status: unknown = Object.getOwnPropertyDescriptor(Object(body), 'status')?.value
  if (isPlain(status)) return rest
  return { ...rest, status: stripped(status, { status: true, value: true, code: true, name: true, current: true }) }
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
