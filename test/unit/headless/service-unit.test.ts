import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const UNIT = readFileSync(join(import.meta.dirname, '../../../headless/comanda-station.service'), 'utf8')

it('starts the built program, restarts it after every end, and gives it a private folder', () => {
  for (const line of [
    'Restart=always',
    'StateDirectory=comanda-station',
    'StateDirectoryMode=0700',
    'User=comanda-station',
  ])
    expect(UNIT).toContain(`\n${line}\n`)
  expect(UNIT).toMatch(/^ExecStart=\S+ \S+\/out-station\/comanda-station\.js$/m)
})

it('is valid for systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'comanda-station.service')
  // systemd-analyze wants the program of ExecStart to exist.
  writeFileSync(file, UNIT.replace('/usr/bin/node', process.execPath))
  const checked = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  // A machine without systemd cannot say anything about a unit.
  if (checked.error !== undefined) expect(checked.error).toMatchObject({ code: 'ENOENT' })
  else expect({ status: checked.status, said: checked.stderr }).toEqual({ status: 0, said: '' })
})
