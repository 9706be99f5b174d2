import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tryLock } from '../../../electron/storage/exclusive-lock.ts'

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
  expect(tryLock(path)).toEqual({ kind: 'held-elsewhere' })
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

test('when no lock can be taken, the reason is reported, because there may be other holders', () => {
  const path = lockPath()
  mkdirSync(path, { recursive: true })
  expect(tryLock(path)).toEqual({ kind: 'impossible', error: expect.stringContaining('unable to open database file') })
  const file = lockPath()
  mkdirSync(dirname(dirname(file)), { recursive: true })
  writeFileSync(dirname(file), 'a file where the folder should be')
  expect(tryLock(file)).toEqual({ kind: 'impossible', error: expect.stringMatching(/EEXIST|ENOTDIR/) })
})
