import type { Log } from '../logging/log-port.ts'
import type { PollAnswer, Setback } from './answers.ts'

/** Most establishments that one poll names. */
export const MOST_IN_A_POLL = 100
const HOUR_MS = 3_600_000
/** A list that is known is asked for again after this time; one that was refused, or an establishment, after an hour. */
const LIST_MS = 24 * HOUR_MS

/** The answer to a poll, or the establishments for which it was refused. */
export type MerchantPoll = PollAnswer | { readonly kind: 'not-authorized'; readonly merchants: readonly string[] }

type Parts = {
  readonly monotonicNow: () => number
  readonly log: Log
}

/** The calls of one poll. */
export type PollCalls = {
  /** Absent: polls name no establishments. */
  readonly list:
    | (() => Promise<{ readonly kind: 'merchants'; readonly merchants: readonly string[] } | Setback>)
    | undefined
  /** @param merchants none: all */
  poll(merchants: readonly string[]): Promise<MerchantPoll>
}

export interface MerchantPolls {
  /** One poll of all establishments, without those that the platform refuses. @param account of the credential */
  poll(account: string, calls: PollCalls): Promise<PollAnswer>
}

/**
 * Polls a platform that wants the establishments named. One that it refuses is left out, and tried again hourly, so that the
 * others go on. While no list can be had, a poll names none.
 */
export function createMerchantPolls({ monotonicNow: now, log }: Parts): MerchantPolls {
  let known: readonly string[] = []
  let account: string | undefined
  let askAgainAt = Number.NEGATIVE_INFINITY
  const refusedUntil = new Map<string, number>()

  const isLeftOut = (merchant: string): boolean => (refusedUntil.get(merchant) ?? Number.NEGATIVE_INFINITY) > now()

  const leaveOut = (merchants: readonly string[]): void => {
    const isNew = merchants.some((merchant) => !refusedUntil.has(merchant))
    for (const merchant of merchants) refusedUntil.set(merchant, now() + HOUR_MS)
    if (isNew) log.warn('merchants-left-out', { count: merchants.length })
  }

  const update = async ({ list }: PollCalls): Promise<void> => {
    if (list === undefined || now() < askAgainAt) return
    const answer = await list()
    if (answer.kind === 'merchants') known = answer.merchants
    // Another setback is that of the poll as well, and the next poll asks again.
    if (answer.kind === 'merchants' || answer.kind === 'refused')
      askAgainAt = now() + (answer.kind === 'refused' ? HOUR_MS : LIST_MS)
  }

  const pollGroup = async (merchants: readonly string[], calls: PollCalls): Promise<PollAnswer> => {
    const answer = await calls.poll(merchants)
    if (answer.kind !== 'not-authorized') return answer
    leaveOut(answer.merchants)
    const others = merchants.filter((merchant) => !answer.merchants.includes(merchant))
    const refused = { kind: 'refused', status: 403 } as const
    if (others.length === 0 || others.length === merchants.length) return refused
    const again = await calls.poll(others)
    return again.kind === 'not-authorized' ? refused : again
  }

  return {
    async poll(of, calls) {
      if (of !== account) {
        account = of
        known = []
        askAgainAt = Number.NEGATIVE_INFINITY
        refusedUntil.clear()
      }
      await update(calls)
      const named = known.filter((merchant) => !isLeftOut(merchant))
      const wanted = named.length === 0 ? known : named
      const events: unknown[] = []
      for (let from = 0; from === 0 || from < wanted.length; from += MOST_IN_A_POLL) {
        const answer = await pollGroup(wanted.slice(from, from + MOST_IN_A_POLL), calls)
        if (answer.kind === 'events') events.push(...answer.events)
        // Events that are at hand are stored first: the next poll meets the same setback.
        else if (events.length === 0) return answer
      }
      return { kind: 'events', events, ...(known.some(isLeftOut) ? { leavesOut: true } : {}) }
    },
  }
}
