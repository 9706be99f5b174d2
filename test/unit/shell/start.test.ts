import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { accountOf } from '../../../electron/secrets/credentials.ts'
import {
  chooseProfile,
  guardShell,
  lockInstance,
  prepareNetwork,
  relaunch,
  setAppId,
  sharedFolder,
} from '../../../electron/shell/start.ts'
import { tryLock } from '../../../electron/storage/exclusive-lock.ts'
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
    defaultSession: new FakeSession(),
    menu: 'default',
  }
  guardShell('/root', () => undefined, createRecordingLog())
})

it('guards the session of pages and serves the own scheme only in it', () => {
  expect(sessionOf('screen').given.toSorted()).toEqual(
    ['handle app', 'requests', 'proxy', 'permission requests', 'permission checks', 'devices'].toSorted(),
  )
  expect(sessionOf('screen').listenerCount('will-download')).toBe(1)
})

it('denies every permission of the default session too', () => {
  expect(defaultSession().given).toEqual(['permission requests', 'permission checks', 'devices'])
})

it('sends no certificate of the user to a server that asks for one', () => {
  const select = electron.given['select-client-certificate'] as (...args: readonly unknown[]) => void
  const event = { preventDefault: vi.fn() }
  const choose = vi.fn()
  select(event, null, 'https://orders.example.test', [{ subjectName: 'e-CNPJ' }], choose)
  expect(event.preventDefault).toHaveBeenCalledOnce()
  expect(choose.mock.calls).toEqual([[]])
})

it('starts the network without HTTP/3 and without a file for the keys of connections', () => {
  const env: NodeJS.ProcessEnv = { SSLKEYLOGFILE: '/tmp/keys', PATH: '/bin' }
  prepareNetwork(env)
  expect([electron.given.appended, env]).toEqual(['disable-quic', { PATH: '/bin' }])
})

it('ends only for an instance that holds the profile, although Electron refuses its lock for other reasons too', () => {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-instance-'))
  onTestFinished(() => rmSync(profile, { recursive: true }))
  const start = (folder: string): boolean =>
    lockInstance(tryLock(join(folder, 'instance.lock')), () => undefined, createRecordingLog())
  electron.given.isFirst = false
  // Below a file no folder can be made.
  const unwritable = join(profile, 'instance.lock', 'profile')
  expect([start(profile), start(unwritable)]).toEqual([true, true])
  expect(start(profile)).toBe(false)
  electron.given.isFirst = true
  expect(start(profile)).toBe(false)
  const release = electron.given.quit as () => void
  release()
  expect(start(profile)).toBe(true)
  ;(electron.given.quit as () => void)()
})

it('moves the profile and the leases of Windows once out of the folder that Windows copies to a server', () => {
  const home = mkdtempSync(join(tmpdir(), 'comanda-folders-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const env = { APPDATA: join(home, 'Roaming'), LOCALAPPDATA: join(home, 'Local') }
  const [old, now] = [join(env.APPDATA, 'Comanda'), join(env.LOCALAPPDATA, 'Comanda')]
  electron.given.paths = { appData: env.APPDATA, userData: old }
  expect(chooseProfile(false, {})).toBe(old)
  for (const folder of [old, env.LOCALAPPDATA]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(old, 'ledger.db'), 'orders')
  expect([chooseProfile(true, env), readFileSync(join(now, 'ledger.db'), 'utf8'), existsSync(old)]).toEqual([
    join(now, 'practice'),
    'orders',
    false,
  ])
  expect(sharedFolder('comanda-leases', env)).toBe(join(env.LOCALAPPDATA, 'comanda-leases'))
  // The keychain keeps the names of its entries.
  expect(accountOf(join(now, 'practice'), env)).toBe(accountOf(join(old, 'practice'), {}))
  expect(accountOf(`${now}-other`, env)).toBe(accountOf(`${now}-other`, {}))
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
