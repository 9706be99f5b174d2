import { timingSafeEqual } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import type { Log } from '../../../electron/logging/log-port.ts'
import { fieldsOf } from '../../../shared/is-record.ts'
import { causeOf, type Database, type Queryable } from '../database/database.ts'
import { hashSecret } from '../kitchens/kitchen-secrets.ts'
import { type IssuedCredentials, KitchenError, type Kitchens } from '../kitchens/kitchens.ts'
import { portOf } from '../outbound/kitchen-server.ts'
import { filled, pageLanguage } from '../texts/page-texts.ts'
import { type Counters, labelText } from './counters.ts'
import { failurePage, issuedPage, kitchenPage, newKitchenPage } from './kitchen-pages.ts'
import { type AuditLine, changesPage, operatorPage } from './operator-page.ts'
import { readKitchens, readUpstreams } from './overview.ts'
import { PAGE_HEADERS } from './page-document.ts'

const numberText = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** The metrics in the Prometheus text format: the state of the chain from the database, and the counts of this process. */
async function metricsText(db: Queryable, counters: Counters): Promise<string> {
  const [kitchens, upstreams] = await Promise.all([readKitchens(db), readUpstreams(db)])
  const ofKitchens = (value: (kitchen: (typeof kitchens)[number]) => number | null): readonly Sample[] =>
    kitchens.flatMap((kitchen) => {
      const found = value(kitchen)
      return found === null ? [] : [[{ kitchen: kitchen.name, upstream: kitchen.upstream }, found] as const]
    })
  const ofUpstreams = (value: (upstream: (typeof upstreams)[number]) => number | null): readonly Sample[] =>
    upstreams.flatMap((upstream) => {
      const found = value(upstream)
      return found === null ? [] : [[{ upstream: upstream.name }, found] as const]
    })
  const gauges: readonly (readonly [name: string, help: string, samples: readonly Sample[]])[] = [
    [
      'kitchen_lag_seconds',
      'Age of the oldest event that the kitchen has not acknowledged',
      ofKitchens((k) => k.lagSeconds),
    ],
    ['kitchen_unacknowledged_events', 'Events that wait for the kitchen', ofKitchens((k) => k.unacknowledged)],
    ['kitchen_last_poll_seconds', 'Seconds since the last poll of the kitchen', ofKitchens((k) => k.lastPollSeconds)],
    ['kitchen_open_orders', 'Orders that have not ended', ofKitchens((k) => k.openOrders)],
    [
      'kitchen_oldest_unaccepted_seconds',
      'Age of the oldest order that was not accepted',
      ofKitchens((k) => k.oldestUnacceptedSeconds),
    ],
    ['kitchen_silent', '1: open orders and no poll for two minutes', ofKitchens((k) => Number(k.isSilent))],
    [
      'upstream_unacknowledged_events',
      'Events stored and not acknowledged upstream',
      ofUpstreams((u) => u.unacknowledged),
    ],
    [
      'upstream_last_good_poll_seconds',
      'Seconds since the last poll that succeeded; +Inf: none has succeeded',
      ofUpstreams((u) => u.lastGoodPollSeconds ?? Number.POSITIVE_INFINITY),
    ],
    [
      'upstream_refused',
      '1: the platform refuses the credentials of the chain',
      ofUpstreams((u) => Number(u.isRefused)),
    ],
    [
      'upstream_paused_seconds',
      'Remaining seconds of the wait that the upstream requires',
      ofUpstreams((u) => u.pausedSeconds),
    ],
    ['lease_fencing', 'Fencing token of the lease', ofUpstreams((u) => u.fencing)],
    [
      'lease_holder',
      '1 for the process that polls',
      upstreams.flatMap((u) => (u.isLeased ? [[{ upstream: u.name, holder: u.holder ?? '' }, 1] as const] : [])),
    ],
    [
      'events_without_kitchen',
      'Events kept without a kitchen, by reason',
      upstreams.flatMap((u) =>
        (['unrouted', 'unclaimed', 'unroutable'] as const).map(
          (state) => [{ upstream: u.name, state }, u[state]] as const,
        ),
      ),
    ],
    [
      'orders_unreadable',
      'Orders that cannot be read, by reason',
      upstreams.flatMap((u) =>
        Object.entries(u.problems).map(([problem, orders]) => [{ upstream: u.name, problem }, orders] as const),
      ),
    ],
    ['memory_bytes', 'Resident memory of this process', [[{}, process.memoryUsage.rss()]]],
  ]
  const lines = gauges.flatMap(([name, help, samples]) => [
    `# HELP comanda_relay_${name} ${help}`,
    `# TYPE comanda_relay_${name} gauge`,
    ...samples.map(([labels, value]) => `comanda_relay_${name}${labelText(labels)} ${numberText(value)}`),
  ])
  const counted = Map.groupBy(counters.all(), ([name]) => name)
  for (const [name, series] of counted) {
    lines.push(`# TYPE comanda_relay_${name} counter`)
    for (const [, labels, value] of series) lines.push(`comanda_relay_${name}${labels} ${value}`)
  }
  return `${lines.join('\n')}\n`
}

const BODY_LIMIT_BYTES = 65_536
const MAX_AUDIT_LINES = 50
const MAX_USER_LENGTH = 60
/** From this status on a failure is the server's. */
const FAILED = 500
const SECOND_MS = 1_000

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
 * Accepts a form only from this page. SECURITY: office-forgery (packages/relay/README.md). A browser sends the password with forms of
 * every site. Only the browser itself sets `Sec-Fetch-Site`; without it (plain HTTP), `Origin` names the site of the form.
 */
export function isOwnForm(request: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.parse(origin)?.host === host
}

/** Wrong passwords of one address within a minute, after which none of its passwords is checked. */
const MAX_GUESSES = 10
const GUESS_WINDOW_MS = 60_000

/** Limits the guesses at the password from one address. */
export function createGuessLimit(monotonicNow: () => number) {
  const wrong = new Map<string, readonly number[]>()
  const recent = (address: string): readonly number[] =>
    (wrong.get(address) ?? []).filter((at) => at > monotonicNow() - GUESS_WINDOW_MS)
  return {
    /** Milliseconds until a password is checked again; 0: now. */
    waitMs(address: string): number {
      const guesses = recent(address)
      return guesses.length < MAX_GUESSES ? 0 : (guesses[0] ?? 0) + GUESS_WINDOW_MS - monotonicNow()
    },
    recordWrong(address: string): void {
      wrong.set(address, [...recent(address), monotonicNow()])
      for (const known of wrong.keys()) if (recent(known).length === 0) wrong.delete(known)
    },
  }
}

export type OperatorOptions = {
  readonly host: string
  readonly port: number
  readonly password: string
  readonly db: Database
  readonly kitchens: Kitchens
  readonly counters: Counters
  /** API root that is shown to kitchens. */
  readonly apiUrl: string
  readonly monotonicNow: () => number
  readonly log: Log
}

/** Serves `/metrics` and the operator's pages, on the operator's port. */
export async function openOperatorServer(options: OperatorOptions) {
  const { db, log } = options
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, exposeHeadRoutes: false, forceCloseConnections: true })
  await app.register(formbody)

  /** Readiness for a load balancer, and the credentials that the platform refuses. It contains no secret: no password. */
  app.get('/healthz', async (_request, reply) => {
    const refused = (await readUpstreams(db)).filter(({ isRefused }) => isRefused).map(({ name }) => name)
    return reply.send(
      refused.length === 0 ? 'ok' : `degraded: the platform refuses the credentials of ${refused.join(', ')}`,
    )
  })
  const guesses = createGuessLimit(options.monotonicNow)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/healthz') return
    const waitMs = guesses.waitMs(request.ip)
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / SECOND_MS)
      const [, texts] = pageLanguage(request.headers['accept-language'])
      await reply
        .code(429)
        .header('retry-after', String(seconds))
        .type('text/plain; charset=utf-8')
        .send(filled(texts.guesses, `${seconds} s`))
      return
    }
    const { authorization } = request.headers
    if (authenticatedUser(authorization, options.password) !== undefined) return
    if (authorization !== undefined) guesses.recordWrong(request.ip)
    await reply.code(401).header('www-authenticate', 'Basic realm="Comanda relay", charset="UTF-8"').send()
  })
  app.setErrorHandler<FastifyError>(async (error, _request, reply) => {
    log.warn('operator-not-answered', { cause: causeOf(error) })
    const { statusCode = FAILED } = error
    const isRefused = statusCode < FAILED
    await reply.code(isRefused ? statusCode : 503).send(isRefused ? error.message : 'The database cannot be reached.')
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText(db, options.counters)),
  )
  addPages(app, options)
  await app.listen({ host: options.host, port: options.port })
  return { port: portOf(app), close: (): Promise<void> => app.close() }
}

const html = (reply: FastifyReply, text: string, status = 200): FastifyReply =>
  reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(text)

const languageOf = ({ headers }: FastifyRequest) => pageLanguage(headers['accept-language'])

const auditOf = (db: Database): Promise<readonly AuditLine[]> =>
  db.query<AuditLine>(
    `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') AS at, actor, action, kitchen, detail
     FROM audit ORDER BY id DESC LIMIT $1`,
    [MAX_AUDIT_LINES],
  )

/** The pages of the operator, and the forms on them. */
function addPages(app: FastifyInstance, { db, kitchens, apiUrl, password }: OperatorOptions): void {
  app.get('/', async (request, reply) => {
    const [views, upstreams] = await Promise.all([readKitchens(db), readUpstreams(db)])
    return html(reply, operatorPage(...languageOf(request), { kitchens: views, upstreams }))
  })
  app.get('/changes', async (request, reply) => html(reply, changesPage(...languageOf(request), await auditOf(db))))
  app.get('/add', async (request, reply) => {
    const names = (await readUpstreams(db)).map(({ name }) => name)
    return html(reply, newKitchenPage(...languageOf(request), names))
  })
  app.get<{ Querystring: { name?: string } }>('/kitchen', async (request, reply) => {
    const [language, texts] = languageOf(request)
    const kitchen = (await readKitchens(db)).find(({ name }) => name === request.query.name)
    if (kitchen === undefined)
      return html(reply, failurePage(language, texts, filled(texts.refusals.noKitchen, request.query.name ?? '')), 404)
    return html(reply, kitchenPage(language, texts, kitchen))
  })
  app.post<{ Params: { action: string } }>('/kitchens/:action', async (request, reply) => {
    const [language, texts] = languageOf(request)
    if (!isOwnForm(request)) return reply.code(403).send()
    const actor = `${authenticatedUser(request.headers.authorization, password) ?? ''} (office)`
    const fields = fieldsOf(request.body)
    const { action } = request.params
    try {
      const issued = await change(kitchens, actor, action, fields)
      if (issued === 'unknown') return reply.code(404).send()
      if (issued !== undefined) return html(reply, issuedPage(language, texts, apiUrl, issued))
      const own = `/kitchen?name=${encodeURIComponent(String(fields.name))}`
      return reply.redirect(action === 'revoke' ? '/' : own, 303)
    } catch (error) {
      if (!(error instanceof KitchenError)) throw error
      return html(reply, failurePage(language, texts, filled(texts.refusals[error.reason], error.value)), 400)
    }
  })
}

async function change(
  kitchens: Kitchens,
  actor: string,
  action: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<IssuedCredentials | undefined | 'unknown'> {
  // The database takes no NUL in a text.
  const text = (name: string): string =>
    typeof fields[name] === 'string' ? fields[name].replaceAll('\0', '').trim() : ''
  const idsOf = (field: string): readonly string[] =>
    text(field)
      .split('\n')
      .map((id) => id.trim())
      .filter((id) => id !== '')
  const name = text('name')
  switch (action) {
    case 'add':
      return kitchens.add(actor, {
        name,
        upstream: text('upstream'),
        establishments: idsOf('establishments'),
        pushUrl: text('push') === '' ? undefined : text('push'),
      })
    case 'pause':
    case 'resume':
      await kitchens.setPaused(actor, name, action === 'pause')
      return undefined
    case 'establishments':
      await kitchens.changeEstablishments(actor, name, { add: idsOf('add'), remove: idsOf('remove') })
      return undefined
    case 'renew-secret':
    case 'revoke':
      if (text('sure') === '') throw new KitchenError('notSure')
      if (action === 'renew-secret') return kitchens.renewSecret(actor, name)
      await kitchens.revoke(actor, name)
      return undefined
    default:
      return 'unknown'
  }
}
