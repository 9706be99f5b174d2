import { z } from 'zod'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import { placeFile } from '../storage/durable-files.ts'

const recordSchema = z.object({
  /** When the feed was last read, by the wall clock. */
  checkedAt: z.number().optional(),
  /** A version that did not show its board on this computer. It is not installed again. */
  failedVersion: z.string().optional(),
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
