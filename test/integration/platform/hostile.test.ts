import { expect, it } from 'vitest'
import { type Answerer, hostileServer } from './hostile-server.ts'
import { realClient, SIGNAL } from './real-client.ts'

const MEBIBYTE = 1_024 * 1_024

const SHORT_LIMITS = { poll: 250, acknowledge: 250, read: 250, act: 250, validateCode: 250 }

const faults: readonly (readonly [string, Answerer, { cause: string; status?: number; retryAfterMs?: number }])[] = [
  ['a connection that breaks before the answer', (_q, _s, socket) => void socket.destroy(), { cause: 'network' }],
  ['a reset', (_q, _s, socket) => void socket.resetAndDestroy(), { cause: 'network' }],
  [
    'an answer cut in the middle of its body',
    (_q, response, socket) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('[{"eventId":', () => socket.destroy())
    },
    { cause: 'network' },
  ],
  ['no answer', () => undefined, { cause: 'timeout' }],
  [
    'headers without a body',
    (_q, response) => void response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
    { cause: 'timeout' },
  ],
  [
    'a slow body without an end',
    (_q, response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
    },
    { cause: 'timeout' },
  ],
  ['an answer that is not HTTP', (_q, _s, socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'), { cause: 'network' }],
  [
    'a captive portal',
    (_q, response) => void response.writeHead(302, { location: '/portal' }).end(),
    { cause: 'unintelligible', status: 302 },
  ],
  [
    'a redirect that keeps the method',
    (_q, response) => void response.writeHead(307, { location: '/portal' }).end(),
    { cause: 'unintelligible', status: 307 },
  ],
  [
    'a login page with 200',
    (_q, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Login</html>'),
    { cause: 'unintelligible', status: 200 },
  ],
  [
    'bytes that are not text',
    (_q, response) => void response.end(Buffer.from([0xff, 0xfe, 0x00, 0x80])),
    { cause: 'unintelligible' },
  ],
  [
    'Retry-After as a date of a clock that is an hour ahead',
    (_q, response) => {
      const at = Date.now() + 3_600_000
      response.sendDate = false
      response
        .writeHead(503, { date: new Date(at).toUTCString(), 'retry-after': new Date(at + 30_000).toUTCString() })
        .end()
    },
    { cause: 'server', status: 503, retryAfterMs: 30_000 },
  ],
]

it.each(faults)('%s gives a failure as a value for every call, and no exception', async (_name, answer, expected) => {
  await using server = await hostileServer(answer)
  // Only the calls that shall time out have a short limit: a slow machine may take longer than it for any answer.
  const client = realClient(server, {}, expected.cause === 'timeout' ? SHORT_LIMITS : {})
  const events = [{ eventId: 'e', orderId: 'o', eventType: 'CREATED' }]
  const answers = await Promise.all([
    client.poll(SIGNAL),
    client.acknowledge(events, SIGNAL),
    client.readOrder('o', SIGNAL),
    client.act({ orderId: 'o', action: 'confirm' }, SIGNAL),
    client.validateCode('o', '1234', SIGNAL),
  ])
  const isText = _name === 'bytes that are not text'
  const judged = isText ? [answers[0], answers[2]] : answers
  for (const one of judged) expect(one).toMatchObject({ kind: 'unavailable', ...expected })
  expect(server.paths.some((path) => path.includes('portal'))).toBe(false)
})

it('a body that is too large is not read to its end', async () => {
  let sentBytes = 0
  await using server = await hostileServer((_request, response) => {
    const chunk = Buffer.alloc(MEBIBYTE, ' ')
    const more = () => {
      while (sentBytes < 256 * MEBIBYTE && !response.destroyed) {
        sentBytes += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const client = realClient(server)
  expect(await client.readOrder('o', SIGNAL)).toEqual({ kind: 'unavailable', cause: 'unintelligible', status: 200 })
  expect(sentBytes).toBeLessThan(64 * MEBIBYTE)
})

it('a server that does not listen gives a network failure', async () => {
  const server = await hostileServer(() => undefined)
  await server[Symbol.asyncDispose]()
  expect(await realClient(server).poll(SIGNAL)).toEqual({ kind: 'unavailable', cause: 'network', fault: 'unreachable' })
})

it('an abort closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await using server = await hostileServer((request) => {
    request.socket.once('close', () => closed.resolve())
    arrived.resolve()
  })
  const leaving = new AbortController()
  const answer = realClient(server).poll(leaving.signal)
  await arrived.promise
  leaving.abort()
  expect(await answer).toEqual({ kind: 'unavailable', cause: 'aborted' })
  await closed.promise
})
