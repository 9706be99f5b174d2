import { type KeptFields, keepFields, orScalar } from './kept-fields.ts'

/** What the hand-over shows of an address. */
const ADDRESS: KeptFields = { street: true, number: true, complement: true, neighborhood: true, city: true }
const MONEY: KeptFields = orScalar({ value: true, currency: true })
const PRICING: KeptFields = { unitPrice: MONEY, originalPrice: MONEY, optionsPrice: MONEY, totalPrice: MONEY }
const WORDS = { observations: true, specialInstructions: true } as const
const OPTION: KeptFields = {
  id: true,
  name: true,
  quantity: true,
  unit: true,
  externalCode: true,
  optionGroupName: true,
  pricing: PRICING,
  ...WORDS,
  /** Options nest without limit. */
  get options(): KeptFields {
    return OPTION
  },
}

/**
 * What a kitchen needs of an order (the wire's names: Open Delivery v2, "Order").
 * SECURITY: personal-data (docs/security.md). A list of fields to keep: whatever name a platform gives to a phone, a
 * recipient or the holder of an invoice, it is not in the list (OWASP ASVS 14.2.6; LGPD art. 6, "necessidade").
 */
const NEEDED: KeptFields = {
  /** What was cut from an order that is larger than any ticket (shared/order-cut.ts). */
  comandaCut: { characters: true, lines: true },
  id: true,
  displayId: true,
  createdAt: true,
  status: orScalar({ status: true, value: true, code: true, name: true, current: true }),
  lastEvent: true,
  sourceAppId: true,
  observations: true,
  extraInfo: true,
  merchant: { id: true, externalCode: true, name: true },
  timing: {
    orderTiming: true,
    schedule: { scheduledDateTimeStart: true, scheduledDateTimeEnd: true },
    preparationStartDateTime: true,
    orderPriority: true,
  },
  context: { salesChannel: true, virtualBrand: true },
  fulfillment: {
    orderType: true,
    delivery: { address: ADDRESS, estimatedDeliveryDateTime: true, observations: true },
    takeout: { pickupCode: true, observations: true },
    indoor: { operationMode: true, identifier: true, consumptionType: true, observations: true },
  },
  customer: { id: true, name: true, ordersCountOnMerchant: true },
  items: OPTION,
  total: { itemsPrice: MONEY, otherFees: MONEY, discount: MONEY, orderAmount: MONEY },
  payments: {
    prepaid: MONEY,
    pending: MONEY,
    methods: { type: true, method: true, brand: true, value: true, currency: true, changeFor: true },
  },
}

/** The body of an order without what a kitchen does not need. Pure. Returns null for a body that is no object. */
export const minimiseOrder = (body: unknown): unknown =>
  typeof body === 'object' ? (keepFields(body, NEEDED) ?? null) : null
