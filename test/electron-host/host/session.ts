import { join } from 'node:path'
import type Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import { guardClass, HostEmitter } from './guard.ts'
import { type CheckHandler, PermissionGate, type RequestHandler } from './permissions.ts'
import { ProtocolRegistry } from './protocol.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import { WebRequest } from './web-request.ts'

export type SessionSurroundings = Readonly<{
  browser: CdpSession
  urls: SchemeUrls
  isReady: () => boolean
  watchResponses: () => void
  userData: () => string
  clearStorage: (origin: string, storageTypes: string) => Promise<void>
  fetch: (input: string | Request, init?: RequestInit) => Promise<Response>
}>

type EnforcedApi = Pick<
  Electron.Session,
  | 'getUserAgent'
  | 'setUserAgent'
  | 'isPersistent'
  | 'clearCache'
  | 'clearStorageData'
  | 'setSpellCheckerEnabled'
  | 'isSpellCheckerEnabled'
  | 'closeAllConnections'
  | 'flushStorageData'
>

const EVENTS = [
  'will-download',
  'spellcheck-dictionary-initialized',
  'select-hid-device',
  'select-serial-port',
  'select-usb-device',
  'file-system-access-restricted',
  'extension-loaded',
  'preconnect',
]

/** One session: its handlers are its own; the browser's storage is shared by all, and thrown away at the end. */
export class Session extends HostEmitter implements EnforcedApi {
  readonly #at: SessionSurroundings
  readonly #partition: string
  readonly permissions: PermissionGate
  readonly protocol: ProtocolRegistry
  readonly webRequest: WebRequest
  #userAgent = ''
  #spellChecker = true

  constructor(at: SessionSurroundings, partition: string) {
    super('session', EVENTS)
    this.#at = at
    this.#partition = partition
    this.permissions = new PermissionGate(at.browser, at.urls)
    this.protocol = new ProtocolRegistry(at.urls, at.isReady)
    this.webRequest = new WebRequest(at.urls, at.watchResponses)
  }

  get storagePath(): string | null {
    return this.isPersistent() ? join(this.#at.userData(), this.#partition.replace('persist:', '')) : null
  }
  get availableSpellCheckerLanguages(): string[] {
    return []
  }
  isPersistent(): boolean {
    return this.#partition === '' || this.#partition.startsWith('persist:')
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.permissions.check = handler
  }
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.permissions.request = handler
  }
  // No such device ever appears, so there is nothing that these could be asked.
  setDevicePermissionHandler(): void {}
  setUSBProtectedClassesHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setCertificateVerifyProc(proc: unknown): void {
    if (proc !== null) throw new Error('electron-host: session.setCertificateVerifyProc is not implemented')
  }
  getUserAgent(): string {
    return this.#userAgent
  }
  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.#spellChecker = enable
  }
  isSpellCheckerEnabled(): boolean {
    return this.#spellChecker
  }
  setSpellCheckerLanguages(): void {}
  setSpellCheckerDictionaryDownloadURL(): void {}
  async setProxy(): Promise<void> {}
  async resolveProxy(): Promise<string> {
    return 'DIRECT'
  }
  async closeAllConnections(): Promise<void> {}
  flushStorageData(): void {}
  async clearCache(): Promise<void> {}
  async clearCodeCaches(): Promise<void> {}
  async clearHostResolverCache(): Promise<void> {}
  async clearAuthCache(): Promise<void> {}
  async clearStorageData(options?: Electron.ClearStorageDataOptions): Promise<void> {
    const origin = options?.origin === undefined ? '*' : this.#at.urls.toChromium(options.origin)
    const storageTypes = options?.storages?.join(',') ?? 'all'
    await this.#at.clearStorage(origin, storageTypes)
  }
  fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    return this.#at.fetch(input, init)
  }
}
guardClass('session', Session)

/** All sessions of the app, by partition. */
export class SessionRegistry {
  readonly #at: SessionSurroundings
  readonly #sessions = new Map<string, Session>()

  constructor(at: SessionSurroundings) {
    this.#at = at
  }
  get defaultSession(): Session {
    if (!this.#at.isReady()) throw new Error('Session can only be received when app is ready')
    return this.of('')
  }
  fromPartition(partition: string): Session {
    if (!this.#at.isReady()) throw new Error('Session can only be received when app is ready')
    return this.of(partition)
  }
  /** The session of that name, whether or not the app is ready. */
  of(partition: string): Session {
    const known = this.#sessions.get(partition)
    if (known !== undefined) return known
    const session = new Session(this.#at, partition)
    this.#sessions.set(partition, session)
    return session
  }
}
