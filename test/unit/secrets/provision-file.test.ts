import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openProvisionFile } from '../../../electron/secrets/provision.ts'

const SECRET = 'canary-5e7f1a'

it('a provisioning file is overwritten to its end, and flushed, before it is truncated: no freed block contains the secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-provision-file-'))
  const path = join(folder, 'provision.json')
  writeFileSync(path, `${'x'.repeat(5_000)}${SECRET}`)
  const seen: string[] = []
  const look = (step: string): void => {
    const content = readFileSync(path, 'utf8')
    seen.push(`${step}, ${content.length} bytes, ${content.includes(SECRET) ? 'with' : 'without'} the secret`)
  }
  // All file handles have one prototype.
  await using other = await open(path)
  const handles = Object.getPrototypeOf(other)
  const { sync, truncate } = handles
  vi.spyOn(handles, 'sync').mockImplementation(function (this: unknown) {
    look('to the disk')
    return sync.call(this)
  })
  vi.spyOn(handles, 'truncate').mockImplementation(function (this: unknown, length: unknown) {
    look('cut')
    return truncate.call(this, length)
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const file = await openProvisionFile(path)
  await file.overwrite('{}\n')
  await file.close()
  const whole = 5_000 + SECRET.length
  expect(seen).toEqual([
    `to the disk, ${whole} bytes, without the secret`,
    `cut, ${whole} bytes, without the secret`,
    'to the disk, 3 bytes, without the secret',
  ])
  rmSync(folder, { recursive: true })
})
