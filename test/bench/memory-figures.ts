export type MemoryStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Number of handed-over orders between two reports. */
  readonly reportEvery: number
}

/** In MB. */
export type MemoryFigures = {
  /** Orders that were handed over so far. */
  readonly orders: number
  /** Memory of the process now. */
  readonly rss: number
  /** Memory that V8 has reserved for the JavaScript heap, mostly unused. */
  readonly reserved: number
  /** JavaScript heap in use, after a garbage collection. */
  readonly heap: number
}
