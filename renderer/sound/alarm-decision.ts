import type { Sound } from '../../shared/contract/sounds.ts'
import { type AlarmCause, isInLastCall, ringsOnce } from '../../shared/ticket/alarm.ts'

/** `long`: the alarm has rung for the escalation time; `last-call`: the platform will cancel the order soon. */
type Stage = 'plain' | 'long' | 'last-call'

/** Time between two sounds for an outdated board. */
const STALE_INTERVAL_MS = 30_000
/** Minimum time between the starts of two sounds, so that they can be distinguished. */
export const MIN_GAP_MS = 1_600
/** Interval of checks during quiet hours. */
const QUIET_CHECK_MS = 10_000
const PRIORITY: readonly Sound[] = ['cancelled', 'changed', 'new', 'courier', 'accepted', 'late', 'stale']

/** An order whose alarm has to ring. `confirmBy` in ms of the platform's clock. */
export type RingingOrder = {
  readonly orderId: string
  readonly cause: AlarmCause
  readonly confirmBy?: number | undefined
}

type AlarmRules = { readonly intervalMs: number; readonly escalateMs: number }

export type AlarmInput = {
  readonly ringing: readonly RingingOrder[]
  /** The board is out of date and not silenced. */
  readonly isStale: boolean
  readonly isQuiet: boolean
  readonly rules: AlarmRules
  /** Monotonic ms, so that alarms do not depend on the computer's clock, midnight or daylight saving. */
  readonly now: number
  readonly platformNow: number
}

/** The times at which alarms rang, in monotonic ms. */
export type AlarmMemory = {
  readonly firstRungAt: ReadonlyMap<string, number>
  readonly rungAt: Readonly<Partial<Record<Sound, number>>>
}

export const NOTHING_RUNG: AlarmMemory = { firstRungAt: new Map(), rungAt: {} }

export type RungOrder = { readonly orderId: string; readonly cause: AlarmCause; readonly stage: Stage }
export type Ring = { readonly sound: Sound; readonly isUrgent: boolean; readonly orders: readonly RungOrder[] }

type AlarmDecision = {
  readonly memory: AlarmMemory
  /** The sound to play now. */
  readonly ring: Ring | undefined
  /** Time until the next decision; `undefined`: the next decision is needed only after a change. */
  readonly againInMs: number | undefined
}

const SOUNDS: Readonly<Record<AlarmCause, Sound>> = {
  new: 'new',
  start: 'new',
  cancelled: 'cancelled',
  changed: 'changed',
  accepted: 'accepted',
  delayed: 'late',
  courier: 'courier',
  standing: 'late',
}
const keyOf = ({ cause, orderId }: Pick<RingingOrder, 'cause' | 'orderId'>): string => `${cause} ${orderId}`

function stageOf(order: RingingOrder, memory: AlarmMemory, { rules, now, platformNow }: AlarmInput): Stage {
  if (isInLastCall(order.confirmBy, platformNow)) return 'last-call'
  const first = memory.firstRungAt.get(keyOf(order))
  return first !== undefined && now - first >= rules.escalateMs ? 'long' : 'plain'
}

/** The time at which a sound is due, in monotonic ms. An order that has never rung is due now. */
function dueAt(
  sound: Sound,
  orders: readonly RingingOrder[],
  memory: AlarmMemory,
  { isStale, rules, now }: AlarmInput,
): number | undefined {
  const last = memory.rungAt[sound]
  if (sound === 'stale') return isStale ? (last === undefined ? now : last + STALE_INTERVAL_MS) : undefined
  if (orders.length === 0) return undefined
  const hasNeverRung = orders.some((order) => !memory.firstRungAt.has(keyOf(order)))
  if (orders.every(({ cause }) => ringsOnce(cause))) return hasNeverRung ? now : undefined
  return hasNeverRung || last === undefined ? now : last + rules.intervalMs
}

/** The memory without a ring that could not be played: its orders ring again at once. `before`: from before that ring. */
export function withoutRing(memory: AlarmMemory, before: AlarmMemory, { sound, orders }: Ring): AlarmMemory {
  const first = new Set(orders.map(keyOf).filter((key) => !before.firstRungAt.has(key)))
  const { [sound]: _, ...rungAt } = memory.rungAt
  return { firstRungAt: new Map([...memory.firstRungAt].filter(([key]) => !first.has(key))), rungAt }
}

/** Removes alarms that have ended, so that an order that rings again later starts with the first stage. */
function withoutEnded(memory: AlarmMemory, { ringing, isStale }: AlarmInput): AlarmMemory {
  const keys = new Set(ringing.map(keyOf))
  const { stale, ...orders } = memory.rungAt
  return {
    firstRungAt: new Map([...memory.firstRungAt].filter(([key]) => keys.has(key))),
    rungAt: isStale && stale !== undefined ? memory.rungAt : orders,
  }
}

/**
 * Decides which sound to play now, and for which orders. Pure function. An order rings at once, then at the set interval
 * together with all orders of the same sound, until its alarm ends. A delayed order rings once.
 */
export function decideAlarm(before: AlarmMemory, input: AlarmInput): AlarmDecision {
  const memory = withoutEnded(before, input)
  const { ringing, isStale, isQuiet, now } = input
  if (ringing.length === 0 && !isStale) return { memory, ring: undefined, againInMs: undefined }
  if (isQuiet) return { memory, ring: undefined, againInMs: QUIET_CHECK_MS }

  const free = Math.max(...Object.values(before.rungAt).map((at) => at + MIN_GAP_MS), Number.NEGATIVE_INFINITY)
  const due = PRIORITY.flatMap((sound) => {
    const orders = ringing.filter(({ cause }) => SOUNDS[cause] === sound)
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
  return { memory: after, ring: { sound: first.sound, isUrgent, orders }, againInMs: MIN_GAP_MS }
}
