import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restorePrevious } from '../../../electron/composition/app-updates.ts'
import { openUpdates, type UpdatesParts } from '../../../electron/composition/open-updates.ts'
import { openStorage } from '../../../electron/storage/storage.ts'
import { stageAppImage, swapAppImage } from '../../../electron/updates/appimage-swap.ts'
import { keepLedgerCopy, restoreLedger } from '../../../electron/updates/ledger-copy.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
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

describe('a new AppImage', () => {
  it('replaces the old one by one rename, with its permissions', async () => {
    await stageAppImage({ ...update, file }, appImage)
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    swapAppImage(appImage)
    expect(readFileSync(appImage)).toEqual(NEW)
    expect(statSync(appImage).mode & 0o777).toBe(0o750)
    expect(beside()).toEqual(['Comanda.AppImage'])
  })

  it('that was changed after its download is not used', async () => {
    writeFileSync(file, 'changed meanwhile')
    await expect(stageAppImage({ ...update, file }, appImage)).rejects.toThrow('no longer')
    expect(beside()).toEqual(['Comanda.AppImage'])
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
    startGuard: vi.fn(() => true),
  }
  const updates = openUpdates({
    package: { mode: 'on', kind, feed: '', key: '' },
    profile,
    folder: profile,
    trialFile: join(profile, 'update-trial.json'),
    version: '1.0.0',
    failedVersion: undefined,
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
  it('puts the AppImage in its place, keeps the old one and the ledger, and starts the new one with a guard', async () => {
    writeFileSync(join(profile, 'ledger.db'), 'ledger')
    const { updates, quit, startGuard, relaunch, onInstalled } = await installed()
    expect(quit).toHaveBeenCalledOnce()
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    updates.finish(true)
    const previous = join(folder, 'apps', '.Comanda.AppImage.previous')
    expect(readFileSync(appImage)).toEqual(NEW)
    expect(readFileSync(previous, 'utf8')).toBe('old program')
    expect(readFileSync(join(profile, 'ledger.db.before-update'), 'utf8')).toBe('ledger')
    expect(JSON.parse(readFileSync(join(profile, 'update-trial.json'), 'utf8'))).toMatchObject({
      version: '2.0.0',
      previousVersion: '1.0.0',
      previous,
      starts: 0,
    })
    expect(startGuard).toHaveBeenCalledWith({ previous, startsLeft: 2 })
    expect(onInstalled).toHaveBeenCalledOnce()
    expect(relaunch).not.toHaveBeenCalled()
  })

  const leftAsItWas = (): void => {
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    expect(existsSync(join(profile, 'update-trial.json'))).toBe(false)
    expect(existsSync(join(profile, 'ledger.db.before-update'))).toBe(false)
    expect(beside()).not.toContain('.Comanda.AppImage.new')
  }

  it('changes nothing when the databases were not closed, and starts the same version again', async () => {
    const { updates, relaunch, startGuard } = await installed()
    updates.finish(false)
    leftAsItWas()
    expect(relaunch).toHaveBeenCalledOnce()
    expect(startGuard).not.toHaveBeenCalled()
  })

  it('changes nothing when the file cannot be put in its place', async () => {
    const { updates, relaunch, log } = await installed()
    rmSync(join(folder, 'apps', '.Comanda.AppImage.new'))
    updates.finish(true)
    leftAsItWas()
    expect(relaunch).toHaveBeenCalledOnce()
    expect(log.lines).toContainEqual(expect.objectContaining({ event: 'update-not-installed' }))
  })

  it('starts the installer of the system for a deb, with a trial that cannot return to the old version', async () => {
    const { updates, install, relaunch } = await installed({ kind: 'deb' })
    updates.finish(true)
    expect(install).toHaveBeenCalledOnce()
    expect(JSON.parse(readFileSync(join(profile, 'update-trial.json'), 'utf8'))).not.toHaveProperty('previous')
    expect(relaunch).not.toHaveBeenCalled()
  })

  it('leaves the end to Squirrel on macOS, and prevents the end again when Squirrel does not end the program', async () => {
    const { updates, install, quit, releaseQuit, holdQuit, clock } = await installed({ kind: 'mac' })
    expect([install, releaseQuit, quit].map((call) => call.mock.calls.length)).toEqual([1, 1, 0])
    await clock.advance(5 * 60_000)
    expect(holdQuit).toHaveBeenCalledOnce()
    // When the program ends for another reason, no update is installed.
    updates.finish(true)
    expect(existsSync(join(profile, 'update-trial.json'))).toBe(false)
  })

  it('starts the same version again when the installer’s password dialog is cancelled', async () => {
    const { updates, relaunch } = await installed({ kind: 'deb', installs: false })
    updates.finish(true)
    leftAsItWas()
    expect(relaunch).toHaveBeenCalledOnce()
  })
})

describe('a new version that the system starts again by itself', () => {
  it('is replaced by the old version when no attempt is left', () => {
    const trialFile = join(profile, 'update-trial.json')
    const previous = join(folder, 'apps', '.Comanda.AppImage.previous')
    writeFileSync(trialFile, '{}')
    writeFileSync(previous, 'the version before')
    const parts = { previous, appImage, trialFile }
    expect(restorePrevious({ ...parts, startsLeft: 1 })).toBe(true)
    expect(readFileSync(appImage, 'utf8')).toBe('old program')
    expect(restorePrevious({ ...parts, startsLeft: 0 })).toBe(true)
    expect(readFileSync(appImage, 'utf8')).toBe('the version before')
    expect([existsSync(trialFile), existsSync(`${trialFile}.failed`)]).toEqual([false, true])
    expect(restorePrevious({ ...parts, startsLeft: 0 })).toBe(false)
  })
})

describe('the ledger of a version that was ended', () => {
  const open = () => openStorage(profile, { now: 1 })
  const versionOf = (path: string): unknown => {
    const db = new Database(path, { readonly: true })
    try {
      return db.pragma('user_version', { simple: true })
    } finally {
      db.close()
    }
  }

  it('is replaced by the one from before the update, which this version can read', () => {
    const first = open()
    if (!first.ok) throw new Error(first.code)
    first.value.close()
    const before = versionOf(join(profile, 'ledger.db'))
    keepLedgerCopy(profile)
    const newer = new Database(join(profile, 'ledger.db'))
    newer.pragma('user_version = 9990')
    newer.close()
    expect(open()).toMatchObject({ ok: false, code: 'newer-version' })
    expect(restoreLedger(profile)).toBe(true)
    expect(versionOf(join(profile, 'ledger.db'))).toBe(before)
    const again = open()
    expect(again.ok).toBe(true)
    if (again.ok) again.value.close()
    expect(versionOf(join(profile, 'ledger.db.of-failed-update'))).toBe(9_990)
  })

  it('is kept when there is no copy', () => {
    writeFileSync(join(profile, 'ledger.db'), 'newer')
    expect(restoreLedger(profile)).toBe(false)
    expect(readFileSync(join(profile, 'ledger.db'), 'utf8')).toBe('newer')
  })
})
