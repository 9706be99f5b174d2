import type { Route } from '../../electron/rehearsal/requests.ts'

/**
 * When the process is killed. `any-time` and `starting` fall where they fall; `arrival` is the moment at which the platform
 * takes a request and has done nothing about it; `answer` lies around the moment at which the answer reaches the kitchen and
 * is being stored; `tap` and `undo` follow what was reported as durable.
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

/** The gaps of F02, and everything between them. They come in turn, so that a short run meets each of them too. */
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

/** Longest wait after the aimed moment, in milliseconds: the stores that follow it take about one. */
const SPREAD_MS = { 'any-time': 1_400, starting: 250, tap: 4, undo: 4, arrival: 0, answer: 6 } as const

/** Milliseconds from the moment aimed at to the kill; half of the waits lie in the first quarter. */
export const delayFor = (point: KillPoint, random: () => number): number => SPREAD_MS[point.kind] * random() ** 2
