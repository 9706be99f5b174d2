import { milliseconds } from './figures.ts'

export type KillFigures = {
  /** For each kind of kill: the number of kills, and how many of them happened at the intended moment. */
  readonly kills: ReadonlyMap<string, { readonly aimed: number; readonly hit: number }>
  readonly orders: number
  readonly taps: number
  readonly undone: number
  readonly acknowledgments: number
  readonly acknowledgedEvents: number
  readonly restartToBoardMs: readonly number[]
  readonly restartProcessorMs: readonly number[]
  readonly quietAfterMs: number
  readonly violations: readonly string[]
}

export const wordsOf = (figures: KillFigures): string =>
  [
    ...[...figures.kills].map(
      ([aim, { aimed, hit }]) => `  ${aimed} at: ${aim} (${hit} hit it, the others fell later)`,
    ),
    `  ${figures.orders} orders, ${figures.taps} taps answered as durable, ${figures.undone} of them undone`,
    `  ${figures.acknowledgments} acknowledgments of ${figures.acknowledgedEvents} events, each looked up in the ledger as it arrived and again after the end`,
    `  start of the process to the board: ${milliseconds(figures.restartToBoardMs)}`,
    `  … processor time: ${milliseconds(figures.restartProcessorMs)}`,
    `  at rest ${figures.quietAfterMs.toFixed(0)} ms after the last start; ${figures.violations.length} violations`,
  ].join('\n')
