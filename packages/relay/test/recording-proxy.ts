import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { createRequestLog, type RequestLog } from '../../../test/fixtures/platform/request-log.ts'
import { matchRoute, type RequestBody } from '../../../test/fixtures/platform/requests.ts'

export type RecordingProxy = {
  readonly origin: string
  /** A record of every request of the kitchen, in the form of the practice platform. */
  readonly requestLog: RequestLog
  close(): Promise<void>
}

/**
 * A proxy on a separate port between a test and a relay. It records each request and forwards it when `before` resolves. The
 * bytes of requests and answers are not changed.
 */
export async function openRecordingProxy(options: {
  readonly target: () => string
  readonly root: string
  readonly clock: () => number
  readonly before: (route: string, orderId: string | undefined) => Promise<void>
}): Promise<RecordingProxy> {
  const requestLog = createRequestLog(options.clock)
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      const matched = matchRoute(options.root, method, url.split('?')[0] ?? url)
      const entry = requestLog.open({
        method,
        ...matched,
        query: {},
        headers: headersOf(headers),
        body: bodyOf(headers, body),
      })
      void options.before(matched.route, matched.orderId).then(() => {
        const passed = httpRequest(`${options.target()}${url}`, { method, headers }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (chunk: Buffer) => parts.push(chunk))
          answer.on('end', () => {
            const text = Buffer.concat(parts)
            entry.status = answer.statusCode
            if (answer.statusCode === 200 && matched.route === 'poll') entry.delivered = idsIn(text)
            if (answer.statusCode === 202 && matched.route === 'acknowledgment') entry.acknowledged = idsIn(body)
            requestLog.close(entry, 'whole')
            outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
            outgoing.end(text)
          })
        })
        passed.on('error', () => outgoing.destroy())
        passed.end(body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requestLog,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const headersOf = (headers: IncomingHttpHeaders): IncomingHttpHeaders => headers

function bodyOf(headers: IncomingHttpHeaders, body: Buffer): RequestBody {
  if (!headers['content-type']?.startsWith('application/json')) return { kind: 'none' }
  try {
    return { kind: 'json', value: JSON.parse(body.toString()) }
  } catch {
    return { kind: 'malformed' }
  }
}

/** Event ids of a page, or of an acknowledgment in any of its forms. */
function idsIn(text: Buffer): readonly string[] {
  const parsed: unknown = JSON.parse(text.toString())
  const list: readonly unknown[] = Array.isArray(parsed)
    ? parsed
    : ((parsed as { readonly eventIds?: readonly unknown[] }).eventIds ?? [])
  return list.flatMap((one) => {
    if (typeof one === 'string') return [one]
    const { eventId, id } = (one ?? {}) as { readonly eventId?: unknown; readonly id?: unknown }
    const found = eventId ?? id
    return typeof found === 'string' ? [found] : []
  })
}
