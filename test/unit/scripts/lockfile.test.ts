import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// npm omits a package of another platform when the registry does not answer for it; `npm ci` then fails on that platform.
it('the lock file lists every platform package, so that `npm ci` installs the right one on every system', () => {
  const lock: { readonly packages: Readonly<Record<string, { readonly optionalDependencies?: object }>> } = JSON.parse(
    readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
  )
  const entries = Object.entries(lock.packages)
  const wanted = entries.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
  expect(wanted.length).toBeGreaterThan(100)
  expect(wanted.filter((name) => !entries.some(([key]) => key.endsWith(`node_modules/${name}`)))).toEqual([])
})
