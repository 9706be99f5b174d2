import { MOST_REPORTED } from '../../shared/alarm.ts'

/** Most characters of the order ids in one report; a request may have a million (`ipc/request-size.ts`). */
const MOST_CHARACTERS = 400_000

/** Splits a report into parts within the limits of the main process, for any number of orders and any length of ids. */
export function reportBatches<T>(entries: readonly T[], orderIdOf: (entry: T) => string): readonly (readonly T[])[] {
  const batches: T[][] = []
  let characters = 0
  for (const entry of entries) {
    const last = batches.at(-1)
    characters += orderIdOf(entry).length
    if (last && last.length < MOST_REPORTED && characters <= MOST_CHARACTERS) last.push(entry)
    else {
      batches.push([entry])
      characters = orderIdOf(entry).length
    }
  }
  return batches
}
