import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ClientRequest, type IncomingMessage } from './client-request.ts'
import type { SchemeHandler } from './protocol.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain',
}

const fetchFile = async (url: string): Promise<Response> => {
  const path = fileURLToPath(url)
  if (!existsSync(path)) throw new Error('net::ERR_FILE_NOT_FOUND')
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return new Response(await readFile(path), { headers: { 'content-type': type } })
}

/** According to the fetch standard, responses with these statuses have no body. */
const STATUSES_WITHOUT_BODY: readonly number[] = [101, 204, 205, 304]

/**
 * As in Electron (lib/browser/api/net-fetch.ts), the response is created inside a listener of `net.request`. If the
 * standard `Headers` or `Response` throws there, the error is an uncaught exception and the promise never settles.
 */
const fetchWithRequest = async (input: string | URL | Request, init: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const { method, url, redirect } = request
  const clientRequest = new ClientRequest({ method, url, redirect, headers: Object.fromEntries(request.headers) })
  request.signal.addEventListener('abort', () => {
    reject(request.signal.reason)
    clientRequest.abort()
  })
  clientRequest.on('response', (message: IncomingMessage) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(message.headers))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
    const hasBody = !STATUSES_WITHOUT_BODY.includes(message.statusCode) && method !== 'HEAD'
    const stream = hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null
    resolve(new Response(stream, { headers, status: message.statusCode, statusText: message.statusMessage }))
  })
  clientRequest.on('error', reject)
  clientRequest.end(body)
  return promise
}

/** net.fetch of files, of the app's own schemes and of loopback addresses. */
export const createNetFetch =
  (handlerOf: (url: string) => SchemeHandler | undefined) =>
  async (
    input: string | URL | Request,
    init: RequestInit & { bypassCustomProtocolHandlers?: boolean } = {},
  ): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const { bypassCustomProtocolHandlers, ...options } = init
    const handler = bypassCustomProtocolHandlers === true ? undefined : handlerOf(url)
    if (handler !== undefined) return handler(new Request(input, options))
    if (url.startsWith('file:')) return fetchFile(url)
    return fetchWithRequest(input, options)
  }
