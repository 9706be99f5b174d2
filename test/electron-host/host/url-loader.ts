import { EventEmitter } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ClientRequestConstructorOptions } from 'electron'
import { brokenBodyName, netErrorName } from './net-errors.ts'
import { takeSocket } from './sockets.ts'

/** What arrives before the body, with texts as Chromium hands them on: bytes read as UTF-8. */
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

/** Electron's native half of a request (shell/common/api/electron_api_url_loader.cc), by the same events. */
export type UrlLoader = EventEmitter<LoaderEvents> & { cancel(): void }

const AGENTS = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) } as const
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 20
// fetch standard, "bad port": those that a test may come upon.
const UNSAFE_PORTS: readonly string[] = ['1', '7', '9', '11', '13', '21', '22', '23', '25', '53', '110', '143', '6000']

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** Node reads heads as Latin-1, one character a byte; Chromium's converter reads UTF-8 and marks what is none. */
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
const decoded = (message: http.IncomingMessage, onBroken: (error: unknown) => void): Readable => {
  const encoding = message.headers['content-encoding']?.toLowerCase() ?? ''
  if (!isDecoder(encoding)) return message
  const decoder = DECODERS[encoding]()
  message.on('error', onBroken)
  return message.pipe(decoder)
}

/** Starts at once; every event comes later than this call. */
export const loadUrl = (options: LoaderOptions): UrlLoader => {
  const events = new EventEmitter<LoaderEvents>()
  let giveBack = (): void => undefined
  let under: http.ClientRequest | undefined
  let isOver = false

  const end = (): void => {
    isOver = true
    giveBack()
  }
  const fail = (name: string): void => {
    if (isOver) return
    end()
    under?.destroy()
    events.emit('error', `net::${name}`)
  }
  const finish = (): void => {
    if (isOver) return
    end()
    events.emit('complete')
  }

  const receive = (message: http.IncomingMessage, asked: LoaderOptions, redirects: number): void => {
    if (isOver) return
    const head = headOf(message)
    const location = head.headers.location?.[0]
    if (REDIRECTS.includes(head.statusCode) && location !== undefined) {
      const keepsMethod = head.statusCode === 307 || head.statusCode === 308 || asked.method === 'HEAD'
      const newMethod = keepsMethod ? asked.method : 'GET'
      const newUrl = new URL(location, asked.url).href
      message.resume()
      events.emit('redirect', { statusCode: head.statusCode, newMethod, newUrl }, head.headers)
      if (isOver) return
      giveBack()
      if (redirects >= MAX_REDIRECTS) fail('ERR_TOO_MANY_REDIRECTS')
      else
        load({ ...asked, method: newMethod, url: newUrl, ...(keepsMethod ? {} : { body: undefined }) }, redirects + 1)
      return
    }
    const onBroken = (error: unknown): void => fail(brokenBodyName(error, message.headers))
    const body = decoded(message, onBroken)
    body.on('data', (chunk: Buffer) => {
      body.pause()
      if (!isOver) events.emit('data', chunk, () => body.resume())
    })
    body.pause()
    body.on('end', finish)
    body.on('error', onBroken)
    events.emit('response-started', head)
    body.resume()
  }

  const send = (asked: LoaderOptions, redirects: number, isRepeated: boolean): void => {
    const url = new URL(asked.url)
    const kind = url.protocol === 'https:' ? https : http
    const agent = url.protocol === 'https:' ? AGENTS['https:'] : AGENTS['http:']
    const length = asked.body === undefined ? {} : { 'content-length': asked.body.length }
    const headers = { 'accept-encoding': 'gzip, deflate, br', ...length, ...asked.headers }
    const request = kind.request(url, { method: asked.method, headers, agent })
    under = request
    request.on('response', (message) => receive(message, asked, redirects))
    request.on('error', (error) => {
      // As in Chromium: a kept connection that is closed is replaced without an error.
      if (request.reusedSocket && !isRepeated && !isOver) send(asked, redirects, true)
      else fail(netErrorName(error))
    })
    request.end(asked.body)
  }

  const load = (asked: LoaderOptions, redirects: number): void => {
    const { hostname, origin, port } = new URL(asked.url)
    // Windows have the same rule: nothing leaves this machine.
    if (!isLoopback(hostname)) {
      fail('ERR_NAME_NOT_RESOLVED')
      return
    }
    if (UNSAFE_PORTS.includes(port)) {
      fail('ERR_UNSAFE_PORT')
      return
    }
    giveBack = takeSocket(origin, asked.priority, () => {
      if (isOver) return
      try {
        send(asked, redirects, false)
      } catch {
        fail('ERR_INVALID_ARGUMENT')
      }
    })
  }

  setImmediate(() => {
    if (!isOver) load(options, 0)
  })
  const cancel = (): void => {
    if (isOver) return
    end()
    under?.on('error', () => undefined)
    under?.destroy()
  }
  return Object.assign(events, { cancel })
}
