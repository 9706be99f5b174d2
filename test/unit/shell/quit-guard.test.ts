import type { App, PowerMonitor } from 'electron'
import { describe, expect, it } from 'vitest'
import { guardQuit } from '../../../electron/shell/quit-guard.ts'
import { createRecordingLog, preventable, StrictEmitter } from './fakes.ts'

class FakeApp extends StrictEmitter {
  quits = 0
  quit = (): void => {
    this.quits += 1
  }
}

function guarded(platform: NodeJS.Platform, isOpen: () => boolean) {
  const app = new FakeApp()
  const monitor = new StrictEmitter()
  let refusals = 0
  const guard = guardQuit({
    app: app as unknown as App,
    monitor: monitor as unknown as PowerMonitor,
    platform,
    isOpen,
    onRefused: () => {
      refusals += 1
    },
    log: createRecordingLog(),
  })
  const beforeQuit = (): boolean => {
    const event = preventable({})
    app.emit('before-quit', event)
    return event.prevented
  }
  return { app, monitor, guard, beforeQuit, refusals: () => refusals }
}

describe('guardQuit', () => {
  it('lets a window close while nothing is locked', () => {
    const { guard, refusals } = guarded('linux', () => true)
    expect(guard.mayClose()).toBe(true)
    expect(refusals()).toBe(0)
  })

  it('keeps a locked window open, and asks for the PIN each time', () => {
    let isOpen = false
    const { guard, refusals } = guarded('win32', () => isOpen)
    expect([guard.mayClose(), guard.mayClose()]).toEqual([false, false])
    expect(refusals()).toBe(2)
    isOpen = true
    expect(guard.mayClose()).toBe(true)
  })

  it('never stands in the way of a signal or of the end of the session', () => {
    const signalled = guarded('linux', () => false)
    expect(signalled.beforeQuit()).toBe(false)
    expect(signalled.guard.mayClose()).toBe(true)
    const ending = guarded('darwin', () => false)
    ending.monitor.emit('shutdown')
    expect(ending.beforeQuit()).toBe(false)
    expect(ending.guard.mayClose()).toBe(true)
  })

  it('refuses the quit of the menu on macOS while locked', () => {
    const { beforeQuit, guard, refusals } = guarded('darwin', () => false)
    expect(beforeQuit()).toBe(true)
    expect(refusals()).toBe(1)
    expect(guard.mayClose()).toBe(false)
  })

  it('quits for who was asked for the PIN before', () => {
    const { app, guard, beforeQuit } = guarded('darwin', () => false)
    guard.quit()
    expect(app.quits).toBe(1)
    expect(beforeQuit()).toBe(false)
    expect(guard.mayClose()).toBe(true)
  })

  it('holds nobody up when the lock cannot be read', () => {
    const { guard } = guarded('linux', () => {
      throw new Error('disk I/O error')
    })
    expect(guard.mayClose()).toBe(true)
  })
})
