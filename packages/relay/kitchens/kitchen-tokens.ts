import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'

export const KITCHEN_SCOPES = ['od.orders', 'od.crm', 'od.all'] as const
export type KitchenScope = (typeof KITCHEN_SCOPES)[number]

export type TokenFacts = {
  readonly kitchenId: number
  readonly epoch: number
  readonly scopes: readonly KitchenScope[]
  /** Epoch ms of the wall clock. */
  readonly expiresAt: number
}

export type KitchenTokenCheck =
  | { readonly kind: 'valid'; readonly facts: TokenFacts }
  | { readonly kind: 'expired' | 'unknown' }

const NONCE_BYTES = 12

/** Reads a `scope` parameter: names separated by spaces. Absent: `od.all`. With an unknown name: `undefined`. */
export function parseKitchenScopes(text: string | undefined): readonly KitchenScope[] | undefined {
  if (text === undefined) return ['od.all']
  const names = text.split(' ').filter((name) => name !== '')
  const known = KITCHEN_SCOPES.filter((scope) => names.includes(scope))
  return names.length > 0 && known.length === new Set(names).size ? known : undefined
}

export const mayCallOrders = (scopes: readonly KitchenScope[]): boolean =>
  scopes.includes('od.orders') || scopes.includes('od.all')

/** Signed tokens that contain their facts, so that any process can check a token that another process has issued. */
export function createTokens(keyBytes: Buffer, wallNow: () => number): Tokens {
  const key = createSecretKey(keyBytes)
  const sign = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest()

  return {
    issue({ kitchenId, epoch, scopes, expiresAt }) {
      const fields = [kitchenId, epoch, scopes.join('+'), expiresAt, randomBytes(NONCE_BYTES).toString('base64url')]
      const payload = Buffer.from(fields.join(' ')).toString('base64url')
      return `${payload}.${sign(payload).toString('base64url')}`
    },

    check(token) {
      const [payload = '', signature = '', ...more] = token.split('.')
      const claimed = Buffer.from(signature, 'base64url')
      const expected = sign(payload)
      if (more.length > 0 || claimed.length !== expected.length || !timingSafeEqual(claimed, expected))
        return { kind: 'unknown' }
      const [kitchenId, epoch, scopes = '', expiresAt] = Buffer.from(payload, 'base64url').toString().split(' ')
      const facts: TokenFacts = {
        kitchenId: Number(kitchenId),
        epoch: Number(epoch),
        scopes: KITCHEN_SCOPES.filter((scope) => scopes.split('+').includes(scope)),
        expiresAt: Number(expiresAt),
      }
      return wallNow() >= facts.expiresAt ? { kind: 'expired' } : { kind: 'valid', facts }
    },
  }
}

export interface Tokens {
  issue(facts: TokenFacts): string
  check(token: string): KitchenTokenCheck
}
