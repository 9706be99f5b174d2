import type { Exchange } from './exchange.ts'
import { createRehearsal, type PlatformOptions, type RehearsalControls } from './rehearsal.ts'
import { matchRoute, type RequestBody } from './requests.ts'
import type { Json } from './wire.ts'

/** The part of the type of `fetch` that a client of the platform needs. */
export type PlatformFetch = (
  input: string | URL,
  init?: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>> | Headers
    readonly body?: string | URLSearchParams | null
    readonly signal?: AbortSignal | null
  },
) => Promise<Response>

export type MemoryPlatform = RehearsalControls & {
  /** Answers without a socket. Faults have the same effects as over HTTP; during an outage every call rejects. */
  readonly fetch: PlatformFetch
  beginOutage(): void
  endOutage(): void
}

export type MemoryPlatformOptions = PlatformOptions & {
  /** Waits before a delayed answer. Default: a real timer. */
  readonly wait?: (ms: number) => Promise<void>
}

const ORIGIN = 'http://rehearsal.invalid'

/** The platform as a function, without sockets: for practice, and for tests with thousands of generated histories. */
export function createMemoryPlatform(options: MemoryPlatformOptions = {}): MemoryPlatform {
  const { controls, root, exchange, dateHeader } = createRehearsal(options, () => ORIGIN)
  const wait = options.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  let isOut = false

  return {
    ...controls,
    beginOutage() {
      isOut = true
    },
    endOutage() {
      isOut = false
    },
    async fetch(input, init = {}) {
      init.signal?.throwIfAborted()
      if (isOut) throw connectionLost('ECONNREFUSED')
      const url = new URL(input)
      const headers = new Headers(init.headers)
      if (init.body instanceof URLSearchParams && !headers.has('content-type')) {
        headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
      }
      const outcome = exchange({
        method: init.method ?? 'GET',
        ...matchRoute(root, init.method ?? 'GET', url.pathname),
        query: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(headers),
        body: readBody(headers.get('content-type'), init.body?.toString()),
      })
      if (outcome.delayMs > 0) await raceAbort(init.signal, outcome, wait(outcome.delayMs))
      if (outcome.ending === 'hang') return raceAbort(init.signal, outcome, new Promise(() => {}))
      outcome.finish()
      if (outcome.ending === 'reset') throw connectionLost('ECONNRESET')
      return responseOf(outcome, dateHeader())
    },
  }
}

function readBody(contentType: string | null, text: string | undefined): RequestBody {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'form', fields: Object.fromEntries(new URLSearchParams(text)) }
  }
  if (type === 'application/json') {
    try {
      const value: Json = JSON.parse(text ?? '')
      return { kind: 'json', value }
    } catch {
      return { kind: 'malformed' }
    }
  }
  return text === undefined || text === '' ? { kind: 'none' } : { kind: 'other', contentType: type }
}

function responseOf(outcome: Exchange, date: string | undefined): Response {
  const headers = { ...outcome.headers, ...(date === undefined ? {} : { date }) }
  const { status, text } = outcome
  if (status === 204 || text === undefined) return new Response(null, { status, headers })
  if (outcome.ending === 'whole') return new Response(text, { status, headers })
  const half = new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2)))
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(half)
    },
    pull(controller) {
      controller.error(connectionLost('UND_ERR_SOCKET'))
    },
  })
  return new Response(broken, { status, headers })
}

async function raceAbort<T>(signal: AbortSignal | null | undefined, outcome: Exchange, answer: Promise<T>): Promise<T> {
  if (signal === null || signal === undefined) return answer
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => {
    outcome.finish(outcome.ending === 'hang' ? undefined : 'disconnected')
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([answer, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The error with which `fetch` rejects when a connection fails. */
function connectionLost(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}
