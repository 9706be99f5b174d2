import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tryLock } from '../../../electron/storage/exclusive-lock.ts'

/** The time for which better-sqlite3 waits for a lock by default. */
const SQLITE_WAITS_MS = 5_000

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'profile', 'running.lock')
}
function taken(path: string): () => void {
  const attempt = tryLock(path)
  if (attempt.kind !== 'taken') throw new Error(attempt.kind)
  return attempt.release
}

test('a lock has one holder, and the next one gets it as soon as it is released', () => {
  const path = lockPath()
  const release = taken(path)
  const began = performance.now()
  expect(tryLock(path)).toEqual({ kind: 'held-elsewhere' })
  expect(performance.now() - began).toBeLessThan(SQLITE_WAITS_MS)
  release()
  taken(path)()
})

test('neither the lock file nor its folder is open to other users, also when an earlier version opened them', () => {
  const path = lockPath()
  const modes = () => [dirname(path), path].map((each) => statSync(each).mode & 0o777)
  taken(path)()
  expect(modes()).toEqual([0o700, 0o600])
  chmodSync(path, 0o644)
  chmodSync(dirname(path), 0o755)
  const release = taken(path)
  expect(modes()).toEqual([0o700, 0o600])
  expect(tryLock(path)).toEqual({ kind: 'held-elsewhere' })
  release()
})

test('an attempt that failed does not block the lock after its release', () => {
  const path = lockPath()
  const release = taken(path)
  for (let times = 0; times < 3; times += 1) expect(tryLock(path).kind).toBe('held-elsewhere')
  release()
  taken(path)()
})

test('a lock has no other file than its own, held or released', () => {
  const path = lockPath()
  const release = taken(path)
  expect(readdirSync(dirname(path))).toEqual(['running.lock'])
  release()
  expect(readdirSync(dirname(path))).toEqual(['running.lock'])
})

test('the file of a process that was killed is not a held lock', () => {
  const path = lockPath()
  taken(path)()
  expect(existsSync(path)).toBe(true)
  taken(path)()
})

test('when no lock can be taken, the reason is reported, because there may be other holders', () => {
  const path = lockPath()
  mkdirSync(path, { recursive: true })
  expect(tryLock(path)).toEqual({ kind: 'impossible', error: expect.stringContaining('unable to open database file') })
  const file = lockPath()
  mkdirSync(dirname(dirname(file)), { recursive: true })
  writeFileSync(dirname(file), 'a file where the folder should be')
  expect(tryLock(file)).toEqual({ kind: 'impossible', error: expect.stringMatching(/EEXIST|ENOTDIR/) })
})

test('another file in its place does not count as a held lock', () => {
  const path = lockPath()
  mkdirSync(dirname(path))
  writeFileSync(path, 'A text that is longer than the header of a database. '.repeat(4))
  expect(tryLock(path)).toEqual({ kind: 'impossible', error: 'file is not a database' })
})
