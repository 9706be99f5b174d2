export type BacklogStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Orders with unacknowledged events at the platform. */
  readonly orders: number
}

/** In ms. */
export type BacklogFigures = {
  /** From the poll to the last order on the board. */
  readonly tookMs: number
  /** Processor time of the main thread. */
  readonly processorMs: number
  /** Longest time for which the main thread did not return to its event loop. */
  readonly longestMs: number
}
