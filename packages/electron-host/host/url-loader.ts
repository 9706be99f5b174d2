import { EventEmitter } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ClientRequestConstructorOptions } from 'electron'
import { bodyErrorName, netErrorName } from './net-errors.ts'
import { DEFAULT_SOCKETS, type SocketPool } from './sockets.ts'

/** The part of a response before its body. Its texts are decoded as UTF-8, as in Chromium. */
export type ResponseHead = Readonly<{
  statusCode: number
  statusMessage: string
  httpVersion: Readonly<{ major: number; minor: number }>
  headers: Readonly<Record<string, readonly string[]>>
  rawHeaders: readonly Readonly<{ key: string; value: string }>[]
}>

export type LoaderOptions = Readonly<{
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
  priority: NonNullable<ClientRequestConstructorOptions['priority']>
}>

export type LoaderEvents = {
  'response-started': [head: ResponseHead]
  data: [chunk: Buffer, resume: () => void]
  complete: []
  error: [netError: string]
  redirect: [
    info: Readonly<{ statusCode: number; newMethod: string; newUrl: string }>,
    headers: ResponseHead['headers'],
  ]
}

/** Electron's native part of a request, with the same events (shell/common/api/electron_api_url_loader.cc). */
export type UrlLoader = EventEmitter<LoaderEvents> & { cancel(): void }

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 20
// Some of the fetch standard's "bad ports": the ones that a test can use.
const UNSAFE_PORTS: readonly string[] = ['1', '7', '9', '11', '13', '21', '22', '23', '25', '53', '110', '143', '6000']

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

function refusalOf({ hostname, port }: URL): string | undefined {
  // Only loopback, as for windows: no request leaves this machine.
  if (!isLoopback(hostname)) return 'ERR_NAME_NOT_RESOLVED'
  return UNSAFE_PORTS.includes(port) ? 'ERR_UNSAFE_PORT' : undefined
}

/**
 * Node decodes the head as Latin-1, one character per byte. Chromium decodes it as UTF-8 and replaces invalid bytes
 * with a replacement character.
 */
const asUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8')

const headOf = (message: http.IncomingMessage): ResponseHead => {
  const rawHeaders: { key: string; value: string }[] = []
  const headers: Record<string, string[]> = {}
  for (let at = 0; at < message.rawHeaders.length; at += 2) {
    const key = message.rawHeaders[at] ?? ''
    const value = asUtf8(message.rawHeaders[at + 1] ?? '')
    rawHeaders.push({ key, value })
    const values = headers[key.toLowerCase()] ?? []
    values.push(value)
    headers[key.toLowerCase()] = values
  }
  return {
    statusCode: message.statusCode ?? 0,
    statusMessage: asUtf8(message.statusMessage ?? ''),
    httpVersion: { major: message.httpVersionMajor, minor: message.httpVersionMinor },
    headers,
    rawHeaders,
  }
}

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

const isDecoder = (name: string): name is keyof typeof DECODERS => Object.hasOwn(DECODERS, name)

/** The body without its content encoding. */
const decodedBody = (message: http.IncomingMessage, onError: (error: unknown) => void): Readable => {
  const encoding = message.headers['content-encoding']?.toLowerCase() ?? ''
  if (!isDecoder(encoding)) return message
  const decoder = DECODERS[encoding]()
  message.on('error', onError)
  return message.pipe(decoder)
}

/** Starts a request. Every event is emitted after this function has returned. */
export const loadUrl = (options: LoaderOptions, sockets: SocketPool = DEFAULT_SOCKETS): UrlLoader => {
  const events = new EventEmitter<LoaderEvents>()
  let releaseSocket = (): void => undefined
  let clientRequest: http.ClientRequest | undefined
  let isFinished = false

  const end = (): void => {
    isFinished = true
    releaseSocket()
  }
  const fail = (name: string): void => {
    if (isFinished) return
    end()
    clientRequest?.destroy()
    events.emit('error', `net::${name}`)
  }
  const finish = (): void => {
    if (isFinished) return
    end()
    events.emit('complete')
  }

  const receive = (message: http.IncomingMessage, request: LoaderOptions, redirects: number): void => {
    if (isFinished) return
    const head = headOf(message)
    const location = head.headers.location?.[0]
    if (REDIRECTS.includes(head.statusCode) && location !== undefined) {
      const keepsMethod = head.statusCode === 307 || head.statusCode === 308 || request.method === 'HEAD'
      const newMethod = keepsMethod ? request.method : 'GET'
      const newUrl = new URL(location, request.url).href
      message.resume()
      events.emit('redirect', { statusCode: head.statusCode, newMethod, newUrl }, head.headers)
      if (isFinished) return
      releaseSocket()
      if (redirects >= MAX_REDIRECTS) fail('ERR_TOO_MANY_REDIRECTS')
      else
        load({ ...request, method: newMethod, url: newUrl, ...(keepsMethod ? {} : { body: undefined }) }, redirects + 1)
      return
    }
    const onError = (error: unknown): void => fail(bodyErrorName(error, message.headers))
    const body = decodedBody(message, onError)
    body.on('data', (chunk: Buffer) => {
      body.pause()
      if (!isFinished) events.emit('data', chunk, () => body.resume())
    })
    body.pause()
    body.on('end', finish)
    body.on('error', onError)
    events.emit('response-started', head)
    body.resume()
  }

  const send = (request: LoaderOptions, redirects: number, isRepeated: boolean): void => {
    const url = new URL(request.url)
    const transport = url.protocol === 'https:' ? https : http
    const agent = url.protocol === 'https:' ? sockets.agents['https:'] : sockets.agents['http:']
    const length = request.body === undefined ? {} : { 'content-length': request.body.length }
    const headers = { 'accept-encoding': 'gzip, deflate, br', ...length, ...request.headers }
    const sent = transport.request(url, { method: request.method, headers, agent })
    clientRequest = sent
    sent.on('response', (message) => receive(message, request, redirects))
    sent.on('error', (error) => {
      // As in Chromium, a request of any method is repeated when a reused connection ends before the head of its response
      // (HttpNetworkTransaction::ShouldResendRequest).
      if (sent.reusedSocket && !isRepeated && !isFinished) send(request, redirects, true)
      else fail(netErrorName(error))
    })
    sent.end(request.body)
  }

  const load = (request: LoaderOptions, redirects: number): void => {
    const url = new URL(request.url)
    const refusal = refusalOf(url)
    if (refusal !== undefined) {
      fail(refusal)
      return
    }
    const start = (): void => {
      if (isFinished) return
      try {
        send(request, redirects, false)
      } catch {
        fail('ERR_INVALID_ARGUMENT')
      }
    }
    releaseSocket = sockets.take(url.origin, request.priority, start, () => fail('ERR_ABORTED'))
  }

  setImmediate(() => {
    if (!isFinished) load(options, 0)
  })
  const cancel = (): void => {
    if (isFinished) return
    end()
    clientRequest?.on('error', () => undefined)
    clientRequest?.destroy()
  }
  return Object.assign(events, { cancel })
}
