import { Readable, Writable } from 'node:stream'
import type { ClientRequestConstructorOptions } from 'electron'
import { Session } from './session.ts'
import { type LoaderOptions, loadUrl, type ResponseHead, type UrlLoader } from './url-loader.ts'

/** Node and Electron keep only the first value of these headers. The values of other repeated headers are joined. */
const SINGLE_VALUE_HEADERS: ReadonlySet<string> = new Set(
  `content-type content-length user-agent referer host authorization proxy-authorization if-modified-since
  if-unmodified-since from location max-forwards retry-after etag last-modified server age expires`.split(/\s+/),
)

/** A response. Its body is passed on at the reader's speed. */
export class IncomingMessage extends Readable {
  readonly #head: ResponseHead
  readonly #stored: (Buffer | null)[] = []
  #canPush = false
  #resume: (() => void) | undefined

  constructor(head: ResponseHead) {
    super()
    this.#head = head
  }
  get statusCode(): number {
    return this.#head.statusCode
  }
  get statusMessage(): string {
    return this.#head.statusMessage
  }
  get headers(): Record<string, string | string[]> {
    return Object.fromEntries(
      Object.entries(this.#head.headers).map(([name, values]) => {
        if (name === 'set-cookie') return [name, [...values]]
        return [name, SINGLE_VALUE_HEADERS.has(name) ? (values[0] ?? '') : values.join(', ')]
      }),
    )
  }
  get rawHeaders(): string[] {
    return this.#head.rawHeaders.flatMap(({ key, value }) => [key, value])
  }
  get httpVersionMajor(): number {
    return this.#head.httpVersion.major
  }
  get httpVersionMinor(): number {
    return this.#head.httpVersion.minor
  }
  get httpVersion(): string {
    return `${this.httpVersionMajor}.${this.httpVersionMinor}`
  }
  /** @internal Adds a part of the body; `null` is its end. Calls `resume` when the reader can take more. */
  store(chunk: Buffer | null, resume?: () => void): void {
    this.#stored.push(chunk)
    this.#resume = resume
    this.#pushStored()
  }
  override _read(): void {
    this.#canPush = true
    this.#pushStored()
  }
  #pushStored(): void {
    while (this.#canPush && this.#stored.length > 0) this.#canPush = this.push(this.#stored.shift())
    if (!this.#canPush || this.#resume === undefined) return
    const resume = this.#resume
    this.#resume = undefined
    resume()
  }
}

type Options = ClientRequestConstructorOptions

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/

const checkHeader = (name: string, value: unknown): void => {
  if (!HEADER_NAME.test(name)) throw new Error(`Invalid header name: '${name}'`)
  if (value === undefined || value === null) throw new Error(`\`value\` required in setHeader("${name}", value)`)
  if (/[\0\r\n]/.test(String(value))) throw new Error(`Invalid value for header '${name}': '${String(value)}'`)
}

/** The address of a request, built from its parts as in Electron. */
const addressOf = ({ url, protocol = 'http:', host, hostname = 'localhost', port, path = '/' }: Options): string => {
  if (url !== undefined) return url
  if (path.includes(' ')) throw new TypeError('Request path contains unescaped characters')
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  const at = host ?? (port === undefined ? hostname : `${hostname}:${port}`)
  return `${protocol}//${at}${pathname}${search}${hash}`
}

/** net.request. Its events, their order and its errors are those of Electron's lib/common/api/net-client-request.ts. */
export class ClientRequest extends Writable {
  readonly #options: Options
  readonly #load: (options: LoaderOptions) => UrlLoader
  readonly #headers = new Map<string, readonly [name: string, value: string]>()
  readonly #url: string
  #body: Buffer | undefined
  #loader: UrlLoader | undefined
  #response: IncomingMessage | undefined
  #aborted = false
  #followsRedirect = false

  constructor(options: Options | string, load?: (options: LoaderOptions) => UrlLoader) {
    super({ autoDestroy: true })
    this.#options = typeof options === 'string' ? { url: options } : { ...options }
    const { redirect = 'follow', headers = {}, session } = this.#options
    if (session !== undefined && !(session instanceof Session))
      throw new TypeError('`session` should be an instance of the Session class')
    this.#load = load ?? ((request) => loadUrl(request, session?.sockets))
    const url = addressOf(this.#options)
    if (!['follow', 'error', 'manual'].includes(redirect))
      throw new Error('redirect mode should be one of follow, error or manual')
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, String(value))
    if (!/^https?:$/.test(new URL(url).protocol))
      throw new Error('ClientRequest only supports http: and https: protocols')
    this.#url = url
  }

  set chunkedEncoding(_isChunked: boolean) {
    throw new Error('electron-host: ClientRequest.chunkedEncoding is not implemented')
  }
  setHeader(name: string, value: string): void {
    if (this.#loader !== undefined || this.#body !== undefined) throw new Error("Can't set headers after they are sent")
    checkHeader(name, value)
    this.#headers.set(name.toLowerCase(), [name, value])
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#body = Buffer.concat([this.#body ?? Buffer.alloc(0), chunk])
    done()
  }
  override _final(done: () => void): void {
    this.#start()
    done()
  }

  #start(): void {
    const { method = 'GET', priority = 'idle', redirect = 'follow' } = this.#options
    const loader = this.#load({
      method: method.toUpperCase(),
      url: this.#url,
      headers: Object.fromEntries(this.#headers.values()),
      body: this.#body,
      priority,
    })
    this.#loader = loader
    loader.on('response-started', (head) => {
      this.#response = new IncomingMessage(head)
      this.emit('response', this.#response)
    })
    loader.on('data', (chunk, resume) => this.#response?.store(chunk, resume))
    loader.on('complete', () => this.#response?.store(null))
    loader.on('error', (netError) => {
      const error = new Error(netError)
      this.#response?.destroy(error)
      this.#endWith(error)
    })
    loader.on('redirect', ({ statusCode, newMethod, newUrl }, headers) => {
      if (redirect === 'error')
        return this.#endWith(new Error("Attempted to redirect, but redirect policy was 'error'"))
      this.#followsRedirect = redirect === 'follow'
      try {
        this.emit('redirect', statusCode, newMethod, newUrl, headers)
      } finally {
        if (!this.#followsRedirect && !this.#aborted) this.#endWith(new Error('Redirect was cancelled'))
      }
    })
  }
  followRedirect(): void {
    this.#followsRedirect = true
  }
  abort(): void {
    if (!this.#aborted) process.nextTick(() => this.emit('abort'))
    this.#aborted = true
    this.#endWith()
  }
  #endWith(error?: Error): void {
    // A destroyed writable emits no error by itself, but a request can fail after all its data is written.
    if (this.destroyed && error !== undefined) this.emit('error', error)
    this.destroy(error)
    if (this.#loader === undefined) return
    this.#loader.cancel()
    this.#response?.destroy(error)
  }
}
