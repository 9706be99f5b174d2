import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { STRANGE_ANSWERS } from '../../../test/fixtures/strange-bytes.ts'

/** Answers that any platform can send, by the path of the request. */
export const ORDINARY_ANSWERS: Readonly<Record<string, string | Buffer>> = {
  json: 'HTTP/1.1 200 OK\r\nDate: Sun, 22 Nov 2026 12:00:00 GMT\r\nSet-Cookie: a=1\r\nX-Two: 1\r\nX-Two: 2\r\nContent-Length: 2\r\n\r\n{}',
  zipped: Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n'),
    gzipSync('{"coração":1}'),
  ]),
  empty: 'HTTP/1.1 204 No Content\r\n\r\n',
  redirect: 'HTTP/1.1 302 Found\r\nLocation: /json\r\nContent-Length: 0\r\n\r\n',
  refused: 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 2\r\n\r\n{}',
  long: `HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5_000)}`,
  'cut-by-length': 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{}',
  'cut-in-chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n',
  'bad-zip': 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello',
  'no-http': 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  'no-answer': '',
}

/** The answer to a path that begins with `closed-once`, except to its first request, whose connection is ended. */
const CLOSED_ONCE = 'closed-once'

const CLOSING_ANSWERS: readonly string[] = ['zipped', 'cut-by-length', 'cut-in-chunks', 'no-http']

/**
 * A server that answers each path with its bytes and never answers `no-answer`. `heads` are the heads of its requests.
 */
export const serveAnswers = async (): Promise<{
  readonly origin: string
  readonly heads: readonly string[]
}> => {
  const heads: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const head = data.toString('latin1')
      const name = /^[A-Z]+ \/(\S*) /.exec(head)?.[1]
      if (name === undefined) return
      const isClosedOnce = name.startsWith(CLOSED_ONCE)
      const isClosed = isClosedOnce && !heads.some((one) => one.includes(name))
      heads.push(head)
      if (isClosed) return socket.destroy()
      const bytes =
        STRANGE_ANSWERS[name] ??
        ORDINARY_ANSWERS[isClosedOnce ? 'json' : name] ??
        'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
      if (CLOSING_ANSWERS.includes(name)) socket.end(bytes)
      else if (bytes.length > 0) socket.write(bytes)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { origin: `http://127.0.0.1:${address.port}`, heads }
}
