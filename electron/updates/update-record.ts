import { z } from 'zod'
import { messageOf } from '../../shared/result.ts'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import type { Log } from '../logging/log-port.ts'

/** The latest time that a `Date` can hold. */
const LAST_TIME = 8.64e15

const recordSchema = z.object({ checkedAt: z.number().min(0).max(LAST_TIME) })

export type UpdateMemory = {
  /** When the feed was last read, wall ms; `undefined`: not known. */
  checkedAt(): number | undefined
  /** A failed write is logged, and the time counts until the program ends. The next start then reads the feed again. */
  save(checkedAt: number): void
}

/** The time of the last read of the feed, in memory and in its file. */
export function openUpdateMemory(file: string, log: Log): UpdateMemory {
  let known = readCheckedAt(file)
  return {
    checkedAt: () => known,
    save(checkedAt) {
      known = checkedAt
      try {
        writePrivateFile(file, JSON.stringify({ checkedAt }))
      } catch (error) {
        log.warn('update-record-unwritten', { error: messageOf(error) })
      }
    },
  }
}

function readCheckedAt(file: string): number | undefined {
  try {
    return recordSchema.parse(JSON.parse(readText(file))).checkedAt
  } catch {
    return undefined
  }
}
