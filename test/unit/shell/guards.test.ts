import type { PermissionRequest, Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  createOpenExternal,
  denyPermissions,
  type GuardedContents,
  type GuardedSession,
  guardNavigation,
  guardScreenSession,
  SCREEN_PARTITION,
  type ScreenSession,
} from '../../../electron/shell/guards.ts'
import { createRecordingLog, preventable, StrictEmitter } from './fakes.ts'

const OWN = 'app://comanda/index.html'
const DECEPTIVE = [
  'https://evil.example/',
  'app://comanda.evil/',
  'app://comanda@evil/',
  'file:///etc/passwd',
  'about:blank',
]

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0]

class FakeContents extends StrictEmitter {
  openHandler: OpenHandler | undefined
  webRtc: string | undefined
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
}

function guardedContents() {
  const contents = new FakeContents()
  const opened: string[] = []
  // Electron has one overload of `on` per event. Node's emitter under the fake accepts every event.
  guardNavigation(contents as unknown as GuardedContents, (address) => opened.push(address), createRecordingLog())
  const isPrevented = (event: string, url: string, isMainFrame = true): boolean => {
    const details = preventable({ url, isMainFrame, isSameDocument: false, frame: null })
    contents.emit(event, details, url)
    return details.prevented
  }
  return { contents, opened, isPrevented }
}

describe('guardNavigation', () => {
  it.each(['will-navigate', 'will-frame-navigate'])('allows %s only to the own origin', (event) => {
    const { isPrevented } = guardedContents()
    expect(isPrevented(event, OWN)).toBe(false)
    for (const address of DECEPTIVE) expect(isPrevented(event, address), address).toBe(true)
  })

  it('allows no UDP for WebRTC', () => {
    expect(guardedContents().contents.webRtc).toBe('disable_non_proxied_udp')
  })

  it('allows no frame below the top to navigate', () => {
    expect(guardedContents().isPrevented('will-frame-navigate', OWN, false)).toBe(true)
  })

  it('refuses every redirect', () => {
    const { isPrevented } = guardedContents()
    for (const address of [OWN, ...DECEPTIVE]) expect(isPrevented('will-redirect', address), address).toBe(true)
  })

  it('opens no window, and checks the address against the list of external links', () => {
    const { contents, opened } = guardedContents()
    for (const url of [OWN, ...DECEPTIVE]) {
      const details = {
        url,
        frameName: '',
        features: '',
        disposition: 'new-window',
        referrer: { url: '', policy: 'default' },
      }
      expect(contents.openHandler?.(details as Parameters<OpenHandler>[0])).toEqual({ action: 'deny' })
    }
    expect(opened).toEqual([OWN, ...DECEPTIVE])
  })

  it('attaches no webview', () => {
    const { contents } = guardedContents()
    const event = preventable({})
    contents.emit('will-attach-webview', event, {}, {})
    expect(event.prevented).toBe(true)
  })
})

describe('the list of external links', () => {
  const createOpener = (allowed?: readonly string[]) => {
    const opened: string[] = []
    const open = (address: string): Promise<void> => {
      opened.push(address)
      return Promise.reject(new Error('no browser'))
    }
    return { opened, door: createOpenExternal(open, createRecordingLog(), allowed) }
  }

  it('allows no address by default', () => {
    const { door, opened } = createOpener()
    for (const address of ['https://example.com/', 'mailto:a@b', 'file:///bin/sh', 'javascript:1', '', 'ms-msdt:/id'])
      door(address)
    expect(opened).toEqual([])
  })

  it('compares whole addresses, and works on a system without a browser', async () => {
    const { door, opened } = createOpener(['https://help.example/comanda', 'http://plain.example/'])
    for (const address of [
      'https://help.example/comanda/../other',
      'https://help.example.evil/comanda',
      'https://help.example@evil/comanda',
      'https://help.example/comanda?x',
      'http://plain.example/',
    ])
      door(address)
    expect(opened).toEqual([])
    door('https://help.example/comanda')
    await Promise.resolve()
    expect(opened).toEqual(['https://help.example/comanda'])
  })
})

describe('denyPermissions', () => {
  it('denies requests, checks, devices and downloads', () => {
    const events = new StrictEmitter()
    const handlers: {
      request?: Parameters<Session['setPermissionRequestHandler']>[0]
      check?: Parameters<Session['setPermissionCheckHandler']>[0]
      device?: Parameters<Session['setDevicePermissionHandler']>[0]
    } = {}
    const session = {
      on: events.on.bind(events),
      setPermissionRequestHandler: (handler: NonNullable<typeof handlers.request>) => {
        handlers.request = handler
      },
      setPermissionCheckHandler: (handler: NonNullable<typeof handlers.check>) => {
        handlers.check = handler
      },
      setDevicePermissionHandler: (handler: NonNullable<typeof handlers.device>) => {
        handlers.device = handler
      },
    }
    denyPermissions(session as unknown as GuardedSession, createRecordingLog())

    const answers: boolean[] = []
    const contents = {} as WebContents
    for (const permission of [
      'media',
      'notifications',
      'fullscreen',
      'openExternal',
      'clipboard-read',
      'unknown',
    ] as const) {
      handlers.request?.(contents, permission, (granted) => answers.push(granted), {} as PermissionRequest)
      expect(handlers.check?.(contents, permission, OWN, { isMainFrame: true, requestingUrl: OWN }), permission).toBe(
        false,
      )
    }
    expect(answers).toEqual([false, false, false, false, false, false])
    expect(handlers.device?.({ deviceType: 'usb', origin: OWN, device: { deviceId: '1' } as never })).toBe(false)
    const download = preventable({})
    events.emit('will-download', download, {}, contents)
    expect(download.prevented).toBe(true)
  })
})

type Listener = (details: { url: string }, answer: (verdict: { cancel?: boolean }) => void) => void

class FakeSession extends StrictEmitter {
  listener: Listener | undefined
  proxy: unknown
  readonly handlers: string[] = []
  readonly webRequest = {
    onBeforeRequest: (listener: Listener) => {
      this.listener = listener
    },
  }
  setProxy = (proxy: unknown) => {
    this.proxy = proxy
    return Promise.resolve()
  }
  setPermissionRequestHandler = () => void this.handlers.push('request')
  setPermissionCheckHandler = () => void this.handlers.push('check')
  setDevicePermissionHandler = () => void this.handlers.push('device')
}

function guarded(isPackaged = true) {
  const session = new FakeSession()
  const log = createRecordingLog()
  guardScreenSession(session as unknown as ScreenSession, isPackaged, log)
  const isBlocked = (url: string): boolean => {
    let verdict: { cancel?: boolean } | undefined
    session.listener?.({ url }, (answer) => {
      verdict = answer
    })
    return verdict?.cancel !== false
  }
  return { session, log, isBlocked }
}

describe('the session of the screen', () => {
  it('is kept only in memory', () => {
    expect(SCREEN_PARTITION).not.toBe('')
    expect(SCREEN_PARTITION).not.toMatch(/^persist:/)
  })

  it('blocks every request that does not go to our own scheme', () => {
    const { isBlocked, log } = guarded()
    expect(isBlocked('app://comanda/index.html')).toBe(false)
    for (const url of [
      'https://orders.example/',
      'http://127.0.0.1:8080/',
      'ws://127.0.0.1/',
      'wss://app.comanda/',
      'file:///etc/passwd',
      'app://comanda.evil/',
      'app://user@comanda/',
      'devtools://devtools/bundled/inspector.html',
      'not an address',
    ])
      expect(isBlocked(url), url).toBe(true)
    expect(log.events()).toContain('request-blocked')
    expect(JSON.stringify(log.lines)).not.toContain('orders.example')
  })

  it('does not block DevTools while the program is not packaged', () => {
    expect(guarded(false).isBlocked('devtools://devtools/bundled/inspector.html')).toBe(false)
    expect(guarded(false).isBlocked('https://orders.example/')).toBe(true)
  })

  it('denies every permission, and has a proxy that does not exist, also for loopback', () => {
    const { session } = guarded()
    expect(session.handlers).toEqual(['request', 'check', 'device'])
    expect(session.proxy).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://127.0.0.1:9',
      proxyBypassRules: '<-loopback>',
    })
  })
})
