import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eraseIfMarked, markForErasure } from '../../../electron/storage/erase-profile.ts'
import { ROLE_COPY } from '../../../electron/storage/role-file.ts'

it('the copies of the role, of the trial and of the updates are erased with their files', () => {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-erase-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  const names = ['role.json', 'update-trial.json', 'updates.json']
  for (const name of [...names, ROLE_COPY, 'update-trial.json.copy', 'updates.json.copy', 'Preferences'])
    writeFileSync(join(profile, name), '{}')
  markForErasure(profile)
  expect(eraseIfMarked(profile)).toBe(true)
  expect(readdirSync(profile)).toEqual(['Preferences'])
})
