import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openProvisionFile } from '../../../electron/secrets/provision-file.ts'

const steps = vi.hoisted(() => ({ on: (_step: string): void => undefined }))
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof import('node:fs/promises')>()
  return {
    ...files,
    async open(...args: Parameters<typeof files.open>) {
      const handle = await files.open(...args)
      const { sync, truncate } = handle
      handle.sync = () => {
        steps.on('to the disk')
        return sync.call(handle)
      }
      handle.truncate = (length) => {
        steps.on('cut')
        return truncate.call(handle, length)
      }
      return handle
    },
  }
})

const SECRET = 'canary-5e7f1a'

it('a provisioning file is overwritten to its end, and flushed, before it is truncated: no freed block contains the secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-provision-file-'))
  const path = join(folder, 'provision.json')
  writeFileSync(path, `${'x'.repeat(5_000)}${SECRET}`)
  const seen: string[] = []
  steps.on = (step) => {
    const content = readFileSync(path, 'utf8')
    seen.push(`${step}, ${content.length} bytes, ${content.includes(SECRET) ? 'with' : 'without'} the secret`)
  }
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
