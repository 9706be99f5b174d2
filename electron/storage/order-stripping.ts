import { isPlainRecord } from '../../shared/is-record.ts'
import { readOrder } from '../../shared/order/order.ts'
import { cutOrder } from '../../shared/order/order-cut.ts'

/**
 * What is stored of the body of an order: the order as it was read (`shared/order/order.ts`).
 * SECURITY: personal-data (docs/security.md). A reading keeps the fields that a kitchen needs: whatever name a platform gives
 * to a phone, a recipient or the holder of an invoice, it is not among them (OWASP ASVS 14.2.6; LGPD art. 6, "necessidade").
 * Pure. Returns null for a body that is no object.
 */
export function minimiseOrder(body: unknown): unknown {
  const cut = cutOrder(body)
  return isPlainRecord(cut) ? readOrder(cut) : null
}

/** The parts of a value to keep: `true` for a scalar, else the fields. Everything else is removed. */
type KeptFields = true | { readonly [field: string]: KeptFields }

/** Deeper than any menu. Deeper nesting counts as an attack. */
const DEPTH_LIMIT = 64

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Fields that may be a scalar or an object on the wire; both are kept. */
const scalarToo = new WeakSet<object>()
function orScalar<T extends { readonly [field: string]: KeptFields }>(fields: T): T {
  scalarToo.add(fields)
  return fields
}

/**
 * The value with only the listed fields; `undefined` when nothing remains. A list keeps its length: a member without
 * remaining fields becomes null, so that no item disappears.
 */
function keepFields(value: unknown, kept: KeptFields, depth = 0): unknown {
  if (depth > DEPTH_LIMIT) return null
  if (value === null) return null
  if (kept === true) return isScalar(value) ? value : undefined
  if (Array.isArray(value)) return value.map((member) => keepFields(member, kept, depth + 1) ?? null)
  if (isScalar(value)) return scalarToo.has(kept) ? value : undefined
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([field, member]: [string, unknown]) => {
      const inner = Object.hasOwn(kept, field) ? kept[field] : undefined
      const rest = inner === undefined ? undefined : keepFields(member, inner, depth + 1)
      return rest === undefined ? [] : [[field, rest]]
    }),
  )
}

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
