import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { WebhookVerdict } from '../../shared/contract/webhook.ts'
import type { Delivery } from '../../shared/order/delivery.ts'
import type { Result } from '../../shared/result.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import { textOf } from '../listening/body-text.ts'
import { type DeliveredTo, isSignedByAny, type SignatureRule } from '../listening/signature.ts'
import { turn } from '../liveness/turns.ts'
import type { LogFields } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { DeliveryForm } from '../platform/dialects/dialect.ts'
import { EVENTS_AT_ONCE } from '../sync/receive-page.ts'

/** Longest wait for a locked keychain: the platform must not wait for it. */
const SECRETS_LIMIT_MS = 1_000

/** Reads the body of a delivery; never rejects. @param now the platform's time in ms @param isWhole keeps every member of its events */
export type ReadDelivery = (text: string, now: number, isWhole?: boolean) => Promise<Delivery>

type DeliveryJudgeOptions = {
  readonly secrets: SigningSecrets
  readonly form: () => DeliveryForm
  /** Epoch ms of the platform's clock. */
  readonly platformNow: () => number
  readonly read: ReadDelivery
  /** Makes the events of a part durable before it returns. */
  readonly receive: (events: readonly unknown[]) => Result<{ readonly freshEvents: number }>
}

/** The outcome of one request. It holds no content of an unsigned one. `gone`: the sender disconnected. */
export type DeliveryJudgement = { readonly verdict: WebhookVerdict | 'gone'; readonly fields: LogFields }

const refused = (verdict: DeliveryJudgement['verdict']): DeliveryJudgement => ({ verdict, fields: {} })

/** Why the header cannot be a signature, before the body is read or counted; absent: it can be one. */
export function formFaultOf(
  { headers }: IncomingMessage,
  rule: SignatureRule,
): 'signature-missing' | 'signature-wrong' | undefined {
  const signature = headers[rule.header]
  if (signature === undefined) return 'signature-missing'
  return typeof signature === 'string' && rule.read(signature) !== undefined ? undefined : 'signature-wrong'
}

/** The address by which the sender knows this receiver, behind a tunnel or not. */
const deliveredTo = ({ headers, url = '' }: IncomingMessage): DeliveredTo => ({
  hosts: [headers['x-forwarded-host'], headers.host].filter((host) => typeof host === 'string'),
  path: url,
})

/** Checks the size, then the signature, then stores. Never rejects because of data from outside. */
export async function judgeDelivery(
  request: IncomingMessage,
  options: DeliveryJudgeOptions,
): Promise<DeliveryJudgement> {
  const signature = request.headers[options.form().signature.header]
  const body = await readRawBody(request)
  if (body.kind !== 'body') return refused(body.kind)
  const secrets = await withTimeLimit(options.secrets(), SECRETS_LIMIT_MS, () => [])
  if (secrets.length === 0) return refused('no-credentials')
  if (!isSignedByAny(secrets, body.bytes, signature, options.form().signature, deliveredTo(request)))
    return refused('signature-wrong')
  return { verdict: await receiveEvents(body.bytes, options), fields: senderOf(request.headers) }
}

/**
 * Answers when every part is durable. When one is refused, or the program ends between two of them, the platform delivers
 * the whole again, and the parts that are known do nothing.
 */
async function receiveEvents(
  bytes: Buffer,
  { form, read, receive, platformNow }: DeliveryJudgeOptions,
): Promise<WebhookVerdict> {
  const text = textOf(bytes)
  const { isTimedByOrder, keepsMembers } = form()
  const delivery = await read(text, isTimedByOrder ? 0 : platformNow(), keepsMembers)
  if (delivery.kind === 'unreadable') {
    // The structure of a signed body that holds no event is stored, for engineers.
    receive([text])
    return delivery.kind
  }
  if (delivery.kind !== 'events') return delivery.kind
  const { events } = delivery
  let freshEvents = 0
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    if (from > 0) await turn()
    const received = receive(events.slice(from, from + EVENTS_AT_ONCE))
    if (!received.ok) return 'storage'
    freshEvents += received.value.freshEvents
  }
  return freshEvents > 0 ? 'accepted' : 'duplicate'
}

/** Ids that the platform sends along. They decide nothing: only the body is signed. */
function senderOf(headers: IncomingHttpHeaders): LogFields {
  const text = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return { appId: text('x-app-id'), merchantId: text('x-app-merchantid') }
}

/** Deliveries that the sender does not repeat. */
type Taken = 'accepted' | 'duplicate' | 'keep-alive'

/** The HTTP status of a refusal. It determines whether the platform delivers again. */
export const REFUSED_WITH: Readonly<Record<Exclude<WebhookVerdict, Taken>, number>> = {
  unreadable: 400,
  'signature-missing': 401,
  'signature-wrong': 401,
  outdated: 410,
  'too-large': 413,
  'too-many': 429,
  'no-credentials': 503,
  storage: 503,
}

export const isTaken = (verdict: WebhookVerdict): verdict is Taken => !Object.hasOwn(REFUSED_WITH, verdict)

/** Size limit of a body. One event has a few hundred bytes. */
export const BODY_LIMIT_BYTES = 1_048_576

type RawBody = { readonly kind: 'body'; readonly bytes: Buffer } | { readonly kind: 'too-large' | 'gone' }

/** The received bytes: the signature covers them. Stops at the limit, with or without an announced length. */
function readRawBody(request: IncomingMessage): Promise<RawBody> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return Promise.resolve({ kind: 'too-large' })
  const { promise, resolve } = Promise.withResolvers<RawBody>()
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > BODY_LIMIT_BYTES) {
      chunks.length = 0
      request.pause()
      resolve({ kind: 'too-large' })
    } else {
      chunks.push(chunk)
    }
  })
  request.on('end', () => resolve({ kind: 'body', bytes: Buffer.concat(chunks) }))
  request.on('error', () => resolve({ kind: 'gone' }))
  request.on('close', () => resolve({ kind: 'gone' }))
  return promise
}

/**
 * Deliveries that were sent before the change, and their repetitions, are signed with the previous secret. The time is short,
 * because a secret is often changed after it was disclosed.
 */
export const ROTATION_WINDOW_MS = 60 * 60_000

/**
 * The secrets that are valid now: the connection's, and for an hour the previous one. In memory only. Empty without a
 * connection: then no signature can be checked.
 */
export type SigningSecrets = () => Promise<readonly string[]>

export function createSigningSecrets(connection: ConnectionSource, monotonicNow: () => number): SigningSecrets {
  let current: string | undefined
  let previous: { readonly secret: string; readonly until: number } | undefined

  return async () => {
    const known = await connection()
    if (!known.ok) return []
    const { clientSecret } = known.value
    if (current !== undefined && current !== clientSecret) {
      previous = { secret: current, until: monotonicNow() + ROTATION_WINDOW_MS }
    }
    current = clientSecret
    if (previous !== undefined && monotonicNow() >= previous.until) previous = undefined
    return previous === undefined ? [clientSecret] : [clientSecret, previous.secret]
  }
}
