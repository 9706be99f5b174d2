import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { guardShell, relaunch, setAppId } from '../../../electron/shell/start.ts'
import { electron } from './fake-electron.ts'
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

const sessionOf = (partition: string) => electron.given[partition] as FakeSession
const defaultSession = () => electron.given.defaultSession as FakeSession

beforeEach(() => {
  electron.given = {
    screen: new FakeSession(),
    cover: new FakeSession(),
    defaultSession: new FakeSession(),
    menu: 'default',
  }
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
  const created = electron.given['web-contents-created'] as (event: unknown, contents: unknown) => void
  created({}, contents)
  expect(contents.eventNames()).toEqual(
    expect.arrayContaining(['will-navigate', 'will-frame-navigate', 'will-redirect']),
  )
  expect(contents.setWindowOpenHandler).toHaveBeenCalledOnce()
  expect(electron.given.menu).toEqual(process.platform === 'darwin' ? expect.anything() : null)
})

it('sets on Windows the identity of its shortcut, which notifications need', () => {
  for (const platform of ['linux', 'darwin'] as const) setAppId(platform)
  expect(electron.given.identity).toBeUndefined()
  setAppId('win32')
  expect(electron.given.identity).toBe('com.comanda.kitchen')
})

it('leaves the restart to the system under supervision; the system also ends the child processes', () => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv('COMANDA_SUPERVISED', '1')
  relaunch()
  expect([electron.given.relaunched, electron.given.exitCode]).toEqual([undefined, 1])
  vi.stubEnv('COMANDA_SUPERVISED', '')
  relaunch()
  expect([electron.given.relaunched, electron.given.exitCode]).toEqual([true, 1])
})
