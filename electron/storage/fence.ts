import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJsonText } from '../../shared/json-text.ts'
import { makeFolder } from '../files/name-conflicts.ts'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import { placeFile, syncFolder } from './durable-files.ts'

const FENCE_FILE = 'handed-over.json'

const schema = z.object({
  at: z.number(),
  /** The public key of the screen that is to become the station; absent: the queue went into a file. */
  to: z.string().optional(),
  /** Whether that screen has opened the ledger. */
  isTaken: z.boolean().optional(),
})
export type HandedOver = Readonly<z.infer<typeof schema>>

/**
 * A file beside the ledger that records that this profile has given its queue of orders away. It stays when the ledger
 * is restored from an older copy. Each write is durable when it returns.
 */
export type Fence = {
  /** `at` in epoch ms. An unreadable file gives `at` 0: then nothing is polled either. */
  handedOver(): HandedOver | undefined
  /** Does nothing when the fence is raised already. */
  raise(handedOver: { readonly at: number; readonly to?: string }): void
  /** Records that the receiver has the ledger. From then on the queue is not taken back automatically. */
  recordTaken(): void
  /** Removes the fence: staff have decided that this profile polls. */
  remove(): void
}

export function openFence(profile: string): Fence {
  const path = join(profile, FENCE_FILE)
  const handedOver = (): HandedOver | undefined => {
    if (!existsSync(path)) return undefined
    try {
      return schema.safeParse(parseJsonText(readText(path))).data ?? { at: 0 }
    } catch {
      return { at: 0 }
    }
  }
  const write = (content: HandedOver): void => {
    makeFolder(profile)
    const draft = `${path}.new`
    writePrivateFile(draft, JSON.stringify(content))
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
      rmSync(path, { recursive: true, force: true })
      syncFolder(profile)
    },
  }
}
