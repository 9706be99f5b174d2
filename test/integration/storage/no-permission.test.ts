import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { opened, tempFolder } from './bench.ts'
import { fill } from './kitchen-day.ts'

/** Root may do everything: what permissions do is tried by another user's process. */
const NOBODY = 65_534
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
  readonly ms?: number
}

/** Opens the storage in `folder` as a user who is not root, taps, and tells what came of it. */
function openedBySomebody(folder: string): Report {
  const script = join(import.meta.dirname, 'open-process.ts')
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawnSync(process.execPath, [script, folder], { encoding: 'utf8', ...user })
  if (child.status !== 0) throw new Error(child.stderr)
  return JSON.parse(child.stdout) as Report
}

/** A ledger with a day in it, in a folder that belongs to the user who will open it. */
function day(): { readonly folder: string; readonly path: string } {
  const folder = join(tempFolder(), 'profile')
  mkdirSync(folder)
  const { ledger, path } = opened(join(folder, 'ledger.db'))
  fill(ledger, 10)
  ledger.close()
  if (isRoot) for (const owned of [dirname(folder), folder, path]) chownSync(owned, NOBODY, NOBODY)
  return { folder, path }
}

withPermissions('a file that lost its write permission is given it back', () => {
  const { folder, path } = day()
  chmodSync(path, 0o400)
  expect(openedBySomebody(folder)).toMatchObject({ repaired: 'none', board: 10, tap: 'queued' })
})

withPermissions('a file that is somebody else’s goes aside, its rows into a new one', () => {
  if (!isRoot) return console.warn('NOT RUN: somebody else’s file, because only root can give files away')
  const { folder, path } = day()
  chownSync(path, 0, 0)
  chmodSync(path, 0o444)
  const before = readFileSync(path)
  expect(openedBySomebody(folder)).toMatchObject({ repaired: 'salvaged', board: 10, tap: 'queued' })
  const [aside] = readdirSync(join(folder, 'quarantine'))
  expect(readFileSync(join(folder, 'quarantine', aside ?? '', 'ledger.db')).equals(before)).toBe(true)
})

withPermissions('a folder that takes nothing gives a board in memory within 5 s, and taps are refused', () => {
  const { folder, path } = day()
  const before = readFileSync(path)
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  const report = openedBySomebody(folder)
  chmodSync(folder, 0o755)
  expect(report).toMatchObject({ repaired: 'none', trouble: 'read-only', board: 10, tap: 'refused: read-only' })
  expect(report.ms).toBeLessThan(5_000)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(join(folder, 'quarantine'))).toBe(false)
})

withPermissions('a file that cannot even be read is no reason for an empty screen', () => {
  if (!isRoot) return console.warn('NOT RUN: an unreadable file, because only root can give files away')
  const { folder, path } = day()
  chownSync(path, 0, 0)
  chmodSync(path, 0o000)
  expect(openedBySomebody(folder)).toMatchObject({ repaired: 'fresh', board: 0, tap: 'queued' })
})

withPermissions('a folder that is not there and cannot be made gives a board in memory', () => {
  const parent = tempFolder()
  writeFileSync(join(parent, 'profile'), 'a file where the folder should be')
  expect(openedBySomebody(join(parent, 'profile'))).toMatchObject({ trouble: expect.any(String), board: 0 })
})
