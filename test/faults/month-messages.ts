export type MonthStart = {
  readonly folder: string
  readonly days: number
  readonly ordersADay: number
  readonly pollSeconds: number
}

/** The core's process after a day and its night, garbage collected; sizes in bytes. */
export type DayFigures = {
  readonly day: number
  /** JavaScript heap in use, and memory outside of it that its objects use. */
  readonly heap: number
  readonly rss: number
  /** Orders on the board. */
  readonly tickets: number
  /** Orders that were handed over so far. */
  readonly handedOver: number
  readonly polls: number
  /** Names of errors in the log. */
  readonly errors: readonly string[]
}
