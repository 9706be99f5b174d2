import { fail, type Result } from '../../../shared/result.ts'
import type { CopyHeader } from './copy-header.ts'
import { unwrapWithCode } from './key-wrap.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { openSealedFile, readCopyHeader, type SealTrouble } from './sealed-file.ts'

/** `mistyped`: the check symbol of the code is wrong. `wrong-code`: the code belongs to another copy. */
export type OpenTrouble = SealTrouble | 'mistyped' | 'wrong-code'

export type OpenedCopy = {
  readonly header: CopyHeader
  /** The key of the shop, for this machine's keychain. */
  readonly key: Buffer
}

/** Decrypts a stored copy into `target`. */
export async function openCopy(path: string, target: string, typed: string): Promise<Result<OpenedCopy, OpenTrouble>> {
  const header = await readCopyHeader(path)
  if (!header.ok) return header
  const code = readRecoveryCode(typed)
  if (code === undefined) return fail('mistyped', 'the code is not complete or has a mistake')
  const { wraps, shop } = header.value
  const key = await unwrapWithCode(code, wraps.byCode, shop)
  if (key === undefined) return fail('wrong-code', 'the code does not open this copy')
  const opened = await openSealedFile(path, target, key)
  return opened.ok ? { ok: true, value: { header: opened.value, key } } : opened
}
