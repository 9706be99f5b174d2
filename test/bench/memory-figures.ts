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
  /** Of the process, as it is. */
  readonly rss: number
  /** What V8 has taken from the system for the JavaScript heap, most of it empty. */
  readonly reserved: number
  /** JavaScript heap in use, garbage collected. */
  readonly heap: number
}
