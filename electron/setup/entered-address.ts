import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import { DEFAULT_SPOKEN, isSameSpoken, type Spoken, spokenBy } from '../../shared/contract/platforms.ts'
import type { AddressReading } from '../../shared/contract/setup.ts'
import { ok } from '../../shared/result.ts'
import { joinApiRoot, rootsOf1 } from '../platform/api-root.ts'
import type { Connection } from '../platform/connection.ts'
import { readRoot } from '../platform/dialects/dialects.ts'

/** The address that was entered last, and the dialect that it is tried in. */
export interface EnteredAddress {
  /** Of the API; `undefined`: none was entered. */
  url(): string | undefined
  /** The roots to try, when the address can only be one of 1.x. */
  roots(): readonly string[] | undefined
  inDialect(): Pick<Connection, 'spoken'>
  read(args: CallArgs<'setup:address'>): CallResult<AddressReading>
  /** A platform without a profile answered in another dialect: the next test uses it. */
  adopt(found: Spoken): void
  /** It was stored. */
  forget(): void
  /** Another set-up begins. */
  clear(): void
}

export function createEnteredAddress(): EnteredAddress {
  let apiUrl: string | undefined
  /** As it was entered. */
  let lastAddress = ''
  let roots: readonly string[] | undefined
  /** As it was entered, while the platform has no profile: a test may find its dialect. */
  let unprofiled: string | undefined
  let spoken: Spoken = DEFAULT_SPOKEN

  const forget = (): void => {
    apiUrl = undefined
    lastAddress = ''
  }

  return {
    url: () => apiUrl,
    roots: () => roots,
    inDialect: () => (isSameSpoken(spoken, DEFAULT_SPOKEN) ? {} : { spoken }),
    read({ address = lastAddress, hash, platform = 'generic' }) {
      lastAddress = address
      const isProfiled = platform !== 'generic'
      const chosen = isProfiled ? spokenBy(platform) : DEFAULT_SPOKEN
      const isOther = !isProfiled && hash === undefined
      roots = isOther ? rootsOf1(address) : undefined
      spoken = roots === undefined ? chosen : spokenBy('generic', 'open-delivery-1')
      const root = isProfiled || hash === undefined ? readRoot(address, spoken) : joinApiRoot(address, hash)
      if (!root.ok) return ok({ fault: root.code })
      apiUrl = root.value.url
      unprofiled = isOther ? address : undefined
      return ok({ masked: root.value.masked })
    },
    adopt(found) {
      const root = unprofiled === undefined ? undefined : readRoot(unprofiled, found)
      if (!root?.ok) return
      apiUrl = root.value.url
      spoken = found
    },
    forget,
    clear() {
      forget()
      spoken = DEFAULT_SPOKEN
      unprofiled = undefined
      roots = undefined
    },
  }
}
