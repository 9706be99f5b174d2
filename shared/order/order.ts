import { isPlainRecord, isRecord } from '../is-record.ts'
import { parseJsonText } from '../json-text.ts'
import { isVisible } from '../text/visible-text.ts'
import { isDefaultTime, parseInstant } from '../time/instant.ts'
import { eventName } from './event.ts'
import {
  createFieldReader,
  type FieldReader,
  type Fields,
  idIn,
  type Members,
  membersOf,
  required,
  wordIn,
} from './field-reader.ts'
import { type Handling, readHandling } from './handling.ts'
import { knownStatus } from './lifecycle.ts'
import { cutOf, cutOrder, type OrderCut } from './order-cut.ts'
import {
  allergyTexts,
  isDish,
  joined,
  NOTE_NAMES,
  type OrderItem,
  orNone,
  readItem,
  readNotes,
  type Sent,
  type Texts,
  unreadBefore,
} from './order-items.ts'
import { type Money, type Payments, readMoney, readPayments } from './order-payments.ts'
import { foldedWord, vocabulary, wordOf } from './vocabulary.ts'

/**
 * The order of Open Delivery v2, read tolerantly: an absent or wrong field hides no other. What was sent and cannot be read
 * is counted (`comandaUnread`). Unknown fields are dropped. The cache stores this form, and reads it again unchanged.
 */

/** `comandaBegan` in an order: the times by which the kitchen began, when they changed since. */
type Timing = Texts<'orderTiming' | 'preparationStartDateTime' | 'orderPriority'> &
  Sent<{ schedule: Texts<'scheduledDateTimeStart' | 'scheduledDateTimeEnd'> }>

/** Every time is a text as it was sent. */
export type Order = Texts<'displayId' | 'createdAt' | 'lastEvent' | 'observations' | 'extraInfo'> & {
  /** Empty: the body does not name its order. */
  readonly id: string
  /** A known status by its name, an unknown one as it was sent; empty: none that can be read. */
  readonly status: string
  readonly fulfillment: {
    /** A known type by its name, an unknown one as it was sent; empty: none. Then every move is offered. */
    readonly orderType: string
  } & Sent<{
    delivery: Texts<'estimatedDeliveryDateTime' | 'observations'> &
      Sent<{ address: Texts<'street' | 'number' | 'complement' | 'neighborhood' | 'city'> }>
    takeout: Texts<'pickupCode' | 'observations'>
    indoor: Texts<'operationMode' | 'identifier' | 'consumptionType' | 'observations'>
  }>
  readonly items: readonly OrderItem[]
} & Sent<{
    merchant: Texts<'id' | 'name' | 'externalCode'>
    timing: Timing & Sent<{ comandaBegan: Timing }>
    context: Texts<'salesChannel' | 'virtualBrand'>
    customer: Texts<'name'> & Sent<{ ordersCountOnMerchant: number }>
    total: Sent<{ orderAmount: Money }>
    payments: Payments
    handling: Handling
    /** What was cut from the body (`cutOf`). */
    comandaCut: OrderCut
    /** Parts outside the items that cannot be read; absent: none. */
    comandaUnread: number
  }>

export type ParsedOrder = { readonly ok: true; readonly order: Order } | { readonly ok: false; readonly reason: string }

const timingName = vocabulary(['INSTANT', 'SCHEDULED', 'ONDEMAND'], {
  IMMEDIATE: 'INSTANT',
  IMEDIATO: 'INSTANT',
  ASAP: 'INSTANT',
  AGENDADO: 'SCHEDULED',
  PROGRAMADO: 'SCHEDULED',
  PREORDER: 'SCHEDULED',
})
const orderTypeName = vocabulary(['DELIVERY', 'TAKEOUT', 'INDOOR'], {
  TAKEAWAY: 'TAKEOUT',
  PICKUP: 'TAKEOUT',
  TOGO: 'TAKEOUT',
  DINE_IN: 'INDOOR',
  EAT_IN: 'INDOOR',
})
const modeName = vocabulary(['TABLE', 'TAB', 'COUNTER'], {
  MESA: 'TABLE',
  PLACE: 'TABLE',
  COMANDA: 'TAB',
  BALCAO: 'COUNTER',
})
const consumptionName = vocabulary(['DINE_IN', 'TAKEAWAY'], {
  EAT_IN: 'DINE_IN',
  TAKEOUT: 'TAKEAWAY',
  TOGO: 'TAKEAWAY',
})
const PRIORITIES = ['PRIORITY1', 'PRIORITY2', 'PRIORITY3', 'PRIORITY4', 'PRIORITY5']
const priorityName = vocabulary(
  PRIORITIES,
  Object.fromEntries(PRIORITIES.map((name, index) => [String(index + 1), name])),
)
/** The events after which an order has a status, for a host that sends the last event instead. */
const statusAfter = vocabulary(
  ['CREATED', 'CONFIRMED', 'PREPARING', 'READY', 'IN_DELIVERY', 'DELIVERED', 'CONCLUDED', 'CANCELLED'],
  {
    READY_FOR_PICKUP: 'READY',
    DISPATCHED: 'IN_DELIVERY',
    DELIVERY_ONGOING: 'IN_DELIVERY',
    ARRIVED_AT_CUSTOMER: 'IN_DELIVERY',
  },
)

/** A known word by its name, an unknown one as it was sent. */
/** An id, or a number or code that staff read. A blank one counts as absent. */
const shown = (text: string | undefined): string | undefined =>
  text !== undefined && isVisible(text) ? text : undefined

/** A part of the order; absent when none of its fields was sent. */
const orAbsent = <Part extends object>(part: Part): Part | undefined =>
  Object.values(part).every((value) => value === undefined) ? undefined : part

/** Hosts of Open Delivery v1 have the parts of `fulfillment` beside it. */
function readFulfillment(order: Members, reader: FieldReader): Order['fulfillment'] {
  const fulfillment = reader.block(order('fulfillment', 'fulfilment'), 'orderType')
  const typeOfV1 = idIn(order('type')) ?? ''
  const type = fulfillment('orderType', 'type') ?? order('orderType') ?? orderTypeName(typeOfV1)
  const delivery = reader.block(fulfillment('delivery') ?? order('delivery'), 'observations')
  const address = reader.block(delivery('address', 'deliveryAddress'), 'street')
  const takeout = reader.block(fulfillment('takeout') ?? order('takeout'), 'pickupCode')
  const indoor = reader.block(fulfillment('indoor') ?? order('indoor'), 'identifier')
  return {
    orderType: wordOf(orderTypeName, reader.text(wordIn(type))) ?? '',
    delivery: orAbsent({
      address: orAbsent({
        street: reader.text(address('street', 'streetName', 'formattedAddress')),
        number: reader.text(address('number', 'streetNumber')),
        complement: joined(reader.text(address('complement')), reader.text(address('reference'))),
        neighborhood: reader.text(address('neighborhood', 'district')),
        city: reader.text(address('city')),
      }),
      estimatedDeliveryDateTime: readTime(delivery('estimatedDeliveryDateTime'), reader),
      observations: reader.text(delivery(...NOTE_NAMES)),
    }),
    takeout: orAbsent({
      pickupCode: shown(reader.text(takeout('pickupCode') ?? delivery('pickupCode'))),
      observations: reader.text(takeout(...NOTE_NAMES)),
    }),
    indoor: orAbsent({
      operationMode: wordOf(modeName, reader.text(indoor('operationMode', 'mode'))),
      identifier: shown(reader.text(indoor('identifier', 'table', 'place', 'tab', 'seat'))),
      consumptionType: wordOf(consumptionName, reader.text(indoor('consumptionType'))),
      observations: reader.text(indoor(...NOTE_NAMES)),
    }),
  }
}

/** A time as it was sent. One that cannot be read is counted, except the default of a program, which says nothing. */
function readTime(sent: unknown, reader: FieldReader): string | undefined {
  const text = reader.text(sent)
  if (text !== undefined && isVisible(text) && parseInstant(text) === undefined && !isDefaultTime(text)) reader.miss()
  return text
}

const SCHEDULE_NAMES = [
  'schedule',
  'scheduledFor',
  'scheduledAt',
  'scheduledDateTime',
  'scheduledTime',
  'scheduledDate',
]

/** Hosts of Open Delivery v1 have the parts of `timing` beside it. */
function readTiming(order: Members, reader: FieldReader): Order['timing'] {
  const began = reader.block(order('timing'), 'orderTiming')('comandaBegan')
  const timing = readTimes(order, reader)
  return began === undefined ? timing : { ...timing, comandaBegan: readTimes(reader.block(began), reader) }
}

function readTimes(order: Members, reader: FieldReader): Timing | undefined {
  const timing = reader.block(order('timing'), 'orderTiming')
  const schedule = reader.block(timing(...SCHEDULE_NAMES) ?? order(...SCHEDULE_NAMES), 'scheduledDateTimeEnd')
  const orderTiming = wordOf(timingName, reader.text(timing('orderTiming') ?? order('orderTiming')))
  const promised =
    reader.block(order('takeout'), 'pickupCode')('takeoutDateTime') ??
    reader.block(order('indoor'), 'identifier')('indoorDateTime')
  const end =
    schedule('scheduledDateTimeEnd', 'end', 'scheduledDateTimeStart', 'start') === undefined &&
    orderTiming === 'SCHEDULED'
      ? promised
      : schedule('scheduledDateTimeEnd', 'end')
  return orAbsent({
    orderTiming,
    schedule: orAbsent({
      scheduledDateTimeStart: readTime(schedule('scheduledDateTimeStart', 'start'), reader),
      scheduledDateTimeEnd: readTime(end, reader),
    }),
    preparationStartDateTime: readTime(timing('preparationStartDateTime') ?? order('preparationStartDateTime'), reader),
    orderPriority: wordOf(priorityName, reader.text(timing('orderPriority') ?? order('orderPriority'))),
  })
}

/** Members of a block that state another status than the present one. */
const NOT_PRESENT = /PREV|OLD|FROM|LAST|HISTORY|NEXT/

/** The known status in a word, or in a block: under a usual name, else the only one under any name. */
function statusIn(sent: unknown, depth = 0): string | undefined {
  if (typeof sent === 'string') return knownStatus(sent) ?? statusAfter(sent)
  if (!isPlainRecord(sent) || depth > MAX_WRAPPERS) return undefined
  const usual = statusIn(wordIn(sent), depth + 1)
  if (usual !== undefined) return usual
  const present = Object.entries(sent).filter(([name]) => !NOT_PRESENT.test(foldedWord(name)))
  const [only, ...others] = new Set(present.flatMap(([, value]) => statusIn(value, depth + 1) ?? []))
  return others.length === 0 ? only : undefined
}

function readStatus(order: Members, reader: FieldReader): string {
  const found = (): string | undefined => {
    const block = order('status', 'orderStatus', 'currentStatus')
    const sent = statusIn(block) ?? shown(reader.text(wordIn(block)))
    if (sent !== undefined) return sent
    const lastEvent = idIn(order('lastEvent'))
    return lastEvent === undefined ? undefined : statusAfter(eventName(lastEvent))
  }
  const isToldByEvents = isPlainRecord(order('handling'))
  return (isToldByEvents ? found() : required(reader, found)) ?? ''
}

/** What the parts of an order say about it that have no notes of their own on a ticket, and what any part says of allergies. */
function notesBeside(order: Members, reader: FieldReader): readonly (string | undefined)[] {
  const notesIn = (part: unknown): string | undefined => (isPlainRecord(part) ? readNotes(part, reader) : undefined)
  const fulfillment = order('fulfillment', 'fulfilment')
  const within = isPlainRecord(fulfillment) ? membersOf(fulfillment) : order
  const parts = [fulfillment, order('customer'), order('context'), order('timing'), order('payments')].map(notesIn)
  const allergies = [within('delivery'), within('takeout'), within('indoor')].map((part) =>
    isPlainRecord(part) ? allergyTexts(part, reader).join('\n') || undefined : undefined,
  )
  return [...parts, ...allergies]
}

/** Names of the number that staff call, in the order of preference. */
const NUMBER_NAMES = ['displayId', 'shortId', 'displayNumber', 'orderNumber', 'shortReference', 'number']

function readDisplayId(order: Members, reader: FieldReader): string | undefined {
  const sent = order(...NUMBER_NAMES)
  const members = isPlainRecord(sent) ? membersOf(sent) : undefined
  return shown(reader.text(members?.('value', 'number', 'displayId', 'id', 'code') ?? sent))
}

const WRAPPERS = ['order', 'data', 'result', 'payload', 'response', 'content', 'orders']
const MAX_WRAPPERS = 4

/** The order inside an answer that wraps it in a list, an object or a text. */
export function orderIn(answer: unknown, depth = 0): unknown {
  if (depth > MAX_WRAPPERS) return answer
  if (Array.isArray(answer)) return answer.length === 1 ? orderIn(answer[0], depth + 1) : answer
  if (typeof answer === 'string') {
    const value = parseJsonText(answer)
    return isRecord(value) ? orderIn(value, depth + 1) : answer
  }
  if (!isPlainRecord(answer)) return answer
  const members = membersOf(answer)
  if (members('items', 'fulfillment', 'displayId', 'status') !== undefined) return answer
  const inner = members(...WRAPPERS)
  return inner === undefined ? answer : orderIn(inner, depth + 1)
}

/** The order in a body, whatever of it can be read. Pure; never throws. */
export function readOrder(body: Fields): Order {
  const reader = createFieldReader()
  const members = membersOf(body)
  const merchant = reader.block(members('merchant'), 'name')
  const context = reader.block(members('context'), 'salesChannel')
  const customer = reader.block(members('customer'), 'name')
  const { lines, characters } = cutOf(body)
  const items = reader.list(members('items', 'products', 'lineItems', 'orderItems'), isDish).map(readItem)
  const order = {
    comandaCut: lines + characters > 0 ? { characters, lines } : undefined,
    id: idIn(members('id', 'orderId')) ?? '',
    displayId: readDisplayId(members, reader),
    createdAt: readTime(members('createdAt'), reader),
    status: readStatus(members, reader),
    lastEvent: idIn(members('lastEvent')),
    observations: readNotes(body, reader, members('specialInstructions'), ...notesBeside(members, reader)),
    extraInfo: reader.text(members('extraInfo')),
    merchant: orAbsent({
      id: idIn(merchant('id')),
      name: reader.text(merchant('name')),
      externalCode: idIn(merchant('externalCode')),
    }),
    timing: readTiming(members, reader),
    context: orAbsent({
      salesChannel: reader.text(context('salesChannel') ?? members('salesChannel')),
      virtualBrand: reader.text(context('virtualBrand') ?? members('virtualBrand')),
    }),
    fulfillment: readFulfillment(members, reader),
    customer: orAbsent({
      name: reader.text(customer('name', 'fullName', 'firstName')),
      ordersCountOnMerchant: createFieldReader().number(customer('ordersCountOnMerchant')),
    }),
    items,
    total: orAbsent({
      orderAmount: readMoney(reader.block(members('total'), 'orderAmount')('orderAmount'), createFieldReader()),
    }),
    payments: readPayments(members('payments'), reader),
    handling: readHandling(body.handling),
  }
  return { ...order, comandaUnread: unreadBefore(body) ?? orNone(reader.missed()) }
}

/** The order as the cache returns it: texts that were joined may be longer than a text that is read. */
function asStored(order: Order): Order {
  const { comandaCut: _, ...parts } = order
  // A cut order has the members of the order, with shorter texts and lists.
  return cutOrder(parts) === parts ? order : (cutOrder(order) as Order)
}

/**
 * Reads the body of `GET /orders/{id}`, cut to what a ticket can show (`order-cut.ts`). Never throws. Not an order: a body
 * without an id, a number and items. `reason` names the fields, never their values.
 */
export function parseOrder(raw: unknown): ParsedOrder {
  const body = cutOrder(orderIn(raw))
  if (!isPlainRecord(body)) return { ok: false, reason: 'order: not an object' }
  const order = asStored(readOrder(body))
  return order.id === '' && order.displayId === undefined && order.items.length === 0
    ? { ok: false, reason: 'id: not readable' }
    : { ok: true, order }
}
