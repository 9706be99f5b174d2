export type ScreensStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Lines on the input of the station's process. The process answers each with one line of JSON. */
export type ScreensCommand = 'pair' | 'begin' | 'end'

export type OpenPairing = { readonly code: string; readonly port: number }

/** Figures since `begin`. */
export type StationFigures = {
  /** Processor time of the main thread in ms. */
  readonly processorMs: number
  readonly tookMs: number
  /** By order id: time at which the station's board first had the read order, in ms since 1970. */
  readonly drawnAt: Readonly<Record<string, number>>
}
