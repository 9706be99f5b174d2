import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isOutdated } from '../../../scripts/build/outdated.ts'
import { electronBinary } from '../../../scripts/demo/electron-binary.ts'
import { parseDemoOptions, parseDuration, parseSize } from '../../../scripts/demo/options.ts'
import { hasDisplay } from '../../../scripts/demo/program.ts'

function project(files: Readonly<Record<string, number>>): string {
  const root = mkdtempSync(join(tmpdir(), 'comanda-demo-test-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of Object.keys(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), '')
  }
  // The times last, from the files up: writing a file changes the time of its folder.
  for (const [name, seconds] of Object.entries(files)) {
    utimesSync(join(root, name), seconds, seconds)
    if (name.includes('/')) utimesSync(join(root, dirname(name)), 1, 1)
  }
  return root
}

const SOURCES = {
  'electron/main.ts': 10,
  'renderer/main.tsx': 10,
  'shared/order.ts': 10,
  'electron.vite.config.ts': 10,
  'package-lock.json': 10,
}
const BUNDLES = { 'out/main/main.js': 20, 'out/preload/preload.cjs': 20, 'out/renderer/index.html': 20 }

describe('the options of the demo', () => {
  it('have defaults', () => {
    expect(parseDemoOptions([])).toEqual({
      shot: undefined,
      afterMs: 20_000,
      size: { width: 1920, height: 1080 },
      locale: undefined,
      profile: undefined,
      host: false,
    })
  })

  it('are read in every form', () => {
    expect([parseDuration('20s'), parseDuration('500ms'), parseDuration('1.5m'), parseDuration('7')]).toEqual([
      20_000, 500, 90_000, 7_000,
    ])
    expect(parseSize('1366x768')).toEqual({ width: 1366, height: 768 })
  })

  it('are refused with an example', () => {
    expect(() => parseDuration('soon')).toThrow('such as 20s')
    expect(() => parseSize('big')).toThrow('such as 1920x1080')
    expect(() => parseDemoOptions(['--shoot', 'x.png'])).toThrow('--shoot')
  })
})

describe('the bundles', () => {
  it('are outdated when one is missing', () => {
    expect(isOutdated(project({ ...SOURCES, 'out/main/main.js': 20 }))).toBe(true)
  })

  it('are outdated when a source is newer', () => {
    expect(isOutdated(project({ ...SOURCES, ...BUNDLES, 'shared/order.ts': 30 }))).toBe(true)
  })

  it('serve when they are newer than every source', () => {
    expect(isOutdated(project({ ...SOURCES, ...BUNDLES }))).toBe(false)
  })
})

describe('the program', () => {
  it('needs a display on Linux only', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('win32', {})).toBe(true)
  })

  it('is not Electron while its package has no binary', () => {
    expect(electronBinary(project({}))).toBeUndefined()
    const root = project({ 'node_modules/electron/path.txt': 1 })
    writeFileSync(join(root, 'node_modules/electron/path.txt'), 'electron')
    expect(electronBinary(root)).toBeUndefined()
    mkdirSync(join(root, 'node_modules/electron/dist'))
    writeFileSync(join(root, 'node_modules/electron/dist/electron'), '')
    expect(electronBinary(root)).toBe(join(root, 'node_modules/electron/dist/electron'))
  })
})
