/** All in ms. */
export type StartFigures = {
  readonly orders: number
  /** Processor time from `ready` to the snapshot. */
  readonly mainThread: number
  /** With the compiler's threads and the garbage collector's. */
  readonly allThreads: number
  /** Wall time of opening both databases and making every ticket. */
  readonly open: number
  /** Wall time of `station.start()`. */
  readonly start: number
  /** Wall time of answering the window's call. */
  readonly snapshot: number
}
