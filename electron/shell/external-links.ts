import type { Log } from '../logging/log-port.ts'

/** Addresses that may be opened in the system's browser, compared as a whole. None yet. */
const ALLOWED_ADDRESSES: readonly string[] = []

export type OpenExternal = (address: string) => void

/**
 * The only way out to the system's browser.
 * SECURITY: external-links (docs/security.md). `openExternal` runs whatever the system has registered for a scheme, so
 * only https addresses on the list pass.
 */
export function createOpenExternal(
  open: (address: string) => Promise<void>,
  log: Log,
  allowed: readonly string[] = ALLOWED_ADDRESSES,
): OpenExternal {
  return (address) => {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:' || !allowed.includes(url.href)) {
      log.warn('external-address-refused', { scheme: url?.protocol })
      return
    }
    open(url.href).catch(() => log.warn('external-address-failed'))
  }
}
