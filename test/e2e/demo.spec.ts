import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { parseDemoOptions } from '../../scripts/demo/demo-options.ts'
import { openApp } from '../../scripts/demo/open-app.ts'
import { electronProgram, expect, ROOT, test } from './kitchen.ts'

const run = promisify(execFile)
const PICTURE_LIMIT_MS = 600_000
/** The position of the width and height in a PNG. */
const PNG_SIZE_AT = 16

test('the demo opens its board in the language of its option, and takes a picture of the given size', {
  tag: '@gate',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-demo-picture-'))
  const file = join(folder, 'board.png')
  const options = ['--shot', file, '--after', '0s', '--size', '1366x768', '--locale', 'en']
  const { app, board } = await openApp(ROOT, electronProgram(), parseDemoOptions(['--locale', 'en']))
  try {
    await expect(board.locator('html')).toHaveAttribute('lang', 'en')
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/demo.ts'), ...options], {
      cwd: ROOT,
      timeout: PICTURE_LIMIT_MS,
    })
    expect(stdout).toContain(file)
    const picture = readFileSync(file)
    expect([picture.readUInt32BE(PNG_SIZE_AT), picture.readUInt32BE(PNG_SIZE_AT + 4)]).toEqual([1366, 768])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

if (process.platform === 'win32')
  console.warn(
    'NOT RUN: Ctrl-C at the demo, because no test can send it to a console. The unit tests test the launcher',
  )
else
  test('Ctrl-C ends the demo, closes its window and removes its profile, in a folder whose name has a blank', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'comanda demo '))
    const profiles = () => readdirSync(folder).filter((name) => name.startsWith('comanda-demo-'))
    const processes = () =>
      execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes(folder))
    const launcher = spawn(process.execPath, ['scripts/launch.mjs', 'modules', 'scripts/demo.ts', '--host'], {
      cwd: ROOT,
      detached: true,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(launcher, 'exit')
    try {
      for await (const line of createInterface({ input: launcher.stdout })) if (line.includes('Ctrl-C')) break
      expect(profiles()).toHaveLength(1)
      expect(processes()).not.toEqual([])
      // A terminal sends it to every process of the group.
      process.kill(-Number(launcher.pid), 'SIGINT')
      await ended
      expect(profiles()).toEqual([])
      await expect.poll(processes).toEqual([])
    } finally {
      launcher.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  })
