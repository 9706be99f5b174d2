import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { missingPlatformPackages } from '../../../scripts/lockfile/platform-packages.mjs'

it('the lock file lists every platform package, so that `npm ci` installs the right one on every system', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))
  expect(missingPlatformPackages(lock)).toEqual([])
})
