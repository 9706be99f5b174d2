import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { exclusively } from '../../../scripts/setup/lock.mjs'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it.each([
  ['of a process that has ended', String(spawnSync(process.execPath, ['--version']).pid)],
  ['of a process that ended before it wrote its number', ''],
])('a lock %s is taken over', async (_what, content) => {
  const lock = join(temporaryFolder(), 'lock')
  writeFileSync(lock, content)
  expect(await exclusively(lock, () => readFileSync(lock, 'utf8'))).toBe(String(process.pid))
  expect(existsSync(lock)).toBe(false)
})

it('a folder in which no lock can be written is reported, and not waited for', async () => {
  const tooLong = join(temporaryFolder(), 'x'.repeat(300))
  await expect(exclusively(tooLong, () => undefined)).rejects.toThrow(/cannot be written.*ENAMETOOLONG/)
})
