import type { Route } from '../fixtures/platform/requests.ts'

/**
 * The time at which the process is killed. `any-time` and `starting`: at a random time. `arrival`: when a request has
 * reached the platform and is not processed yet. `answer`: about when the answer reaches the kitchen and is stored.
 * `tap` and `undo`: after the core has reported them as durable.
 */
export type KillPoint =
  | { readonly kind: 'any-time' | 'starting' | 'tap' | 'undo' }
  | { readonly kind: 'arrival' | 'answer'; readonly routes: readonly Route[] }

const POSTS: readonly Route[] = [
  'confirm',
  'preparing',
  'ready-for-pickup',
  'dispatch',
  'delivered',
  'requestCancellation',
]

/** All kinds of kills, used in turn so that a short run contains each of them. */
export const KILL_POINTS: readonly KillPoint[] = [
  { kind: 'any-time' },
  { kind: 'arrival', routes: ['acknowledgment'] },
  { kind: 'tap' },
  { kind: 'answer', routes: ['poll'] },
  { kind: 'arrival', routes: POSTS },
  { kind: 'answer', routes: ['acknowledgment'] },
  { kind: 'answer', routes: POSTS },
  { kind: 'starting' },
  { kind: 'answer', routes: ['read'] },
  { kind: 'undo' },
]

export const nameOf = (point: KillPoint): string =>
  point.kind === 'arrival' || point.kind === 'answer'
    ? `${point.kind} of ${point.routes === POSTS ? 'a POST' : point.routes.join(', ')}`
    : point.kind

/** Longest wait after the moment, in ms. The writes that follow it take about 1 ms. */
const SPREAD_MS = { 'any-time': 1_400, starting: 250, tap: 4, undo: 4, arrival: 0, answer: 6 } as const

/** Milliseconds from the moment to the kill. Half of the waits are in the first quarter. */
export const delayFor = (point: KillPoint, random: () => number): number => SPREAD_MS[point.kind] * random() ** 2
