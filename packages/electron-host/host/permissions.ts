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
type PermissionMapping = Readonly<{ permission: string; details?: object; descriptors: readonly Descriptor[] }>

// Electron's permissions and their names in Chromium (the names of the Permissions API in third_party/blink).
const PERMISSION_MAPPINGS: readonly PermissionMapping[] = [
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
  PERMISSION_MAPPINGS.filter((mapping) => {
    if (mapping.permission !== permission) return false
    const type = (mapping.details as { mediaType?: string } | undefined)?.mediaType
    return type === undefined || mediaTypes.includes(type)
  }).flatMap((mapping) => mapping.descriptors)

/** Sets Chromium's permissions as the app's handlers decide. A permission that no handler allows is denied. */
export class PermissionGate {
  readonly #browser: CdpSession
  readonly #urls: SchemeUrls
  readonly #settings = new Map<string, boolean>()
  checkHandler: CheckHandler | null = null
  requestHandler: RequestHandler | null = null

  constructor(browser: CdpSession, urls: SchemeUrls) {
    this.#browser = browser
    this.#urls = urls
  }

  /** Calls the check handler for every permission, before a document of that origin starts. */
  applyTo(chromiumOrigin: string, contents: WebContents): void {
    if (chromiumOrigin === 'null') return
    for (const { permission, details, descriptors } of PERMISSION_MAPPINGS) {
      const granted = this.#runCheckHandler(contents, permission, chromiumOrigin, details ?? {})
      for (const descriptor of descriptors) this.#setInChromium(chromiumOrigin, descriptor, granted)
    }
  }

  /** Handles a page's request: the request handler decides; without a request handler the check handler decides. */
  async requestPermission(
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
    const handler = this.requestHandler
    const granted =
      handler === null
        ? this.#runCheckHandler(contents, permission, origin, more)
        : await new Promise<boolean>((resolve) =>
            handler(contents, permission, (answer) => resolve(answer === true), more),
          )
    const mediaTypes = Array.isArray(details.mediaTypes) ? details.mediaTypes : []
    const types = mediaTypes.map((type) => String(type))
    for (const descriptor of descriptorsFor(permission, types)) this.#setInChromium(origin, descriptor, granted)
    return granted
  }

  #runCheckHandler(contents: WebContents, permission: string, chromiumOrigin: string, details: object): boolean {
    if (this.checkHandler === null) return false
    const origin = this.#urls.originOf(this.#urls.toApp(chromiumOrigin))
    const more = { requestingUrl: `${origin}/`, securityOrigin: `${origin}/`, isMainFrame: true, ...details }
    return this.checkHandler(contents, permission, `${origin}/`, more) === true
  }

  #setInChromium(origin: string, permission: Descriptor, granted: boolean): void {
    const key = `${origin} ${JSON.stringify(permission)}`
    if (this.#settings.get(key) === granted) return
    this.#settings.set(key, granted)
    const setting = granted ? 'granted' : 'denied'
    this.#browser.send('Browser.setPermission', { permission, setting, origin }).catch((error) => {
      // This Chromium does not have the permission, so there is nothing to set.
      if (process.env.ELECTRON_ENABLE_LOGGING) process.stderr.write(`electron-host: ${key}: ${error}\n`)
    })
  }
}
