import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseFeed } from '../../../electron/updates/feed-updater.ts'
import { readUpdatePackage, type UpdatePackageOptions } from '../../../electron/updates/open-updates.ts'

const FEED = 'provider: generic\nurl: https://updates.example/comanda/\nupdaterCacheDirName: comanda-updater\n'

describe('the feed of a package', () => {
  it('is read from what electron-builder writes', () => {
    expect(parseFeed(FEED)).toEqual({
      url: 'https://updates.example/comanda/',
      channel: undefined,
      cacheFolder: 'comanda-updater',
    })
  })

  it.each([
    ['has an address without https', FEED.replace('https', 'http')],
    ['is of another provider', FEED.replace('generic', 'github')],
    ['has no address', 'provider: generic\nupdaterCacheDirName: comanda-updater\n'],
    ['names a folder elsewhere', FEED.replace('comanda-updater', '../../profile')],
    ['is empty', ''],
  ])('is refused when it %s', (_case, text) => {
    expect(() => parseFeed(text)).toThrow()
  })
})

describe('the update information of a package', () => {
  let folder = ''
  let parts: UpdatePackageOptions
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'comanda-package-'))
    mkdirSync(join(folder, 'app'))
    writeFileSync(join(folder, 'app-update.yml'), FEED)
    writeFileSync(join(folder, 'app/package.json'), '{"updateKey":"key"}')
    parts = {
      isPackaged: true,
      platform: 'linux',
      resources: folder,
      appPath: join(folder, 'app'),
      isAppImage: true,
    }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is nothing without a feed, and nothing in a program under development', () => {
    expect(readUpdatePackage({ ...parts, isPackaged: false })).toEqual({ mode: 'off' })
    rmSync(join(folder, 'app-update.yml'))
    expect(readUpdatePackage(parts)).toEqual({ mode: 'off' })
  })

  it.each<[string, Partial<UpdatePackageOptions>, string]>([
    ['an AppImage', {}, 'appimage'],
    ['Windows', { platform: 'win32', isAppImage: false }, 'nsis'],
    ['macOS', { platform: 'darwin', isAppImage: false }, 'mac'],
  ])('is the feed, the key and the kind of %s', (_case, change, kind) => {
    expect(readUpdatePackage({ ...parts, ...change })).toEqual({ mode: 'on', kind, feed: FEED, key: 'key' })
  })

  it('is that of a deb when a file of electron-builder says so; a folder on Linux cannot be updated', () => {
    const installed = { ...parts, isAppImage: false }
    expect(readUpdatePackage(installed)).toEqual({ mode: 'unsupported' })
    writeFileSync(join(folder, 'package-type'), 'deb')
    expect(readUpdatePackage(installed)).toMatchObject({ mode: 'on', kind: 'deb' })
  })
})
