import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../../electron/files/name-conflicts.ts'
import { openHandle, readRegularFile, readText, writePrivateFile } from '../../../electron/files/regular-file.ts'
import { createLogger } from '../../../electron/logging/logger.ts'
import { openProvisionFile } from '../../../electron/secrets/provision.ts'
import { chooseRendering } from '../../../electron/shell/graphics.ts'
import { spendRelaunch } from '../../../electron/shell/relaunch.ts'
import { createRunMark } from '../../../electron/shell/windows/restart-task.ts'
import { openFence } from '../../../electron/storage/carry-ledger.ts'
import { placeFile } from '../../../electron/storage/durable-files.ts'
import { openLanguageFile } from '../../../electron/storage/language-file.ts'
import { backupLedger, backupsOf, newestGoodBackup } from '../../../electron/storage/repair/backup.ts'
import { openRoleFile, ROLE_COPY, ROLE_FILE } from '../../../electron/storage/role-file.ts'
import { backupFolderOf } from '../../../electron/storage/storage-layout.ts'
import { openUpdateMemory } from '../../../electron/updates/update-memory.ts'
import { createTestLedger, tempFolder } from '../storage/test-ledger.ts'

const NOW = Date.UTC(2026, 5, 1)
const isWindows = process.platform === 'win32'

if (isWindows) console.warn('NOT RUN: named pipes in place of files, because on Windows they are not files of a folder')

const makePipe = (path: string): void => {
  execFileSync('mkfifo', [path])
}

/** Objects that can have the name of a file. */
const OBSTACLES: readonly (readonly [string, (path: string) => void])[] = [
  ['a named pipe', makePipe],
  ['a folder', (path) => mkdirSync(join(path, 'inside'), { recursive: true })],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ['a link to a missing file', (path) => symlinkSync(`${path}-nowhere`, path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
]

describe.skipIf(isWindows).each(OBSTACLES)('%s in place of a file', (_what, make) => {
  const placed = (name: string): string => {
    const path = join(tempFolder(), name)
    make(path)
    return path
  }

  test('is not read, and is replaced by the next file', () => {
    const path = placed('note')
    expect(() => readRegularFile(path)).toThrow()
    writePrivateFile(path, 'text')
    expect(readText(path)).toBe('text')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('is not opened for a page of the program', async () => {
    await expect(openHandle(placed('note'))).rejects.toThrow()
  })

  test('is not read as a file of credentials', async () => {
    await expect(openProvisionFile(placed('provision.json'))).rejects.toThrow()
  })

  test('is replaced by a file that is moved to its name', () => {
    const path = placed('note')
    writeFileSync(`${path}.new`, 'text')
    placeFile(`${path}.new`, path)
    expect(readText(path)).toBe('text')
  })

  test.each(['relaunches.json', 'graphics.json', 'updates.json', 'running'])('does not prevent a start: %s', (name) => {
    const path = placed(name)
    const profile = join(path, '..')
    const app = { on: () => app, disableHardwareAcceleration: () => undefined }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const parts = { app: app as never, file: path, version: '1', now: () => NOW, log, onUnusable: () => undefined }
    switch (name) {
      case 'relaunches.json':
        expect([1, 2, 3, 4].map((at) => spendRelaunch(path, NOW + at))).toEqual([true, true, true, false])
        break
      case 'graphics.json':
        expect(chooseRendering(parts)).toBe('hardware')
        break
      case 'updates.json':
        openUpdateMemory(path, log).save(NOW)
        expect(openUpdateMemory(path, log).checkedAt()).toBe(NOW)
        break
      default:
        createRunMark(profile).set()
        expect(statSync(path).isFile()).toBe(true)
        createRunMark(profile).clear()
        expect(createRunMark(profile).isLeft()).toBe(false)
    }
  })

  test('does not change the role of a screen', () => {
    const profile = tempFolder()
    openRoleFile(profile).saveMainComputer('the main computer')
    for (const name of [ROLE_FILE, ROLE_COPY]) {
      execFileSync('rm', [join(profile, name)])
      make(join(profile, name))
      expect(openRoleFile(profile).mainComputer()).toBe('the main computer')
      expect(readText(join(profile, name))).toContain('the main computer')
    }
  })

  test('makes the language unknown until it is saved again', () => {
    const folder = join(placed('language.json'), '..')
    expect(openLanguageFile(folder).read()).toBeUndefined()
    openLanguageFile(folder).save('es')
    expect(openLanguageFile(folder).read()).toBe('es')
  })

  test('is not taken for a backup', () => {
    const { path, ledger } = createTestLedger()
    onTestFinished(() => ledger.close())
    const backup = backupLedger(path, NOW)
    make(join(backupFolderOf(path), 'ledger-2027-01-01T00-00-00.000Z.db'))
    expect(backup.ok && backupsOf(path).map(({ at }) => at)).toEqual([NOW])
    expect(newestGoodBackup(path)).toBeDefined()
  })

  test('does not stop the log: the lines are in the next file', async () => {
    const dir = join(placed('comanda-2026-06-01.log'), '..')
    const logger = createLogger({ dir, now: () => NOW })
    logger.info('first')
    await logger.flush()
    logger.info('second')
    logger.flushSync()
    const text = readdirSync(dir)
      .filter((name) => /\.\d+\.log$/.test(name))
      .map((name) => readFileSync(join(dir, name), 'utf8'))
      .join('')
    expect(text).toContain('first')
    expect(text).toContain('second')
  })
})

test.skipIf(isWindows).each(OBSTACLES.filter(([what]) => what !== 'a folder'))(
  '%s in place of a folder is renamed',
  (_what, make) => {
    const path = join(tempFolder(), 'backups')
    make(path)
    makeFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
  },
)

test.skipIf(isWindows)('a named pipe in place of the file of a hand-over still prevents polls', () => {
  const profile = tempFolder()
  makePipe(join(profile, 'handed-over.json'))
  expect(openFence(profile).handedOver()).toEqual({ at: 0 })
})

test.skipIf(isWindows)('a socket is not read as a file', async () => {
  const path = join(tempFolder(), 'socket')
  const server = createServer()
  onTestFinished(() => {
    server.close()
  })
  await new Promise<void>((done) => server.listen(path, done))
  expect(() => readRegularFile(path)).toThrow()
  expect(existsSync(path)).toBe(true)
})

test.skipIf(isWindows)('a link is replaced, and the file to which it leads keeps its content', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'other'), 'kept')
  symlinkSync(join(folder, 'other'), join(folder, 'note'))
  writePrivateFile(join(folder, 'note'), 'new')
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('kept')
  expect(readText(join(folder, 'note'))).toBe('new')
})
