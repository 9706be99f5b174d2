import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import {
  DEFAULT_SPOKEN,
  DIALECT_NAMES,
  isSameSpoken,
  PROFILE_NAMES,
  type Spoken,
} from '../../shared/contract/platforms.ts'
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

/** Reads the address of a platform; an empty one is that of its profile. */
type ReadApiUrl = (text: string, spoken: Spoken) => Result<{ readonly url: string; readonly masked: string }>

type ProvisionParts = {
  readonly path: string
  readonly store: SecretStore
  readonly account: string
  /** Checks the address and brings it into the form that is stored, and shows it without its secret part. */
  readonly readApiUrl: ReadApiUrl
  readonly open?: (path: string) => Promise<ProvisionFile>
}

/** Unknown members are left out, here and in the settings, so that a file for a later version can still be used. */
const settingsInFile = settingsPatchSchema.strip().optional()

const connectionSchema = z.object({
  /** Absent where the profile has its own. */
  apiUrl: z.string().min(1).optional(),
  clientId: z.string().transform(copiedCredential),
  clientSecret: z.string().transform(copiedCredential),
  scope: z.string().min(1).optional(),
  dialect: z.enum(DIALECT_NAMES).optional(),
  profile: z.enum(PROFILE_NAMES).optional(),
  settings: settingsInFile,
})

/** A list of connections. This version connects one. */
const listSchema = z.object({
  connections: z.array(z.looseObject({})).min(1),
  settings: settingsInFile,
  /** A secret beside the list would stay in the file. */
  clientSecret: z.never().optional(),
})

const MAX_CONNECTIONS = 1

/** A known profile speaks 1.x; a platform without a dialect speaks v2. */
const spokenIn = ({ dialect, profile }: z.infer<typeof connectionSchema>): Spoken => ({
  dialect: dialect ?? (profile === undefined ? DEFAULT_SPOKEN.dialect : 'open-delivery-1'),
  profile: profile ?? DEFAULT_SPOKEN.profile,
})

type Single = {
  /** The one connection, as it is in the file. */
  readonly content: unknown
  readonly settings: SettingsPatch | undefined
  /** The content of the file with another one in the place of the connection. */
  readonly with: (connection: object) => object
}

/** The one connection of a file of either form. */
function singleIn(content: unknown): Result<Single, ProvisionTrouble> {
  if (!isRecord(content) || content.connections === undefined) {
    return ok({ content, settings: undefined, with: (connection) => connection })
  }
  const list = listSchema.safeParse(content)
  if (!list.success) return fail('malformed', namesOf(list.error))
  const { connections, settings } = list.data
  if (connections.length > MAX_CONNECTIONS) {
    return fail(
      'malformed',
      `connections: ${connections.length} are given, and this version connects ${MAX_CONNECTIONS}`,
    )
  }
  return ok({
    content: connections[0],
    settings,
    with: (connection) => ({ ...content, connections: [connection] }),
  })
}

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
  const single = singleIn(content)
  if (!single.ok) return single
  const used = usedFileSchema.safeParse(single.value.content)
  if (used.success) return alreadyStored(parts, single.value.settings ?? used.data.settings)
  const parsed = connectionSchema.safeParse(single.value.content)
  if (!parsed.success) return fail('malformed', namesOf(parsed.error))
  const spoken = spokenIn(parsed.data)
  const address = parts.readApiUrl(parsed.data.apiUrl ?? '', spoken)
  if (!address.ok) return fail('malformed', `apiUrl: ${address.code}`)
  const isDefault = isSameSpoken(spoken, DEFAULT_SPOKEN)
  const credentials = credentialsSchema.safeParse({
    ...parsed.data,
    apiUrl: address.value.url,
    ...(isDefault ? {} : { spoken }),
  })
  if (!credentials.success) return fail('malformed', namesOf(credentials.error))

  const stored = await writeCredentials(parts.store, parts.account, credentials.data)
  if (!stored.ok) return stored
  const { clientSecret: _, ...rest } = parsed.data
  const remainder = `${JSON.stringify(single.value.with({ ...rest, apiUrl: address.value.masked }))}\n`
  const erased = await file.overwrite(remainder).then(
    () => true,
    () => false,
  )
  if (!erased) return fail('not-erased', 'the credentials are stored, but the file could not be overwritten')
  const settings = single.value.settings && { ...single.value.settings, ...parsed.data.settings }
  return ok({ credentials: credentials.data, settings: settings ?? parsed.data.settings, isNew: true })
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
    const { connections } = content
    const all: readonly unknown[] = Array.isArray(connections) ? connections : [content]
    if (!all.some((one) => isRecord(one) && one.clientSecret !== undefined)) return ok(false)
    const erased = all.map((one) => (isRecord(one) ? withoutSecret(one, readApiUrl) : one))
    await file.overwrite(
      `${JSON.stringify(Array.isArray(connections) ? { ...content, connections: erased } : erased[0])}\n`,
    )
    return ok(true)
  } catch {
    return fail('not-erased', 'the file could not be overwritten')
  } finally {
    await file.close().catch(() => undefined)
  }
}

function withoutSecret(
  { clientSecret: _, apiUrl, ...rest }: Readonly<Record<string, unknown>>,
  readApiUrl: ReadApiUrl,
): object {
  const spoken = connectionSchema.pick({ dialect: true, profile: true }).safeParse(rest)
  const { dialect = DEFAULT_SPOKEN.dialect } = spoken.data ?? {}
  const address = typeof apiUrl === 'string' ? readApiUrl(apiUrl, { ...DEFAULT_SPOKEN, dialect }) : undefined
  return { ...rest, ...(address?.ok ? { apiUrl: address.value.masked } : {}) }
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
