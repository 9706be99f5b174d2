import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemCommands } from '../../../electron/shell/system-commands.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-command-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `SystemRoot` points to a program of this test, so that both systems start the same program in the same way. */
function commands(script: string) {
  writeFileSync(join(folder, String.raw`root\System32\schtasks.exe`), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  const env = {
    ...process.env,
    SystemRoot: join(folder, 'root'),
    TEMP: folder,
    DISPLAY: ':7',
    LD_PRELOAD: '',
    NODE_OPTIONS: '--x',
  }
  return systemCommands(env)
}
const written = () => readFileSync(join(folder, 'out'), 'utf8')

describe.runIf(process.platform !== 'win32')('a system command', () => {
  it('returns its exit code and what it printed', async () => {
    const { run, runSync } = commands('echo said; exit "$1"')
    for (const [argument, code] of [
      ['0', 0],
      ['3', 3],
    ] as const) {
      expect(await run('schtasks', [argument])).toEqual({ code, output: 'said\n' })
      expect(runSync('schtasks', [argument])).toEqual({ code, output: 'said\n' })
    }
  })

  it.each(['run', 'runSync'] as const)(
    'gets its arguments unchanged, and only the required environment (%s)',
    async (way) => {
      await commands('printf "%s|" "$@" > "$TEMP/out"; env >> "$TEMP/out"')[way]('schtasks', [
        'a b',
        '"$HOME"; `id`',
        '%x',
      ])
      expect(written()).toContain('a b|"$HOME"; `id`|%x|')
      expect(written()).toContain('DISPLAY=:7')
      expect(written()).not.toMatch(/^(NODE_OPTIONS|LD_|npm_|VITEST)/m)
    },
  )

  it('returns no exit code when its program does not exist', async () => {
    const { run, runSync } = systemCommands({ SystemRoot: '/nonexistent' })
    expect([await run('schtasks', []), runSync('schtasks', [])]).toEqual([
      { code: undefined, output: '' },
      { code: undefined, output: '' },
    ])
  })
})
