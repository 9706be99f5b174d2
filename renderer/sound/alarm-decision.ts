import { type AlarmCause, LAST_CALL_MS } from '../../shared/alarm.ts'
import type { Sound } from '../../shared/sounds.ts'

/** `long`: not answered for a while; `last-call`: the platform is about to give the order up. */
export type Stage = 'plain' | 'long' | 'last-call'

/** Pause between two sounds for an outdated board, longer than for an order. */
const STALE_INTERVAL_MS = 30_000
/** Pause between the starts of two sounds, so that each can be distinguished. */
export const LEAST_GAP_MS = 1_600
/** During quiet hours the clock is checked this often. */
const QUIET_LOOK_MS = 10_000
const PRIORITY: readonly Sound[] = ['cancelled', 'new', 'late', 'stale']

/** An order that calls and whose ticket the kitchen can see. `confirmBy` in ms of the platform's clock. */
export type Calling = {
  readonly orderId: string
  readonly cause: AlarmCause
  readonly confirmBy?: number | undefined
}

export type AlarmRules = { readonly intervalMs: number; readonly escalateMs: number }

export type AlarmInput = {
  readonly calling: readonly Calling[]
  /** The board is out of date and not silenced. */
  readonly isStale: boolean
  readonly isQuiet: boolean
  readonly rules: AlarmRules
  /** Monotonic ms: no ring is moved by setting the clock, midnight or daylight saving. */
  readonly now: number
  readonly platformNow: number
}

/** When each alarm was rung, in monotonic ms. */
export type AlarmMemory = {
  readonly firstRungAt: ReadonlyMap<string, number>
  readonly rungAt: Readonly<Partial<Record<Sound, number>>>
}

export const NOTHING_RUNG: AlarmMemory = { firstRungAt: new Map(), rungAt: {} }

export type RungOrder = { readonly orderId: string; readonly cause: AlarmCause; readonly stage: Stage }
export type Ring = { readonly sound: Sound; readonly isUrgent: boolean; readonly orders: readonly RungOrder[] }

export type AlarmDecision = {
  readonly memory: AlarmMemory
  /** What to play now; at most one sound. */
  readonly ring: Ring | undefined
  /** When to decide again without a change; `undefined`: only after a change. */
  readonly againInMs: number | undefined
}

const SOUNDS: Readonly<Record<AlarmCause, Sound>> = {
  new: 'new',
  start: 'new',
  cancelled: 'cancelled',
  delayed: 'late',
}
const keyOf = ({ cause, orderId }: Calling): string => `${cause} ${orderId}`

function stageOf(order: Calling, memory: AlarmMemory, { rules, now, platformNow }: AlarmInput): Stage {
  if (order.confirmBy !== undefined && platformNow >= order.confirmBy - LAST_CALL_MS) return 'last-call'
  const first = memory.firstRungAt.get(keyOf(order))
  return first !== undefined && now - first >= rules.escalateMs ? 'long' : 'plain'
}

/** When a sound is due, in monotonic ms; an order that was never rung is due at once. */
function dueAt(
  sound: Sound,
  orders: readonly Calling[],
  memory: AlarmMemory,
  { isStale, rules, now }: AlarmInput,
): number | undefined {
  const last = memory.rungAt[sound]
  if (sound === 'stale') return isStale ? (last === undefined ? now : last + STALE_INTERVAL_MS) : undefined
  if (orders.length === 0) return undefined
  const isUnheard = orders.some((order) => !memory.firstRungAt.has(keyOf(order)))
  // A delay rings once for each order.
  if (sound === 'late') return isUnheard ? now : undefined
  return isUnheard || last === undefined ? now : last + rules.intervalMs
}

/** Drops alarms that ended: an order that calls again starts anew. */
function kept(memory: AlarmMemory, { calling, isStale }: AlarmInput): AlarmMemory {
  const keys = new Set(calling.map(keyOf))
  const { stale, ...orders } = memory.rungAt
  return {
    firstRungAt: new Map([...memory.firstRungAt].filter(([key]) => keys.has(key))),
    rungAt: isStale && stale !== undefined ? memory.rungAt : orders,
  }
}

/**
 * Decides which sound to play now, and for which orders. Pure. An order rings at once, then together with all orders of
 * its sound at the set interval, until it no longer calls. A delayed order rings once.
 */
export function decideAlarm(before: AlarmMemory, input: AlarmInput): AlarmDecision {
  const memory = kept(before, input)
  const { calling, isStale, isQuiet, now } = input
  if (calling.length === 0 && !isStale) return { memory, ring: undefined, againInMs: undefined }
  if (isQuiet) return { memory, ring: undefined, againInMs: QUIET_LOOK_MS }

  const free = Math.max(...Object.values(before.rungAt).map((at) => at + LEAST_GAP_MS), Number.NEGATIVE_INFINITY)
  const due = PRIORITY.flatMap((sound) => {
    const orders = calling.filter(({ cause }) => SOUNDS[cause] === sound)
    const at = dueAt(sound, orders, memory, input)
    return at === undefined ? [] : [{ sound, orders, at: Math.max(at, free) }]
  })
  const first = due.find(({ at }) => at <= now)
  if (!first) {
    return {
      memory,
      ring: undefined,
      againInMs: due.length === 0 ? undefined : Math.min(...due.map(({ at }) => at - now)),
    }
  }

  const orders = first.orders.map((order) => ({
    orderId: order.orderId,
    cause: order.cause,
    stage: stageOf(order, memory, input),
  }))
  const after: AlarmMemory = {
    firstRungAt: new Map([...first.orders.map((order) => [keyOf(order), now] as const), ...memory.firstRungAt]),
    rungAt: { ...memory.rungAt, [first.sound]: now },
  }
  const isUrgent = orders.some(({ stage }) => stage !== 'plain')
  return { memory: after, ring: { sound: first.sound, isUrgent, orders }, againInMs: LEAST_GAP_MS }
}
