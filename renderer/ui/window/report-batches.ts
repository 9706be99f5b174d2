import { MAX_REPORTED } from '../../../shared/ticket/alarm.ts'

/** Limit for the order ids in one report. A request may have a million characters (`ipc/calls.ts`). */
const MAX_CHARACTERS = 400_000

/** Splits a report into batches within the limits of the main process. */
export function reportBatches<T>(entries: readonly T[], orderIdOf: (entry: T) => string): readonly (readonly T[])[] {
  const batches: T[][] = []
  let characters = 0
  for (const entry of entries) {
    const last = batches.at(-1)
    characters += orderIdOf(entry).length
    if (last && last.length < MAX_REPORTED && characters <= MAX_CHARACTERS) last.push(entry)
    else {
      batches.push([entry])
      characters = orderIdOf(entry).length
    }
  }
  return batches
}
