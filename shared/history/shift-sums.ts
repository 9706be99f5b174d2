import { z } from 'zod'
import type { Milestones, Shift, Spread } from '../contract/history.ts'
import { parseOrder } from '../order/order.ts'
import { channelWord } from '../text/channel-word.ts'
import { isVisible } from '../text/visible-text.ts'
import { promisedAtOf } from '../time/schedule.ts'
import { cancelCodeOf, type Entry, isLate, milestonesOf } from './milestones.ts'

/**
 * Counts and times of orders: in all, by hour, dish and channel. Sums of two sets of orders add up, and name neither an order nor
 * a person, so they outlive their orders (docs/decisions/short-decisions.md).
 */

const FIELDS = ['orders', 'cancelled', 'promised', 'late', 'accepted', 'acceptMs', 'prepared', 'prepareMs'] as const
type Sum = Readonly<Record<(typeof FIELDS)[number], number>>

/** `accept` and `prepare` count the orders by their rounded times, so that shares of them can be told. */
const KINDS = ['all', 'hour', 'dish', 'channel', 'reason', 'accept', 'prepare'] as const
type Kind = (typeof KINDS)[number]

/** By kind and name, as "dish Feijoada". */
export type Sums = ReadonlyMap<string, Sum>

const keyOf = (kind: Kind, name = ''): string => `${kind} ${name}`

/** Times are counted in steps of this length: minutes are enough for cooking. */
const STEP_MS = { accept: 1_000, prepare: 60_000 } as const

/** A day's orders with more different dishes than this are no menu. */
const MAX_NAMES = 400
const MAX_NAME = 80

/** What the figures need of an order. */
export type CountedOrder = {
  readonly isCancelled: boolean
  readonly cancelCode: string | undefined
  readonly milestones: Milestones
  readonly promisedAt: number | undefined
  readonly channel: string | undefined
  readonly dishes: readonly string[]
}

const nameOf = (text: string): string => text.trim().slice(0, MAX_NAME).toWellFormed()

/** An order as its row, its stored body and its timeline show it. Pure. */
export function countedOrder(
  record: { readonly status?: string | undefined; readonly firstSeenAt: number },
  body: unknown,
  timeline: readonly Entry[],
): CountedOrder {
  const parsed = parseOrder(body)
  const order = parsed.ok ? parsed.order : undefined
  const channel = order?.context?.salesChannel
  return {
    isCancelled: record.status === 'CANCELLED',
    cancelCode: cancelCodeOf(timeline),
    milestones: milestonesOf(timeline, record.firstSeenAt),
    promisedAt: order && promisedAtOf(order, record.firstSeenAt),
    channel: channel === undefined || !isVisible(channel) ? undefined : nameOf(channelWord(channel)),
    dishes: [...new Set(order?.items.filter(({ name }) => isVisible(name)).map(({ name }) => nameOf(name)) ?? [])],
  }
}

const between = (from: number | undefined, until: number | undefined): number | undefined =>
  from === undefined || until === undefined ? undefined : Math.max(0, until - from)

/** The sums of one order. Times leave out cancelled orders. */
export function sumsOf(order: CountedOrder): Sums {
  const { isCancelled, milestones, cancelCode, channel, dishes } = order
  const { receivedAt, acceptedAt, readyAt } = milestones
  const wasLate = isCancelled ? undefined : isLate(order)
  const accept = isCancelled ? undefined : between(receivedAt, acceptedAt)
  const prepare = isCancelled ? undefined : between(acceptedAt, readyAt)
  const sum: Sum = {
    orders: 1,
    cancelled: Number(isCancelled),
    promised: Number(wasLate !== undefined),
    late: Number(wasLate === true),
    accepted: Number(accept !== undefined),
    acceptMs: accept ?? 0,
    prepared: Number(prepare !== undefined),
    prepareMs: prepare ?? 0,
  }
  const step = (kind: keyof typeof STEP_MS, ms: number | undefined): readonly string[] =>
    ms === undefined ? [] : [keyOf(kind, `${Math.round(ms / STEP_MS[kind])}`)]
  const keys = [
    keyOf('all'),
    keyOf('hour', `${new Date(receivedAt).getHours()}`),
    ...(channel === undefined ? [] : [keyOf('channel', channel)]),
    ...(isCancelled && cancelCode !== undefined ? [keyOf('reason', nameOf(cancelCode))] : []),
    ...(isCancelled ? [] : dishes.map((dish) => keyOf('dish', dish))),
    ...step('accept', accept),
    ...step('prepare', prepare),
  ]
  return new Map(keys.map((key) => [key, sum]))
}

const plus = (left: Sum, right: Sum): Sum => ({
  orders: left.orders + right.orders,
  cancelled: left.cancelled + right.cancelled,
  promised: left.promised + right.promised,
  late: left.late + right.late,
  accepted: left.accepted + right.accepted,
  acceptMs: left.acceptMs + right.acceptMs,
  prepared: left.prepared + right.prepared,
  prepareMs: left.prepareMs + right.prepareMs,
})

/** The sums of all these. Names beyond the bound are left out; what is counted in all stays complete. */
export function addSums(all: Iterable<Sums>): Sums {
  const total = new Map<string, Sum>()
  let dishes = 0
  for (const sums of all) {
    for (const [key, sum] of sums) {
      const known = total.get(key)
      const isNewDish = known === undefined && key.startsWith('dish ')
      if (isNewDish) dishes += 1
      if (!isNewDish || dishes <= MAX_NAMES) total.set(key, known === undefined ? sum : plus(known, sum))
    }
  }
  return total
}

const whole = z.number().int().nonnegative()
const rowSchema = z.tuple([z.string(), whole, whole, whole, whole, whole, whole, whole, whole])

export const sumsText = (sums: Sums): string =>
  JSON.stringify([...sums].map(([key, sum]) => [key, ...FIELDS.map((field) => Math.round(sum[field]))]))

/** A row that this version cannot read is left out. */
export function readSums(stored: unknown): Sums {
  const rows = Array.isArray(stored) ? stored : []
  return new Map(
    rows.flatMap((row) => {
      const parsed = rowSchema.safeParse(row)
      if (!parsed.success) return []
      const [key, orders, cancelled, promised, late, accepted, acceptMs, prepared, prepareMs] = parsed.data
      return [[key, { orders, cancelled, promised, late, accepted, acceptMs, prepared, prepareMs }] as const]
    }),
  )
}

type Named = { readonly name: string; readonly sum: Sum }

const namedOf = (sums: Sums, kind: Kind): readonly Named[] =>
  [...sums].flatMap(([key, sum]) => (key.startsWith(`${kind} `) ? [{ name: key.slice(kind.length + 1), sum }] : []))

const P90 = 0.9
const MEDIAN = 0.5

/** The smallest time that at least this share of the orders did not exceed (nearest rank). */
function nearestRank(sorted: readonly Named[], count: number, share: number): number {
  let passed = 0
  for (const { name, sum } of sorted) {
    passed += sum.orders
    if (passed >= Math.ceil(share * count)) return Number(name)
  }
  return 0
}

function spreadOf(sums: Sums, kind: keyof typeof STEP_MS): Spread | undefined {
  const sorted = namedOf(sums, kind).toSorted((a, b) => Number(a.name) - Number(b.name))
  const count = sorted.reduce((total, { sum }) => total + sum.orders, 0)
  if (count === 0) return undefined
  const at = (share: number): number => nearestRank(sorted, count, share) * STEP_MS[kind]
  return { count, medianMs: at(MEDIAN), p90Ms: at(P90) }
}

const mean = (ms: number, count: number): number | undefined => (count === 0 ? undefined : ms / count)

/** How much longer something took in an hour than in the others. */
function excess(hour: Sum, all: Sum, ms: 'acceptMs' | 'prepareMs', count: 'accepted' | 'prepared') {
  const here = mean(hour[ms], hour[count])
  const elsewhere = mean(all[ms] - hour[ms], all[count] - hour[count])
  return here === undefined || elsewhere === undefined || here <= elsewhere
    ? undefined
    : { ms: here, otherMs: elsewhere }
}

/** The hour with most late orders, and which time was longer in it than in the other hours. */
function lossOf(sums: Sums): Shift['loss'] {
  const [worst] = namedOf(sums, 'hour')
    .filter(({ sum }) => sum.late > 0)
    .toSorted((a, b) => b.sum.late - a.sum.late || a.sum.orders - b.sum.orders)
  const all = sums.get(keyOf('all'))
  if (worst === undefined || all === undefined) return undefined
  const { late, orders } = worst.sum
  const causes = [
    { cause: 'accept' as const, times: excess(worst.sum, all, 'acceptMs', 'accepted') },
    { cause: 'prepare' as const, times: excess(worst.sum, all, 'prepareMs', 'prepared') },
  ]
  const [main] = causes
    .flatMap(({ cause, times }) => (times === undefined ? [] : [{ cause, ...times }]))
    .toSorted((a, b) => b.ms - b.otherMs - (a.ms - a.otherMs))
  return { hour: Number(worst.name), late, orders, ...main }
}

/** Dishes of fewer orders say little about the dish. */
const OFTEN = 3
const SLOWEST = 5

function slowestDishes(sums: Sums): Shift['dishes'] {
  const all = namedOf(sums, 'dish')
    .filter(({ sum }) => sum.prepared > 0)
    .map(({ name, sum }) => ({ name, times: sum.orders, prepareMs: sum.prepareMs / sum.prepared }))
  const often = all.filter(({ times }) => times >= OFTEN)
  return (often.length >= OFTEN ? often : all).toSorted((a, b) => b.prepareMs - a.prepareMs).slice(0, SLOWEST)
}

/** A business day begins with this hour. */
const FIRST_HOUR = 4
const DAY_HOURS = 24

function hoursOf(sums: Sums): Shift['hours'] {
  const since = (hour: number): number => (hour - FIRST_HOUR + DAY_HOURS) % DAY_HOURS
  const counted = new Map(namedOf(sums, 'hour').map(({ name, sum }) => [since(Number(name)), sum]))
  const first = Math.min(...counted.keys())
  const last = Math.max(...counted.keys())
  return Array.from({ length: counted.size === 0 ? 0 : last - first + 1 }, (_, index) => {
    const sum = counted.get(first + index)
    return { hour: (first + index + FIRST_HOUR) % DAY_HOURS, orders: sum?.orders ?? 0, late: sum?.late ?? 0 }
  })
}

/** Number of orders in the sums. */
export const ordersIn = (sums: Sums): number => sums.get(keyOf('all'))?.orders ?? 0

/** The figures of these sums. Pure. */
export function figuresOf(sums: Sums): Omit<Shift, 'from' | 'until' | 'ordersBefore'> {
  const all = sums.get(keyOf('all'))
  const [reason] = namedOf(sums, 'reason').toSorted((a, b) => b.sum.orders - a.sum.orders)
  return {
    orders: ordersIn(sums),
    cancelled: all?.cancelled ?? 0,
    cancelCode: reason?.name,
    accept: spreadOf(sums, 'accept'),
    prepare: spreadOf(sums, 'prepare'),
    onTime: { kept: (all?.promised ?? 0) - (all?.late ?? 0), promised: all?.promised ?? 0 },
    loss: lossOf(sums),
    hours: hoursOf(sums),
    dishes: slowestDishes(sums),
    channels: namedOf(sums, 'channel')
      .map(({ name, sum }) => ({ name, orders: sum.orders, kept: sum.promised - sum.late, promised: sum.promised }))
      .toSorted((a, b) => b.orders - a.orders),
  }
}
