import { Readable, Writable } from 'node:stream'
import type { ClientRequestConstructorOptions } from 'electron'
import { type LoaderOptions, loadUrl, type ResponseHead, type UrlLoader } from './url-loader.ts'

/** Headers of which Node, and Electron after it, keeps the first alone; other repeated ones are joined. */
const FIRST_ALONE: ReadonlySet<string> = new Set(
  `content-type content-length user-agent referer host authorization proxy-authorization if-modified-since
  if-unmodified-since from location max-forwards retry-after etag last-modified server age expires`.split(/\s+/),
)

/** An answer; its body comes as the reader asks for it. */
export class IncomingMessage extends Readable {
  readonly #head: ResponseHead
  readonly #stored: (Buffer | null)[] = []
  #wantsMore = false
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
        return [name, FIRST_ALONE.has(name) ? (values[0] ?? '') : values.join(', ')]
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
  /** @internal `null`: all of it has arrived. */
  store(chunk: Buffer | null, resume?: () => void): void {
    this.#stored.push(chunk)
    this.#resume = resume
    this.#pushOn()
  }
  override _read(): void {
    this.#wantsMore = true
    this.#pushOn()
  }
  #pushOn(): void {
    while (this.#wantsMore && this.#stored.length > 0) this.#wantsMore = this.push(this.#stored.shift())
    if (!this.#wantsMore || this.#resume === undefined) return
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

/** The address of a request that names its parts, as Electron puts it together. */
const addressOf = ({ url, protocol = 'http:', host, hostname = 'localhost', port, path = '/' }: Options): string => {
  if (url !== undefined) return url
  if (path.includes(' ')) throw new TypeError('Request path contains unescaped characters')
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  const at = host ?? (port === undefined ? hostname : `${hostname}:${port}`)
  return `${protocol}//${at}${pathname}${search}${hash}`
}

/** net.request: by the events, in the order and with the errors of Electron's lib/common/api/net-client-request.ts. */
export class ClientRequest extends Writable {
  readonly #options: Options
  readonly #load: (options: LoaderOptions) => UrlLoader
  readonly #headers = new Map<string, readonly [name: string, value: string]>()
  readonly #url: string
  #body: Buffer | undefined
  #loader: UrlLoader | undefined
  #response: IncomingMessage | undefined
  #aborted = false
  #follows = false

  constructor(options: Options | string, load: (options: LoaderOptions) => UrlLoader = loadUrl) {
    super({ autoDestroy: true })
    this.#options = typeof options === 'string' ? { url: options } : { ...options }
    this.#load = load
    const { redirect = 'follow', headers = {} } = this.#options
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
  getHeader(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase())?.[1]
  }
  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase())
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
      this.#die(error)
    })
    loader.on('redirect', ({ statusCode, newMethod, newUrl }, headers) => {
      if (redirect === 'error') return this.#die(new Error("Attempted to redirect, but redirect policy was 'error'"))
      this.#follows = redirect === 'follow'
      try {
        this.emit('redirect', statusCode, newMethod, newUrl, headers)
      } finally {
        if (!this.#follows && !this.#aborted) this.#die(new Error('Redirect was cancelled'))
      }
    })
  }
  followRedirect(): void {
    this.#follows = true
  }
  abort(): void {
    if (!this.#aborted) process.nextTick(() => this.emit('abort'))
    this.#aborted = true
    this.#die()
  }
  #die(error?: Error): void {
    // A writable that has ended emits nothing any more, but a request fails after its end.
    if (this.destroyed && error !== undefined) this.emit('error', error)
    this.destroy(error)
    if (this.#loader === undefined) return
    this.#loader.cancel()
    this.#response?.destroy(error)
  }
}
