import type Electron from 'electron'
import { guardClass } from './guard.ts'
import type { SchemeUrls } from './scheme-urls.ts'

export type SchemeHandler = (request: Request) => Response | Promise<Response>

/** The `protocol` module. The request router calls its handlers. */
export class ProtocolRegistry implements Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> {
  readonly #urls: SchemeUrls
  readonly #isReady: () => boolean
  readonly #handlers = new Map<string, SchemeHandler>()

  constructor(urls: SchemeUrls, isReady: () => boolean) {
    this.#urls = urls
    this.#isReady = isReady
  }

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (this.#isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme } of schemes) this.#urls.register(scheme.toLowerCase())
  }

  handle(scheme: string, handler: (request: GlobalRequest) => GlobalResponse | Promise<GlobalResponse>): void {
    const name = scheme.toLowerCase()
    if (this.#handlers.has(name)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.#urls.register(name)
    this.#handlers.set(name, handler)
  }

  handlerOf(url: string): SchemeHandler | undefined {
    return this.#handlers.get(url.slice(0, url.indexOf(':')).toLowerCase())
  }
}
guardClass('protocol', ProtocolRegistry)
