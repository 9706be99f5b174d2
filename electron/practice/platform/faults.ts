import type { PlatformRequest, Route } from './requests.ts'
import type { Json } from './wire.ts'

/** Value of `Retry-After`: whole seconds, an HTTP date `inMs` milliseconds from now, or any text. */
export type RetryAfterValue = number | { readonly inMs: number } | string

/**
 * The effect of a fault. `applied`: the platform carries out the operation before the answer is lost or replaced.
 * `shuffled`, `duplicated` and `replayed` change only polling pages.
 */
export type FaultEffect =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly retryAfter?: RetryAfterValue
      readonly body?: Json
      readonly applied?: boolean
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hang'; readonly applied?: boolean }
  | { readonly kind: 'reset'; readonly applied?: boolean }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'html' }
  | { readonly kind: 'content-type'; readonly value: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'shuffled' }
  | { readonly kind: 'duplicated'; readonly copies?: number }
  | { readonly kind: 'replayed'; readonly maxEvents?: number }

export type FaultRule = {
  readonly effect: FaultEffect
  /** Absent: every route. */
  readonly routes?: readonly Route[]
  readonly orderId?: string
  /** The first `skip` matching requests get no fault. */
  readonly skip?: number
  /** The fault ends after `times` hits. Absent: it ends when it is cleared. */
  readonly times?: number
  /** Milliseconds from the setting of the fault to its start. */
  readonly afterMs?: number
  /** Milliseconds from the start of the fault to its end. */
  readonly forMs?: number
}

export type FaultHandle = { readonly hits: () => number; readonly clear: () => void }

type ActiveRule = FaultRule & { readonly setAt: number; seen: number; hits: number }

export type ActiveFaults = ReturnType<typeof createActiveFaults>

/** The faults that are set. @param clock milliseconds since 1970 */
export function createActiveFaults(clock: () => number) {
  const rules = new Set<ActiveRule>()

  const hits = (rule: ActiveRule, request: Pick<PlatformRequest, 'route' | 'orderId'>): boolean => {
    if (rule.routes !== undefined && !rule.routes.includes(request.route)) return false
    if (rule.orderId !== undefined && rule.orderId !== request.orderId) return false
    const begins = rule.setAt + (rule.afterMs ?? 0)
    if (clock() < begins) return false
    if (rule.forMs !== undefined && clock() >= begins + rule.forMs) return false
    rule.seen += 1
    if (rule.seen <= (rule.skip ?? 0)) return false
    return rule.times === undefined || rule.hits < rule.times
  }

  return {
    set(rule: FaultRule): FaultHandle {
      const active: ActiveRule = { ...rule, setAt: clock(), seen: 0, hits: 0 }
      rules.add(active)
      return {
        hits: () => active.hits,
        clear: () => {
          rules.delete(active)
        },
      }
    },

    /** The effects for this request, in the order in which the faults were set. Counts one hit for each. */
    take(request: Pick<PlatformRequest, 'route' | 'orderId'>): readonly FaultEffect[] {
      const effects: FaultEffect[] = []
      for (const rule of rules) {
        if (!hits(rule, request)) continue
        rule.hits += 1
        effects.push(rule.effect)
      }
      return effects
    },

    clear(): void {
      rules.clear()
    },
  }
}

/** The text of a `Retry-After` header. @param now milliseconds since 1970 on the platform's clock */
export function retryAfterHeader(value: RetryAfterValue, now: number): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : new Date(now + value.inMs).toUTCString()
}
