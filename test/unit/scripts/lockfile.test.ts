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
})
