export type ScreensStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Lines on the input of the station's process; each is answered by one line of JSON. */
export type ScreensCommand = 'pair' | 'begin' | 'end'

export type PairingTold = { readonly code: string; readonly port: number }

/** Since `begin`. */
export type StationFigures = {
  /** Processor time of the main thread in ms. */
  readonly processorMs: number
  readonly tookMs: number
  /** When the station's board first had the read order, in ms since 1970. */
  readonly drawnAt: Readonly<Record<string, number>>
}
