export type BacklogStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Orders that wait at the platform. */
  readonly orders: number
}

/** In ms. */
export type BacklogFigures = {
  /** From the poll to the last order on the board. */
  readonly tookMs: number
  /** Processor time of the main thread. */
  readonly processorMs: number
  /** Longest time between two turns of the main thread. */
  readonly longestMs: number
}
