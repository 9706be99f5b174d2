import { createHash } from 'node:crypto'
import { join, sep } from 'node:path'
import { z } from 'zod'
import { DIALECT_NAMES, PROFILE_NAMES } from '../../shared/contract/platforms.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Connection } from '../platform/connection.ts'
import type { SecretStore, SecretTrouble } from './secret-store.ts'

/** The narrowest sufficient scope (docs/protocol.md, "Root, token, scopes"). */
export const DEFAULT_SCOPE = 'od.orders'

const MAX_CHARACTERS = 2_000
const field = z.string().trim().min(1).max(MAX_CHARACTERS)

/**
 * A connection is stored as one entry of the keychain: the API root has a secret part too, and it works only with its own
 * client. Unknown members are left out, so that an earlier version can read what a later version has stored.
 */
export const credentialsSchema = z.object({
  apiUrl: field,
  clientId: field,
  clientSecret: field,
  scope: field.default(DEFAULT_SCOPE),
  /** Absent: Open Delivery v2. */
  spoken: z
    .object({ dialect: z.enum(DIALECT_NAMES), profile: z.enum(PROFILE_NAMES).catch('generic') })
    .optional()
    .catch(undefined),
})

export type CredentialsTrouble = SecretTrouble | 'garbled'

/** The app's folder of profiles on Windows, in %LOCALAPPDATA%. */
const APP_FOLDER = 'Comanda'

/**
 * The keychain account of a profile: two profiles on one machine are two kitchens. Earlier versions had the app's profile in
 * %APPDATA% of Windows: its entries keep their names.
 * @param profileDir its data folder
 */
export function accountOf(
  profileDir: string,
  { APPDATA: roaming, LOCALAPPDATA: local }: NodeJS.ProcessEnv = process.env,
): string {
  const moved = roaming && local ? join(local, APP_FOLDER) : undefined
  const isMoved = moved !== undefined && `${profileDir}${sep}`.startsWith(`${moved}${sep}`)
  const named = isMoved ? `${join(roaming ?? '', APP_FOLDER)}${profileDir.slice(moved.length)}` : profileDir
  return `connection-${createHash('sha256').update(named).digest('hex').slice(0, 16)}`
}

/** The keychain account of one connection of a profile. @param account that of the profile */
export const accountOfSlot = (account: string, slot: Slot): string => (slot === 1 ? account : `${account}-${slot}`)

/**
 * `undefined`: none are stored. `garbled`: the entry exists but is unreadable; entering the credentials again repairs
 * it.
 */
export async function readCredentials(
  store: SecretStore,
  account: string,
): Promise<Result<Connection | undefined, CredentialsTrouble>> {
  const entry = await store.read(account)
  if (!entry.ok || entry.value === undefined) return entry.ok ? ok(undefined) : entry
  const parsed = credentialsSchema.safeParse(parseJsonText(entry.value))
  return parsed.success ? ok(parsed.data) : fail('garbled', 'the keychain entry is not what this program stores')
}

/** Stores the credentials and reads them back. A success means that a later start finds exactly these. */
export async function writeCredentials(
  store: SecretStore,
  account: string,
  credentials: Connection,
): Promise<Result<null, CredentialsTrouble>> {
  const { apiUrl, clientId, clientSecret, scope, spoken } = credentials
  const entry = JSON.stringify({ apiUrl, clientId, clientSecret, scope, spoken })
  const written = await store.write(account, entry)
  if (!written.ok) return written
  const found = await store.read(account)
  if (!found.ok) return found
  return found.value === entry ? ok(null) : fail('failing', 'the keychain gave back something else than was stored')
}
