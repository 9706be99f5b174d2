import { z } from 'zod'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import { placeFile } from '../storage/durable-files.ts'

/** The latest time that a `Date` can hold. */
const LAST_TIME = 8.64e15

/** A field that cannot be read counts as absent; the other one keeps its value. */
const recordSchema = z.object({
  /** When the feed was last read, by the wall clock. */
  checkedAt: z.number().min(0).max(LAST_TIME).optional().catch(undefined),
  /** A version that did not show its board on this computer. It is not installed again. */
  failedVersion: z.string().optional().catch(undefined),
})
export type UpdateRecord = z.infer<typeof recordSchema>

/** What is stored about updates between runs. A file that cannot be read counts as empty. */
export function readUpdateRecord(file: string): UpdateRecord {
  try {
    return recordSchema.parse(JSON.parse(readText(file)))
  } catch {
    return {}
  }
}

/** @throws when the disk cannot be written */
export function writeUpdateRecord(file: string, record: UpdateRecord): void {
  const part = `${file}.part`
  writePrivateFile(part, JSON.stringify(record))
  placeFile(part, file)
}
