import { MOST_REPORTED } from '../../shared/alarm.ts'

/** Of the order ids in one report; a request may hold a million (`ipc/request-size.ts`). */
const MOST_CHARACTERS = 400_000

/** A report in parts that the main process takes: a thousand orders, or ids of any length, are told as well as three. */
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
