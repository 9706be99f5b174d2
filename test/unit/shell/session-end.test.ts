import type { App, PowerMonitor } from 'electron'
import { describe, expect, it } from 'vitest'
import { onSessionEnd } from '../../../electron/shell/quitting.ts'
import { PowerMonitor as HostPowerMonitor } from '../../electron-host/host/desktop.ts'
import { StrictEmitter } from './fakes.ts'

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
