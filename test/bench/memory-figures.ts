export type MemoryStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Orders that are handed over between two reports. */
  readonly reportEvery: number
}

/** In MB. */
export type MemoryFigures = {
  /** Handed over so far. */
  readonly orders: number
  /** Memory of the process now. */
  readonly rss: number
  /** Memory that V8 has reserved for the JavaScript heap; most of it is empty. */
  readonly reserved: number
  /** JavaScript heap in use, garbage collected. */
  readonly heap: number
}
