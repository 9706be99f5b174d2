import { isPlainRecord } from '../../../../shared/is-record.ts'
import { type Members, membersOf } from '../../../../shared/order/field-reader.ts'
import { orderIn } from '../../../../shared/order/order.ts'
import { foldedWord } from '../../../../shared/order/vocabulary.ts'
import { couponsIn, withCoupons } from '../coupons.ts'

type Fields = Readonly<Record<string, unknown>>

const NOTHING: Members = () => undefined
const blockOf = (value: unknown): Members => (isPlainRecord(value) ? membersOf(value) : NOTHING)
const wordOf = (value: unknown): string => (typeof value === 'string' ? foldedWord(value) : '')

/** The brand of a card, the name of a wallet and the note to change stand in blocks of their own. */
function neutralMethod(sent: unknown): unknown {
  if (!isPlainRecord(sent)) return sent
  const method = membersOf(sent)
  const isPaid = method('prepaid') === true || wordOf(method('type')) === 'ONLINE'
  return {
    ...without(sent, ['card', 'wallet', 'cash']),
    type: isPaid ? 'PREPAID' : 'PENDING',
    brand: blockOf(method('card'))('brand') ?? blockOf(method('wallet'))('name'),
    changeFor: blockOf(method('cash'))('changeFor'),
  }
}

const bearer = (name: unknown): unknown => (wordOf(name) === 'IFOOD' ? 'iFood' : name)

function neutralPayments(sent: unknown, benefits: unknown): unknown {
  const methods = isPlainRecord(sent) ? membersOf(sent)('methods') : undefined
  const payments =
    isPlainRecord(sent) && Array.isArray(methods) ? { ...sent, methods: methods.map(neutralMethod) } : sent
  return withCoupons(payments, couponsIn(benefits, bearer))
}

const DELIVERERS: Readonly<Record<string, 'merchant' | 'platform'>> = { MERCHANT: 'merchant', IFOOD: 'platform' }

/** Blocks that are read here; `additionalInfo` is for developers, and no note. */
const REPLACED = [
  'schedule',
  'delivery',
  'takeout',
  'dineIn',
  'indoor',
  'payments',
  'customer',
  'benefits',
  'additionalInfo',
]

/**
 * An order of iFood in the shape that `order.ts` reads (docs/protocol.md, "iFood"). Its events tell the status; one that is
 * sent is a floor. Anything that is no order stays as it is.
 */
export function neutralOrder(answer: unknown): unknown {
  const sent = orderIn(answer)
  if (!isPlainRecord(sent)) return answer
  const order = membersOf(sent)
  const [delivery, takeout, dineIn] = [order('delivery'), order('takeout'), order('dineIn', 'indoor')].map(blockOf)
  const schedule = blockOf(order('schedule'))
  const orderType = wordOf(order('orderType'))
  // All of iFood's times are those at the guest: the first moment of the window counts.
  const scheduled = schedule('deliveryDateTimeStart', 'deliveryDateTimeEnd')
  const collected = scheduled ?? takeout?.('takeoutDateTime') ?? dineIn?.('deliveryDateTime')
  return {
    ...without(sent, REPLACED),
    orderType: orderType === 'DINEIN' ? 'INDOOR' : order('orderType'),
    ...(orderType === 'DELIVERY' || collected === undefined ? {} : { schedule: { scheduledDateTimeEnd: collected } }),
    delivery: {
      deliveryAddress: delivery?.('deliveryAddress'),
      estimatedDeliveryDateTime: scheduled ?? delivery?.('deliveryDateTime'),
      observations: delivery?.('observations'),
      pickupCode: delivery?.('pickupCode'),
    },
    takeout: { pickupCode: takeout?.('pickupCode'), observations: takeout?.('observations') },
    indoor: { identifier: dineIn?.('identifier', 'table', 'place'), observations: dineIn?.('observations') },
    payments: neutralPayments(order('payments'), order('benefits')),
    customer: guestOf(order('customer')),
    handling: {
      deliveredBy: DELIVERERS[wordOf(delivery?.('deliveredBy'))],
      asksReasons: true,
      expects: { preparing: true },
    },
  }
}

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** What staff call a guest by; neither the tax number nor the phone. */
function guestOf(sent: unknown): unknown {
  if (!isPlainRecord(sent)) return sent
  const guest = membersOf(sent)
  return { name: guest('name'), ordersCountOnMerchant: guest('ordersCountOnMerchant') }
}
