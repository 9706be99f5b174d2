import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { ELECTRON_VERSION } from '../host/versions.ts'
import { HOST_PROGRAM, startApp, temporaryFolder, WHOLE_BROWSER, writeApp } from './run-app.ts'

vi.stubEnv('CHROMIUM_PATH', WHOLE_BROWSER.CHROMIUM_PATH)

const run = promisify(execFile)
// On a slow disk a killed process can take seconds to end.
const CLEANUP_TIMEOUT_MS = 60_000

const processesWith = async (text: string): Promise<readonly string[]> => {
  const { stdout } = await run('ps', ['-eo', 'pid=,args='])
  return stdout.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'))
}

describe('kill -9 of the app', () => {
  it('leaves no browser process and no profile behind', async () => {
    const running = startApp([
      writeApp(`app.whenReady().then(async () => { serve(); await open(); report(process.pid) })`),
    ])
    await expect(running.nextReport()).resolves.toBe(running.process.pid)
    const { stdout } = await run('ps', ['-o', 'args=', '--ppid', String(running.process.pid)])
    const profile = /--user-data-dir=(\S+)/.exec(stdout)?.[1] ?? ''
    expect(profile).toContain(join(tmpdir(), 'electron-host-profile-'))
    await expect.poll(async () => (await processesWith(profile)).length).toBeGreaterThan(2)
    running.process.kill('SIGKILL')
    await running.ended
    await expect.poll(() => processesWith(profile), { timeout: CLEANUP_TIMEOUT_MS }).toEqual([])
    await expect.poll(() => existsSync(profile), { timeout: CLEANUP_TIMEOUT_MS }).toBe(false)
  })
})

describe('the command line', () => {
  it('runs as plain Node with ELECTRON_RUN_AS_NODE, as in Electron', async () => {
    const { stdout } = await run(HOST_PROGRAM, ['-e', 'console.log(typeof process.versions.electron, 1 + 1)'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    })
    expect(stdout).toBe('undefined 2\n')
  })

  it('prints the version of Electron that the project pins', async () => {
    const pinned = JSON.parse(
      readFileSync(resolve(import.meta.dirname, '../../../node_modules/electron/package.json'), 'utf8'),
    ) as { version: string }
    expect(ELECTRON_VERSION).toBe(pinned.version)
    await expect(run(HOST_PROGRAM, ['--version'])).resolves.toMatchObject({ stdout: `v${pinned.version}\n` })
  })

  it('prints an error for a missing app, a wrong path and a wrong Node', async () => {
    await expect(startApp([]).ended).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no app given'),
    })
    await expect(startApp(['/nowhere']).ended).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Unable to find Electron app at /nowhere'),
    })
    const noNode = await startApp(['/nowhere'], { COMANDA_HOST_NODE: '/no/node' }).ended
    expect(noNode).toMatchObject({ code: 1, stderr: expect.stringContaining('/no/node does not start') })
  })

  it('leaves no profile in the temporary folder after a normal end', async () => {
    const temporary = temporaryFolder()
    const running = startApp([writeApp(`app.whenReady().then(async () => { serve(); await open(); app.quit() })`)], {
      TMPDIR: temporary,
    })
    await running.ended
    const profiles = () => readdirSync(temporary).filter((name) => name.startsWith('electron-host-profile-'))
    await expect.poll(profiles, { timeout: CLEANUP_TIMEOUT_MS }).toEqual([])
  })
})
