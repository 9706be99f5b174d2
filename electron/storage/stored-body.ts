import { fieldsOf, isPlainRecord } from '../../shared/is-record.ts'
import { readOrder } from '../../shared/order/order.ts'
import { cutOrder } from '../../shared/order/order-cut.ts'
import type { OrderItem, OrderOption } from '../../shared/order/order-items.ts'

/**
 * What is stored of an order; `null` for a body that is no object. SECURITY: personal-data (docs/security.md). Only fields that
 * a kitchen needs: no phone, recipient or invoice under any name (OWASP ASVS 14.2.6; LGPD art. 6).
 */
export function minimiseOrder(body: unknown): unknown {
  const cut = cutOrder(body)
  return isPlainRecord(cut) ? readOrder(cut) : null
}

/** The dishes without notes. A list of fields to keep, because a further field may hold a name. */
const itemWithoutNotes = ({ id, name, quantity, unit, externalCode, options }: OrderItem) => ({
  ...{ id, name, quantity, unit, externalCode },
  options: options.map(optionWithoutNotes),
})
const optionWithoutNotes = ({ id, name, quantity, unit, optionGroupName, options }: OrderOption): object => ({
  ...{ id, name, quantity, unit, optionGroupName },
  options: options.map(optionWithoutNotes),
})

/**
 * What stays of a stored body long after its end: numbers, times, names of the menu; null when it is not an object. Names, notes
 * and addresses are left out. Pure.
 */
export function stripOrder(body: unknown): unknown {
  if (!isPlainRecord(body)) return null
  const { id, displayId, createdAt, status, lastEvent, merchant, timing, context, total, ...order } = readOrder(body)
  const { orderType, delivery, indoor } = order.fulfillment
  return {
    ...{ id, displayId, createdAt, status, lastEvent, merchant, timing, context, total },
    fulfillment: {
      orderType,
      delivery: { estimatedDeliveryDateTime: delivery?.estimatedDeliveryDateTime },
      indoor: { operationMode: indoor?.operationMode, consumptionType: indoor?.consumptionType },
    },
    items: order.items.map(itemWithoutNotes),
    payments: order.payments && { prepaid: order.payments.prepaid, pending: order.payments.pending },
  }
}

/**
 * The body without the address, for an order that no view shows any more because it was handed over or ended. Pure;
 * returns the same value when there is no address.
 */
export function withoutAddress(body: unknown): unknown {
  const { fulfillment } = fieldsOf(body)
  const { delivery } = fieldsOf(fulfillment)
  const { address, ...rest } = fieldsOf(delivery)
  if (address === undefined) return body
  return { ...fieldsOf(body), fulfillment: { ...fieldsOf(fulfillment), delivery: rest } }
}
