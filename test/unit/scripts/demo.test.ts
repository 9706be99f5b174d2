import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isOutdated } from '../../../scripts/build/outdated.ts'
import { provideProgram } from '../../../scripts/demo/program.ts'

function project(files: Readonly<Record<string, number>>): string {
  const root = mkdtempSync(join(tmpdir(), 'comanda-demo-test-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of Object.keys(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), '')
  }
  // Sets the times of the files before those of their folders, because writing a file changes the time of its folder.
  for (const [name, seconds] of Object.entries(files)) {
    utimesSync(join(root, name), seconds, seconds)
    if (name.includes('/')) utimesSync(join(root, dirname(name)), 1, 1)
  }
  return root
}

const SOURCES = {
  'electron/main.ts': 10,
  'renderer/main.tsx': 10,
  'shared/result.ts': 10,
  'electron.vite.config.ts': 10,
  'package-lock.json': 10,
}
const BUNDLES = { 'out/main/main.js': 20, 'out/preload/preload.cjs': 20, 'out/renderer/index.html': 20 }

describe('the bundles', () => {
  it('are outdated when one is missing', () => {
    expect(isOutdated(project({ ...SOURCES, 'out/main/main.js': 20 }))).toBe(true)
  })

  it('are outdated when a source is newer', () => {
    expect(isOutdated(project({ ...SOURCES, ...BUNDLES, 'shared/order/order.ts': 30 }))).toBe(true)
  })

  it('are used when they are newer than every source', () => {
    expect(isOutdated(project({ ...SOURCES, ...BUNDLES }))).toBe(false)
  })
})

describe('the program of the demo', () => {
  const withElectron = (): string => {
    const root = project({ 'node_modules/electron/path.txt': 1, 'node_modules/electron/dist/electron': 1 })
    writeFileSync(join(root, 'node_modules/electron/path.txt'), 'electron')
    return root
  }
  /** Functions that provide the programs, and the names of the programs that were requested. */
  function machine(reason?: string) {
    const asked: string[] = []
    const provide = {
      electron: async () => {
        asked.push('electron')
        return reason
      },
      chromium: () => void asked.push('chromium'),
    }
    return { asked, provide }
  }
  const onDesktop = (): void => {
    vi.stubEnv('DISPLAY', ':0')
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
    })
  }

  it('is Electron on a desktop, and Chromium is not required', async () => {
    onDesktop()
    const { asked, provide } = machine()
    const program = await provideProgram(withElectron(), { host: false, headless: false }, provide)
    expect(program.isHost).toBe(false)
    expect(asked).toEqual(['electron'])
  })

  it('is the host when Electron is not available: the reason is printed, then Chromium is required', async () => {
    onDesktop()
    const { asked, provide } = machine('the network is gone')
    const program = await provideProgram(project({}), { host: false, headless: false }, provide)
    expect(program.isHost).toBe(true)
    expect(asked).toEqual(['electron', 'chromium'])
    expect(vi.mocked(console.log).mock.calls.flat().join()).toContain('the network is gone')
  })
})
