export type MonthStart = {
  readonly folder: string
  readonly days: number
  readonly ordersADay: number
  readonly pollSeconds: number
}

/** The station's process at the end of a day's night work, garbage collected; sizes in bytes. */
export type DayFigures = {
  readonly day: number
  /** JavaScript heap in use, and what lies outside of it for its objects. */
  readonly heap: number
  readonly rss: number
  /** On the board. */
  readonly tickets: number
  /** Handed over so far. */
  readonly handedOver: number
  readonly polls: number
  /** Tasks of the night that were done on this day. */
  readonly nightTasks: readonly string[]
  /** Names of errors in the log. */
  readonly errors: readonly string[]
}
