import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from '../../electron/logging/log-port.ts'
import { causeOf, type Database } from '../database/database.ts'
import { KitchenError } from '../kitchens/kitchen-rows.ts'
import { hashSecret } from '../kitchens/kitchen-secrets.ts'
import type { IssuedCredentials, Kitchens } from '../kitchens/kitchens.ts'
import type { Counters } from './counters.ts'
import { metricsText } from './metrics.ts'
import { type AuditLine, failurePage, issuedPage, operatorPage, PAGE_HEADERS } from './operator-page.ts'
import { readKitchens, readUpstreams } from './overview.ts'
import { pageLanguage } from './page-texts.ts'

const BODY_LIMIT_BYTES = 65_536
const MAX_AUDIT_LINES = 50
const MAX_USER_LENGTH = 60

export type OperatorServerOptions = {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly db: Database
  readonly kitchens: Kitchens
  readonly counters: Counters
  /** API root that is shown to kitchens. */
  readonly apiUrl: string
  readonly log: Log
}

export type OperatorServer = { readonly port: number; close(): Promise<void> }

/** The user name of an `Authorization` header with the correct password, for the audit log; else `undefined`. */
export function authenticatedUser(authorization: string | undefined, password: string): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  const [user = '', ...rest] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const isCorrect = timingSafeEqual(hashSecret(rest.join(':')), hashSecret(password))
  return encoded !== undefined && isCorrect ? user.slice(0, MAX_USER_LENGTH) || 'office' : undefined
}

/**
 * Accepts a form only from this page. SECURITY: office-forgery (docs/chains.md). A browser sends the password with forms of
 * every site; the header `Origin` names the site of the form.
 */
export function isOwnForm(request: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = request.headers
  return origin !== undefined && URL.parse(origin)?.host === host
}

/** Serves `/metrics` and the operator's page, on the operator's port. */
export async function openOperatorServer(options: OperatorServerOptions): Promise<OperatorServer> {
  const { db, kitchens, log } = options
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, exposeHeadRoutes: false, forceCloseConnections: true })
  await app.register(formbody)

  /** Readiness for a load balancer. The answer contains nothing else, so it needs no password. */
  app.get('/healthz', async (_request, reply) => {
    await db.query('SELECT 1')
    return reply.send('ok')
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/healthz' || authenticatedUser(request.headers.authorization, options.password) !== undefined)
      return
    await reply.code(401).header('www-authenticate', 'Basic realm="Comanda relay", charset="UTF-8"').send()
  })
  app.setErrorHandler(async (error, _request, reply) => {
    log.warn('operator-not-answered', { cause: causeOf(error) })
    await reply.code(503).send('The database cannot be reached.')
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText(db, options.counters)),
  )
  const html = (reply: FastifyReply, text: string, status = 200): FastifyReply =>
    reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(text)

  app.get('/', async (request, reply) => {
    const [language, texts] = pageLanguage(request.headers['accept-language'])
    const [kitchenViews, upstreams, audit] = await Promise.all([
      readKitchens(db),
      readUpstreams(db),
      db.query<AuditLine>(
        `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') AS at, actor, action, kitchen, detail
         FROM audit ORDER BY id DESC LIMIT $1`,
        [MAX_AUDIT_LINES],
      ),
    ])
    return html(reply, operatorPage(language, texts, { kitchens: kitchenViews, upstreams, audit }))
  })

  app.post<{ Params: { action: string } }>('/kitchens/:action', async (request, reply) => {
    const [language, texts] = pageLanguage(request.headers['accept-language'])
    if (!isOwnForm(request)) return reply.code(403).send()
    const actor = `${authenticatedUser(request.headers.authorization, options.password) ?? ''} (office)`
    try {
      const issued = await change(kitchens, actor, request.params.action, fieldsOf(request.body))
      if (issued === 'unknown') return reply.code(404).send()
      if (issued === undefined) return reply.redirect('/', 303)
      return html(reply, issuedPage(language, texts, options.apiUrl, issued))
    } catch (error) {
      if (!(error instanceof KitchenError)) throw error
      return html(reply, failurePage(language, texts, error.message), 400)
    }
  })

  await app.listen({ host: options.host, port: options.port })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the operator server has no port')
  return { port: address.port, close: () => app.close() }
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (body: unknown): Fields => (typeof body === 'object' && body !== null ? { ...body } : {})

async function change(
  kitchens: Kitchens,
  actor: string,
  action: string,
  fields: Fields,
): Promise<IssuedCredentials | undefined | 'unknown'> {
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name].trim() : '')
  const name = text('name')
  switch (action) {
    case 'add':
      return kitchens.add(actor, {
        name,
        upstream: text('upstream'),
        establishments: text('establishments')
          .split(/\s*\n\s*/)
          .filter((id) => id !== ''),
        pushUrl: text('push') === '' ? undefined : text('push'),
      })
    case 'pause':
    case 'resume':
      await kitchens.setPaused(actor, name, action === 'pause')
      return undefined
    case 'renew-secret':
    case 'revoke':
      if (text('sure') === '') throw new KitchenError(`"${action}" needs the tick in its box.`)
      if (action === 'renew-secret') return kitchens.renewSecret(actor, name)
      await kitchens.revoke(actor, name)
      return undefined
    default:
      return 'unknown'
  }
}
