import type { Server } from 'node:http'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Exchange } from './exchange.ts'
import { matchRoute, type PlatformRequest, type RequestBody } from './requests.ts'
import type { Json } from './wire.ts'

const LOOPBACK = '127.0.0.1'
const BODY_LIMIT_BYTES = 1_048_576

export type RehearsalServer = {
  readonly origin: string
  readonly close: () => Promise<void>
  /** `refuse` stops listening, `reset` accepts each connection and breaks it. */
  readonly beginOutage: (how: 'refuse' | 'reset') => Promise<void>
  readonly endOutage: () => Promise<void>
}

export type ServerOptions = {
  /** 0: any free port. */
  readonly port: number
  /** Path of the API root, such as `/<hash>/od/v2`. */
  readonly root: string
  readonly exchange: (request: PlatformRequest) => Exchange
  /** The current text of the Date header; `undefined`: there is none. */
  readonly dateHeader: () => string | undefined
}

/** A body that is not valid JSON. */
class MalformedText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Listens on loopback, passes requests to `exchange`, and sends, delays, truncates or drops the answers. */
export async function startServer(options: ServerOptions): Promise<RehearsalServer> {
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true, exposeHeadRoutes: false })
  await app.register(formbody)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, parsedOr(String(text)))
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    done(null, new MalformedText(String(text)))
  })
  app.all('/*', (request, reply) => {
    const outcome = options.exchange(readRequest(options.root, request))
    reply.raw.once('close', () => outcome.finish(outcome.ending === 'hang' ? undefined : 'disconnected'))
    const send = () => sendOutcome(options, reply, outcome)
    if (outcome.delayMs === 0) return send()
    reply.hijack()
    setTimeout(send, outcome.delayMs).unref()
    return reply
  })

  await app.listen({ host: LOOPBACK, port: options.port })
  const { server } = app
  const port = portOf(server)
  let resetting = false
  server.on('connection', (socket) => {
    if (resetting) socket.resetAndDestroy()
  })

  return {
    origin: `http://${LOOPBACK}:${port}`,
    close: () => app.close(),
    async beginOutage(how) {
      resetting = how === 'reset'
      if (how === 'refuse' && server.listening) server.close()
      server.closeAllConnections()
    },
    async endOutage() {
      resetting = false
      if (server.listening) return
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, LOOPBACK, () => {
          server.off('error', reject)
          resolve()
        })
      })
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function parsedOr(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new MalformedText(text)
  }
}

function readRequest(root: string, request: FastifyRequest): PlatformRequest {
  const pathname = request.url.split('?')[0] ?? request.url
  return {
    method: request.method,
    ...matchRoute(root, request.method, pathname),
    query: toRecord(request.query),
    headers: request.headers,
    body: bodyOf(request),
  }
}

function bodyOf(request: FastifyRequest): RequestBody {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const { body } = request
  if (type === 'application/x-www-form-urlencoded') return { kind: 'form', fields: toRecord(body) }
  if (body === undefined || body === null) return type === 'application/json' ? { kind: 'malformed' } : { kind: 'none' }
  if (type !== 'application/json') return { kind: 'other', contentType: type }
  // The type holds: the value comes from JSON.parse.
  return body instanceof MalformedText ? { kind: 'malformed' } : { kind: 'json', value: body as Json }
}

function toRecord(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function sendOutcome(options: ServerOptions, reply: FastifyReply, outcome: Exchange): FastifyReply {
  const { raw } = reply
  if (!reply.sent) reply.hijack()
  if (raw.destroyed) return reply
  // A request without an answer stays open until the caller closes the connection.
  if (outcome.ending === 'hang') return reply
  outcome.finish()
  if (outcome.ending === 'reset') {
    raw.socket?.resetAndDestroy()
    return reply
  }
  raw.sendDate = false
  raw.statusCode = outcome.status
  for (const [name, value] of Object.entries(outcome.headers)) raw.setHeader(name, value)
  const date = options.dateHeader()
  if (date !== undefined) raw.setHeader('date', date)
  const bytes = Buffer.from(outcome.text ?? '', 'utf8')
  if (outcome.status !== 204) raw.setHeader('content-length', bytes.length)
  if (outcome.ending === 'whole' || bytes.length < 2) {
    raw.end(outcome.status === 204 ? undefined : bytes)
    return reply
  }
  raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroy())
  return reply
}
