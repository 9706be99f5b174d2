import { beforeEach, expect, it, vi } from 'vitest'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

class FakeSession extends StrictEmitter {
  readonly given: string[] = []
  readonly protocol = { handle: (scheme: string) => void this.given.push(`handle ${scheme}`) }
  readonly webRequest = { onBeforeRequest: () => void this.given.push('requests') }
  setProxy = () => Promise.resolve(void this.given.push('proxy'))
  setPermissionRequestHandler = () => void this.given.push('permission requests')
  setPermissionCheckHandler = () => void this.given.push('permission checks')
  setDevicePermissionHandler = () => void this.given.push('devices')
}

const electron = vi.hoisted(() => ({ current: {} as Record<string, unknown> }))
vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    on: (event: string, listener: unknown) => Object.assign(electron.current, { [event]: listener }),
  },
  Menu: {
    setApplicationMenu: (menu: unknown) => Object.assign(electron.current, { menu }),
    buildFromTemplate: (template: unknown) => ({ template }),
  },
  session: {
    get defaultSession() {
      return electron.current.defaultSession
    },
    fromPartition: (name: string) => electron.current[name],
  },
  net: {},
  powerMonitor: {},
  powerSaveBlocker: {},
  protocol: {},
  shell: {},
}))

const screen = () => electron.current.screen as FakeSession
const defaultSession = () => electron.current.defaultSession as FakeSession

beforeEach(async () => {
  electron.current = { screen: new FakeSession(), defaultSession: new FakeSession(), menu: 'default' }
  const { guardShell } = await import('../../../electron/shell/start.ts')
  guardShell('/root', () => undefined, createRecordingLog())
})

it('guards the session of the screen and serves the own scheme in it alone', () => {
  expect(screen().given.toSorted()).toEqual(
    ['handle app', 'requests', 'proxy', 'permission requests', 'permission checks', 'devices'].toSorted(),
  )
  expect(screen().listenerCount('will-download')).toBe(1)
})

it('denies every permission of the default session too', () => {
  expect(defaultSession().given).toEqual(['permission requests', 'permission checks', 'devices'])
})

it('guards each page that is created, and leaves no menu', () => {
  const contents = Object.assign(new StrictEmitter(), {
    setWindowOpenHandler: vi.fn(),
    setWebRTCIPHandlingPolicy: vi.fn(),
  })
  const created = electron.current['web-contents-created'] as (event: unknown, contents: unknown) => void
  created({}, contents)
  expect(contents.eventNames()).toEqual(
    expect.arrayContaining(['will-navigate', 'will-frame-navigate', 'will-redirect']),
  )
  expect(contents.setWindowOpenHandler).toHaveBeenCalledOnce()
  expect(electron.current.menu).toEqual(process.platform === 'darwin' ? expect.anything() : null)
})
