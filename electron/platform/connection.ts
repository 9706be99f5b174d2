import { DEFAULT_SPOKEN, isSameSpoken, type Spoken } from '../../shared/contract/platforms.ts'
import type { Result } from '../../shared/result.ts'
import type { Unauthorized } from './answers.ts'

/** Address and credentials of one platform. `apiUrl` has a secret part: it is never logged or shown in full. */
export type Connection = {
  /** API root `{base}/<hash>/od/v2`, without a trailing slash. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** Absent: Open Delivery v2, with its tolerance. */
  readonly spoken?: Spoken | undefined
}

/** Characters that a page or a mail adds inside a text, beside the spaces around it. */
const ADDED = /[\n\r\t\u00ad\u200b-\u200f\u2060\ufeff]/g
const QUOTED = /^(?:"(.+)"|'(.+)'|“(.+)”)[,;]?$/

/** A client id or secret as it was copied, without what was copied beside it. */
export function copiedCredential(pasted: string): string {
  const text = pasted.replace(ADDED, '').trim()
  const [, ...inside] = QUOTED.exec(text) ?? []
  return inside.find((one) => one !== undefined)?.trim() ?? text
}

/** Called before every call, so that new credentials take effect at once. The provider reads the keychain once. */
export type ConnectionSource = () => Promise<Result<Connection, Unauthorized['cause']>>

export const isSameConnection = (one: Connection, other: Connection): boolean =>
  one.apiUrl === other.apiUrl &&
  one.clientId === other.clientId &&
  one.clientSecret === other.clientSecret &&
  one.scope === other.scope &&
  isSameSpoken(spokenOf(one), spokenOf(other))

export const spokenOf = ({ spoken = DEFAULT_SPOKEN }: Pick<Connection, 'spoken'>): Spoken => spoken
