import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDay } from './kitchen-day.ts'
import { createKilledDay } from './ledger-recovery.ts'
import { openTestLedger, tempFolder } from './test-ledger.ts'

/** Permissions do not restrict root, so a process of another user opens the files. */
const OTHER_USER = 65_534
const isRoot = process.getuid?.() === 0
const reason = process.platform === 'win32' ? 'permissions are not like that on Windows' : undefined
if (reason) console.warn(`NOT RUN: the read-only tests, because ${reason}`)
const withPermissions = test.runIf(reason === undefined)

type Report = {
  readonly code?: string
  readonly repaired?: string
  readonly trouble?: string
  readonly board?: number
  readonly tap?: string
  readonly cached?: string
}

/** Opens the storage in `folder` as a user without root's rights, taps, and returns the result. */
function openedByOtherUser(folder: string): Report {
  const script = join(import.meta.dirname, 'open-process.ts')
  const user = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {}
  const child = spawnSync(process.execPath, [script, folder], { encoding: 'utf8', ...user })
  if (child.status !== 0) throw new Error(child.stderr)
  return JSON.parse(child.stdout) as Report
}

/** A ledger with a day of orders, in a folder of the user that opens it. */
function day(): { readonly folder: string; readonly path: string } {
  const folder = join(tempFolder(), 'profile')
  mkdirSync(folder)
  const { ledger, path } = openTestLedger(join(folder, 'ledger.db'))
  writeDay(ledger, 10)
  ledger.close()
  if (isRoot) for (const owned of [dirname(folder), folder, path]) chownSync(owned, OTHER_USER, OTHER_USER)
  return { folder, path }
}

/** The files of a ledger after a kill, in a folder of the user that opens it. */
function killed(): { readonly folder: string } {
  const folder = join(tempFolder(), 'profile')
  mkdirSync(folder)
  const { path } = createKilledDay(10)
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${path}${suffix}`, join(folder, `ledger.db${suffix}`))
  if (isRoot) {
    for (const owned of [dirname(folder), folder, ...readdirSync(folder).map((name) => join(folder, name))])
      chownSync(owned, OTHER_USER, OTHER_USER)
  }
  return { folder }
}

withPermissions('a ledger file of another user is moved to quarantine, and its rows are copied to a new ledger', () => {
  if (!isRoot) return console.warn('NOT RUN: a file of another user, because only root can change the owner of a file')
  const { folder, path } = day()
  chownSync(path, 0, 0)
  chmodSync(path, 0o444)
  const before = readFileSync(path)
  expect(openedByOtherUser(folder)).toMatchObject({ repaired: 'salvaged', board: 10, tap: 'queued' })
  const [aside] = readdirSync(join(folder, 'quarantine'))
  expect(readFileSync(join(folder, 'quarantine', aside ?? '', 'ledger.db')).equals(before)).toBe(true)
})

withPermissions('a read-only folder opens a board in memory, and taps are refused', () => {
  const { folder, path } = day()
  const before = readFileSync(path)
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  const report = openedByOtherUser(folder)
  chmodSync(folder, 0o755)
  expect(report).toMatchObject({ repaired: 'none', trouble: 'read-only', board: 10, tap: 'refused: read-only' })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(join(folder, 'quarantine'))).toBe(false)
})

const CONTENT = ['ledger.db', 'ledger.db-wal'] as const

withPermissions.each(CONTENT)('%s that lost its permissions gets them back, and no row is lost', (name) => {
  const { folder } = killed()
  chmodSync(join(folder, name), 0o000)
  expect(openedByOtherUser(folder)).toMatchObject({ repaired: 'none', board: 10, tap: 'queued' })
})

withPermissions.each(CONTENT)(
  '%s that may not be read is not replaced, taps are refused, and no row is lost',
  (name) => {
    if (!isRoot) return console.warn('NOT RUN: an unreadable file, because only root can change the owner of a file')
    const { folder } = killed()
    const path = join(folder, name)
    chownSync(path, 0, 0)
    chmodSync(path, 0o000)
    expect(openedByOtherUser(folder)).toMatchObject({ trouble: 'read-only', tap: 'refused: read-only' })
    expect(existsSync(join(folder, 'quarantine'))).toBe(false)
    chownSync(path, OTHER_USER, OTHER_USER)
    expect(openedByOtherUser(folder)).toMatchObject({ repaired: 'none', board: 10, tap: 'queued' })
  },
)

withPermissions('a cache file without write permission is made writable, or the cache is kept in memory', () => {
  const { folder } = day()
  expect(openedByOtherUser(folder).cached).toBe('saved')
  chmodSync(join(folder, 'cache.db'), 0o400)
  expect(openedByOtherUser(folder).cached).toBe('saved')
  if (!isRoot) return console.warn('NOT RUN: a cache of another user, because only root can change the owner of a file')
  chownSync(join(folder, 'cache.db'), 0, 0)
  chmodSync(join(folder, 'cache.db'), 0o444)
  expect(openedByOtherUser(folder)).toMatchObject({ cached: 'saved', board: 10 })
})

withPermissions('a folder of another user in place of the cache does not prevent a start', () => {
  if (!isRoot) return console.warn('NOT RUN: a folder of another user, because only root can change its owner')
  const { folder } = day()
  mkdirSync(join(folder, 'cache.db', 'x'), { recursive: true, mode: 0o755 })
  expect(openedByOtherUser(folder)).toMatchObject({ repaired: 'none', board: 10, tap: 'queued', cached: 'saved' })
})
