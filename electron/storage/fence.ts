import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJsonText } from '../../shared/json-text.ts'
import { makeFolder, placeFile, syncFolder } from './durable-files.ts'

const FENCE_FILE = 'handed-over.json'
const FILE_MODE = 0o600

const schema = z.object({
  at: z.number(),
  /** The public key of the screen that is to become the station; absent: the queue went into a file. */
  to: z.string().optional(),
  /** That screen has opened the ledger. */
  isTaken: z.boolean().optional(),
})
export type HandedOver = Readonly<z.infer<typeof schema>>

/**
 * Says beside the ledger that this profile has given its queue of orders away. A ledger that is restored from a copy of before
 * does not know it; this file does. Each write is durable when it returns.
 */
export type Fence = {
  /** `at` in epoch ms; 0 where the file cannot be read: then nothing is polled either. */
  handedOver(): HandedOver | undefined
  /** Stays as it is where it is raised already. */
  raise(handedOver: { readonly at: number; readonly to?: string }): void
  /** The receiver has the ledger: only a person who knows better takes the queue back. */
  recordTaken(): void
  /** A person has decided that this profile polls. */
  remove(): void
}

export function openFence(profile: string): Fence {
  const path = join(profile, FENCE_FILE)
  const handedOver = (): HandedOver | undefined => {
    if (!existsSync(path)) return undefined
    try {
      return schema.safeParse(parseJsonText(readFileSync(path, 'utf8'))).data ?? { at: 0 }
    } catch {
      return { at: 0 }
    }
  }
  const write = (content: HandedOver): void => {
    makeFolder(profile)
    const draft = `${path}.new`
    writeFileSync(draft, JSON.stringify(content), { mode: FILE_MODE })
    placeFile(draft, path)
  }
  return {
    handedOver,
    raise(content) {
      if (!existsSync(path)) write(content)
    },
    recordTaken() {
      const known = handedOver()
      if (known !== undefined && known.isTaken !== true) write({ ...known, isTaken: true })
    },
    remove() {
      if (!existsSync(path)) return
      rmSync(path, { force: true })
      syncFolder(profile)
    },
  }
}
