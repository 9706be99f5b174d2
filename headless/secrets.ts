import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeytarStore, type KeytarStore } from '../electron/secrets/keytar-store.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { createSealedFileStore, MIN_KEY_CHARACTERS } from './sealed-file-store.ts'

const SEALED_FILE = 'secrets.sealed'
/** Name of the credential in the systemd unit: `LoadCredentialEncrypted=comanda-station-key`. */
const SYSTEMD_CREDENTIAL = 'comanda-station-key'
const KEY_BYTES = 32

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
  return ok({ ...createSealedFileStore(join(profile, SEALED_FILE), key), hasUnansweredCall: () => false })
}
