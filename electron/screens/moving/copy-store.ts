import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail, messageOf, ok, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../files/name-conflicts.ts'
import { placeFile, syncFile } from '../../storage/durable-files.ts'
import { type CopyFacts, type CopyHeader, isNewer, MAX_COPY_BYTES, readCopyHeader } from './sealed-file.ts'

const ENDING = '.copy'
const UNFINISHED = '.part'
const KEPT_COPIES = 2
const FILE_MODE = 0o600
/** The facts of a copy that its header has too. */
const ANNOUNCED = ['shop', 'generation', 'sequence', 'madeAt', 'ledgerVersion'] as const

/** `older`: a newer copy is stored. `damaged`: the file differs from its facts. */
export type CopyTrouble = 'older' | 'too-large' | 'damaged' | 'disk'

type KeptCopy = { readonly path: string; readonly header: CopyHeader }

export type IncomingCopy = ReturnType<typeof incomingCopy>

/** The copies of the main computer's ledger on a screen. The screen has no key for them. */
export type CopyStore = ReturnType<typeof openCopyStore>

export function openCopyStore(folder: string) {
  const names = (ending: string): readonly string[] => {
    try {
      return readdirSync(folder).filter((name) => name.endsWith(ending))
    } catch {
      return []
    }
  }
  const remove = (path: string): void => rmSync(path, { force: true })
  const kept = async (): Promise<readonly KeptCopy[]> => {
    const found = await Promise.all(
      names(ENDING).map(async (name): Promise<readonly KeptCopy[]> => {
        const path = join(folder, name)
        const header = await readCopyHeader(path)
        return header.ok ? [{ path, header: header.value }] : []
      }),
    )
    return found.flat().toSorted((left, right) => (isNewer(left.header, right.header) ? -1 : 1))
  }
  /** Keeps the newest two copies of this shop. Copies of another shop are removed once there are two of this shop. */
  const removeOldCopies = async (shop: string): Promise<void> => {
    const all = await kept()
    const own = all.filter(({ header }) => header.shop === shop)
    for (const { path } of own.slice(KEPT_COPIES)) remove(path)
    if (own.length < KEPT_COPIES) return
    for (const { path, header } of all) if (header.shop !== shop) remove(path)
  }

  return {
    /** The newest first. Files that cannot be read are left out. */
    list: kept,
    /** Removes all copies, also one that is being received. */
    erase: (): void => rmSync(folder, { recursive: true, force: true }),
    async begin(facts: CopyFacts): Promise<Result<IncomingCopy, CopyTrouble>> {
      if (facts.bytes > MAX_COPY_BYTES) return fail('too-large', `the copy has ${facts.bytes} bytes`)
      const newest = (await kept()).find(({ header }) => header.shop === facts.shop)
      if (newest !== undefined && !isNewer(facts, newest.header)) return fail('older', 'a newer copy is here')
      try {
        makeFolder(folder)
        for (const name of names(UNFINISHED)) remove(join(folder, name))
        const path = join(folder, `${facts.shop}-${facts.generation}-${facts.sequence}${ENDING}`)
        return ok(incomingCopy(facts, path, () => removeOldCopies(facts.shop)))
      } catch (error) {
        return fail('disk', messageOf(error))
      }
    },
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A copy that is being received. */
function incomingCopy(facts: CopyFacts, path: string, tidy: () => Promise<void>) {
  const draft = `${path}${UNFINISHED}`
  const file = openSync(draft, 'w', FILE_MODE)
  let length = 0
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  const drop = (): void => {
    close()
    rmSync(draft, { force: true })
  }
  const isAsAnnounced = async (): Promise<boolean> => {
    if (length !== facts.bytes || (await hashOf(draft)) !== facts.sha256) return false
    const header = await readCopyHeader(draft)
    return header.ok && ANNOUNCED.every((name) => header.value[name] === facts[name])
  }
  return {
    /** Bytes received so far. */
    get length(): number {
      return length
    },
    add(part: Buffer): Result<null, CopyTrouble> {
      if (!isOpen || length + part.length > facts.bytes) {
        drop()
        return fail('damaged', 'there is more than was announced')
      }
      try {
        writeSync(file, part)
        length += part.length
        return ok(null)
      } catch (error) {
        drop()
        return fail('disk', messageOf(error))
      }
    },
    /** Checks the file on the disk and gives it its final name. */
    async finish(): Promise<Result<null, CopyTrouble>> {
      try {
        close()
        syncFile(draft)
        if (!(await isAsAnnounced())) return fail('damaged', 'the copy is not what was announced')
        placeFile(draft, path)
        await tidy()
        return ok(null)
      } catch (error) {
        return fail('disk', messageOf(error))
      } finally {
        drop()
      }
    },
    drop,
  }
}
