import type { CdpSession } from './cdp.ts'
import { guardClass, HostEmitter } from './guard.ts'
import { type CheckHandler, PermissionGate, type RequestHandler } from './permissions.ts'
import { ProtocolRegistry } from './protocol.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import { DEFAULT_SOCKETS, SocketPool } from './sockets.ts'
import { WebRequest } from './web-request.ts'

export type SessionDependencies = Readonly<{
  browser: CdpSession
  urls: SchemeUrls
  isReady: () => boolean
  fetch: (input: string | Request, init?: RequestInit) => Promise<Response>
}>

/** One session with its own handlers. All sessions share the browser's storage, which is deleted at the end. */
export class Session extends HostEmitter {
  readonly #dependencies: SessionDependencies
  readonly permissions: PermissionGate
  readonly protocol: ProtocolRegistry
  readonly webRequest: WebRequest
  /** @internal Connections of `net.request`. */
  readonly sockets: SocketPool

  constructor(dependencies: SessionDependencies, partition: string) {
    super('session', ['will-download'])
    this.#dependencies = dependencies
    this.sockets = partition === '' ? DEFAULT_SOCKETS : new SocketPool()
    this.permissions = new PermissionGate(dependencies.browser, dependencies.urls)
    this.protocol = new ProtocolRegistry(dependencies.urls, dependencies.isReady)
    this.webRequest = new WebRequest(dependencies.urls)
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.permissions.checkHandler = handler
  }
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.permissions.requestHandler = handler
  }
  // The host has no such devices, so these handlers would never be called.
  setDevicePermissionHandler(): void {}
  setCertificateVerifyProc(proc: unknown): void {
    if (proc !== null) throw new Error('electron-host: session.setCertificateVerifyProc is not implemented')
  }
  async setProxy(): Promise<void> {}
  /** As in Electron, requests that are under way fail. The connections of pages are Chromium's own and stay. */
  async closeAllConnections(): Promise<void> {
    this.sockets.closeAll()
  }
  fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    return this.#dependencies.fetch(input, init)
  }
}
guardClass('session', Session)

/** All sessions of the app, by partition. */
export class SessionRegistry {
  readonly #dependencies: SessionDependencies
  readonly #sessions = new Map<string, Session>()

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
  }
  get defaultSession(): Session {
    if (!this.#dependencies.isReady()) throw new Error('Session can only be received when app is ready')
    return this.of('')
  }
  fromPartition(partition: string): Session {
    if (!this.#dependencies.isReady()) throw new Error('Session can only be received when app is ready')
    return this.of(partition)
  }
  /** The session of a partition, also before the app is ready. */
  of(partition: string): Session {
    const known = this.#sessions.get(partition)
    if (known !== undefined) return known
    const session = new Session(this.#dependencies, partition)
    this.#sessions.set(partition, session)
    return session
  }
}
