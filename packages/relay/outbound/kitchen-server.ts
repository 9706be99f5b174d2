import { parse } from 'node:querystring'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { fieldsOf } from '../../../shared/is-record.ts'
import { parseBody } from '../../../shared/json-body.ts'
import type { KitchenAnswer } from './kitchen-answers.ts'
import { type KitchenRequest, type KitchenRequestBody, matchKitchenRoute } from './kitchen-requests.ts'

const BODY_LIMIT_BYTES = 1_048_576
const SECOND_MS = 1_000
/** Time limit for receiving a request, head and body. */
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the usual 60 s of proxies, so that a proxy does not reuse a connection that the relay is closing. */
const KEEP_ALIVE_MS = 72_000
/** Answers that are under way at the end of the program have this time. */
const DRAIN_MS = 5_000
const WEBHOOK = /^\/webhook\/([a-z][a-z0-9-]{0,30})$/

export type KitchenServerOptions = {
  readonly host: string
  readonly port: number
  /** Path of the kitchens' API root. */
  readonly root: string
  readonly answer: (request: KitchenRequest) => Promise<KitchenAnswer>
  /** Takes an upstream's delivery by webhook: its raw body and signature. Resolves with the status of the answer. */
  readonly deliver: (upstream: string, rawBody: Buffer, signature: unknown) => Promise<number>
  readonly wallNow: () => number
  readonly onAnswer: (route: string, status: number, ms: number) => void
  readonly monotonicNow: () => number
  readonly signal: AbortSignal
}

/** Listens, and passes requests to `answer` and `deliver`. TLS ends at a proxy in front of the relay (packages/relay/README.md). */
export async function startKitchenServer(options: KitchenServerOptions) {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
  })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // Also a form: the signature of a delivery covers its bytes, whatever it is called.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.all('/*', (request, reply) => serve(options, request, reply))
  await app.listen({ host: options.host, port: options.port })
  return {
    port: portOf(app),
    async close(): Promise<void> {
      // A connection without an answer under way may stay open for minutes.
      const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}

async function serve(
  options: KitchenServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const beganAt = options.monotonicNow()
  const pathname = request.url.split('?')[0] ?? ''
  const webhook = request.method === 'POST' ? WEBHOOK.exec(pathname)?.[1] : undefined
  if (webhook !== undefined) {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const status = await options.deliver(webhook, raw, request.headers['x-app-signature'])
    options.onAnswer('webhook', status, options.monotonicNow() - beganAt)
    return reply.code(status).send()
  }
  const matched = matchKitchenRoute(options.root, request.method, pathname)
  const answer = await options.answer({
    ...matched,
    query: fieldsOf(request.query),
    header: (name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : value?.join(', ')
    },
    body: bodyOf(request),
    signal: options.signal,
  })
  options.onAnswer(matched.route, answer.status, options.monotonicNow() - beganAt)
  return send(options, reply, answer)
}

function send(options: KitchenServerOptions, reply: FastifyReply, answer: KitchenAnswer): FastifyReply {
  // Kitchens read the platform's time from this header, so it must not contain the relay's time.
  reply.header('date', new Date(answer.platformTime ?? options.wallNow()).toUTCString()).code(answer.status)
  if (answer.retryAfterMs !== undefined && answer.retryAfterMs > 0)
    reply.header('retry-after', String(Math.ceil(answer.retryAfterMs / SECOND_MS)))
  const text = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body))
  if (text === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(text)
}

function bodyOf(request: FastifyRequest): KitchenRequestBody {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const { body } = request
  if (type === 'application/x-www-form-urlencoded')
    return { kind: 'form', fields: { ...parse(Buffer.isBuffer(body) ? body.toString('utf8') : '') } }
  if (type === 'application/json') {
    const read = parseBody(Buffer.isBuffer(body) ? body.toString('utf8') : '', null)
    return read.kind === 'json' ? read : { kind: 'malformed' }
  }
  return !Buffer.isBuffer(body) || body.length === 0 ? { kind: 'none' } : { kind: 'other' }
}

export function portOf({ server }: Pick<FastifyInstance, 'server'>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
