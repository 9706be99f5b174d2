import type { CdpSession } from './cdp.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import type { WebContents } from './web-contents.ts'

export type CheckHandler = (
  contents: WebContents | null,
  permission: string,
  requestingOrigin: string,
  details: object,
) => boolean
export type RequestHandler = (
  contents: WebContents,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void

type Descriptor = Readonly<{ name: string; sysex?: boolean; allowWithoutSanitization?: boolean }>
type Known = Readonly<{ permission: string; details?: object; descriptors: readonly Descriptor[] }>

// Electron's permission, and what Chromium calls it (third_party/blink permission names of the Permissions API).
const KNOWN: readonly Known[] = [
  { permission: 'geolocation', descriptors: [{ name: 'geolocation' }] },
  { permission: 'notifications', descriptors: [{ name: 'notifications' }] },
  { permission: 'media', details: { mediaType: 'audio' }, descriptors: [{ name: 'microphone' }] },
  { permission: 'media', details: { mediaType: 'video' }, descriptors: [{ name: 'camera' }] },
  { permission: 'midi', descriptors: [{ name: 'midi' }] },
  { permission: 'midiSysex', descriptors: [{ name: 'midi', sysex: true }] },
  { permission: 'clipboard-read', descriptors: [{ name: 'clipboard-read', allowWithoutSanitization: false }] },
  { permission: 'clipboard-sanitized-write', descriptors: [{ name: 'clipboard-write' }] },
  { permission: 'idle-detection', descriptors: [{ name: 'idle-detection' }] },
  { permission: 'storage-access', descriptors: [{ name: 'storage-access' }] },
  { permission: 'window-management', descriptors: [{ name: 'window-management' }] },
  { permission: 'local-fonts', descriptors: [{ name: 'local-fonts' }] },
  { permission: 'screen-wake-lock', descriptors: [{ name: 'screen-wake-lock' }] },
  { permission: 'persistent-storage', descriptors: [{ name: 'persistent-storage' }] },
]

const descriptorsFor = (permission: string, mediaTypes: readonly string[]): readonly Descriptor[] =>
  KNOWN.filter((known) => {
    if (known.permission !== permission) return false
    const type = (known.details as { mediaType?: string } | undefined)?.mediaType
    return type === undefined || mediaTypes.includes(type)
  }).flatMap((known) => known.descriptors)

/** Chromium's answers follow the app's handlers; what no handler allows is denied. */
export class PermissionGate {
  readonly #browser: CdpSession
  readonly #urls: SchemeUrls
  readonly #last = new Map<string, boolean>()
  check: CheckHandler | null = null
  request: RequestHandler | null = null

  constructor(browser: CdpSession, urls: SchemeUrls) {
    this.#browser = browser
    this.#urls = urls
  }

  /** Asks the check handler for every permission, before a document of that origin starts. */
  applyTo(chromiumOrigin: string, contents: WebContents): void {
    if (chromiumOrigin === 'null') return
    for (const { permission, details, descriptors } of KNOWN) {
      const granted = this.#checked(contents, permission, chromiumOrigin, details ?? {})
      for (const descriptor of descriptors) this.#set(chromiumOrigin, descriptor, granted)
    }
  }

  /** A page asks: the request handler decides; without one, the check handler's answer stands. */
  async ask(
    contents: WebContents,
    frame: Readonly<{ url: string; chromiumUrl: string; isMainFrame: boolean }>,
    permission: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const origin = new URL(frame.chromiumUrl).origin
    const more = {
      ...details,
      requestingUrl: frame.url,
      securityOrigin: `${this.#urls.originOf(frame.url)}/`,
      isMainFrame: frame.isMainFrame,
    }
    const handler = this.request
    const granted =
      handler === null
        ? this.#checked(contents, permission, origin, more)
        : await new Promise<boolean>((resolve) =>
            handler(contents, permission, (answer) => resolve(answer === true), more),
          )
    const mediaTypes = Array.isArray(details.mediaTypes) ? details.mediaTypes : []
    const types = mediaTypes.map((type) => String(type))
    for (const descriptor of descriptorsFor(permission, types)) this.#set(origin, descriptor, granted)
    return granted
  }

  #checked(contents: WebContents, permission: string, chromiumOrigin: string, details: object): boolean {
    if (this.check === null) return false
    const origin = this.#urls.originOf(this.#urls.toApp(chromiumOrigin))
    const more = { requestingUrl: `${origin}/`, securityOrigin: `${origin}/`, isMainFrame: true, ...details }
    return this.check(contents, permission, `${origin}/`, more) === true
  }

  #set(origin: string, permission: Descriptor, granted: boolean): void {
    const key = `${origin} ${JSON.stringify(permission)}`
    if (this.#last.get(key) === granted) return
    this.#last.set(key, granted)
    const setting = granted ? 'granted' : 'denied'
    this.#browser.send('Browser.setPermission', { permission, setting, origin }).catch((error) => {
      // A name that this Chromium lacks has nothing to grant.
      if (process.env.ELECTRON_ENABLE_LOGGING) process.stderr.write(`electron-host: ${key}: ${error}\n`)
    })
  }
}
