import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseInstant } from '../../shared/instant.ts'
import { isRecord } from '../../shared/is-record.ts'
import { parseBody } from '../../shared/json-body.ts'
import { salvageObject } from '../../shared/json-salvage.ts'
import { assertNever, type Result } from '../../shared/result.ts'
import { withTimeLimit } from '../../shared/time-limit.ts'
import type { WebhookVerdict } from '../../shared/webhook.ts'
import type { LogFields } from '../logging/log-port.ts'
import { readRawBody } from './raw-body.ts'
import { isSignatureForm, isSignedByAny } from './signature.ts'
import type { SigningSecrets } from './signing-secrets.ts'

/** Longest wait for a locked keychain: the platform must not wait for it. */
const SECRETS_LIMIT_MS = 1_000
const MAX_EVENTS = 1_000

/** Headers of a delivery (Open Delivery Orders, webhook). */
const SIGNATURE_HEADER = 'x-app-signature'

export type DeliveryJudgeParts = {
  readonly secrets: SigningSecrets
  /** An event that was created before this is refused, epoch ms. */
  readonly oldestAccepted: () => number
  /** Makes the events durable before it answers. */
  readonly receive: (events: readonly unknown[]) => Result<{ readonly freshEvents: number }>
}

/** The outcome of one request. It holds no content of an unsigned one. `gone`: the sender disconnected. */
export type DeliveryJudgement = { readonly verdict: WebhookVerdict | 'gone'; readonly fields: LogFields }

const refused = (verdict: DeliveryJudgement['verdict']): DeliveryJudgement => ({ verdict, fields: {} })

/** Why the header cannot be a signature, before the body is read or counted; absent: it can be one. */
export function formFaultOf({ headers }: IncomingMessage): 'signature-missing' | 'signature-wrong' | undefined {
  const signature = headers[SIGNATURE_HEADER]
  if (signature === undefined) return 'signature-missing'
  return isSignatureForm(signature) ? undefined : 'signature-wrong'
}

/** Checks the size, then the signature, then stores. Never rejects because of data from outside. */
export async function judgeDelivery(request: IncomingMessage, parts: DeliveryJudgeParts): Promise<DeliveryJudgement> {
  const signature = request.headers[SIGNATURE_HEADER]
  const body = await readRawBody(request)
  if (body.kind !== 'body') return refused(body.kind)
  const secrets = await withTimeLimit(parts.secrets(), SECRETS_LIMIT_MS, () => [])
  if (secrets.length === 0) return refused('no-credentials')
  if (!isSignedByAny(secrets, body.bytes, signature)) return refused('signature-wrong')
  return { verdict: receiveEvents(body.bytes, parts), fields: senderOf(request.headers) }
}

function receiveEvents(bytes: Buffer, { receive, oldestAccepted }: DeliveryJudgeParts): WebhookVerdict {
  const text = bytes.toString('utf8')
  const sent = eventsIn(text)
  const events = sent?.filter((event) => !isOutdated(event, oldestAccepted()))
  if (sent !== undefined && events?.length === 0) return 'outdated'
  // The structure of a signed body that is not an event is logged, for engineers.
  const received = receive(events ?? [text])
  if (!received.ok) return 'storage'
  if (events === undefined) return 'unreadable'
  return received.value.freshEvents > 0 ? 'accepted' : 'duplicate'
}

/** One event (seed); a list of them is taken as well. */
function eventsIn(text: string): readonly unknown[] | undefined {
  const body = parseBody(text, null)
  const parsed = body.kind === 'json' ? body.value : salvageObject(text)
  const events: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  return events.length > 0 && events.length <= MAX_EVENTS && events.every(hasId) ? events : undefined
}

/**
 * SECURITY: webhook-replay (docs/security.md). The id of an event is kept for this long; a recorded delivery would have its
 * effect again after that. The signature covers the time. Polling brings an event that a platform really sends so late.
 */
function isOutdated(event: unknown, oldest: number): boolean {
  const createdAt = parseInstant(isRecord(event) ? event.createdAt : undefined)
  return createdAt !== undefined && createdAt < oldest
}

const hasId = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'eventId')

/** Ids that the platform sends along. They decide nothing: only the body is signed. */
function senderOf(headers: IncomingHttpHeaders): LogFields {
  const text = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return { appId: text('x-app-id'), merchantId: text('x-app-merchantid') }
}

/** The HTTP status of the answer. It determines whether the platform delivers again. */
export function statusOf(verdict: WebhookVerdict): number {
  switch (verdict) {
    case 'accepted':
    case 'duplicate':
    case 'unreadable':
      return 204
    case 'signature-missing':
    case 'signature-wrong':
      return 401
    case 'outdated':
      return 410
    case 'too-large':
      return 413
    case 'too-many':
      return 429
    case 'no-credentials':
    case 'storage':
      return 503
    default:
      return assertNever(verdict)
  }
}
