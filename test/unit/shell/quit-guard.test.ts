import type { App, PowerMonitor } from 'electron'
import { describe, expect, it } from 'vitest'
import { guardQuit, onSessionEnd } from '../../../electron/shell/quitting.ts'
import { PowerMonitor as HostPowerMonitor } from '../../../packages/electron-host/host/desktop.ts'
import { createRecordingLog, preventable, StrictEmitter } from './fakes.ts'

class FakeApp extends StrictEmitter {
  quits = 0
  quit = (): void => {
    this.quits += 1
  }
}

function guarded(platform: NodeJS.Platform, isOpen: () => boolean) {
  const app = new FakeApp()
  let refusals = 0
  let endSession = (): void => undefined
  const log = createRecordingLog()
  /** The events in the log at each flush. */
  const flushed: (readonly string[])[] = []
  const guard = guardQuit({
    app: app as unknown as App,
    onSessionEnd: (listener) => {
      endSession = listener
    },
    flush: () => flushed.push(log.events()),
    platform,
    isOpen,
    onRefused: () => {
      refusals += 1
    },
    log,
  })
  const beforeQuit = (): boolean => {
    const event = preventable({})
    app.emit('before-quit', event)
    return event.prevented
  }
  return { app, endSession: () => endSession(), flushed, guard, beforeQuit, refusals: () => refusals }
}

describe('guardQuit', () => {
  it('keeps a locked window open, and requests the PIN each time', () => {
    let isOpen = false
    const { guard, refusals } = guarded('win32', () => isOpen)
    expect([guard.mayClose(), guard.mayClose()]).toEqual([false, false])
    expect(refusals()).toBe(2)
    isOpen = true
    expect(guard.mayClose()).toBe(true)
  })

  it('never prevents the end by a signal or by the end of the session', () => {
    const signalled = guarded('linux', () => false)
    expect(signalled.beforeQuit()).toBe(false)
    expect(signalled.guard.mayClose()).toBe(true)
    const ending = guarded('darwin', () => false)
    ending.endSession()
    expect(ending.beforeQuit()).toBe(false)
    expect(ending.guard.mayClose()).toBe(true)
  })

  it.each([
    ['win32', 1],
    ['linux', 0],
    ['darwin', 0],
  ] as const)(
    'flushes the log when the session ends, and quits first if the system would end it at once: %s',
    (platform, quits) => {
      const { app, endSession, flushed } = guarded(platform, () => false)
      endSession()
      endSession()
      expect(flushed).toEqual([['session-ended']])
      expect(app.quits).toBe(quits)
    },
  )

  it('refuses to quit by the menu on macOS while locked', () => {
    const { beforeQuit, guard, refusals } = guarded('darwin', () => false)
    expect(beforeQuit()).toBe(true)
    expect(refusals()).toBe(1)
    expect(guard.mayClose()).toBe(false)
  })

  it('quits after the PIN was entered', () => {
    const { app, guard, beforeQuit } = guarded('darwin', () => false)
    guard.quit()
    expect(app.quits).toBe(1)
    expect(beforeQuit()).toBe(false)
    expect(guard.mayClose()).toBe(true)
  })

  it('quits when the lock cannot be read', () => {
    const { guard } = guarded('linux', () => {
      throw new Error('disk I/O error')
    })
    expect(guard.mayClose()).toBe(true)
  })
})

function ending() {
  const app = new StrictEmitter()
  // The host's monitor counts `shutdown` as Electron's does.
  const monitor = new HostPowerMonitor()
  let ends = 0
  onSessionEnd({ app: app as unknown as App, monitor: monitor as unknown as PowerMonitor }, () => {
    ends += 1
  })
  return { app, monitor, ends: () => ends }
}

describe('onSessionEnd', () => {
  it('detects the shutdown without an earlier listener of the power monitor', () => {
    const { monitor, ends } = ending()
    monitor.emit('shutdown')
    expect(ends()).toBe(1)
  })

  it('detects the end of a Windows session from each window', () => {
    const { app, ends } = ending()
    const windows = [new StrictEmitter(), new StrictEmitter()]
    for (const window of windows) app.emit('browser-window-created', {}, window)
    for (const window of windows) window.emit('session-end')
    expect(ends()).toBe(2)
  })
})
