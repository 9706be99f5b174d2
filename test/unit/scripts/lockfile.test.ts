import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeLock, missingPlatformPackages } from '../../../scripts/lockfile/platform-packages.mjs'

const tool = {
  version: '1.2.3',
  dev: true,
  optionalDependencies: {
    '@tool/linux-x64-gnu': '1.2.3',
    '@tool/darwin-arm64': '1.2.3',
    '@tool/win32-ia32-msvc': '1.2.3',
  },
}

describe('the lock file', () => {
  it('lists every platform package, so that `npm ci` installs the right one on every system', () => {
    const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))
    expect(missingPlatformPackages(lock)).toEqual([])
  })

  it('gets an entry for each platform package that npm left out', () => {
    const lock = { packages: { 'node_modules/tool': tool, 'node_modules/@tool/linux-x64-gnu': { version: '1.2.3' } } }
    expect(completeLock(lock).packages).toEqual({
      ...lock.packages,
      'node_modules/@tool/darwin-arm64': {
        version: '1.2.3',
        dev: true,
        optional: true,
        os: ['darwin'],
        cpu: ['arm64'],
      },
      'node_modules/@tool/win32-ia32-msvc': {
        version: '1.2.3',
        dev: true,
        optional: true,
        os: ['win32'],
        cpu: ['ia32'],
      },
    })
  })

  it('distinguishes the two C libraries of Linux', () => {
    const lock = {
      packages: {
        'node_modules/tool': {
          optionalDependencies: { 'tool-linux-x64-musl': '1.0.0', 'tool-linux-arm-gnueabihf': '1.0.0' },
        },
      },
    }
    const { packages } = completeLock(lock)
    expect(packages).toMatchObject({
      'node_modules/tool-linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/tool-linux-arm-gnueabihf': { os: ['linux'], cpu: ['arm'], libc: ['glibc'] },
    })
  })

  it('finds a package that is installed inside its owner', () => {
    const lock = {
      packages: {
        'node_modules/a/node_modules/tool': { optionalDependencies: { 'tool-x64': '1.0.0' } },
        'node_modules/a/node_modules/tool/node_modules/tool-x64': { version: '1.0.0' },
      },
    }
    expect(missingPlatformPackages(lock)).toEqual([])
  })

  it('leaves a version range to npm', () => {
    const lock = { packages: { 'node_modules/tool': { optionalDependencies: { fsevents: '~2.3.2' } } } }
    expect(completeLock(lock)).toEqual(lock)
    expect(missingPlatformPackages(lock)).toHaveLength(1)
  })
})
