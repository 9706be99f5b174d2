import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
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
    get isPackaged() {
      return electron.current.isPackaged ?? true
    },
    setAppUserModelId: (id: string) => Object.assign(electron.current, { identity: id }),
    on: (event: string, listener: unknown) => Object.assign(electron.current, { [event]: listener }),
    relaunch: () => Object.assign(electron.current, { relaunched: true }),
    exit: (code: number) => Object.assign(electron.current, { exitCode: code }),
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

const sessionOf = (partition: string) => electron.current[partition] as FakeSession
const defaultSession = () => electron.current.defaultSession as FakeSession

beforeEach(async () => {
  electron.current = {
    screen: new FakeSession(),
    cover: new FakeSession(),
    defaultSession: new FakeSession(),
    menu: 'default',
  }
  const { guardShell } = await import('../../../electron/shell/start.ts')
  guardShell('/root', () => undefined, createRecordingLog())
})

it.each(['screen', 'cover'])('guards the session %s of pages and serves the own scheme only in it', (partition) => {
  expect(sessionOf(partition).given.toSorted()).toEqual(
    ['handle app', 'requests', 'proxy', 'permission requests', 'permission checks', 'devices'].toSorted(),
  )
  expect(sessionOf(partition).listenerCount('will-download')).toBe(1)
})

it('denies every permission of the default session too', () => {
  expect(defaultSession().given).toEqual(['permission requests', 'permission checks', 'devices'])
})

it('guards each page that is created, and removes the menu', () => {
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

it('sets on Windows the identity of its shortcut, which notifications need', async () => {
  const { setAppId } = await import('../../../electron/shell/start.ts')
  for (const platform of ['linux', 'darwin'] as const) setAppId(platform)
  expect(electron.current.identity).toBeUndefined()
  setAppId('win32')
  expect(electron.current.identity).toBe('com.comanda.kitchen')
})

it('leaves the restart to the system under supervision; the system also ends the child processes', async () => {
  const { relaunch } = await import('../../../electron/shell/start.ts')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv('COMANDA_SUPERVISED', '1')
  relaunch()
  expect([electron.current.relaunched, electron.current.exitCode]).toEqual([undefined, 1])
  vi.stubEnv('COMANDA_SUPERVISED', '')
  relaunch()
  expect([electron.current.relaunched, electron.current.exitCode]).toEqual([true, 1])
})
