import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eraseAfterLeaving } from '../../../electron/composition/role.ts'
import { openRoleFile, ROLE_FILE } from '../../../electron/storage/role-file.ts'

const SCREEN_FILES = ['screen-board.db', 'screen-board.db-wal', 'screen.db']

function screenProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'comanda-role-'))
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }))
  for (const file of SCREEN_FILES) writeFileSync(join(profile, file), 'x')
  openRoleFile(profile).saveJoinedStation('a station')
  return profile
}

it('a screen that left its station starts as a station without the orders of the other station', () => {
  const profile = screenProfile()
  const role = openRoleFile(profile)
  expect(role.joinedStation()).toBe('a station')
  role.leave()
  expect(role.joinedStation()).toBeUndefined()
  eraseAfterLeaving(profile, role)
  expect(readdirSync(profile)).toEqual([])
})

it.each([
  ['cut short', (path: string) => writeFileSync(path, '{"joinedStat')],
  ['empty', (path: string) => writeFileSync(path, '')],
  ['of another form', (path: string) => writeFileSync(path, '{"joinedStation":7}')],
  ['gone', (path: string) => rmSync(path)],
])('a role file that is %s does not lose a tap that waits for the station', (_what, damage) => {
  const profile = screenProfile()
  damage(join(profile, ROLE_FILE))
  const role = openRoleFile(profile)
  expect(role.joinedStation()).toBeUndefined()
  eraseAfterLeaving(profile, role)
  expect(SCREEN_FILES.filter((file) => existsSync(join(profile, file)))).toEqual(SCREEN_FILES)
})
