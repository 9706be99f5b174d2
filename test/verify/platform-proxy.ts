import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'

export type PlatformProxy = {
  readonly origin: string
  /** Number of polls. */
  polls(): number
  /** Number of open connections, and its maximum. */
  connections(): { readonly open: number; readonly most: number }
  /** Number of reads and taps without an answer. */
  held(): number
  /** Answers each of the next polls with one of these byte strings. Returns how many are left. */
  answerPollsWith(answers: readonly (string | Buffer)[]): () => number
  /** Ends the connection of the next POST for an order without an answer. Returns whether one came. */
  endNextPost(): () => boolean
  /** Leaves reads and taps without an answer until the returned function is called. */
  holdOrders(): () => void
  close(): Promise<void>
}

const isPoll = ({ url = '' }: IncomingMessage): boolean => url.endsWith('/events:polling')
const isOrder = ({ url = '' }: IncomingMessage): boolean => url.includes('/orders/')

/** A proxy between the program and the platform that forwards and counts. @param target origin of the platform */
export async function startPlatformProxy(target: string): Promise<PlatformProxy> {
  let polls = 0
  let open = 0
  let most = 0
  let strange: readonly (string | Buffer)[] = []
  let hold: Promise<void> | undefined
  let held = 0
  let endsPost = false

  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = request
    const forwarded = httpRequest(`${target}${url}`, { method, headers: { ...headers, host: new URL(target).host } })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  }

  const server = createServer((request, response) => {
    if (isPoll(request)) {
      polls += 1
      const [bytes, ...rest] = strange
      if (bytes !== undefined) {
        strange = rest
        request.socket.end(bytes)
        return
      }
    }
    if (endsPost && request.method === 'POST' && isOrder(request)) {
      endsPost = false
      request.socket.destroy()
      return
    }
    if (hold === undefined || !isOrder(request)) return forward(request, response)
    held += 1
    void hold.then(() => {
      held -= 1
      forward(request, response)
    })
  })
  server.on('connection', (socket) => {
    open += 1
    most = Math.max(most, open)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open -= 1
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')

  return {
    origin: `http://127.0.0.1:${address.port}`,
    polls: () => polls,
    connections: () => ({ open, most }),
    held: () => held,
    answerPollsWith(answers) {
      strange = answers
      return () => strange.length
    },
    endNextPost() {
      endsPost = true
      return () => !endsPost
    },
    holdOrders() {
      const released = Promise.withResolvers<void>()
      hold = released.promise
      return () => {
        hold = undefined
        released.resolve()
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
