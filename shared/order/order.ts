import { isPlainRecord, isRecord } from '../is-record.ts'
import { parseJsonText } from '../json-text.ts'
import { dishName } from '../text/folded-text.ts'
import { isVisible } from '../text/visible-text.ts'
import { isDefaultTime, parseInstant } from '../time/instant.ts'
import { eventName } from './event.ts'
import { createFieldReader, type FieldReader, type Members, membersOf, unitOf } from './field-reader.ts'
import { knownStatus } from './lifecycle.ts'
import { cutOf, cutOrder, type OrderCut } from './order-cut.ts'
import { foldedWord, vocabulary } from './vocabulary.ts'

/**
 * The order as the platform sends it (Open Delivery v2, "Order"), read tolerantly: one field that is absent, null or of
 * another type hides no other. What was sent for a ticket and cannot be read is counted (`comandaUnread`), so that the ticket
 * says so. Unknown fields are dropped: what a kitchen does not need is not kept in memory either. The cache stores an order in
 * this form (`order-stripping.ts`), and reading it again gives the same.
 */

/** Fields that may be absent. */
type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
type Texts<Names extends string> = Sent<Record<Names, string>>

export type OrderOption = Texts<'id' | 'unit' | 'optionGroupName' | 'observations' | 'specialInstructions'> & {
  readonly name: string
  /** An option that was sent without a quantity counts once. */
  readonly quantity: number | 'unreadable'
  readonly options: readonly OrderOption[]
}

export type OrderItem = Texts<'id' | 'unit' | 'externalCode' | 'observations' | 'specialInstructions'> & {
  readonly name: string
  /** `unreadable`: also when none was sent. */
  readonly quantity: number | 'unreadable'
  readonly options: readonly OrderOption[]
  /** Parts of the item and its options that cannot be read; absent: none. */
  readonly comandaUnread?: number | undefined
}

/** An amount as sent. Whether it is decimal or in cents is a setting of the connection. */
type Money = { readonly value: number; readonly currency?: string | undefined }
/** A sum that decides what is collected: an unreadable sum must not count as absent. */
type StatedSum = number | 'unreadable' | undefined
type PaymentMethod = Texts<'type' | 'method' | 'methodInfo' | 'brand' | 'currency'> &
  Sent<{ value: number; changeFor: number }>

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
    timing: Texts<'orderTiming' | 'preparationStartDateTime' | 'orderPriority'> &
      Sent<{ schedule: Texts<'scheduledDateTimeStart' | 'scheduledDateTimeEnd'> }>
    context: Texts<'salesChannel' | 'virtualBrand'>
    customer: Texts<'name'> & Sent<{ ordersCountOnMerchant: number }>
    total: Sent<{ orderAmount: Money }>
    payments: {
      readonly prepaid: StatedSum
      readonly pending: StatedSum
      readonly methods: readonly PaymentMethod[]
    }
    /** What was cut from the body (`cutOf`). */
    comandaCut: OrderCut
    /** Parts outside the items that cannot be read; absent: none. */
    comandaUnread: number
  }>

type Fields = Readonly<Record<string, unknown>>

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
const paymentTypeName = vocabulary(['PREPAID', 'PENDING'])
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
const wordOf = (known: (sent: string) => string | undefined, sent: string | undefined): string | undefined =>
  sent === undefined ? undefined : (known(sent) ?? sent)
/** An id, or a number or code that staff read. A blank one counts as absent. */
const shown = (text: string | undefined): string | undefined =>
  text !== undefined && isVisible(text) ? text : undefined
const joined = (...texts: readonly (string | undefined)[]): string | undefined => {
  const present = texts.filter((text) => text !== undefined)
  return present.length === 0 ? undefined : present.join(' · ')
}
const orNone = (parts: number): number | undefined => (parts > 0 ? parts : undefined)

/** An id is not shown, so an unreadable one is not counted. */
function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The parts of a stored order that its first reading has counted. */
function unreadBefore(body: Fields): number | undefined {
  const { comandaUnread: parts } = body
  return typeof parts === 'number' && Number.isSafeInteger(parts) && parts > 0 ? parts : undefined
}

const DISH_NAMES = ['name', 'title', 'label', 'productName', 'itemName', 'optionName', 'description']
const QUANTITY_NAMES = ['quantity', 'qty', 'count']
const GROUP_NAMES = ['optionGroupName', 'groupName', 'optionGroup', 'modifierGroupName', 'modifierGroup', 'group']
/** Names of the lists of options, of groups with options of their own, of what is taken away, and of notes. */
const ROLES = {
  options: [
    ...['options', 'subItems', 'customizations', 'modifiers', 'toppings', 'additions', 'complements', 'addOns'],
    ...['extras', 'choices', 'selections', 'garnishItems', 'items', 'comboItems', 'components', 'children', 'products'],
  ],
  groups: ['optionGroups', 'modifierGroups', 'optionsGroups', 'choiceGroups', 'complementGroups', 'groups'],
  removals: [
    ...['removed', 'isRemoved', 'removals', 'removedItems', 'removedOptions', 'removedIngredients', 'without'],
    ...['excluded', 'exclusions', 'excludedItems', 'excludedIngredients', 'ingredientsToRemove'],
  ],
  notes: [
    ...['observations', 'observation', 'obs', 'notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
    ...['instructions', 'customerNote', 'customerNotes', 'kitchenNotes', 'orderNotes', 'preparationNotes'],
    ...['specialRequest', 'specialRequests', 'additionalInfo', 'additionalNotes'],
  ],
} as const satisfies Record<string, readonly string[]>
type Role = keyof typeof ROLES
const ROLE_OF = new Map(Object.entries(ROLES).flatMap(([role, names]) => names.map((name) => [foldedWord(name), role])))

/** The values of all members with this role, in the order in which they were sent. */
const valuesOf = (sent: Fields, role: Role): readonly unknown[] =>
  Object.entries(sent).flatMap(([name, value]) => (ROLE_OF.get(foldedWord(name)) === role ? [value] : []))

const isDish = (members: Members): boolean =>
  members('name', 'quantity', 'options', 'observations', ...GROUP_NAMES) !== undefined

/** The notes under all their names, each once. @param more a further note */
function readNotes(sent: Fields, reader: FieldReader, more?: unknown): string | undefined {
  const notes = [...valuesOf(sent, 'notes'), more].flatMap((note) => reader.text(note) ?? [])
  return notes.length === 0 ? undefined : [...new Set(notes)].join('\n')
}
const isMethod = (members: Members): boolean => members('method', 'type', 'value', 'brand') !== undefined
const isNothing = (sent: Fields): boolean => Object.values(sent).every((value) => value === null || value === undefined)

/** What the ticket needs: counted as one part when it is absent or cannot be read. */
function required<T>(reader: FieldReader, read: () => T | undefined): T | undefined {
  const before = reader.missed()
  const value = read()
  if (value === undefined && reader.missed() === before) reader.miss()
  return value
}

/** Members of a block that hold its word. */
const WORD_MEMBERS = ['status', 'orderType', 'value', 'code', 'name', 'current', 'type', 'description', 'state']

/** A word, or the one in a block ("block" is what the interface document calls the status). */
const wordIn = (sent: unknown, depth = 0): unknown =>
  isPlainRecord(sent) && depth < MAX_WRAPPERS ? wordIn(membersOf(sent)(...WORD_MEMBERS), depth + 1) : sent

/** A name that would be no value in another field: "Cebola: None", "Alergias: N/A". */
const spokenName = (name: unknown): string | undefined =>
  typeof name === 'string' && /^\s*(?:none|n\/[ad])\s*$/i.test(name) ? name.trim() : undefined

/** Options inside options, in an order of any size. */
const MAX_DEPTH = 16

/** A part of the order; absent when none of its fields was sent. */
const orAbsent = <Part extends object>(part: Part): Part | undefined =>
  Object.values(part).every((value) => value === undefined) ? undefined : part

/** The fields that items and options share. A dish without a name or a readable quantity stays on the ticket. */
function readDish(sent: Fields, reader: FieldReader, withoutQuantity: number | 'unreadable', depth = 0) {
  const members = membersOf(sent)
  const named = members(...DISH_NAMES)
  // An object without a field of a dish may be a text in several languages.
  const name = required(
    reader,
    () => reader.text(named ?? (isDish(members) ? undefined : sent)) ?? spokenName(sent.name),
  )
  const count = members(...QUANTITY_NAMES)
  if (count === undefined && withoutQuantity === 'unreadable') reader.miss()
  const quantity = reader.quantity(count)
  const unit = reader.text(wordIn(members('unit')))
  return {
    id: idIn(members('id')),
    name: name ?? '',
    quantity: count === undefined ? withoutQuantity : (quantity?.number ?? ('unreadable' as const)),
    unit: unit === undefined ? quantity?.unit : unitOf(unit),
    observations: readNotes(sent, reader),
    specialInstructions: reader.text(members('specialInstructions')),
    options: readAllOptions(sent, reader, depth + 1),
  }
}

/** The group of an option that the platform names in another way than by a group. */
const REMOVED = 'Remove'
const removing = vocabulary([REMOVED], {
  ...{ REMOVED, REMOVAL: REMOVED, EXCLUDE: REMOVED, EXCLUDED: REMOVED, EXCLUSION: REMOVED, SUBTRACT: REMOVED },
  ...{ DELETE: REMOVED, WITHOUT: REMOVED, NO: REMOVED, RETIRAR: REMOVED, REMOVER: REMOVED, QUITAR: REMOVED },
})

const isTrue = (flag: unknown): boolean => /^(?:true|1)$/i.test(String(flag))
const isFalse = (flag: unknown): boolean => /^(?:false|0)$/i.test(String(flag))

/** Whether an option says by a code or a flag that it is taken away. */
function isTakenAway(sent: Fields, members: Members): boolean {
  const code = members('action', 'operation', 'modifierType', 'optionType', 'type')
  const isCoded = typeof code === 'string' && removing(code) !== undefined
  return isCoded || valuesOf(sent, 'removals').some(isTrue) || isFalse(members('selected', 'included'))
}

/** Whether an option of another list says nothing that this one of its name does not say. */
const isRepeated = (option: OrderOption, other: OrderOption): boolean =>
  option.quantity === other.quantity &&
  (option.options.length === 0 || JSON.stringify(option.options) === JSON.stringify(other.options)) &&
  (['unit', 'optionGroupName', 'observations', 'specialInstructions'] as const).every(
    (field) => option[field] === undefined || option[field] === other[field],
  )

/** The options of all lists. Some hosts send the same options in two forms: what an earlier list has counts once. */
function readAllOptions(sent: Fields, reader: FieldReader, depth: number): readonly OrderOption[] {
  const removals = valuesOf(sent, 'removals').filter((value) => !isTrue(value) && !isFalse(value))
  const lists = [
    ...valuesOf(sent, 'groups').map((list) => readOptions(list, reader, depth, 'group')),
    ...removals.map((list) => inGroup(readOptions(list, reader, depth, 'option'), REMOVED)),
    ...valuesOf(sent, 'options').map((list) => readOptions(list, reader, depth, 'option')),
  ]
  const known = new Map<string, readonly OrderOption[]>()
  const ofName = ({ name }: OrderOption): readonly OrderOption[] => known.get(dishName(name)) ?? []
  return lists.flatMap((list) => {
    const fresh = list.filter((option) => !ofName(option).some((other) => isRepeated(option, other)))
    for (const option of fresh) known.set(dishName(option.name), [...ofName(option), option])
    return fresh
  })
}

const inGroup = (options: readonly OrderOption[], name: string | undefined): readonly OrderOption[] =>
  options.map((option) => ({ ...option, optionGroupName: option.optionGroupName ?? name }))

/** An object that holds the options of a group and is none itself. */
function readGroup(sent: Fields, reader: FieldReader, depth: number): readonly OrderOption[] {
  const members = membersOf(sent)
  const name = reader.text(members(...GROUP_NAMES, ...DISH_NAMES))
  const lists = valuesOf(sent, 'options')
  return inGroup(
    lists.flatMap((list) => readOptions(list, reader, depth, 'option')),
    name,
  )
}

function readOptions(
  sent: unknown,
  reader: FieldReader,
  depth: number,
  kind: 'option' | 'group',
): readonly OrderOption[] {
  if (depth <= MAX_DEPTH) return reader.list(sent, isDish).flatMap((option) => readOption(option, reader, depth, kind))
  if (sent !== undefined) reader.miss()
  return []
}

function readOption(
  sent: unknown,
  reader: FieldReader,
  depth: number,
  kind: 'option' | 'group',
): readonly OrderOption[] {
  if (!isPlainRecord(sent)) {
    const name = reader.text(sent)
    return name === undefined ? [] : [{ name, quantity: 1, options: [] }]
  }
  if (isNothing(sent)) return []
  const members = membersOf(sent)
  const group = members(...GROUP_NAMES)
  const isNamed = (members(...DISH_NAMES) ?? spokenName(sent.name)) !== undefined
  const hasOptions = valuesOf(sent, 'options').some((list) => isRecord(list) && Object.keys(list).length > 0)
  const isGroup = kind === 'group' || (!isNamed && group !== undefined && hasOptions)
  if (isGroup) return readGroup(sent, reader, depth + 1)
  const optionGroupName = joined(reader.text(group), isTakenAway(sent, members) ? REMOVED : undefined)
  return [{ ...readDish(sent, reader, 1, depth), optionGroupName }]
}

function readItem(sent: unknown): OrderItem {
  const reader = createFieldReader()
  if (isPlainRecord(sent)) {
    const item = readDish(sent, reader, 'unreadable')
    const externalCode = idIn(membersOf(sent)('externalCode'))
    return { ...item, externalCode, comandaUnread: unreadBefore(sent) ?? orNone(reader.missed()) }
  }
  const name = reader.text(sent)
  // Its quantity, at least, was not sent.
  reader.miss()
  return { name: name ?? '', quantity: 'unreadable', options: [], comandaUnread: reader.missed() }
}

/** "R$ 50,00", "BRL 50". */
const CURRENCY = /^\s*\p{L}{0,3}\p{Sc}?\s*(?=\d)/u

function readMoney(sent: unknown, reader: FieldReader): Money | undefined {
  const members = reader.block(sent, 'value')
  const written = members('value', 'amount')
  const value = reader.number(typeof written === 'string' ? written.replace(CURRENCY, '') : written)
  return value === undefined ? undefined : { value, currency: reader.text(members('currency')) }
}

/** The ticket states an unreadable sum itself, so it is not counted. */
function readSum(sent: unknown): StatedSum {
  return sent === undefined ? undefined : (readMoney(sent, createFieldReader())?.value ?? 'unreadable')
}

function readPayments(sent: unknown, reader: FieldReader): Order['payments'] {
  if (sent === undefined) return undefined
  const members = Array.isArray(sent) ? membersOf({ methods: sent }) : reader.block(sent)
  const methods = reader.list(members('methods', 'method'), isMethod).flatMap((method): readonly PaymentMethod[] => {
    const one = reader.block(method, 'method')
    const money = readMoney(one('value', 'amount'), reader)
    const read = {
      type: wordOf(paymentTypeName, reader.text(one('type'))),
      method: reader.text(one('method')),
      methodInfo: reader.text(one('methodInfo')),
      brand: reader.text(one('brand')),
      value: money?.value,
      currency: reader.text(one('currency')) ?? money?.currency,
      changeFor: readMoney(one('changeFor'), reader)?.value,
    }
    return isNothing(read) ? [] : [read]
  })
  return { prepaid: readSum(members('prepaid')), pending: readSum(members('pending')), methods }
}

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
      observations: reader.text(delivery(...ROLES.notes)),
    }),
    takeout: orAbsent({
      pickupCode: shown(reader.text(takeout('pickupCode') ?? delivery('pickupCode'))),
      observations: reader.text(takeout(...ROLES.notes)),
    }),
    indoor: orAbsent({
      operationMode: wordOf(modeName, reader.text(indoor('operationMode', 'mode'))),
      identifier: shown(reader.text(indoor('identifier', 'table', 'place', 'tab', 'seat'))),
      consumptionType: wordOf(consumptionName, reader.text(indoor('consumptionType'))),
      observations: reader.text(indoor(...ROLES.notes)),
    }),
  }
}

/** A time as it was sent. One that cannot be read is counted, except the default of a program, which says nothing. */
function readTime(sent: unknown, reader: FieldReader): string | undefined {
  const text = reader.text(sent)
  if (text !== undefined && isVisible(text) && parseInstant(text) === undefined && !isDefaultTime(text)) reader.miss()
  return text
}

/** Hosts of Open Delivery v1 have the parts of `timing` beside it. */
function readTiming(order: Members, reader: FieldReader): Order['timing'] {
  const timing = reader.block(order('timing'), 'orderTiming')
  const schedule = reader.block(timing('schedule') ?? order('schedule'), 'scheduledDateTimeEnd')
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

function readStatus(order: Members, reader: FieldReader): string {
  const status = required(reader, () => {
    const sent = shown(reader.text(wordIn(order('status'))))
    if (sent !== undefined) return knownStatus(sent) ?? statusAfter(sent) ?? sent
    const lastEvent = idIn(order('lastEvent'))
    return lastEvent === undefined ? undefined : statusAfter(eventName(lastEvent))
  })
  return status ?? ''
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
    observations: readNotes(body, reader, members('specialInstructions')),
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
  }
  return { ...order, comandaUnread: unreadBefore(body) ?? orNone(reader.missed()) }
}

/**
 * Reads the body of `GET /orders/{id}`, cut to what a ticket can show (`order-cut.ts`). Never throws. Not an order: a body
 * without an id, a number and items. `reason` names the fields, never their values.
 */
export function parseOrder(raw: unknown): ParsedOrder {
  const body = cutOrder(orderIn(raw))
  if (!isPlainRecord(body)) return { ok: false, reason: 'order: not an object' }
  const order = readOrder(body)
  return order.id === '' && order.displayId === undefined && order.items.length === 0
    ? { ok: false, reason: 'id: not readable' }
    : { ok: true, order }
}
