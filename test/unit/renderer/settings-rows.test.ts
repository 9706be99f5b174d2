// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sectionsAt } from '../../../renderer/settings/sections.ts'

const FOLDER = join(import.meta.dirname, '../../../renderer/settings')
/** It stands only where the package has a feed; the search finds the title above it. */
const FOUND_BY_ITS_TITLE: ReadonlySet<string> = new Set(['installsUpdates'])

it('the search of the settings finds each control that has the name of a setting', () => {
  const controls = globSync('*.tsx', { cwd: FOLDER }).flatMap((file) =>
    [...readFileSync(join(FOLDER, file), 'utf8').matchAll(/<Setting(?:Switch|Choice|Number)\s+name="(\w+)"/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(controls.length).toBeGreaterThan(10)
  const rows: readonly string[] = [false, true].flatMap((isScreen) =>
    sectionsAt(isScreen).flatMap(({ rows: all }) => all),
  )
  const missing = controls.filter((name) => !rows.includes(`settings:name.${name}`) && !FOUND_BY_ITS_TITLE.has(name))
  expect(missing).toEqual([])
})
