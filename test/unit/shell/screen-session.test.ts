import { describe, expect, it } from 'vitest'
import { guardScreenSession, SCREEN_PARTITION, type ScreenSession } from '../../../electron/shell/guards.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

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
