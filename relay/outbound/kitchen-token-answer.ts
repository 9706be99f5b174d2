import { SECRET_REPLACED } from '../../electron/platform/answers.ts'
import type { Database } from '../database/database.ts'
import { hashSecret, isSecret, type KitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import { parseKitchenScopes, type Tokens } from '../kitchens/kitchen-tokens.ts'
import { errorAnswer, type KitchenAnswer } from './kitchen-answers.ts'

import type { KitchenRequest } from './kitchen-requests.ts'
import type { KitchenViolation, ReportViolation } from './violations.ts'

const KNOWN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'scope']
const SECOND_MS = 1_000
/** Compared with the secret when there is no such kitchen, so that the response time is the same. */
const NO_HASH = Buffer.alloc(32)

export type TokenParts = {
  readonly db: Database
  readonly tokens: Tokens
  readonly secrets: KitchenSecrets
  readonly wallNow: () => number
  readonly lifetimeSeconds: number
  /** Counts a token call of this client. True when there were too many within a minute. */
  readonly countTokenCall: (clientId: string) => boolean
}

/** `POST /oauth/token`: accepts only client credentials, as a form. */
export async function answerKitchenToken(
  parts: TokenParts,
  request: KitchenRequest,
  reportViolation: ReportViolation,
): Promise<KitchenAnswer> {
  const { body } = request
  const invalid = (code: string, message: string): KitchenAnswer => {
    reportViolation('invalid-field')
    return errorAnswer(400, code, message)
  }
  if (body.kind === 'none') return invalid('invalid_request', 'The form is missing')
  if (body.kind !== 'form') {
    reportViolation('wrong-content-type')
    return errorAnswer(415, 'UNSUPPORTED_MEDIA_TYPE', 'application/x-www-form-urlencoded expected')
  }
  for (const field of Object.keys(body.fields)) if (!KNOWN_FIELDS.includes(field)) reportViolation('unknown-field')
  const field = (name: string): string | undefined => {
    const value = Object.hasOwn(body.fields, name) ? body.fields[name] : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const clientId = field('client_id')
  const clientSecret = field('client_secret')
  if (field('grant_type') !== 'client_credentials')
    return invalid('unsupported_grant_type', 'grant_type must be client_credentials')
  if (clientId === undefined || clientSecret === undefined)
    return invalid('invalid_request', 'client_id and client_secret are required')
  const [kitchen] = await parts.db.query<{
    id: number
    name: string
    token_epoch: number
    secret_version: number
    secret_hash: Buffer
  }>(
    `SELECT id, name, token_epoch, secret_version, secret_hash FROM kitchen WHERE client_id = $1 AND state <> 'revoked'`,
    [clientId.replaceAll('\0', '')],
  )
  // With another master key the secrets of all kitchens are invalid (docs/chains.md, "Configuration").
  const isDerived = (version: number): boolean =>
    isSecret(clientSecret, hashSecret(parts.secrets.secretOf(clientId, version)))
  const isCorrect = isSecret(clientSecret, kitchen?.secret_hash ?? NO_HASH) && isDerived(kitchen?.secret_version ?? 1)
  if (kitchen === undefined || !isCorrect) {
    // Only a holder of the earlier secret learns that there is a newer one.
    const isEarlier = kitchen !== undefined && kitchen.secret_version > 1 && isDerived(kitchen.secret_version - 1)
    return isEarlier
      ? errorAnswer(401, SECRET_REPLACED, 'The office of the chain has issued a new secret for this kitchen')
      : errorAnswer(401, 'invalid_client', 'Unknown client or wrong secret')
  }
  const report = (violation: KitchenViolation): void => reportViolation(violation, kitchen.name)
  if (parts.countTokenCall(clientId)) report('too-many-token-calls')
  const scopes = parseKitchenScopes(field('scope'))
  if (scopes === undefined) {
    report('invalid-field')
    return errorAnswer(400, 'invalid_scope', 'Unknown scope')
  }
  if (scopes.includes('od.all') || scopes.includes('od.crm')) report('scope-too-wide')
  const token = parts.tokens.issue({
    kitchenId: kitchen.id,
    epoch: kitchen.token_epoch,
    scopes,
    expiresAt: parts.wallNow() + parts.lifetimeSeconds * SECOND_MS,
  })
  return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: parts.lifetimeSeconds } }
}
