export type ScreensStart = {
  readonly folder: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Lines on the input of the main computer's process. The process answers each with one line of JSON. */
export type ScreensCommand = 'pair' | 'begin' | 'end'

export type OpenPairing = { readonly code: string; readonly port: number }

/** Figures since `begin`. */
export type CoreFigures = {
  /** Processor time of the main thread in ms. */
  readonly processorMs: number
  readonly tookMs: number
  /** By order id: time at which the main computer's board first had the read order, in ms since 1970. */
  readonly drawnAt: Readonly<Record<string, number>>
}
