import { createServer } from 'node:http'

type Event = { readonly eventId: string; readonly eventType: string; readonly orderId: string }

export type SmallUpstream = {
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Bodies of the orders, by id. Others are answered with 404. */
  readonly orders: Map<string, object>
  /** Answers that are sent as they are, by `METHOD /path` without its query. */
  readonly raw: Map<string, readonly [status: number, text: string]>
  /** Requests that were received, as `METHOD /path`. */
  readonly requests: readonly string[]
  /** Ids of the acknowledged events, in their order. */
  readonly acknowledged: readonly string[]
  /** The bodies of the acknowledgments. */
  readonly acknowledgments: readonly string[]
  /** The answer to an acknowledgment, and whether it takes the events out of the queue. */
  acknowledging: (eventIds: readonly string[]) => { readonly status: number; readonly takes: boolean }
  /** A request that it holds is answered after `release`. */
  hold: (request: string) => boolean
  /** Status of the token endpoint. */
  tokenStatus: number
  /** The body of a page with these events. */
  pageOf: (events: readonly Event[]) => unknown
  publish(...events: readonly Event[]): void
  /** Empties the queue. */
  forget(): void
  release(): void
  close(): Promise<void>
}

/**
 * An upstream that sends anything: any id, any body, an answer that waits. It checks nothing: the practice platform is strict
 * and sends only what the interface allows.
 */
export async function startSmallUpstream(): Promise<SmallUpstream> {
  let queue: readonly Event[] = []
  let tokens = 0
  let held: (() => void)[] = []
  const requests: string[] = []
  const acknowledged: string[] = []
  const acknowledgments: string[] = []
  const answerOf = (name: string, path: string, text: string): readonly [status: number, body?: unknown] => {
    if (path === '/oauth/token') {
      tokens += 1
      return [upstream.tokenStatus, { access_token: `token-${tokens}`, token_type: 'bearer', expires_in: 3600 }]
    }
    if (path === '/events:polling') return queue.length === 0 ? [204] : [200, upstream.pageOf(queue)]
    if (path === '/events/acknowledgment') {
      acknowledgments.push(text)
      const { eventIds } = JSON.parse(text) as { readonly eventIds: readonly string[] }
      const { status, takes } = upstream.acknowledging(eventIds)
      if (status >= 400) return [status, { code: 'REFUSED' }]
      acknowledged.push(...eventIds)
      if (takes) queue = queue.filter(({ eventId }) => !eventIds.includes(eventId))
      return [status]
    }
    if (name.startsWith('POST')) return [202]
    const order = upstream.orders.get(decodeURIComponent(path.split('/')[2] ?? ''))
    return order === undefined ? [404, { code: 'NOT_FOUND' }] : [200, order]
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/hash/od/v2', '')
    const name = `${request.method} ${path}`
    requests.push(name)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const go = (): void => {
        const raw = upstream.raw.get(name.split('?')[0] ?? '')
        const [status, body] = raw ?? answerOf(name, path, Buffer.concat(chunks).toString())
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(raw?.[1] ?? (body === undefined ? undefined : JSON.stringify(body)))
      }
      if (upstream.hold(name)) held.push(go)
      else go()
    })
  })
  server.maxRequestsPerSocket = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the upstream has no port')
  const upstream: SmallUpstream = {
    apiUrl: `http://127.0.0.1:${address.port}/hash/od/v2`,
    clientId: 'client',
    clientSecret: 'secret of the chain',
    orders: new Map(),
    raw: new Map(),
    requests,
    acknowledged,
    acknowledgments,
    acknowledging: () => ({ status: 202, takes: true }),
    hold: () => false,
    tokenStatus: 200,
    pageOf: (events) => events,
    publish(...events) {
      queue = [...queue, ...events]
    },
    forget() {
      queue = []
    },
    release() {
      upstream.hold = () => false
      for (const go of held) go()
      held = []
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return upstream
}
