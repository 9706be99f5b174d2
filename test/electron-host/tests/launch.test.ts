import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createPackageWithOptions } from '@electron/asar'
import { _electron } from '@playwright/test'
import { describe, expect, it, vi } from 'vitest'
import { ELECTRON_VERSION } from '../host/versions.ts'
import { HOST_PROGRAM, startApp, temporaryFolder, WHOLE_BROWSER, writeApp, writeFiles } from './run-app.ts'

vi.stubEnv('CHROMIUM_PATH', WHOLE_BROWSER.CHROMIUM_PATH)

const run = promisify(execFile)
const PROJECT_NODE = resolve(import.meta.dirname, '../../../node_modules/.bin/node')
// On a slow disk a killed process can take seconds to end.
const CLEANUP_TIMEOUT_MS = 60_000

const WINDOW_APP = `
  app.on('window-all-closed', () => app.quit())
  app.whenReady().then(async () => { serve(); ipcMain.handle('ping', () => 'pong'); await open(undefined, { width: 900, height: 600 }); console.error('up') })`
const PAGE = {
  'preload.cjs': `const { contextBridge, ipcRenderer } = require('electron'); contextBridge.exposeInMainWorld('bridge', { ping: () => ipcRenderer.invoke('ping') })`,
  'index.html':
    '<!doctype html><title>fixture</title><button onclick="bridge.ping().then((text) => { this.textContent = text })">ping</button>',
}

describe("Playwright's _electron", () => {
  it('launches, evaluates in main, drives the window and closes', async () => {
    const app = await _electron.launch({
      executablePath: HOST_PROGRAM,
      args: [writeApp(WINDOW_APP, PAGE), 'order-1', `--user-data-dir=${temporaryFolder()}`],
      env: { ...(process.env as Record<string, string>), KITCHEN: 'open' },
    })
    const main = app.process()
    const window = await app.firstWindow()
    await window.getByRole('button').click()
    await expect.poll(() => window.getByRole('button').textContent()).toBe('pong')
    const seen = await app.evaluate(
      ({ app: electronApp }, given) => [electronApp.getVersion(), process.argv.at(-2), process.env.KITCHEN, given],
      42,
    )
    expect(seen).toEqual(['1.2.3', 'order-1', 'open', 42])
    const browserWindow = await app.browserWindow(window)
    await expect.poll(() => browserWindow.evaluate((one) => one.getBounds())).toMatchObject({ width: 900, height: 600 })
    await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600])
    await window.setViewportSize({ width: 1280, height: 720 })
    await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([1280, 720])
    const picture = await window.screenshot()
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 720])
    expect(app.context().pages()).toHaveLength(1)
    expect(app.windows()).toHaveLength(1)
    await app.close()
    expect(main.exitCode).toBe(0)
  })

  it('reports the close event of a page and the exit code of the app', async () => {
    const app = await _electron.launch({
      executablePath: HOST_PROGRAM,
      args: [
        writeApp(
          `app.on('window-all-closed', () => app.exit(5)); app.whenReady().then(async () => { serve(); await open() })`,
        ),
      ],
    })
    const main = app.process()
    const window = await app.firstWindow()
    // Chromium ignores a close during the first navigation, while the page changes its process.
    await window.getByRole('heading').waitFor()
    const closed = new Promise<void>((done) => app.on('close', () => done()))
    await window.close()
    await closed
    expect(main.exitCode).toBe(5)
  })
})

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

  it('leaves no browser process and no profile behind when it happens during the start', async () => {
    const temporary = temporaryFolder()
    const app = writeApp(`app.whenReady().then(async () => { serve(); await open() })`)
    for (const delayMs of [60, 120, 180, 240, 300, 400, 500]) {
      const running = startApp([app], { TMPDIR: temporary })
      await new Promise((done) => setTimeout(done, delayMs))
      running.process.kill('SIGKILL')
      await running.ended
    }
    const profiles = () => readdirSync(temporary).filter((name) => name.startsWith('electron-host-profile-'))
    await expect.poll(() => processesWith(temporary), { timeout: CLEANUP_TIMEOUT_MS }).toEqual([])
    await expect.poll(profiles, { timeout: CLEANUP_TIMEOUT_MS }).toEqual([])
  })
})

describe('a packaged app', () => {
  const pack = async (main: string): Promise<string> => {
    const folder = temporaryFolder()
    const source = join(folder, 'source')
    mkdirSync(source)
    writeFiles(source, {
      'package.json': JSON.stringify({ name: 'kitchen', productName: 'Kitchen', version: '2.0.0', main: 'main.cjs' }),
      'main.cjs': main,
      'lib/packed.cjs': "module.exports = 'packed'",
      'native/addon.cjs': "module.exports = 'unpacked'",
    })
    const packed = join(folder, 'packed')
    cpSync(dirname(HOST_PROGRAM), packed, { recursive: true, filter: (path) => basename(path) !== 'tests' })
    renameSync(join(packed, 'electron'), join(packed, 'kitchen'))
    mkdirSync(join(packed, 'resources'))
    await createPackageWithOptions(source, join(packed, 'resources', 'app.asar'), { unpackDir: 'native' })
    return join(packed, 'kitchen')
  }

  it('runs the app.asar beside the renamed executable', async () => {
    const executable = await pack(`
      const { app } = require('electron')
      const { join } = require('node:path')
      app.whenReady().then(() => {
        console.log('REPORT ' + JSON.stringify([app.isPackaged, app.getName(), app.getVersion(), process.defaultApp ?? null, process.type,
          process.resourcesPath, process.argv[0], process.argv[1], process.versions.electron, require.main === module,
          require('./lib/packed.cjs'), require('./native/addon.cjs'),
          require(join(app.getAppPath().replace('app.asar', 'app.asar.unpacked'), 'native/addon.cjs')), app.getPath('exe')]))
        app.quit()
      })`)
    const running = startApp(['--order=1'], { COMANDA_HOST_NODE: PROJECT_NODE }, executable)
    await expect(running.nextReport()).resolves.toEqual([
      true,
      'Kitchen',
      '2.0.0',
      null,
      'browser',
      join(dirname(executable), 'resources'),
      executable,
      '--order=1',
      ELECTRON_VERSION,
      true,
      'packed',
      'unpacked',
      'unpacked',
      executable,
    ])
    await expect(running.ended).resolves.toMatchObject({ code: 0 })
  })

  it('runs as plain Node with ELECTRON_RUN_AS_NODE, as in Electron', async () => {
    const { stdout } = await run(HOST_PROGRAM, ['-e', 'console.log(typeof process.versions.electron, 1 + 1)'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    })
    expect(stdout).toBe('undefined 2\n')
  })
})

describe('the command line', () => {
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
