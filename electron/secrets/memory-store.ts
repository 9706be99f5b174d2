import { ok } from '../../shared/result.ts'
import type { SecretStore } from './secret-store.ts'

/** For "keep for this run only", which users choose where there is no keychain. Nothing outlives the process. */
export function createMemoryStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    read: async (account) => ok(secrets.get(account)),
    async write(account, secret) {
      secrets.set(account, secret)
      return ok(null)
    },
    async erase(account) {
      secrets.delete(account)
      return ok(null)
    },
    state: async () => 'available',
  }
}
