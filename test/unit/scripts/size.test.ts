import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appSize, checkSize } from '../../../scripts/package/size.ts'

/** A folder of resources with files of these sizes. */
function resourcesWith(files: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-size-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), Buffer.alloc(bytes))
  }
  return folder
}

describe('the size of the app', () => {
  it('is that of the archive and of the unpacked files beside it, without other files', () => {
    const resources = resourcesWith({
      'app.asar': 1_000,
      'app.asar.unpacked/node_modules/a/a.node': 200,
      'app.asar.unpacked/node_modules/b/lib/b.node': 30,
      'icon.png': 5_000,
    })
    expect(appSize(resources)).toEqual({ archive: 1_000, unpacked: 230, total: 1_230 })
  })

  it('may be at most the budget', () => {
    expect(() => checkSize({ archive: 60, unpacked: 40, total: 100 }, 100)).not.toThrow()
    expect(() => checkSize({ archive: 60, unpacked: 41, total: 101 }, 100)).toThrow('over the budget')
  })
})
