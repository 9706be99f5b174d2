import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { connectionNameSchema } from '../../shared/contract/connections.ts'
import {
  DEFAULT_SPOKEN,
  DIALECT_NAMES,
  isSameSpoken,
  PROFILE_NAMES,
  type Spoken,
  spokenBy,
} from '../../shared/contract/platforms.ts'
import { type SettingsPatch, settingsPatchSchema } from '../../shared/contract/settings.ts'
import { isRecord } from '../../shared/is-record.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { SLOTS, type Slot } from '../../shared/ticket/ticket-key.ts'
import { textOf } from '../listening/body-text.ts'
import { type Connection, copiedCredential } from '../platform/connection.ts'
import {
  accountOfSlot,
  type CredentialsTrouble,
  credentialsSchema,
  readCredentials,
  writeCredentials,
} from './credentials.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * `unreadable`, `unwritable`: the file. `malformed`: what is in it. `not-recorded`: the kitchen cannot take its connections.
 * `not-erased`: stored, but the secret is still there.
 */
export type ProvisionTrouble =
  | CredentialsTrouble
  | 'unreadable'
  | 'unwritable'
  | 'malformed'
  | 'not-recorded'
  | 'not-erased'

/** One connection of a file. */
export type ProvisionedConnection = {
  readonly slot: Slot
  /** As given; absent: it has none. */
  readonly name: string | undefined
  readonly credentials: Connection
  /** Settings for the caller to apply; absent when the file has none. */
  readonly settings: SettingsPatch | undefined
  /** False: the file was used and erased before, and the keychain still has its credentials. */
  readonly isNew: boolean
}

/** Reads the address of a platform; an empty one is that of its profile. */
type ReadApiUrl = (text: string, spoken: Spoken) => Result<{ readonly url: string; readonly masked: string }>

/** A connection of the kitchen. */
export type KnownConnection = { readonly slot: Slot; readonly name: string | undefined }
/** A connection that the kitchen had before; without credentials it has none yet. */
export type StoredOne = KnownConnection & { readonly credentials: Connection | undefined }
export type RecordConnections = (connections: readonly ProvisionedConnection[], before: readonly StoredOne[]) => void

type ProvisionOptions = {
  readonly path: string
  readonly store: SecretStore
  /** Of the first connection; that of the others follows from it. */
  readonly account: string
  /** The connections that the kitchen has beside the first one, and the names of all; absent: only the first one. */
  readonly known?: (() => readonly KnownConnection[]) | undefined
  /**
   * Makes the connections known to the kitchen. Called before the secrets are erased from the file: nothing else names an entry of the
   * keychain. May throw.
   */
  readonly record?: RecordConnections | undefined
  /** Checks the address and brings it into the form that is stored, and shows it without its secret part. */
  readonly readApiUrl: ReadApiUrl
  readonly open?: ((path: string) => Promise<ProvisionFile>) | undefined
}

/** Unknown members are left out, here and in the settings, so that a file for a later version can still be used. */
const settingsInFile = settingsPatchSchema.strip().optional()

const connectionSchema = z.object({
  name: connectionNameSchema.optional(),
  /** Absent where the profile has its own. */
  apiUrl: z.string().min(1).optional(),
  clientId: z.string().transform(copiedCredential),
  clientSecret: z.string().transform(copiedCredential),
  scope: z.string().min(1).optional(),
  dialect: z.enum(DIALECT_NAMES).optional(),
  profile: z.enum(PROFILE_NAMES).optional(),
  settings: settingsInFile,
})

/** A list of connections. Its settings are the kitchen's, and the default of each connection's own. */
const listSchema = z.object({
  connections: z.array(z.looseObject({})).min(1).max(SLOTS.length),
  settings: settingsInFile,
  /** A secret beside the list would stay in the file. */
  clientSecret: z.never().optional(),
})

const spokenIn = ({ dialect, profile }: z.infer<typeof connectionSchema>): Spoken => spokenBy(profile, dialect)

/** The connections of a file. A file of one has no list. */
type Content = {
  readonly isList: boolean
  readonly elements: readonly unknown[]
  readonly settings: SettingsPatch | undefined
  /** The content of the file with others in the place of the connections. */
  readonly with: (elements: readonly object[]) => object
}

function contentOf(content: unknown): Result<Content, ProvisionTrouble> {
  if (!isRecord(content) || content.connections === undefined) {
    return ok({ isList: false, elements: [content], settings: undefined, with: ([only]) => only ?? {} })
  }
  const list = listSchema.safeParse(content)
  if (!list.success) return fail('malformed', namesOf(list.error))
  const { connections, settings } = list.data
  return ok({ isList: true, elements: connections, settings, with: (all) => ({ ...content, connections: all }) })
}

/** A connection whose secret is in the keychain. */
const usedSchema = z.looseObject({
  name: connectionSchema.shape.name,
  apiUrl: z.string().optional(),
  clientId: z.string().optional(),
  clientSecret: z.never().optional(),
  settings: settingsInFile,
})

/** A connection of a file. Without `credentials` the file was used before. */
type Given = {
  readonly name: string | undefined
  readonly settings: SettingsPatch | undefined
  readonly credentials: Connection | undefined
  readonly clientId: string | undefined
  /** The address as the file keeps it, without its secret part. */
  readonly masked: string | undefined
  /** What stays of it in the file. */
  readonly remainder: object
}

function givenOf(element: unknown, readApiUrl: ReadApiUrl): Result<Given, ProvisionTrouble> {
  const used = usedSchema.safeParse(element)
  if (used.success) {
    const { name, settings, clientId, apiUrl: masked } = used.data
    return ok({ name, settings, clientId, masked, credentials: undefined, remainder: used.data })
  }
  const parsed = connectionSchema.safeParse(element)
  if (!parsed.success) return fail('malformed', namesOf(parsed.error))
  const spoken = spokenIn(parsed.data)
  const address = readApiUrl(parsed.data.apiUrl ?? '', spoken)
  if (!address.ok) return fail('malformed', `apiUrl: ${address.code}`)
  const { url, masked } = address.value
  const isDefault = isSameSpoken(spoken, DEFAULT_SPOKEN)
  const credentials = credentialsSchema.safeParse({ ...parsed.data, apiUrl: url, ...(isDefault ? {} : { spoken }) })
  if (!credentials.success) return fail('malformed', namesOf(credentials.error))
  const { clientSecret: _, ...rest } = parsed.data
  const { name, settings, clientId } = rest
  return ok({ name, settings, credentials: credentials.data, clientId, masked, remainder: { ...rest, apiUrl: masked } })
}

const areDistinct = (names: readonly (string | undefined)[]): boolean => {
  const given = names.flatMap((name) => name?.toLowerCase() ?? [])
  return new Set(given).size === given.length
}
const SAME_NAME = fail('malformed', 'connections: two have the same name')

/** The connections of a file. Equal names would name two of them. */
function givenIn({ isList, elements }: Content, readApiUrl: ReadApiUrl): Result<readonly Given[], ProvisionTrouble> {
  const all: Given[] = []
  for (const [index, element] of elements.entries()) {
    const given = givenOf(element, readApiUrl)
    if (!given.ok) return isList ? fail(given.code, `connections.${index}.${given.message}`) : given
    all.push(given.value)
  }
  return areDistinct(all.map(({ name }) => name)) ? ok(all) : SAME_NAME
}

/** The connections of the kitchen with their credentials. */
async function storedOnes({
  store,
  account,
  known,
}: ProvisionOptions): Promise<Result<readonly StoredOne[], ProvisionTrouble>> {
  const all: StoredOne[] = []
  for (const one of known?.() ?? [{ slot: 1, name: undefined } as const]) {
    const credentials = await readCredentials(store, accountOfSlot(account, one.slot))
    // What cannot be read is written anew.
    if (!credentials.ok && credentials.code !== 'garbled') return credentials
    all.push({ ...one, credentials: credentials.ok ? credentials.value : undefined })
  }
  return ok(all)
}

/**
 * The slot of each connection of a file: that of the same credential, then of the same name, else a free one. A file without a
 * list is about the first connection.
 */
function slotsOf(
  given: readonly Given[],
  stored: readonly StoredOne[],
  { readApiUrl }: Pick<ProvisionOptions, 'readApiUrl'>,
): readonly (Slot | undefined)[] {
  const taken = new Set<Slot>()
  const maskedOf = ({ apiUrl, spoken = DEFAULT_SPOKEN }: Connection): string | undefined => {
    const address = readApiUrl(apiUrl, spoken)
    return address.ok ? address.value.masked : undefined
  }
  const isSame = (one: Given, { credentials }: StoredOne): boolean =>
    credentials !== undefined &&
    credentials.clientId === one.clientId &&
    (one.credentials === undefined
      ? one.masked === undefined || maskedOf(credentials) === one.masked
      : credentials.apiUrl === one.credentials.apiUrl)
  const take = (find: (one: Given) => Slot | undefined, before: readonly (Slot | undefined)[]) =>
    given.map((one, index) => {
      const slot = before[index] ?? find(one)
      if (slot !== undefined) taken.add(slot)
      return slot
    })
  const free = (slot: Slot): boolean => !taken.has(slot)
  const byCredential = take((one) => stored.find((other) => free(other.slot) && isSame(one, other))?.slot, [])
  const byName = take(
    ({ name }) => stored.find((other) => free(other.slot) && name !== undefined && other.name === name)?.slot,
    byCredential,
  )
  const isUnused = (slot: Slot): boolean =>
    free(slot) && stored.every((one) => one.slot !== slot || (slot === 1 && one.credentials === undefined))
  return take(({ credentials }) => (credentials === undefined ? undefined : SLOTS.find(isUnused)), byName)
}

/**
 * Stores the credentials of a JSON file (`apiUrl clientId clientSecret scope? settings?`, or a list) in the keychain. The
 * secrets leave the file only after all were stored and read back. No message contains a value.
 */
export async function provision(
  options: ProvisionOptions,
): Promise<Result<readonly ProvisionedConnection[], ProvisionTrouble>> {
  const opened = await (options.open ?? openProvisionFile)(options.path).then(ok, refusedFile)
  if (!opened.ok) return opened
  const file = opened.value
  try {
    return await provisionFrom(file, options)
  } finally {
    await file.close().catch(() => undefined)
  }
}

async function provisionFrom(
  file: ProvisionFile,
  options: ProvisionOptions,
): Promise<Result<readonly ProvisionedConnection[], ProvisionTrouble>> {
  const content = contentOf(parseJsonText(file.text))
  if (!content.ok) return content
  const given = givenIn(content.value, options.readApiUrl)
  if (!given.ok) return given
  const isNew = given.value.some(({ credentials }) => credentials !== undefined)
  // A file of one needs the keychain only for what it stores.
  const stored = content.value.isList || !isNew ? await storedOnes(options) : ok([])
  if (!stored.ok) return stored
  const slots = content.value.isList ? slotsOf(given.value, stored.value, options) : [1 as const]
  const all: ProvisionedConnection[] = []
  for (const [index, { name, settings, credentials: fresh }] of given.value.entries()) {
    const slot = slots[index]
    const credentials = fresh ?? stored.value.find((one) => one.slot === slot)?.credentials
    if (slot === undefined || credentials === undefined)
      return fail('malformed', 'clientSecret: missing, and no credentials are stored')
    const joined = content.value.settings && { ...content.value.settings, ...settings }
    all.push({ slot, name, credentials, settings: joined ?? settings, isNew: fresh !== undefined })
  }
  const others = stored.value.filter(({ slot }) => !slots.includes(slot))
  if (!areDistinct([...others, ...all].map(({ name }) => name))) return SAME_NAME
  for (const { slot, credentials, isNew: isFresh } of all) {
    const written = isFresh
      ? await writeCredentials(options.store, accountOfSlot(options.account, slot), credentials)
      : ok(null)
    if (!written.ok) return written
  }
  try {
    options.record?.(all, stored.value)
  } catch (error) {
    return fail('not-recorded', messageOf(error))
  }
  if (!isNew) return ok(all)
  const remainder = `${JSON.stringify(content.value.with(given.value.map((one) => one.remainder)))}\n`
  const erased = await file.overwrite(remainder).then(
    () => true,
    () => false,
  )
  return erased ? ok(all) : fail('not-erased', 'the credentials are stored, but the file could not be overwritten')
}

/**
 * Erases the secrets from a file that this computer does not use: it is a screen, and has no credentials.
 * `false`: the file has none, or there is no file. The other values of the file stay.
 */
export async function eraseProvisionSecrets(
  path: string,
  readApiUrl: ProvisionOptions['readApiUrl'],
): Promise<Result<boolean, ProvisionTrouble>> {
  const opened = await openProvisionFile(path).then(ok, refusedFile)
  if (!opened.ok) return existsSync(path) ? opened : ok(false)
  const file = opened.value
  try {
    const content = parseJsonText(file.text)
    if (!isRecord(content)) return fail('malformed', 'no JSON object')
    const listed: readonly unknown[] = isRecord(content.connections) ? Object.values(content.connections) : []
    // A secret beside the list is one of a faulty file, and is erased as well.
    if (![content, ...listed].some((one) => isRecord(one) && one.clientSecret !== undefined)) return ok(false)
    const erased = listed.map((one) => (isRecord(one) ? withoutSecret(one, readApiUrl) : one))
    const all = listed.length === 0 ? {} : { connections: erased }
    await file.overwrite(`${JSON.stringify({ ...withoutSecret(content, readApiUrl), ...all })}\n`)
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
  const { dialect, profile } = spoken.data ?? {}
  const address = typeof apiUrl === 'string' ? readApiUrl(apiUrl, spokenBy(profile, dialect)) : undefined
  return { ...rest, ...(address?.ok ? { apiUrl: address.value.masked } : {}) }
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
    const text = textOf(await handle.readFile())
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
