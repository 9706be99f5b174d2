import { between, chance, pick, type Random } from '../../electron/practice/platform/randomness.ts'
import type { FaultEffect } from '../fixtures/platform/faults.ts'
import type { Route } from '../fixtures/platform/requests.ts'
import type { CoreAction } from './core-messages.ts'
import type { WatchedPlatform } from './watched-platform.ts'

/** More open orders than in a busy kitchen. */
const MAX_OPEN = 40
const DICE = 1_000_000

type Trouble = { readonly effect: FaultEffect; readonly routes: readonly Route[] }

/** Network faults in addition to the kill: duplicates, lost answers, refusals. Each happens once. */
const TROUBLES: readonly [Trouble, ...Trouble[]] = [
  { effect: { kind: 'duplicated' }, routes: ['poll'] },
  { effect: { kind: 'replayed' }, routes: ['poll'] },
  { effect: { kind: 'shuffled' }, routes: ['poll'] },
  { effect: { kind: 'truncated' }, routes: ['poll'] },
  { effect: { kind: 'status', status: 503, applied: true }, routes: ['acknowledgment'] },
  { effect: { kind: 'reset', applied: true }, routes: ['acknowledgment'] },
  { effect: { kind: 'status', status: 500 }, routes: ['acknowledgment', 'read'] },
  { effect: { kind: 'status', status: 502, applied: true }, routes: ['confirm', 'preparing', 'ready-for-pickup'] },
  { effect: { kind: 'reset', applied: true }, routes: ['confirm', 'ready-for-pickup', 'dispatch', 'delivered'] },
  { effect: { kind: 'reset', applied: true }, routes: ['requestCancellation'] },
]

/** Sets one random fault, for one request within the next second. */
export function injectFault(platform: WatchedPlatform, random: Random): void {
  platform.fault({ ...pick(random, TROUBLES), times: 1, forMs: 1_000 })
}

/** All requests, or those of one route, fail in the same way for a while. No outage refuses a step for good. */
const OUTAGES: readonly [FaultEffect, ...FaultEffect[]] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500, applied: true },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429, retryAfter: 1 },
  { kind: 'reset' },
  { kind: 'reset', applied: true },
  { kind: 'hang', applied: true },
  { kind: 'delay', ms: 800 },
  { kind: 'html' },
  { kind: 'truncated' },
]
const OUTAGE_MS = [200, 2_500] as const
const ROUTES: readonly [Route, ...Route[]] = [
  'poll',
  'read',
  'acknowledgment',
  'token',
  'confirm',
  'preparing',
  'ready-for-pickup',
  'dispatch',
  'delivered',
  'requestCancellation',
]

/** Starts a random outage of the whole platform or of one route. */
export function injectOutage(platform: WatchedPlatform, random: Random): void {
  const routes = chance(random, 0.5) ? { routes: [pick(random, ROUTES)] } : {}
  platform.fault({ effect: pick(random, OUTAGES), forMs: between(random, ...OUTAGE_MS), ...routes })
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const CLOCK_STEPS_MS: readonly [number, ...number[]] = [
  2 * SECOND_MS,
  90 * SECOND_MS,
  HOUR_MS,
  26 * HOUR_MS,
  960 * HOUR_MS,
]

/** Sets the platform's `Date` header to a random time in the past or future, or to the correct one. */
export function stepPlatformClock(platform: WatchedPlatform, random: Random): void {
  const skewMs = pick(random, CLOCK_STEPS_MS) * (chance(random, 0.5) ? 1 : -1)
  platform.setDateHeader(chance(random, 0.3) ? 'correct' : { skewMs })
}

export type RandomKitchen = {
  /** One random action of the platform; often none. */
  platformDoes(): void
  /** One random action of staff. */
  staffDo(): CoreAction
  readonly orderIds: readonly string[]
}

/** The events around the core: orders arrive, customers cancel, answers are lost, staff tap. */
export function createRandomKitchen(platform: WatchedPlatform, random: Random): RandomKitchen {
  const orderIds: string[] = []
  let openIds: readonly string[] = []
  const anyOpen = (): string | undefined => openIds[between(random, 0, Math.max(0, openIds.length - 1))]

  const place = (): void => {
    const { id } = platform.place({
      orderType: chance(random, 0.5) ? 'DELIVERY' : 'TAKEOUT',
      orderTiming: 'INSTANT',
      itemCount: 2,
      cancellation: { answer: pick(random, ['accept', 'deny', 'silent']), delayMs: between(random, 0, 300) },
    })
    orderIds.push(id)
    openIds = [...openIds, id]
  }
  const isOver = (orderId: string): boolean => {
    const order = platform.order(orderId)
    return order === undefined || order.cancelled || order.status === 'DELIVERED' || order.status === 'CONCLUDED'
  }

  return {
    orderIds,
    platformDoes() {
      openIds = openIds.filter((orderId) => !isOver(orderId))
      if (openIds.length < MAX_OPEN && chance(random, 0.4)) place()
      const orderId = anyOpen()
      if (orderId !== undefined && chance(random, 0.01)) platform.cancel(orderId, 'CUSTOMER_REQUEST', 'Changed my mind')
      if (orderId !== undefined && chance(random, 0.03)) platform.decideCancellation(orderId, 'accept')
      const last = orderIds.at(-between(random, 1, 60))
      if (last !== undefined && chance(random, 0.05)) platform.model.conclude(last)
      if (chance(random, 0.04)) injectFault(platform, random)
    },
    staffDo() {
      // Staff acknowledge stopped orders, because the board would otherwise grow to hundreds of tickets.
      if (chance(random, 0.05)) return { kind: 'see-stops' }
      const dice = between(random, 0, DICE)
      if (chance(random, 0.2)) return { kind: 'undo-any', dice }
      return { kind: 'tap-any', dice, actionDice: between(random, 0, DICE), sendNow: chance(random, 0.2) }
    },
  }
}
