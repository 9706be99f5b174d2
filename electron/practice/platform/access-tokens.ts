/** Scopes of the platform. An omitted scope means `od.all`. */
export const SCOPES = ['od.orders', 'od.crm', 'od.all'] as const
export type Scope = (typeof SCOPES)[number]

const MINUTE_MS = 60_000

export type TokenCheck =
  | { readonly kind: 'valid'; readonly clientId: string; readonly scopes: ReadonlySet<Scope> }
  | { readonly kind: 'expired' }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'unknown' }

type Issued = {
  readonly clientId: string
  readonly scopes: ReadonlySet<Scope>
  readonly expiresAt: number
  revoked: boolean
}

export type TokenStore = ReturnType<typeof createTokenStore>

/** Reads a `scope` parameter: names separated by spaces. Absent: `od.all`. With an unknown name: `undefined`. */
export function parseScopes(text: string | undefined): ReadonlySet<Scope> | undefined {
  if (text === undefined) return new Set(['od.all'])
  const names = text.split(' ').filter((name) => name !== '')
  const known = SCOPES.filter((scope) => names.includes(scope))
  return names.length > 0 && known.length === new Set(names).size ? new Set(known) : undefined
}

/**
 * Issues and checks access tokens.
 * @param newToken returns text that cannot be guessed
 */
export function createTokenStore(newToken: () => string) {
  const issued = new Map<string, Issued>()
  const calls: number[] = []
  return {
    /** Counts a token call; returns the number of calls within the last minute. @param now milliseconds since 1970 */
    countCall(now: number): number {
      calls.push(now)
      while (calls[0] !== undefined && calls[0] <= now - MINUTE_MS) calls.shift()
      return calls.length
    },
    /** @param expiresAt milliseconds since 1970 */
    issue(clientId: string, scopes: ReadonlySet<Scope>, expiresAt: number): string {
      const token = newToken()
      issued.set(token, { clientId, scopes, expiresAt, revoked: false })
      return token
    },
    check(token: string, now: number): TokenCheck {
      const known = issued.get(token)
      if (known === undefined) return { kind: 'unknown' }
      if (known.revoked) return { kind: 'revoked' }
      if (now >= known.expiresAt) return { kind: 'expired' }
      return { kind: 'valid', clientId: known.clientId, scopes: known.scopes }
    },
    /** Revokes every issued token. */
    revokeAll(): void {
      for (const token of issued.values()) token.revoked = true
    },
  }
}

export function allowsOrders(scopes: ReadonlySet<Scope>): boolean {
  return scopes.has('od.orders') || scopes.has('od.all')
}
