import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exclusively } from '../../../scripts/setup/lock.mjs'
import { differences } from '../../../scripts/setup/modules.mjs'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('the list of missing packages', () => {
  const wanted = { packages: { '': { version: '0.1.0' }, 'node_modules/a': { version: '1.0.0' } } }

  it('is empty when every package has the wanted version', () => {
    expect(differences(wanted, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toEqual([])
  })

  it('contains a package in another version, or without one', () => {
    expect(differences(wanted, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toEqual(['a'])
    expect(differences(wanted, { packages: {} })).toEqual(['a'])
  })

  it('does not contain a package for another platform', () => {
    const optional = { packages: { 'node_modules/b': { version: '1.0.0', optional: true } } }
    expect(differences(optional, { packages: {} })).toEqual([])
    expect(differences(optional, { packages: { 'node_modules/b': { version: '2.0.0' } } })).toEqual(['b'])
  })
})

describe('two set-ups at once', () => {
  it('run one after the other', async () => {
    const file = join(temporaryFolder(), 'setup.lock')
    const course: string[] = []
    const work = (name: string) => async () => {
      course.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      course.push(`${name} ends`)
    }
    await Promise.all([exclusively(file, work('one')), exclusively(file, work('two'))])
    expect(course).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  })

  it('do not wait for one that was killed', async () => {
    const file = join(temporaryFolder(), 'setup.lock')
    // Higher than every process id of a system.
    writeFileSync(file, '99999999')
    await expect(exclusively(file, () => 'done')).resolves.toBe('done')
  })
})
