import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

it('the first section of the changelog is "Unreleased" or the package version; all sections have the groups of Keep a Changelog', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const [, ...releases] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  expect(releases.length).toBeGreaterThan(0)
  expect(releases[0]?.match(/^\[(.+?)\]/)?.[1]).toBeOneOf(['Unreleased', version])
  for (const release of releases) {
    const groups = [...release.matchAll(/^### (.+)$/gm)].map(([, name]) => name)
    expect(groups.length).toBeGreaterThan(0)
    expect(GROUPS).toEqual(expect.arrayContaining(groups))
    expect(release.match(/^- /gm)?.length).toBeGreaterThan(0)
  }
})
