import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Answerer = (request: IncomingMessage, response: ServerResponse, socket: Socket) => void

export type HostileServer = AsyncDisposable & { readonly apiUrl: string; readonly paths: readonly string[] }

/** A server on loopback that grants every token request and answers all other requests with the given handler. */
export async function hostileServer(answer: Answerer): Promise<HostileServer> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    if (request.url?.endsWith('/oauth/token')) {
      response.setHeader('content-type', 'application/json').end('{"access_token":"t","expires_in":3600}')
      return
    }
    answer(request, response, request.socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a port was expected')
  return {
    apiUrl: `http://127.0.0.1:${address.port}/hash/od/v2`,
    paths,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
