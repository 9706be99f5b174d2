import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { KEY_BYTES, openText, sealText } from '../../electron/secrets/cipher.ts'
import { createKeytarStore, type KeytarStore } from '../../electron/secrets/keytar-store.ts'
import type { SecretStore, SecretTrouble } from '../../electron/secrets/secret-store.ts'
import { replaceFile } from '../../electron/storage/durable-files.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

const SEALED_FILE = 'secrets.sealed'
/** Name of the credential in the systemd unit: `LoadCredentialEncrypted=comanda-station-key`. */
const SYSTEMD_CREDENTIAL = 'comanda-station-key'

export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** Reads the key from a file, from the environment or from a systemd credential. `undefined`: there is no key. */
function readKey(environment: NodeJS.ProcessEnv): string | undefined {
  const { CREDENTIALS_DIRECTORY, COMANDA_STATION_KEY_FILE, COMANDA_STATION_KEY } = environment
  if (COMANDA_STATION_KEY_FILE) return readFileSync(COMANDA_STATION_KEY_FILE, 'utf8')
  if (COMANDA_STATION_KEY) return COMANDA_STATION_KEY
  if (!CREDENTIALS_DIRECTORY) return undefined
  try {
    return readFileSync(join(CREDENTIALS_DIRECTORY, SYSTEMD_CREDENTIAL), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * With a key: the sealed file of the profile. Without a key: the keychain. The main computer does not make a key
 * itself, because a key that is stored beside its file protects nothing.
 */
export function openSecrets(profile: string, environment: NodeJS.ProcessEnv): Result<KeytarStore> {
  let key: string | undefined
  try {
    key = readKey(environment)
  } catch {
    return fail('key', 'the file of COMANDA_STATION_KEY_FILE cannot be read')
  }
  if (key === undefined) return ok(createKeytarStore())
  if (key.trim().length < MIN_KEY_CHARACTERS) {
    return fail('key', 'the key is too short; "comanda-station new-key" prints a valid key')
  }
  return ok({
    ...createSealedFileStore(join(profile, SEALED_FILE), key),
    hasUnansweredCall: () => false,
    onNewService: () => undefined,
  })
}

const PURPOSE = 'comanda secrets file 1'
/** 32 random bytes have 43 characters in base64 without padding. A shorter key may be a password, which is too weak here. */
export const MIN_KEY_CHARACTERS = 43

const fileSchema = z.object({
  version: z.literal(1),
  salt: z.base64(),
  /** By account: nonce, ciphertext and tag, concatenated. */
  entries: z.record(z.string(), z.base64()),
})
type SealedFile = z.infer<typeof fileSchema>

/**
 * Stores secrets in a file, for a machine without a keychain. Each entry is encrypted with AES-256-GCM; the key is not in
 * the file. A program that can read both the file and the key can decrypt the secrets.
 */
export function createSealedFileStore(path: string, keyText: string): SecretStore {
  const sealingKey = (salt: string): Buffer =>
    Buffer.from(hkdfSync('sha256', keyText.trim(), Buffer.from(salt, 'base64'), PURPOSE, KEY_BYTES))

  /** Reads the file. `undefined`: there is no file yet. */
  const load = (): Result<SealedFile | undefined, SecretTrouble> => {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'ENOENT') return ok(undefined)
      return fail(code === 'EACCES' || code === 'EPERM' ? 'denied' : 'failing', `the file of secrets: ${String(code)}`)
    }
    const parsed = fileSchema.safeParse(parseJsonText(text))
    return parsed.success ? ok(parsed.data) : fail('failing', 'the file of secrets is damaged')
  }
  const save = (file: SealedFile): Result<null, SecretTrouble> => {
    try {
      replaceFile(path, JSON.stringify(file))
      return ok(null)
    } catch (error) {
      return fail('failing', `the file of secrets: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }
  const unseal = ({ salt, entries }: SealedFile, account: string): Result<string | undefined, SecretTrouble> => {
    const entry = Object.hasOwn(entries, account) ? entries[account] : undefined
    if (entry === undefined) return ok(undefined)
    const text = openText(sealingKey(salt), account, entry)?.toString('utf8')
    return text === undefined ? fail('denied', 'the key does not open the file of secrets') : ok(text)
  }
  /** Loads the file for a change. Fails when the key does not open every entry, so that all entries have the same key. */
  const loadForChange = (): Result<SealedFile, SecretTrouble> => {
    const loaded = load()
    if (!loaded.ok) return loaded
    const file = loaded.value ?? {
      version: 1,
      salt: randomBytes(KEY_BYTES).toString('base64'),
      entries: {},
    }
    for (const account of Object.keys(file.entries)) {
      const opened = unseal(file, account)
      if (!opened.ok) return opened
    }
    return ok(file)
  }

  return {
    async read(account) {
      const file = load()
      if (!file.ok) return file
      return file.value === undefined ? ok(undefined) : unseal(file.value, account)
    },
    async write(account, secret) {
      const file = loadForChange()
      if (!file.ok) return file
      const { salt, entries } = file.value
      return save({
        ...file.value,
        entries: { ...entries, [account]: sealText(sealingKey(salt), account, Buffer.from(secret)) },
      })
    },
    async erase(account) {
      const file = loadForChange()
      if (!file.ok) return file
      const { [account]: erased, ...others } = file.value.entries
      return erased === undefined ? ok(null) : save({ ...file.value, entries: others })
    },
    async state() {
      const file = loadForChange()
      return file.ok ? 'available' : file.code
    },
  }
}
