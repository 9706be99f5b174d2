/** Times in ms. */
export type StartFigures = {
  readonly orders: number
  /** Processor time from `ready` to the snapshot. */
  readonly mainThread: number
  /** The same with the threads of the compiler and the garbage collector. */
  readonly allThreads: number
  /** Wall time of opening both databases and making every ticket. */
  readonly open: number
  /** Wall time of `core.start()`. */
  readonly start: number
  /** Wall time of answering the window's call. */
  readonly snapshot: number
}
