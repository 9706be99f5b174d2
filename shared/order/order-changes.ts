import { dishName } from '../text/folded-text.ts'
import { isVisible } from '../text/visible-text.ts'
import { isStatement } from '../ticket/allergy.ts'
import { parseInstant, type ZoneOfLocal } from '../time/instant.ts'
import { isDefaultStart } from '../time/schedule.ts'
import type { Order } from './order.ts'
import { firstCharacters } from './order-cut.ts'
import type { OrderOption } from './order-items.ts'

/** What changed between two readings of an order. Pure. */

/** An entry of a list that is compared. `content` decides whether two are equal, `name` whether one became the other. */
export type Comparable = { readonly id: string | undefined; readonly content: string; readonly name: string }

/** Positions in the earlier and in the later list; `undefined`: there is none. */
export type Pair = { readonly before: number | undefined; readonly now: number | undefined }

type Dish = Pick<
  OrderOption,
  'id' | 'name' | 'quantity' | 'optionGroupName' | 'observations' | 'specialInstructions'
> & { readonly unit?: string | undefined; readonly options: readonly Dish[] }

/** Everything that a cook reads of a line, without its id. The order of its options does not count. */
const contentOf = ({ name, quantity, unit, ...more }: Dish): string =>
  JSON.stringify([
    name,
    quantity,
    unit,
    more.optionGroupName,
    more.observations,
    more.specialInstructions,
    more.options.map(contentOf).toSorted(),
  ])

const comparable = (dish: Dish): Comparable => ({
  id: dish.id,
  content: contentOf(dish),
  name: dishName(dish.name),
})

type Key = (entry: Comparable) => string | undefined

/** From the surest sign to the weakest. The content is before the id: a host may number the lines of an order anew. */
const KEYS: readonly Key[] = [
  ({ id, content }) => (id === undefined ? undefined : JSON.stringify([id, content])),
  ({ content }) => content,
  ({ id }) => id,
  ({ name }) => name,
]

/**
 * Pairs the entries of two lists. Of equal entries that became fewer, those that `isLess` names are left over first.
 * The pairs are in the order of the later list; then come the entries that are gone.
 */
export function pairEntries(
  before: readonly Comparable[],
  now: readonly Comparable[],
  isLess: (before: number) => boolean = () => false,
): readonly Pair[] {
  const partner = new Map<number, number>()
  const paired = new Set<number>()
  for (const keyOf of KEYS) {
    const openBefore = placesBy(before, keyOf, (at) => paired.has(at))
    const openNow = placesBy(now, keyOf, (at) => partner.has(at))
    for (const [key, places] of openNow) {
      const candidates = key === undefined ? [] : (openBefore.get(key) ?? [])
      const kept = new Set(
        [...candidates.filter((at) => !isLess(at)), ...candidates.filter(isLess)].slice(0, places.length),
      )
      candidates
        .filter((at) => kept.has(at))
        .forEach((at, index) => {
          const place = places[index]
          if (place === undefined) return
          partner.set(place, at)
          paired.add(at)
        })
    }
  }
  return [
    ...now.map((_, at) => ({ before: partner.get(at), now: at })),
    ...before.flatMap((_, at) => (paired.has(at) ? [] : [{ before: at, now: undefined }])),
  ]
}

/** The places of a list by their key, without those that are taken. */
function placesBy(list: readonly Comparable[], keyOf: Key, isTaken: (at: number) => boolean) {
  const places = new Map<string | undefined, number[]>()
  for (const [at, entry] of list.entries()) {
    if (isTaken(at)) continue
    const key = keyOf(entry)
    places.set(key, [...(places.get(key) ?? []), at])
  }
  return places
}

/** 53 bits of a text (cyrb53): names a content in an id, and protects nothing. */
function digestOf(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

type Items = Order['items']

const MAX_CHANGE_CHARACTERS = 500

/**
 * The ids of the lines of an order. Equal lines are numbered. A line that changes gets another id, so that a mark on it and a
 * tap that comes late hit no other content.
 */
export function lineIdsOf(items: Items): readonly string[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const key = digestOf(JSON.stringify([item.id, contentOf(item)]))
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${key}.${count}`
  })
}

/** Between the id of a line and the name of the station that marks its own part of it. */
export const PART_OF_LINE = '/'

const isMarkOf = (mark: string, lineId: string): boolean =>
  mark === lineId || mark.startsWith(`${lineId}${PART_OF_LINE}`)

/** The marks of struck lines after another reading: an unchanged line keeps its mark, a changed one is open again. */
export function carriedMarks(before: Items, now: Items, marks: ReadonlySet<string>): ReadonlySet<string> {
  const idsBefore = lineIdsOf(before)
  const idsNow = lineIdsOf(now)
  const marksOf = (lineId: string | undefined): readonly string[] =>
    lineId === undefined ? [] : [...marks].filter((mark) => isMarkOf(mark, lineId))
  const [entriesBefore, entriesNow] = [before.map(comparable), now.map(comparable)]
  const carried = pairEntries(entriesBefore, entriesNow, (at) => marksOf(idsBefore[at]).length > 0).flatMap((pair) => {
    if (pair.before === undefined || pair.now === undefined) return []
    if (entriesBefore[pair.before]?.content !== entriesNow[pair.now]?.content) return []
    const from = idsBefore[pair.before] ?? ''
    return marksOf(from).map((mark) => `${idsNow[pair.now ?? 0] ?? ''}${mark.slice(from.length)}`)
  })
  // After a crash between the two databases, the marks may already be those of the later reading.
  const already = idsNow
    .filter((lineId) => !idsBefore.includes(lineId))
    .flatMap((lineId) => [...marks].filter((mark) => isMarkOf(mark, lineId)))
  return new Set([...carried, ...already])
}

/**
 * The marks of struck lines that an earlier version wrote, with the ids of this version; `undefined`: there are none. They began
 * with the position of the line and the platform's id, or its name.
 */
export function renewedMarks(items: Items, marks: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const earlier = [...marks].filter((mark) => /^\d+:/.test(mark))
  if (earlier.length === 0) return undefined
  const ids = lineIdsOf(items)
  const renewed = items.flatMap((item, at) => {
    const lineId = firstCharacters(`${at}:${item.id ?? item.name}`, 200).toWellFormed()
    return earlier.flatMap((mark) => (isMarkOf(mark, lineId) ? `${ids[at] ?? ''}${mark.slice(lineId.length)}` : []))
  })
  return new Set([...marks, ...renewed].filter((mark) => !earlier.includes(mark)))
}

const visible = (...notes: readonly (string | undefined)[]): readonly string[] =>
  notes.flatMap((note) => (note !== undefined && isVisible(note) ? [note] : []))

/** The notes about the food of the whole order, and an allergy that a guest wrote into a name or an address. */
export function kitchenNotesOf({ observations, extraInfo, customer, fulfillment }: Order): readonly string[] {
  const { indoor, delivery } = fulfillment
  const elsewhere = [customer?.name, delivery?.address?.complement].filter(
    (text) => text !== undefined && isStatement(text),
  )
  return visible(observations, extraInfo, indoor?.observations, ...elsewhere)
}

/** The notes about the hand-over: for the counter and the courier. */
export const courierNotesOf = ({ fulfillment: { takeout, delivery } }: Order): readonly string[] =>
  visible(takeout?.observations, delivery?.observations)

/** All notes of the whole order that can be seen. */
export const notesOf = (order: Order): readonly string[] => [...kitchenNotesOf(order), ...courierNotesOf(order)]

/** Street, complement and neighbourhood in one line; `undefined` without an address. */
export const addressLineOf = (order: Order): string | undefined => {
  const address = order.fulfillment.delivery?.address
  if (!address) return undefined
  const street = [address.street, address.number].filter((part) => part !== undefined).join(', ')
  const parts = [street, address.complement, address.neighborhood].filter((part) => part !== undefined && part !== '')
  return parts.length > 0 ? parts.join(' · ') : undefined
}

/** What staff must know beside the food: where it goes, how, and for when. */
export const ORDER_FACTS = ['orderType', 'address', 'place', 'consumption', 'time', 'start'] as const
type OrderFact = (typeof ORDER_FACTS)[number]

/** The estimate of a delivery is none of them: platforms correct it all the time. */
function factsOf(order: Order, zone: ZoneOfLocal): Readonly<Record<OrderFact, string | undefined>> {
  const { schedule } = order.timing ?? {}
  const time =
    parseInstant(schedule?.scheduledDateTimeEnd, zone) ?? parseInstant(schedule?.scheduledDateTimeStart, zone)
  return {
    orderType: order.fulfillment.orderType || undefined,
    address: addressLineOf(order),
    place: order.fulfillment.indoor?.identifier,
    consumption: order.fulfillment.indoor?.consumptionType,
    time: timeText(time),
    start: timeText(startOf(order, zone)),
  }
}

const timeText = (at: number | undefined): string | undefined => (at === undefined ? undefined : String(at))

/** When the kitchen should start, as the platform states it. An instant order is started at once. */
function startOf({ createdAt, timing }: Order, zone: ZoneOfLocal): number | undefined {
  const stated = parseInstant(timing?.preparationStartDateTime, zone)
  if (stated === undefined || timing?.orderTiming === 'INSTANT') return undefined
  return isDefaultStart(stated, parseInstant(createdAt, zone)) ? undefined : stated
}

/** The begin of a window, which moves alone when its end, for which the order must be ready, stays. */
const windowStartOf = ({ timing }: Order, zone: ZoneOfLocal): string | undefined =>
  timeText(parseInstant(timing?.schedule?.scheduledDateTimeStart, zone))

type FactChange = { readonly fact: OrderFact; readonly was: string | undefined; readonly now: string | undefined }

/**
 * The facts that differ. Some hosts show an address only from the acceptance to the end: that is no change.
 * @param zone of times without an offset
 */
export function changedFacts(before: Order, now: Order, zone: ZoneOfLocal = 'utc'): readonly FactChange[] {
  const [was, is] = [factsOf(before, zone), factsOf(now, zone)]
  const [startWas, startIs] = [windowStartOf(before, zone), windowStartOf(now, zone)]
  return ORDER_FACTS.flatMap((fact): readonly FactChange[] => {
    if (fact === 'time' && was.time === is.time)
      return startWas === startIs ? [] : [{ fact, was: startWas, now: startIs }]
    const isHidden = fact === 'address' && (was[fact] === undefined || is[fact] === undefined)
    return was[fact] === is[fact] || isHidden ? [] : [{ fact, was: was[fact], now: is[fact] }]
  })
}

/** What a cook reads of an order. The order of the lines does not count. */
const foodOf = (order: Order): string => JSON.stringify([order.items.map(contentOf).toSorted(), notesOf(order)])

/** Whether two readings are the same for staff. */
export const isSameOrder = (before: Order, now: Order): boolean =>
  foodOf(before) === foodOf(now) && changedFacts(before, now).length === 0

/** The lines of two readings in pairs, in the order of the later one. */
export const pairItems = (before: Items, now: Items): readonly Pair[] =>
  pairEntries(before.map(comparable), now.map(comparable))

export const isSameItem = (one: Items[number], other: Items[number]): boolean => contentOf(one) === contentOf(other)

/** A change in one line for the timeline, which keeps no notes of guests: "1× Burger → 3× Burger · + 1× Suco". */
export function changeWords(before: Order, now: Order): string {
  const words = (item: Items[number]): string => `${item.quantity === 'unreadable' ? '?' : item.quantity}× ${item.name}`
  const changes = pairItems(before.items, now.items).flatMap((pair) => {
    const was = pair.before === undefined ? undefined : before.items[pair.before]
    const is = pair.now === undefined ? undefined : now.items[pair.now]
    if (was === undefined) return is === undefined ? [] : [`+ ${words(is)}`]
    if (is === undefined) return [`- ${words(was)}`]
    return isSameItem(was, is) ? [] : [words(was) === words(is) ? `${words(is)} *` : `${words(was)} → ${words(is)}`]
  })
  const notes = JSON.stringify(notesOf(before)) === JSON.stringify(notesOf(now)) ? [] : ['*']
  const facts = changedFacts(before, now).map(({ fact, ...change }) =>
    fact === 'orderType' ? `${change.was ?? '?'} → ${change.now ?? '?'}` : '*',
  )
  return firstCharacters([...new Set([...changes, ...facts, ...notes])].join(' · '), MAX_CHANGE_CHARACTERS)
}
