import { z } from 'zod'
import { messageOf } from '../../shared/result.ts'
import { readJson, writePrivateFile } from '../files/regular-file.ts'
import type { Log } from '../logging/log-port.ts'

/** The latest time that a `Date` can hold. */
const LAST_TIME = 8.64e15
const time = z.number().min(0).max(LAST_TIME)

/** Installations that were begun while another version ran. */
const attemptsSchema = z.object({ version: z.string(), from: z.string(), count: z.int().min(1), at: time })
const recordSchema = z.object({ checkedAt: time.optional(), attempts: attemptsSchema.optional() })
type Attempts = Readonly<z.infer<typeof attemptsSchema>>

export type UpdateMemory = {
  /** When the feed was last read, wall ms; `undefined`: not known. */
  checkedAt(): number | undefined
  /** A failed write is logged, and the time counts until the program ends. The next start then reads the feed again. */
  save(checkedAt: number): void
  /** Installations that were begun in this version: when it still runs after one, that one has failed. */
  attempts(): Attempts | undefined
  /** Counts one more before it begins, because the program ends by it. False: it cannot be stored. */
  countAttempt(version: string, at: number): boolean
  /** Another version is offered, or none. */
  forgetAttempts(): void
}

/** The last read of the feed and the begun installations, in memory and in a file. @param running the version that runs */
export function openUpdateMemory(file: string, log: Log, running = ''): UpdateMemory {
  let { checkedAt, attempts } = readJson(file, recordSchema) ?? {}
  if (attempts?.from !== running) attempts = undefined
  const store = (): boolean => {
    try {
      writePrivateFile(file, JSON.stringify({ checkedAt, attempts }))
      return true
    } catch (error) {
      log.warn('update-record-unwritten', { error: messageOf(error) })
      return false
    }
  }
  return {
    checkedAt: () => checkedAt,
    save(at) {
      checkedAt = at
      store()
    },
    attempts: () => attempts,
    countAttempt(version, at) {
      const earlier = attempts?.version === version ? attempts.count : 0
      attempts = { version, from: running, count: earlier + 1, at }
      return store()
    },
    forgetAttempts() {
      if (attempts === undefined) return
      attempts = undefined
      store()
    },
  }
}
