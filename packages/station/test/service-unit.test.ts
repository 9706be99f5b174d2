import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const UNIT = readFileSync(join(import.meta.dirname, '../comanda-station.service'), 'utf8')

it('systemd accepts the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'comanda-station.service')
  // systemd-analyze requires that the program of ExecStart exists.
  writeFileSync(file, UNIT.replace('/usr/bin/node', process.execPath))
  const checked = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  // Without systemd the unit cannot be checked.
  if (checked.error !== undefined) expect(checked.error).toMatchObject({ code: 'ENOENT' })
  else expect({ status: checked.status, said: checked.stderr }).toEqual({ status: 0, said: '' })
})
