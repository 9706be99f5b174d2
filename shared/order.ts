import { z } from 'zod'
import { isKnownStatus } from './lifecycle.ts'
import { cutOrder } from './order-cut.ts'
import { problemOf } from './problem.ts'
import { isVisible } from './visible-text.ts'

/**
 * The order as the platform sends it (Open Delivery v2, "Order"), parsed tolerantly: only the ids, the fulfilment's
 * order type, the items' names and quantities and a status are required. Everything else may be absent, null or of
 * another type and is then `undefined`. Unknown fields are dropped: what a kitchen does not need is not kept in memory
 * either, and an order as parsed equals the order in the cache (`order-minimiser.ts`).
 */

const lenient = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined)

const text = z.string()
const identifier = z.union([z.string().min(1), z.number().transform(String)])
/** A number or a code that staff read. A blank one counts as absent. */
const visibleText = identifier.refine(isVisible)
const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}([.,]\d{1,15})?$/)
    .transform((value) => Number(value.replace(',', '.'))),
])
/** A list without its unreadable members, instead of no list. */
const lenientList = <T extends z.ZodType>(member: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = member.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )

/** An amount as sent: a number, or an object that holds one. Whether it is decimal or in cents is a setting of the connection. */
const money = lenient(
  z.union([
    z.object({ value: lenient(decimal), currency: lenient(text) }),
    decimal.transform((value) => ({ value, currency: undefined })),
  ]),
)
/** A sum that decides what is collected: an unreadable sum must not count as absent. */
const statedSum = z
  .unknown()
  .optional()
  .transform((raw): number | 'unreadable' | undefined => {
    if (raw === undefined || raw === null) return undefined
    const read = money.parse(raw)?.value
    return read === undefined ? 'unreadable' : read
  })
const pricing = lenient(z.object({ unitPrice: money, totalPrice: money }))

type OptionShape = {
  readonly id?: string | undefined
  readonly name: string
  readonly quantity: number
  readonly optionGroupName?: string | undefined
  readonly observations?: string | undefined
  readonly specialInstructions?: string | undefined
  readonly options: readonly OptionShape[]
}

const option: z.ZodType<OptionShape> = z.lazy(() =>
  z.object({
    id: lenient(identifier),
    name: text,
    quantity: decimal.catch(1),
    optionGroupName: lenient(text),
    observations: lenient(text),
    specialInstructions: lenient(text),
    options: lenientList(option),
  }),
)

const item = z.object({
  id: lenient(identifier),
  name: text,
  quantity: decimal,
  unit: lenient(text),
  externalCode: lenient(text),
  observations: lenient(text),
  specialInstructions: lenient(text),
  pricing,
  options: lenientList(option),
})

/** A known status in any case; an unknown one as it is. */
const statusName = z
  .string()
  .min(1)
  .transform((sent) => {
    const name = sent.trim().toUpperCase()
    return isKnownStatus(name) ? name : sent
  })
/** The interface document calls the status a "block": a string, or an object that holds one. */
const status = z.union([
  statusName,
  z
    .looseObject({})
    .transform((block) => block.status ?? block.value ?? block.code ?? block.name ?? block.current)
    .pipe(statusName),
])

const address = lenient(
  z.object({
    street: lenient(text),
    number: lenient(z.union([text, z.number().transform(String)])),
    complement: lenient(text),
    neighborhood: lenient(text),
    city: lenient(text),
  }),
)

const orderSchema = z.object({
  /** What was cut from the body (`cutOf`). */
  comandaCut: z.unknown().optional(),
  id: identifier,
  displayId: lenient(visibleText),
  createdAt: lenient(text),
  status,
  lastEvent: lenient(text),
  observations: lenient(text),
  extraInfo: lenient(text),
  merchant: lenient(z.object({ id: lenient(identifier), name: lenient(text), externalCode: lenient(identifier) })),
  timing: lenient(
    z.object({
      orderTiming: lenient(text),
      schedule: lenient(z.object({ scheduledDateTimeStart: lenient(text), scheduledDateTimeEnd: lenient(text) })),
      preparationStartDateTime: lenient(text),
      orderPriority: lenient(text),
    }),
  ),
  context: lenient(z.object({ salesChannel: lenient(text), virtualBrand: lenient(text) })),
  fulfillment: z.object({
    // A missing type is treated like an unknown one: the ticket is shown and every move is offered.
    orderType: text,
    delivery: lenient(z.object({ address, estimatedDeliveryDateTime: lenient(text), observations: lenient(text) })),
    takeout: lenient(z.object({ pickupCode: lenient(visibleText), observations: lenient(text) })),
    indoor: lenient(z.object({ operationMode: lenient(text), identifier: lenient(visibleText) })),
  }),
  customer: lenient(z.object({ name: lenient(text), ordersCountOnMerchant: lenient(decimal) })),
  items: z.array(item),
  total: lenient(z.object({ orderAmount: money })),
  payments: lenient(
    z.object({
      prepaid: statedSum,
      pending: statedSum,
      methods: lenientList(
        z.object({
          type: lenient(text),
          method: lenient(text),
          brand: lenient(text),
          value: lenient(decimal),
          currency: lenient(text),
          changeFor: lenient(decimal),
        }),
      ),
    }),
  ),
})

export type Order = z.infer<typeof orderSchema>
export type OrderItem = Order['items'][number]
export type OrderOption = OptionShape

export type ParsedOrder = { readonly ok: true; readonly order: Order } | { readonly ok: false; readonly reason: string }

/**
 * Reads the body of `GET /orders/{id}`, cut to what a ticket can show (`order-cut.ts`). Never throws; `reason` names the
 * first fields that could not be read, never their values.
 */
export function parseOrder(raw: unknown): ParsedOrder {
  const parsed = orderSchema.safeParse(cutOrder(raw))
  return parsed.success ? { ok: true, order: parsed.data } : { ok: false, reason: problemOf(parsed.error, 'order') }
}
