import { z } from 'zod'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { type CopiedRecord, createCopiedRecord } from '../storage/copied-record.ts'

/** The latest time that a `Date` can hold. */
const LAST_TIME = 8.64e15

/** A field that cannot be read counts as absent; the other one keeps its value. */
const recordSchema = z
  .object({
    /** When the feed was last read, by the wall clock. */
    checkedAt: z.number().min(0).max(LAST_TIME).optional().catch(undefined),
    /** A version that did not show its board on this computer. It is not installed again. */
    failedVersion: z.string().optional().catch(undefined),
  })
  // A file without any field is not what the program wrote, so its copy is read.
  .refine(({ checkedAt, failedVersion }) => checkedAt !== undefined || failedVersion !== undefined)
export type UpdateRecord = z.infer<typeof recordSchema>

const openRecord = (file: string): CopiedRecord<UpdateRecord> =>
  createCopiedRecord({ name: 'updates', path: file, copy: `${file}.copy`, schema: recordSchema })

export type UpdateMemory = {
  now(): UpdateRecord
  /** A failed write is logged, and the change counts until the program ends. The next start then reads the feed again. */
  save(change: UpdateRecord): void
}

/** The record in memory and in its file. */
export function openUpdateMemory(file: string, log: Log): UpdateMemory {
  let record = readUpdateRecord(file)
  return {
    now: () => record,
    save(change) {
      record = { ...record, ...change }
      try {
        writeUpdateRecord(file, record)
      } catch (error) {
        log.warn('update-record-unwritten', { error: messageOf(error) })
      }
    },
  }
}

/** What is stored about updates between runs. Without a readable file it is empty. Writes a damaged or missing file again. */
export function readUpdateRecord(file: string): UpdateRecord {
  const record = openRecord(file)
  record.repair()
  return record.read() ?? {}
}

/** @throws when the disk cannot be written */
export function writeUpdateRecord(file: string, record: UpdateRecord): void {
  openRecord(file).write(record)
}
