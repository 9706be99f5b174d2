import { existsSync } from 'node:fs'
import { z } from 'zod'
import { type CopiedRecord, createCopiedRecord } from '../storage/copied-record.ts'

/** Number of starts in which a new version must show its board. */
export const MAX_STARTS = 2
const PAINT_LIMIT_MS = 60_000
const CHECK_EVERY_MS = 250
/** A page that has crashed or was left never answers (Electron's lib/browser/ipc-main-internal-utils.ts). */
const ASK_AGAIN_MS = 3_000

const trialSchema = z.object({
  /** The version on trial, and the previous one. */
  version: z.string(),
  previousVersion: z.string(),
  /** Where the program of the previous version is kept; absent when it cannot be kept. */
  previous: z.string().optional().catch(undefined),
  /** Starts of the new version so far. A damaged number leaves one start, so that the trial ends. */
  starts: z
    .number()
    .int()
    .min(0)
    .max(MAX_STARTS)
    .catch(MAX_STARTS - 1),
})
/** A new version that was installed and has not shown its board yet. */
export type Trial = z.infer<typeof trialSchema>

export type TrialStart =
  | { readonly kind: 'none' }
  /** This is one of the new version's starts. */
  | { readonly kind: 'trying'; readonly trial: Trial }
  /** The new version has used all its starts. */
  | { readonly kind: 'exhausted'; readonly trial: Trial }
  /** The previous version runs again. */
  | { readonly kind: 'returned'; readonly failedVersion: string }

/** Beside the trial's file: the guard ended the trial (`electron/shell/trial-guard.ts`). */
export const givenUpFile = (file: string): string => `${file}.failed`

const openRecord = (file: string): CopiedRecord<Trial> =>
  createCopiedRecord({ name: 'trial', path: file, copy: `${file}.copy`, schema: trialSchema })

export const readTrial = (file: string): Trial | undefined => openRecord(file).read()

/** Durable when it returns. @throws when the disk cannot be written */
export const writeTrial = (file: string, trial: Trial): void => openRecord(file).write(trial)

/** @throws when the disk refuses it */
export const endTrial = (file: string): void => openRecord(file).remove()

/** At a start. A file that cannot be removed must not prevent the start. */
function tryRemove(file: string): void {
  try {
    endTrial(file)
  } catch {
    // The next start tries again.
  }
}

/** The stage of an update at this start. Counts the start; a count that cannot be written does not stop it. */
export function beginStart(file: string, version: string): TrialStart {
  const givenUp = readTrial(givenUpFile(file))
  if (givenUp !== undefined) {
    tryRemove(givenUpFile(file))
    // The guard renames the file alone. Its copy has ended too.
    if (!existsSync(file)) tryRemove(file)
    if (givenUp.version !== version) {
      tryRemove(file)
      return { kind: 'returned', failedVersion: givenUp.version }
    }
  }
  const trial = readTrial(file)
  if (trial?.version === version) {
    if (trial.starts >= MAX_STARTS) return { kind: 'exhausted', trial }
    const counted = { ...trial, starts: trial.starts + 1 }
    saveStarts(file, counted)
    return { kind: 'trying', trial: counted }
  }
  tryRemove(file)
  // Without a start of the new version the power failed before it was in its place.
  const hasReturned = trial !== undefined && trial.previousVersion === version && trial.starts > 0
  return hasReturned ? { kind: 'returned', failedVersion: trial.version } : { kind: 'none' }
}

/** A start that ended in order before its time was over is not counted. */
export function uncountStart(file: string): void {
  const trial = readTrial(file)
  if (trial !== undefined) saveStarts(file, { ...trial, starts: Math.max(0, trial.starts - 1) })
}

function saveStarts(file: string, trial: Trial): void {
  try {
    writeTrial(file, trial)
  } catch {
    // The next start counts.
  }
}

export type TrialWatchParts = {
  readonly setTimer: (delayMs: number, task: () => void) => () => void
  /** Monotonic ms. */
  readonly now: () => number
  /** Resolves with whether the board is painted; may never resolve. */
  readonly isPainted: () => Promise<boolean>
  readonly onPainted: () => void
  readonly onUnpainted: () => void
}

/** Waits for the painted board, at most 60 seconds. Returns the function that ends the wait. */
export function waitForBoard({ setTimer, now, isPainted, onPainted, onUnpainted }: TrialWatchParts): () => void {
  const startedAt = now()
  let isOver = false
  let askedAt = Number.NEGATIVE_INFINITY
  let cancel = setTimer(CHECK_EVERY_MS, check)

  const end = (then: () => void): void => {
    if (isOver) return
    isOver = true
    cancel()
    then()
  }
  function check(): void {
    cancel = setTimer(CHECK_EVERY_MS, check)
    if (now() - startedAt >= PAINT_LIMIT_MS) end(onUnpainted)
    if (isOver || now() - askedAt < ASK_AGAIN_MS) return
    askedAt = now()
    void isPainted()
      .catch(() => false)
      .then((painted) => {
        askedAt = Number.NEGATIVE_INFINITY
        if (painted) end(onPainted)
      })
  }
  return () => end(() => undefined)
}
