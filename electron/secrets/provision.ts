import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { type SettingsPatch, settingsPatchSchema } from '../../shared/contract/settings.ts'
import { isRecord } from '../../shared/is-record.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type Connection, copiedCredential } from '../platform/connection.ts'
import { type CredentialsTrouble, credentialsSchema, readCredentials, writeCredentials } from './credentials.ts'
import type { SecretStore } from './secret-store.ts'

/** `unreadable`, `unwritable`: the file. `malformed`: what is in it. `not-erased`: stored, but the secret is still there. */
export type ProvisionTrouble = CredentialsTrouble | 'unreadable' | 'unwritable' | 'malformed' | 'not-erased'

type Provisioned = {
  readonly credentials: Connection
  /** Settings for the caller to apply; absent when the file has none. */
  readonly settings: SettingsPatch | undefined
  /** False: the file was used and erased before, and the keychain still has its credentials. */
  readonly isNew: boolean
}

type ProvisionParts = {
  readonly path: string
  readonly store: SecretStore
  readonly account: string
  /** Checks the address and brings it into the form that is stored, and shows it without its secret part. */
  readonly readApiUrl: (text: string) => Result<{ readonly url: string; readonly masked: string }>
  readonly open?: (path: string) => Promise<ProvisionFile>
}

/** Unknown members are left out, here and in the settings, so that a file for a later version can still be used. */
const settingsInFile = settingsPatchSchema.strip().optional()

const fileSchema = z.object({
  apiUrl: z.string().min(1),
  clientId: z.string().transform(copiedCredential),
  clientSecret: z.string().transform(copiedCredential),
  scope: z.string().min(1).optional(),
  settings: settingsInFile,
})

/** A file whose secrets are in the keychain. */
const usedFileSchema = z.looseObject({ clientSecret: z.never().optional(), settings: settingsInFile })

/**
 * Stores the credentials of a JSON file (`apiUrl clientId clientSecret scope? settings?`) in the keychain, for setting up
 * many computers. The secrets are erased from the file only after they were stored and read back. After any failure before
 * that, the file is unchanged. No message contains a value of the file.
 */
export async function provision(parts: ProvisionParts): Promise<Result<Provisioned, ProvisionTrouble>> {
  const opened = await (parts.open ?? openProvisionFile)(parts.path).then(ok, refusedFile)
  if (!opened.ok) return opened
  const file = opened.value
  try {
    return await provisionFrom(file, parts)
  } finally {
    await file.close().catch(() => undefined)
  }
}

async function provisionFrom(
  file: ProvisionFile,
  parts: ProvisionParts,
): Promise<Result<Provisioned, ProvisionTrouble>> {
  const content = parseJsonText(file.text.replace(/^\uFEFF/, ''))
  const used = usedFileSchema.safeParse(content)
  if (used.success) return alreadyStored(parts, used.data.settings)
  const parsed = fileSchema.safeParse(content)
  if (!parsed.success) return fail('malformed', namesOf(parsed.error))
  const address = parts.readApiUrl(parsed.data.apiUrl)
  if (!address.ok) return fail('malformed', `apiUrl: ${address.code}`)
  const credentials = credentialsSchema.safeParse({ ...parsed.data, apiUrl: address.value.url })
  if (!credentials.success) return fail('malformed', namesOf(credentials.error))

  const stored = await writeCredentials(parts.store, parts.account, credentials.data)
  if (!stored.ok) return stored
  const { clientSecret: _, ...rest } = parsed.data
  const remainder = `${JSON.stringify({ ...rest, apiUrl: address.value.masked })}\n`
  const erased = await file.overwrite(remainder).then(
    () => true,
    () => false,
  )
  if (!erased) return fail('not-erased', 'the credentials are stored, but the file could not be overwritten')
  return ok({ credentials: credentials.data, settings: parsed.data.settings, isNew: true })
}

/**
 * Erases the secrets from a file that this computer does not use: it is a screen, and has no credentials.
 * `false`: the file has none, or there is no file. The other values of the file stay.
 */
export async function eraseProvisionSecrets(
  path: string,
  readApiUrl: ProvisionParts['readApiUrl'],
): Promise<Result<boolean, ProvisionTrouble>> {
  const opened = await openProvisionFile(path).then(ok, refusedFile)
  if (!opened.ok) return existsSync(path) ? opened : ok(false)
  const file = opened.value
  try {
    const content = parseJsonText(file.text.replace(/^\uFEFF/, ''))
    if (!isRecord(content)) return fail('malformed', 'no JSON object')
    const { clientSecret, apiUrl, ...rest } = content
    if (clientSecret === undefined) return ok(false)
    const address = typeof apiUrl === 'string' ? readApiUrl(apiUrl) : undefined
    const masked = address?.ok ? { apiUrl: address.value.masked } : {}
    await file.overwrite(`${JSON.stringify({ ...rest, ...masked })}\n`)
    return ok(true)
  } catch {
    return fail('not-erased', 'the file could not be overwritten')
  } finally {
    await file.close().catch(() => undefined)
  }
}

/** The start command names the file at every start. After the first start the file has no secret, which is normal. */
async function alreadyStored(
  { store, account }: ProvisionParts,
  settings: SettingsPatch | undefined,
): Promise<Result<Provisioned, ProvisionTrouble>> {
  const known = await readCredentials(store, account)
  if (!known.ok) return known
  if (known.value === undefined) return fail('malformed', 'clientSecret: missing, and no credentials are stored')
  return ok({ credentials: known.value, settings, isNew: false })
}

/** Names of the fields and their faults, never their values. */
const namesOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.code}`).join('; ')

function refusedFile(error: unknown): Result<never, ProvisionTrouble> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const cannotWrite =
    code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ETXTBSY' || code === 'EBUSY'
  return cannotWrite
    ? fail('unwritable', `the file could not be opened for reading and writing: ${code}`)
    : fail('unreadable', `the file could not be read: ${code}`)
}

const MAX_BYTES = 64 * 1_024

/** A provisioning file that stays open from reading to erasing, so that the erased file is the one that was read. */
type ProvisionFile = {
  readonly text: string
  /** Overwrites the content in place and forces it to the disk; the old bytes do not stay behind in a freed block. */
  overwrite(text: string): Promise<void>
  close(): Promise<void>
}

/** Opens for reading and writing: a file that cannot be erased later must fail before anything is stored. Rejects. */
export async function openProvisionFile(path: string): Promise<ProvisionFile> {
  const handle = await open(path, 'r+')
  try {
    const stat = await handle.stat()
    // The reading of a pipe or of a device may never end.
    if (!stat.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' })
    if (stat.size > MAX_BYTES) throw Object.assign(new Error('the file is too big'), { code: 'EFBIG' })
    const text = await handle.readFile('utf8')
    return { text, overwrite: (next) => overwrite(handle, next), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** SECURITY: provision-file (docs/security.md). In place, to the end of the old text, and forced to the disk. */
async function overwrite(handle: FileHandle, text: string): Promise<void> {
  const { size } = await handle.stat()
  const next = Buffer.from(text)
  const padding = Buffer.alloc(Math.max(0, size - next.length), ' ')
  await handle.write(Buffer.concat([next, padding]), 0, next.length + padding.length, 0)
  await handle.sync()
  await handle.truncate(next.length)
  await handle.sync()
}
