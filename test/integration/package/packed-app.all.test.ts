import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listPackage } from '@electron/asar'
import { _electron } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstBoardWindow } from '../../fixtures/app-windows.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PACKING_LIMIT_MS = 600_000
const FIRST_ORDER_LIMIT_MS = 120_000
const END_LIMIT_MS = 120_000
/** Removes Playwright's switches from the command line, because an installed program refuses them. */
const DRIVEN = join(ROOT, 'test/fixtures/driven-app.sh')

const hasHost = process.platform === 'linux'
if (!hasHost) console.warn('NOT RUN: the packed app, because the Electron host, which replaces Electron, runs on Linux')

describe.runIf(hasHost)('the packed app (with the Electron host)', () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  // Inside the project, where the host finds the project's Node.
  const output = mkdtempSync(join(ROOT, '.cache/packed-'))
  const unpacked = join(output, 'linux-unpacked')
  const archive = join(unpacked, 'resources/app.asar')

  let printed = ''

  beforeAll(() => {
    const script = join(ROOT, 'scripts/package.ts')
    printed = execFileSync(process.execPath, [script, '--dir', '--output', output], {
      cwd: ROOT,
      stdio: 'pipe',
      encoding: 'utf8',
    })
  }, PACKING_LIMIT_MS)
  afterAll(() => rmSync(output, { recursive: true, maxRetries: 3 }))

  it('contains the bundles and the two native modules without their sources, and nothing else', () => {
    const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
    const folders = new Set(files.map((file) => file.split('/').slice(1, 3).join('/')))
    expect([...folders].filter((folder) => folder.includes('/')).toSorted()).toEqual([
      'node_modules/better-sqlite3',
      'node_modules/keytar',
      'out/main',
      'out/preload',
      'out/renderer',
    ])
    expect(files.filter((file) => /\.(ts|map|c|cc|cpp|h|gyp)$/.test(file))).toEqual([])
    // The program of the thread that copies the ledger is beside the bundle that starts it.
    expect(files).toEqual(
      expect.arrayContaining(['/out/main/main.js', '/out/main/copy-worker.js', '/out/main/body-worker.js']),
    )
  })

  it('has the licences of all its packages beside the archive', () => {
    for (const name of ['LICENSE', 'THIRD_PARTY_NOTICES.txt']) {
      expect(readFileSync(join(unpacked, 'resources', name), 'utf8')).toBe(readFileSync(join(ROOT, name), 'utf8'))
    }
    expect(listPackage(archive, { isPack: false }).filter((file) => file.endsWith('packages.json'))).toEqual([])
  })

  it('is reported as within its budget', () => {
    const [, size, budget] = /^size of the app: ([\d.]+) MB of ([\d.]+) MB /m.exec(printed) ?? []
    const { size: archiveBytes } = statSync(archive)
    expect(Number(size)).toBeGreaterThan(archiveBytes / 1_000_000)
    expect(Number(size)).toBeLessThanOrEqual(Number(budget))
  })

  it('has only the binaries of this platform, and has them outside the archive, so that they can be loaded', () => {
    const binaries = listPackage(archive, { isPack: false }).filter((file) => file.endsWith('.node'))
    expect(binaries.toSorted()).toEqual([
      `/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
      `/node_modules/keytar/prebuilds/linux-${process.arch}/keytar.node`,
    ])
    for (const binary of binaries) expect(existsSync(join(`${archive}.unpacked`, binary))).toBe(true)
  })

  it('starts and shows an order', async () => {
    const profile = join(output, 'profile')
    const app = await _electron.launch({
      executablePath: DRIVEN,
      env: { ...process.env, DRIVEN_PROGRAM: join(unpacked, 'comanda') },
      args: ['--practice', `--user-data-dir=${profile}`],
    })
    try {
      const board = await firstBoardWindow(app)
      await board.locator('[data-order-id]').first().waitFor({ timeout: FIRST_ORDER_LIMIT_MS })
      await expect.poll(() => app.evaluate((electron) => electron.app.isPackaged)).toBe(true)
      await expect.poll(() => board.locator('[data-order-id] button[data-action]').count()).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  })

  it.each([
    '--remote-debugging-port=0',
    '--ignore-certificate-errors',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--no-sandbox',
  ])(
    'does not start with %s, and shows the reason',
    async (dangerous) => {
      const profile = join(output, 'refused')
      const program = spawn(join(unpacked, 'comanda'), ['--practice', `--user-data-dir=${profile}`, dangerous])
      const printed = Promise.all([text(program.stdout), text(program.stderr)])
      const [code] = await once(program, 'exit', { signal: AbortSignal.timeout(END_LIMIT_MS) })
      expect(code).toBe(1)
      const lines = await printed
      expect(lines.join('')).toContain(dangerous.split('=')[0])
      expect(existsSync(join(profile, 'practice'))).toBe(false)
    },
    30_000,
  )
})

describe('the configuration of packages', () => {
  it('contains no switch for an AppImage that is started from the menu', () => {
    const text = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8')
    expect(text).toMatch(/^appImage:\n(?: {2}.*\n)* {2}executableArgs: \[\]$/m)
  })
})
