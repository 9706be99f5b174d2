import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replaceAppImage } from '../../../electron/updates/downloaded-file.ts'
import { openUpdates, type UpdatesParts } from '../../../electron/updates/open-updates.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'

const NEW = Buffer.from('new program')
const SHA512 = createHash('sha512').update(NEW).digest('base64')

let folder = ''
let profile = ''
let appImage = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-install-'))
  profile = join(folder, 'profile')
  appImage = join(folder, 'apps', 'Comanda.AppImage')
  file = join(folder, 'download')
  mkdirSync(profile)
  mkdirSync(join(folder, 'apps'))
  writeFileSync(appImage, 'old program', { mode: 0o750 })
  writeFileSync(file, NEW)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const beside = (): string[] => readdirSync(join(folder, 'apps')).toSorted()
const update = { version: '2.0.0', file: '', sha512: SHA512, needsAdministrator: false }

const BESIDE = ['Comanda.AppImage']

describe('a new AppImage', () => {
  it('replaces the old one by one rename, with its permissions', () => {
    replaceAppImage({ ...update, file }, appImage)
    expect(readFileSync(appImage)).toEqual(NEW)
    expect(statSync(appImage).mode & 0o777).toBe(0o750)
    expect(beside()).toEqual(BESIDE)
  })

  it('that was changed after its download is not used', () => {
    writeFileSync(file, 'changed meanwhile')
    expect(() => replaceAppImage({ ...update, file }, appImage)).toThrow('no longer')
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    expect(beside()).toEqual(BESIDE)
  })
})

/** The updates of a program that must install the downloaded version. */
async function installed(parts: { readonly kind?: 'appimage' | 'deb' | 'mac'; readonly installs?: boolean } = {}) {
  const { kind = 'appimage', installs = true } = parts
  const clock = createVirtualClock()
  const log = createMemoryLog()
  const install = vi.fn(() => installs)
  const openUpdater: UpdatesParts['openUpdater'] = async () => ({
    readFeed: async () => ({
      kind: 'offered',
      version: '2.0.0',
      download: async () => ({ kind: 'downloaded', update: { ...update, file } }),
    }),
    install,
  })
  const holdQuit = vi.fn()
  const calls = {
    quit: vi.fn(),
    releaseQuit: vi.fn(() => holdQuit),
    onInstalled: vi.fn(),
    relaunch: vi.fn(),
  }
  const updates = openUpdates({
    package: { mode: 'on', kind, feed: '', key: '' },
    profile,
    version: '1.0.0',
    appImage: kind === 'appimage' ? appImage : undefined,
    kitchen: () => ({
      tickets: [],
      unsettledTaps: 0,
      freshness: { state: 'fresh' },
      clock: { platformNow: clock.platform(), skewMs: 0 },
      settings: DEFAULT_SETTINGS,
    }),
    openUpdater,
    clock,
    random: () => 0,
    log,
    ...calls,
  })
  await updates.service.readFeed()
  await updates.service.install()
  return { updates, log, install, clock, holdQuit, ...calls }
}

describe('the end of a program that installs an update', () => {
  it('puts the AppImage in its place and starts it', async () => {
    const { updates, quit, relaunch } = await installed()
    expect(quit).toHaveBeenCalledOnce()
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    updates.finish(true)
    expect(readFileSync(appImage)).toEqual(NEW)
    expect(relaunch).toHaveBeenCalledOnce()
  })

  it.each(['the databases were not closed', 'the file cannot be put in its place'])(
    'changes nothing when %s, and starts the same version again',
    async (trouble) => {
      const { updates, relaunch, log } = await installed()
      if (trouble.includes('file')) rmSync(file)
      updates.finish(!trouble.includes('databases'))
      expect(readFileSync(appImage, 'utf8')).toBe('old program')
      expect(beside()).toEqual(BESIDE)
      expect(relaunch).toHaveBeenCalledOnce()
      expect(log.lines).toContainEqual(expect.objectContaining({ event: 'update-not-installed' }))
    },
  )

  it('starts the installer of the system for a deb', async () => {
    const { updates, install, relaunch, onInstalled } = await installed({ kind: 'deb' })
    updates.finish(true)
    expect(install).toHaveBeenCalledOnce()
    expect(onInstalled).toHaveBeenCalledOnce()
    expect(relaunch).not.toHaveBeenCalled()
  })

  it('leaves the end to Squirrel on macOS, and prevents the end again when Squirrel does not end the program', async () => {
    const { updates, install, quit, releaseQuit, holdQuit, clock } = await installed({ kind: 'mac' })
    expect([install, releaseQuit, quit].map((call) => call.mock.calls.length)).toEqual([1, 1, 0])
    await clock.advance(5 * 60_000)
    expect(holdQuit).toHaveBeenCalledOnce()
    // When the program ends for another reason, no update is installed.
    updates.finish(true)
    expect(install).toHaveBeenCalledOnce()
  })

  it('starts the same version again when the installer’s password dialog is cancelled', async () => {
    const { updates, relaunch } = await installed({ kind: 'deb', installs: false })
    updates.finish(true)
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    expect(relaunch).toHaveBeenCalledOnce()
  })
})
