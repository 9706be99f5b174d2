import type { GivenCredentials } from '../faults/core-messages.ts'

export type ConnectionsStart = {
  readonly folder: string
  readonly connections: readonly GivenCredentials[]
  readonly pollIntervalSeconds: number
}

/** Lines on the input of the kitchen's process. It answers each with one line of JSON. */
export type ConnectionsCommand = 'begin' | 'end'

/** Figures since `begin`. */
export type ConnectionsFigures = {
  /** After a garbage collection: memory that the process wrote and its heap, in MB. */
  readonly memory: number
  readonly heap: number
  /** Processor time of all threads, in ms. */
  readonly processorMs: number
  readonly tookMs: number
  /** By platform's order id: when a message to the windows first had the read order, in ms since 1970. */
  readonly drawnAt: Readonly<Record<string, number>>
  readonly orders: number
}
