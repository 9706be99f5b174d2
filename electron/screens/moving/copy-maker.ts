import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../../shared/result.ts'
import { fail, ok } from '../../../shared/result.ts'
import { makeFolder } from '../../files/name-conflicts.ts'
import { MAX_COPY_BYTES } from './copy-header.ts'
import type { CopyKeys, KeysTrouble } from './copy-keys.ts'
import { KEY_BYTES } from './key-wrap.ts'
import { sealFile } from './sealed-file.ts'

const ENDING = '.copy'

/** The facts of a sealed copy that screens get before its parts. */
export type CopyFacts = {
  readonly shop: string
  readonly generation: number
  readonly sequence: number
  /** Epoch ms. */
  readonly madeAt: number
  readonly ledgerVersion: number
  /** Of the sealed file. */
  readonly bytes: number
  /** Of the sealed file, hexadecimal. */
  readonly sha256: string
}
export type SealedCopy = {
  readonly facts: CopyFacts
  /** `undefined`: a newer copy has replaced it. */
  read(offset: number, length: number): Buffer | undefined
}

export type CopyMaker = {
  /** Seals a verified copy of the ledger. The file stays until the next one is complete. */
  seal(backup: { readonly path: string; readonly at: number }): Promise<Result<SealedCopy, KeysTrouble | 'too-large'>>
}

export function createCopyMaker(parts: {
  /** Folder of the sealed file. */
  readonly folder: string
  readonly keys: Pick<CopyKeys, 'current' | 'nextSequence'>
  readonly generation: () => number
  readonly ledgerVersion: number
}): CopyMaker {
  const { folder, keys, generation, ledgerVersion } = parts
  return {
    async seal({ path, at }) {
      const shopKey = await keys.current()
      if (!shopKey.ok) return shopKey
      const plainBytes = statSync(path).size
      if (plainBytes > MAX_COPY_BYTES) return fail('too-large', `the ledger has ${plainBytes} bytes`)
      makeFolder(folder)
      const { shop, wraps, key } = shopKey.value
      const facts = { shop, generation: generation(), sequence: keys.nextSequence(), madeAt: at, ledgerVersion }
      const name = `${facts.generation}-${facts.sequence}${ENDING}`
      const target = join(folder, name)
      const salt = randomBytes(KEY_BYTES).toString('base64')
      const sealed = await sealFile(path, target, { ...facts, plainBytes, salt, wraps }, key)
      for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other), { force: true })
      return ok({ facts: { ...facts, ...sealed }, read: (offset, length) => readPart(target, offset, length) })
    },
  }
}

function readPart(path: string, offset: number, length: number): Buffer | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const part = Buffer.alloc(length)
      return part.subarray(0, readSync(file, part, 0, length, offset))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
